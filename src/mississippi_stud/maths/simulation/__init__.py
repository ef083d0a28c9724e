"""Simulated rounds, each a function of (seed, number) alone: compiled kernels, their NumPy twins, and the engine."""
