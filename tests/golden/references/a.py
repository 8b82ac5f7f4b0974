from __future__ import annotations
import os, numpy as np
import a.b.c
from .x import (c as d, e,  # why
   f)
from m import *
X: Foo = make()
Y = Foo(1)
class A(Base):
    k: Optional["K"] = None
    def __init__(self, db: Db, n=3, *args, **kw):
        self.db = db
        self.pool = Pool(db, 1)
        self.log = logging.getLogger(__name__)
    def run(self, items: list[Item]) -> dict[str, Foo]:
        for it in items:
            it.go(n)
        with open("x") as fh, self.pool.take(1) as conn:
            fh.read(); conn.x()
        try:
            y = (await self.fetch(a, b)).json()
        except ValueError as e:
            e.args()
        r = super().run(*items)
        sorted(items, key=self.cmp)
        cb = lambda q: q.z()
        "".join(items)
        a, b = foo(), 2
        a.zip()
        map(helper, items)
        return Foo
