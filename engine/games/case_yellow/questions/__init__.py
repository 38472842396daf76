"""What can be asked of a position: control, ZOC, ways, supply, battle. Nothing here changes anything."""
