"""Maximum subsequence segmentation [Pasternack 2009]: a classifier scores every token, the best run wins."""
