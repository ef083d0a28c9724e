"""The mathematics of the game. The only place that imports NumPy."""
