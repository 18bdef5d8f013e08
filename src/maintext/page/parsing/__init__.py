"""SOURCE -> TREE: the only package that imports turbohtml and handles its objects.

`tree` builds the page's flat arrays, `elements` reads attributes and texts by element index, `events` reports the
repaired tree as events, `source_tokens` yields the tags and texts of the source, `encodings` detects and decodes bytes.
"""
