"""Tests of the floor: games, recall, export, backup, duties, and what must never happen to them."""
