"""Chess for Python at machine speed."""
