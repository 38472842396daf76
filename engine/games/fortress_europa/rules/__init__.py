"""The rules of Fortress Europa, one subject a file, in the order of the rulebook."""
