"""What is printed: charts, ground, roster, calendar, scenarios, options, numbers of words."""
