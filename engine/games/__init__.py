"""The games: one rulebook each, bound to the kernel by a module of its own."""
