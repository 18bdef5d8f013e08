"""HTML OR MARKDOWN -> DOCUMENT -> COUNTS: how much of a page's structure was kept, kind by kind."""
