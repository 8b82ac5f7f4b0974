/* The kernel's count of this process's pages is taken for what it has; workers' growth is bounded
   by their fences (worker.h). Pages in common count here alone. */
#include "index/memory.h"

#include "base/limits.h"
#include "base/proc_memory.h"
#include "text/budget.h"

#define REASON "index.memory is "
/* Resolving: what is asked of every symbol, names' lists of symbols, a row a file, and what is kept
   of other files until it is too much. Measured on trees from 0.3 to 5.4 million symbols. */
#define RESOLVE_SYMBOL_BYTES 20
#define RESOLVE_FILE_BYTES 400
#define RESOLVE_BYTES (16 * MB)

#define DEFAULT_PART 4 /* of the machine's memory */
#define DEFAULT_MIN ((uint64_t)GB)

uint64_t memory_limit_default(void)
{
    uint64_t machine = proc_memory_machine();
    uint64_t part = machine / DEFAULT_PART, half = machine / 2;
    return MAX(MAX(part, MIN(DEFAULT_MIN, half)), (uint64_t)MEMORY_LIMIT_MIN);
}

size_t memory_to_resolve(uint64_t symbols, uint64_t files)
{
    return (size_t)(RESOLVE_BYTES + symbols * RESOLVE_SYMBOL_BYTES + files * RESOLVE_FILE_BYTES);
}

size_t memory_for_workers(uint64_t limit, uint64_t symbols, uint64_t files)
{
    uint64_t used = (uint64_t)proc_memory() + MEMORY_MARGIN;
    if (limit == MEMORY_NONE)
        return SIZE_MAX;
    if (used + memory_to_resolve(symbols, files) > limit)
        return 0;
    return (size_t)(limit - used);
}

/* ---- what was left out ---- */

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
