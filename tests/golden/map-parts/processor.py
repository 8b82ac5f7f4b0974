"""Batch processing."""
import os
import sys
import asyncio
from typing import List
from .config import ProcessorConfig

MAX_WORKERS = 4
RETRIES: int = 3


class Base:
    pass


class BatchProcessor(Base):
    """Runs batches. In order."""

    default = None

    def __init__(self, config: ProcessorConfig):
        self.config = config

    # Runs them all.
    async def run(self, items: List[int]) -> List[int]:
        def key(item):
            return item
        return sorted(items, key=key)

    @property
    def size(self) -> int:
        return 0


def main(argv: List[str]) -> int:
    return 0
