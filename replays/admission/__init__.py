"""What may follow what in a log: the running book of a file, and the one validator that asks it."""
