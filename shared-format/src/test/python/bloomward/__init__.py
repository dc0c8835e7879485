"""A second reader of Bloomward's formats, written from FORMAT.md and nothing else: it knows only what the page says."""
