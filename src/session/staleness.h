/* How far an index is behind its tree (Staleness), and which changes a question waits for. */
#pragma once

#include "base/buf.h"
#include "index/update/build.h"

/* Writes `index: 44 % (3,358 of 22,695 files, 90.4 MB of 202.9 MB)`. The share is of bytes where
   they are counted, since the largest files come first. It stays below 100 until the index is
   whole. */
void staleness_put(Buf *out, const Staleness *stale);

/* The most changed files that a question takes up itself before it is answered: a second or two. */
#define STALENESS_UPDATE_MAX 2000
/* The most changed files that a question waits for while a daemon takes them up. */
uint32_t staleness_awaited(const Catalog *catalog);
