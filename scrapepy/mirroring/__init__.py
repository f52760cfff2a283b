"""One site, whole: gather, derive, report; and what is asked of the copies afterwards."""
