"""Entries with an end."""
import time
from dataclasses import dataclass


@dataclass
class Store:
    """Keeps entries until they expire."""

    def expire(self, now):
        """Drops what is over."""
        for key in list(self._ends):
            if self._ends[key] < now:
                self._drop(key)

    def _drop(self, key):
        """Of one key."""
        del self._ends[key]


def run_expiry(store):
    """Expires entries now and then."""
    while True:
        time.sleep(1)
        store.expire(time.time())
