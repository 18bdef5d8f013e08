"""SOURCE -> TREE: the only package that imports turbohtml; none of its objects leave it.

`tree` builds the page's flat arrays, `elements` reads attributes and texts by element number, `events` sends the
repaired tree as events, `source_tokens` yields the tags and texts as written, `encodings` detects and decodes bytes.
"""
