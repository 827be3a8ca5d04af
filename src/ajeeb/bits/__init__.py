"""Bitboards as subsets of {0..n²-1} on any n×n board. Pure Python; never imports the core."""
