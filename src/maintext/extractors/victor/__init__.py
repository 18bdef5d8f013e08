"""Victor (Marek, Pecina and Spousta 2007): a conditional random field labels the sequence of blocks."""
