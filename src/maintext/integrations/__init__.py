"""PAGES -> TEXT inside other people's tools: language model agents, document loaders, crawlers and data frames.

Every module imports the tool that it plugs into; each tool is an extra of its own.
"""
