"""SCORES -> FINDINGS: boundary cases, averages both ways, statistics, slices, agreement, gold audit.

Pure functions over plain values, but for `joined`, which reads runs and remembers their scores. Nothing here prints.
"""
