"""What the log tells of the past: rounds recalled, written down and proved."""
