"""Every decision of the crawl, pure: what may be asked for, when, and what an answer means. The clock is passed in."""
