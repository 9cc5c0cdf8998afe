"""The game as it stands: cards, rules, states and views, and facts about a position."""
