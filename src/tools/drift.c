#include "tools/drift.h"

/* Those that it waits for where a server takes them up and there was a whole index before: the
   contents of a branch are often known. */
#define DRIFT_AWAITED_MAX 5000

static uint32_t percent(const BuildDrift *drift, uint32_t known, uint64_t bytes)
{
    uint64_t share =
        drift->bytes ? bytes * 100 / drift->bytes : (uint64_t)known * 100 / MAX(drift->files, 1U);
    return (uint32_t)MIN(share, (uint64_t)99);
}

void drift_put(Buf *out, const BuildDrift *drift)
{
    uint32_t behind = drift->added + drift->changed;
    uint32_t known = drift->files - MIN(behind, drift->files);
    uint64_t bytes = drift->bytes - MIN(drift->bytes_behind, drift->bytes);
    buf_printf(out, "index: %u %% (", percent(drift, known, bytes));
    buf_put_thousands(out, known);
    buf_put(out, STR(" of "));
    buf_put_thousands(out, drift->files);
    buf_put(out, STR(" files"));
    if (drift->bytes) {
        buf_put(out, STR(", "));
        buf_put_size(out, bytes);
        buf_put(out, STR(" of "));
        buf_put_size(out, drift->bytes);
    }
    buf_put_byte(out, ')');
}

uint32_t drift_awaited(const Catalog *catalog)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->path.len && (file->state == FILE_LISTED || file->state == FILE_LEXICAL))
            return DRIFT_UPDATE_MAX;
    }
    return catalog->files.len ? DRIFT_AWAITED_MAX : DRIFT_UPDATE_MAX;
}
