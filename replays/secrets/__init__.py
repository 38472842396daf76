"""Keys, seals and vaults: what a side keeps to itself until it opens it."""
