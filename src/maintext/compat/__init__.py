"""Functions with the names and signatures of other libraries, done by maintext."""
