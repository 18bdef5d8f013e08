"""Functions with the names and signatures of other libraries, implemented with maintext."""
