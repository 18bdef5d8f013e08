"""Tag ratios (Weninger and Hsu 2008; Weninger, Hsu and Han 2010): lines with much text and few tags are content."""
