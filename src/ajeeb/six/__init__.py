"""The 6×6 engine that lives in a smart contract, bit-exact, and its sane twin."""
