"""What is printed: charts, terrain, counters, calendar, scenarios. No state, and no rule that looks at one."""
