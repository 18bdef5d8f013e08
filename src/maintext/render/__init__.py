"""PAGE + KEPT BLOCKS -> TEXT, MARKDOWN, HTML, TEI: independent of extractors."""
