"""A module.

os.path is not code here.
"""
import logging

logger = logging.getLogger(__name__)


def twice(n):
    return 2 * n


if __name__ == "__main__":
    print(twice(1))
