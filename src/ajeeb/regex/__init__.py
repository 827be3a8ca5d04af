"""A computer whose only step is a regex substitution, and a chess engine on it. Pure Python; never imports the core."""
