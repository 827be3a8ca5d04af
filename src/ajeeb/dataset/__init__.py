"""PGN to Parquet and packed files, and reading them back as arrays."""
