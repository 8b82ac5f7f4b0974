/* How far an index is behind its tree, in words. */
#pragma once

#include "base/buf.h"
#include "index/update/build.h"

/* `index: 44 % (3,358 of 22,695 files, 90.4 MB of 202.9 MB)`. The share is of bytes where they are
   counted (the largest files are taken up first), and below 100 until the index is whole. */
void drift_put(Buf *out, const BuildDrift *drift);

/* Changed files that a question takes up before it answers: a second or two. */
#define DRIFT_UPDATE_MAX 2000
/* How many a question waits for where a server takes them up. */
uint32_t drift_awaited(const Catalog *catalog);
