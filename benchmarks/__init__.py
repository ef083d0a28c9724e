"""Speed relative to peers in the same run: `make bench`. Absolute figures are printed, but only ratios are judged."""
