"""The command line, `python -m themind`: the told game, `replay`, `schema` and `simulate`."""
