"""The same extraction as a step of other people's pipelines: datatrove and Spark."""
