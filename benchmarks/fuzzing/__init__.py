"""What benchmarks/fuzz.py is made of: mutated pages, checks in child processes, minimization, and growth of cost."""
