"""The review desk: a game as compact data and a page without network access that shows it move by move.

`builder` makes the data from a log, `page` puts data, script and style into one HTML file, `server` serves the same
page for games in progress. The data knows no game by name; see `builder` for its shape.
"""
