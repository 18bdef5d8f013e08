"""PAGE + WHAT WAS KEPT -> TEXT, JSON: knows no extractor."""
