"""FUNCTION + BYTES -> BYTES: any function in worker processes with limits on time and memory.

It knows nothing about pages. `pool.run_jobs` runs many jobs from ordinary code, `async_pool.AsyncPool` answers single
jobs from an event loop; both use the same worker process (`process`, `worker`) and protocol. A program in another
language that keeps running is a `line_protocol.LineProgram`, or is started with `child_process.start_program`.
"""
