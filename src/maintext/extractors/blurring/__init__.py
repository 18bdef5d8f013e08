"""Content code blurring [Gottron 2008]: a page is a sequence of content and code, and content is where it is dense."""
