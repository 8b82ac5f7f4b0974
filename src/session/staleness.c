#include "session/staleness.h"

/* More than STALENESS_UPDATE_MAX, since after a switch of branches most contents are known. Only
   used if the index was complete before. */
#define AWAITED_MAX 5000

static uint32_t percent(const Staleness *stale, uint32_t known, uint64_t bytes)
{
    uint64_t share =
        stale->bytes ? bytes * 100 / stale->bytes : (uint64_t)known * 100 / MAX(stale->files, 1U);
    return (uint32_t)MIN(share, (uint64_t)99);
}

void staleness_put(Buf *out, const Staleness *stale)
{
    uint32_t behind = stale->added + stale->changed;
    uint32_t known = stale->files - MIN(behind, stale->files);
    uint64_t bytes = stale->bytes - MIN(stale->bytes_behind, stale->bytes);
    buf_printf(out, "index: %u %% (", percent(stale, known, bytes));
    buf_put_thousands(out, known);
    buf_put(out, STR(" of "));
    buf_put_thousands(out, stale->files);
    buf_put(out, STR(" files"));
    if (stale->bytes) {
        buf_put(out, STR(", "));
        buf_put_size(out, bytes);
        buf_put(out, STR(" of "));
        buf_put_size(out, stale->bytes);
    }
    buf_put_byte(out, ')');
}

uint32_t staleness_awaited(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->path.len && (file->state == FILE_LISTED || file->state == FILE_LEXICAL))
            return STALENESS_UPDATE_MAX;
    }
    return catalog->files.len ? AWAITED_MAX : STALENESS_UPDATE_MAX;
}
