"""The command line, `python -m themind`: the demo game, `replay`, `schema` and `simulate`."""
