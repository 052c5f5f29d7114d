"""What the figures of the README come from: ``make bench``. Every figure stands beside others of the same run."""
