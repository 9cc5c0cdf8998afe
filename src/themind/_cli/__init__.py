"""The command line, `python -m themind`: the told game, `play`, `replay`, `schema`, `simulate`."""
