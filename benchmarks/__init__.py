"""Speed, measured as ratios to peers in the same run: `make bench`. Absolute figures are printed, ratios are judged."""
