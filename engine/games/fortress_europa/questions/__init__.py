"""What can be asked about a position: ZOC, ways, supply, battle ... Reads only; no decision and no step stands here."""
