"""SITE -> WARC: crawl sites, sitemaps, feeds and lists of URLs, politely."""
