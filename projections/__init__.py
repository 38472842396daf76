"""What is true now, made of events alone: state, records, statistics, tables."""
