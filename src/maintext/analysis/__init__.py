"""SCORES -> FINDINGS: boundary cases, averages both ways, statistics, slices, agreement, gold audit.

Pure functions over plain values, except `scored_run`, which reads runs and caches their scores.
"""
