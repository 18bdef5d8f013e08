"""Readability [Arc90 2009]: paragraphs score their containers, and the best container is the article."""
