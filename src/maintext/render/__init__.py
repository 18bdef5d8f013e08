"""PAGE + WHAT WAS KEPT -> TEXT, MARKDOWN, HTML, TEI: knows no extractor."""
