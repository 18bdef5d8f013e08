"""jusText [Pomikálek 2011]: paragraphs are classified by length, links and stop words, then by their context."""
