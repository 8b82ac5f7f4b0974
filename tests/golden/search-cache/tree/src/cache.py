"""A cache whose entries expire."""

import time


class Cache:
    """Keeps values for a while."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.entries = {}

    def put(self, key, value):
        """Stores a value until it expires."""
        self.entries[key] = (value, time.time() + self.seconds)

    def delete_expired(self):
        """Deletes the entries whose time is over."""
        now = time.time()
        for key in [k for k, (_, end) in self.entries.items() if end < now]:
            del self.entries[key]
