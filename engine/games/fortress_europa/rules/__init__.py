"""The rulebook, a chapter a file: decisions and steps. What they ask stands in `questions`; `sequence` orders them."""
