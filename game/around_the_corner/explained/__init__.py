"""What a newcomer is shown of Around the Corner: sums as examples, the rules, some plays of a round."""
