"""The engine in process, external UCI engines, matches."""
