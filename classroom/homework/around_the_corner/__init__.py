"""Practice at home with the cards of Around the Corner. Begin with `practice`, then `boxes`."""
