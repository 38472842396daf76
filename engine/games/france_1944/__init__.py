"""France 1944, Designer Signature Edition (Compass Games, Mark Herman)."""
