"""The ledger: frames, events and their bytes, the append-only file, proofs. Imports nothing of the other four."""
