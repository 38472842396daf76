"""The rules, a chapter a file: decisions and steps."""
