"""A game of one person with clocks in real time, for `python -m themind play`.

Only the module `console` uses a real clock and a keyboard. The others take times as arguments, in
seconds since the start of the program.
"""
