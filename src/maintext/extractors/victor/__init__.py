"""Victor [Marek 2007]: a conditional random field labels the sequence of blocks."""
