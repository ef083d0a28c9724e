"""The trainer: what there is to learn of a game, how an answer is graded, what comes next, and where somebody leaks.

Pure: time and chance arrive as arguments, and whoever learns keeps their own record.
"""
