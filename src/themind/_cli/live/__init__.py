"""A game of one person against clocks in real time: what `python -m themind play` runs.

No module here but `console` knows a real clock or a keyboard: the others take each time as an
argument, in seconds since the program began.
"""
