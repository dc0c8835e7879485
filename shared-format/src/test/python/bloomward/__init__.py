"""A second reader of Bloomward's formats, written from FORMAT.md and nothing else: what the page does not say, it does not know."""
