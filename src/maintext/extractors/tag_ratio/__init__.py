"""Tag ratios [Weninger 2008; Weninger 2010]: lines with much text and few tags are content."""
