"""What does not change in play: charts, terrain, roster, calendar, scenarios, options; no state is seen here."""
