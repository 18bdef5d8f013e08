"""Maximum subsequence segmentation (Pasternack and Roth 2009): a classifier scores every token, the best run wins."""
