"""The audit: is a log what it says, and does it follow from the rules and the dice?"""
