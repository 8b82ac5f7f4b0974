/* Which files have edges into which. A stored segment has this beside its links, so that a walk
   does not unpack the links of files that it does not need. Only for the files that read and write
   parts of the catalog. */
#pragma once

#include "index/catalog/catalog_segment.h"

/* Appends, for each file of a segment, the other ends of its edges: their number, then the
   distances (link_distance) to the files that they are in, each once. Edges out of the tree do not
   count. */
void file_leads_put_segment(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files);
/* Narrows the files that may have edges into the symbols of some files. `callers` is a bit set over
   files, or NULL for all files; so is `callees`. Returns a bit set of as many words in the arena:
   the callers with an edge into one of the callees. `leads` keeps all that was read. */
uint64_t *file_leads_narrow(FileLeads *leads, const Catalog *catalog, Arena *arena,
                            const uint64_t *callers, const uint64_t *callees);
/* Words of a bit set over files, rounded up to whole segments. */
size_t file_leads_words(const Catalog *catalog);
