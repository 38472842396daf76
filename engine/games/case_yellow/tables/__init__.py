"""What is printed: charts, terrain, roster, calendar and scenarios. Nothing here knows a position."""
