"""The mathematics of the game. The only package that imports NumPy."""
