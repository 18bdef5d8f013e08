"""HTML OR MARKDOWN -> DOCUMENT -> COUNTS: how much of a page's structure was kept, by kind of item."""
