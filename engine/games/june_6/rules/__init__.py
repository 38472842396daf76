"""The rules of June 6, a module for each section of the rulebook."""
