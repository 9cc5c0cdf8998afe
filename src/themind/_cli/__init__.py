"""The command line: the demo game, `play`, `replay`, `schema` and `simulate`."""
