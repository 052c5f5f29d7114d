"""Random legal games."""
