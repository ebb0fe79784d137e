"""Sign-in of children: pictures, words, cards, and rate limits. Begin with `credentials`."""
