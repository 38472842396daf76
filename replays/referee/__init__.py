"""The referee's desk: claims, rulings, readjudication, reports."""
