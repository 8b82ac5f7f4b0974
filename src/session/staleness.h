/* Staleness: how far an index lags behind its tree, and which changes a question waits for. */
#pragma once

#include "base/buf.h"
#include "index/update/build.h"

/* Writes `index: 44 % (3,358 of 22,695 files, 90.4 MB of 202.9 MB)`. The percentage is of bytes if
   those are counted, since the largest files come first. It is at most 99. */
void staleness_put(Buf *out, const Staleness *stale);

/* Maximum number of changed files that a question indexes itself before it is answered: a second or
   two. */
#define STALENESS_UPDATE_MAX 2000
/* Maximum number of changed files for which a question waits while a daemon indexes them. */
uint32_t staleness_awaited(const Catalog *catalog);
