/* Memory in use is the kernel's count of this process's pages. Growth of workers is bounded by
   their fences (worker.h). Shared pages count for this process only. */
#include "index/update/memory.h"

#include "base/limits.h"
#include "base/proc_memory.h"
#include "text/budget.h"

#include <limits.h>

#define REASON "index.memory is "
/* What resolving needs: data for each symbol, lists of symbols by name, a row per file, and caches
   of other files up to a cap. Measured on trees of 0.3 to 5.4 million symbols. */
#define RESOLVE_SYMBOL_BYTES 14
#define RESOLVE_FILE_BYTES 300
#define RESOLVE_BYTES (12 * MB)
/* … less on small trees. */
#define RESOLVE_SMALL_BYTES (2 * MB)
#define RESOLVE_SMALL_SYMBOL_BYTES 60
/* What a further resolving process needs for itself, including pages it no longer shares with this
   one. Measured on trees of 0.5, 1.1 and 5.4 million symbols. */
#define RESOLVER_BYTES (36 * MB)
#define RESOLVER_SYMBOL_BYTES 24
/* Kept free in addition where memory is not scarce. */
#define RESOLVE_FREE_BYTES (24 * MB)
/* Enough to index a tree of 60,000 files. */
#define USUAL_BYTES (400 * MB)
/* Total memory per byte of source, in percent. Sources with many comments take less: headers of
   drivers take 70, Linux 40. */
#define TIGHT_PERCENT 30
#define TIGHT_BYTES (30 * MB)

/* For a file that is only listed: its row in the catalog and in the saved data. */
#define LISTED_FILE_BYTES 800

#define DEFAULT_PART 4 /* fraction of the machine's memory */
/* At least this much, or half of the machine's memory where that is less. */
#define DEFAULT_MIN ((uint64_t)GB)

uint64_t memory_limit_default(void)
{
    uint64_t machine = proc_memory_machine();
    uint64_t part = machine / DEFAULT_PART, half = machine / 2;
    return MAX(MAX(part, MIN(DEFAULT_MIN, half)), (uint64_t)MEMORY_LIMIT_MIN);
}

bool memory_has_room(uint64_t limit, uint64_t bytes)
{
    limit = memory_limit(limit);
    return limit == MEMORY_NONE || proc_memory() + MEMORY_MARGIN + bytes <= limit;
}

size_t memory_to_resolve(uint64_t symbols, uint64_t files)
{
    uint64_t kept = MIN(RESOLVE_BYTES, RESOLVE_SMALL_BYTES + symbols * RESOLVE_SMALL_SYMBOL_BYTES);
    return (size_t)(kept + symbols * RESOLVE_SYMBOL_BYTES + files * RESOLVE_FILE_BYTES);
}

size_t memory_for_workers(uint64_t limit, uint64_t symbols, uint64_t files)
{
    uint64_t used = (uint64_t)proc_memory() + MEMORY_MARGIN;
    limit = memory_limit(limit);
    if (limit == MEMORY_NONE)
        return SIZE_MAX;
    if (used + memory_to_resolve(symbols, files) > limit)
        return 0;
    return (size_t)(limit - used);
}

unsigned memory_for_resolvers(uint64_t limit, uint64_t symbols)
{
    uint64_t used = (uint64_t)proc_memory() + MEMORY_MARGIN, most = MIN(limit, USUAL_BYTES);
    uint64_t each = RESOLVER_BYTES + symbols * RESOLVER_SYMBOL_BYTES;
    if (memory_limit(limit) == MEMORY_NONE)
        return UINT_MAX;
    return used < most ? (unsigned)((most - used) / each) : 0;
}

void memory_be_thrifty(uint64_t limit, Catalog *catalog, uint64_t symbols)
{
    size_t wanted = proc_memory() + MEMORY_MARGIN + RESOLVE_FREE_BYTES +
                    memory_to_resolve(symbols, catalog->files.len);
    if (catalog->thrifty || wanted < MIN(memory_limit(limit), USUAL_BYTES))
        return;
    catalog->thrifty = true;
    if (catalog->store)
        store_be_thrifty(catalog->store);
}

bool memory_is_tight(uint64_t limit, uint64_t bytes)
{
    return memory_limit(limit) < TIGHT_BYTES + bytes / 100 * TIGHT_PERCENT;
}

bool memory_check_files(uint64_t limit, uint64_t files, Err *err)
{
    uint64_t needed = files * LISTED_FILE_BYTES;
    if (memory_has_room(limit, needed))
        return true;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    Buf what = buf_open(&scratch, 0);
    buf_printf(&what, "to list %llu files takes about ", (unsigned long long)files);
    buf_put_size(&what, proc_memory() + MEMORY_MARGIN + needed);
    err_set(err, ERR_FAILED, "%.*s", STR_ARG(memory_reason(&scratch, limit, buf_str(&what))));
    return err_hint(err, "raise it with --memory, or index.memory in the configuration; "
                         ".foveaignore leaves directories out");
}

/* ---- files left out ---- */

Str memory_reason(Arena *arena, uint64_t limit, Str what)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, STR(REASON));
    budget_put(&out, limit);
    buf_printf(&out, ": %.*s", STR_ARG(what));
    return buf_str(&out);
}

bool memory_is_reason(Str reason)
{
    return str_starts(reason, STR(REASON));
}

bool memory_is_due(const Catalog *catalog, const CatalogFile *file, uint64_t limit)
{
    return file->state == FILE_FAILED && limit > catalog->left_out.limit &&
           memory_is_reason(file->reason);
}

bool memory_load(Store *store, LeftOut *left, Err *err)
{
    Statement *get =
        db_prepare(store_db(store), "SELECT value FROM meta WHERE key = 'memory:' || ?1");
    uint64_t files = 0, limit = 0;
    Str number;
    *left = (LeftOut){0};
    db_bind_u64(get, 1, store_tree(store));
    while (db_next(get, err)) {
        Str text = db_text(get, 0);
        if (str_take_until(&text, ' ', &number) && str_parse_u64(number, &files) &&
            str_parse_u64(text, &limit))
            *left = (LeftOut){(uint32_t)MIN(files, (uint64_t)UINT32_MAX), limit};
    }
    return !db_failed(get);
}

bool memory_save(Store *store, Arena scratch, const LeftOut *left, Err *err)
{
    Statement *put =
        db_prepare(store_db(store), "INSERT OR REPLACE INTO meta VALUES('memory:' || ?1, ?2)");
    Buf text = buf_open(&scratch, 0);
    buf_put_u64(&text, left->files);
    buf_put_byte(&text, ' ');
    buf_put_u64(&text, left->limit);
    db_bind_u64(put, 1, store_tree(store));
    db_bind_text(put, 2, buf_str(&text));
    return db_run(put, err);
}

void memory_count(Catalog *catalog, uint64_t limit)
{
    uint32_t files = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        files += catalog->files.ptr[i].state == FILE_FAILED &&
                 memory_is_reason(catalog->files.ptr[i].reason);
    catalog->left_out = (LeftOut){files, files ? limit : 0};
}

Str memory_describe(Arena *arena, const LeftOut *left)
{
    Buf out = buf_open(arena, 0);
    if (!left->files)
        return (Str){0};
    buf_put_thousands(&out, left->files);
    buf_printf(&out, " file%s not in the index for want of memory: " REASON,
               left->files == 1 ? " is" : "s are");
    budget_put(&out, left->limit);
    return buf_str(&out);
}
