/* Memory statistics: the catalog is loaded whole and prepared as in a daemon (daemon.c); then the
   sizes of its lists are summed. The rest of the arena is former places of lists and alignment. */
#include "tools/debug_memory.h"

#include "index/catalog/catalog_store.h"
#include "index/catalog/hash_prefixes.h"
#include "index/graph/module_uses.h"
#include "tools/debug_edges.h"

typedef struct Held {
    const char *what;
    size_t bytes;
} Held;

/* Sums the bytes of each file's own data. */
static void sum_files(const Catalog *catalog, Held *rows)
{
    enum {
        PATHS,
        ENTRIES,
        STANDINGS,
        LINKS,
        MENTIONS,
        SHAPES,
        MARKS,
        ROWS
    };
    static const char *const names[] = {"paths and hashes",  "symbols",      "ranks and risks",
                                        "imports and edges", "mentions",     "shapes",
                                        "marks of hashes",   "list of files"};
    for (size_t i = 0; i < COUNT(names); i++)
        rows[i] = (Held){.what = names[i]};
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        rows[PATHS].bytes += file->path.len + file->hash.len;
        rows[ENTRIES].bytes += file->entries ? file->count * sizeof *file->entries : 0;
        rows[STANDINGS].bytes += file->metrics ? file->count * sizeof *file->metrics : 0;
        rows[LINKS].bytes += file->links.len;
        rows[MENTIONS].bytes += file->mentions.len;
        rows[SHAPES].bytes += file->shape.len;
        rows[MARKS].bytes += file->hash_prefixes ? file->count * sizeof *file->hash_prefixes : 0;
    }
    rows[ROWS].bytes = catalog->files.cap * sizeof *catalog->files.ptr;
}

static void sum_lists(const Catalog *catalog, size_t callers, size_t modules, Held *rows)
{
    const Names *names = &catalog->names;
    size_t slot = sizeof *names->slots + sizeof *names->tags;
    const Held lists[] = {
        {"names' texts", names->text.cap},
        {"names' places", names->starts.cap * sizeof *names->starts.ptr},
        {"names by hash", names->slot_count * slot},
        {"names' letters", names->letters.cap * sizeof *names->letters.ptr},
        {"symbols by name", (catalog->by_name_room + catalog->name_starts_room) * sizeof(uint32_t)},
        {"files by symbol",
         (catalog->numbering.places_room + catalog->numbering.firsts_room) * sizeof(uint32_t)},
        {"files by callee", callers},
        {"modules", modules},
    };
    memcpy(rows, lists, sizeof lists);
}

static void put_row(Buf *out, const char *what, size_t bytes)
{
    buf_printf(out, "%-18s %8.1f MB\n", what, (double)bytes / 1e6);
}

static void put_held(Buf *out, const Catalog *catalog, size_t callers, size_t modules)
{
    Held rows[16];
    size_t sum = 0;
    sum_files(catalog, rows);
    sum_lists(catalog, callers, modules, rows + 8);
    for (size_t i = 0; i < COUNT(rows); i++) {
        put_row(out, rows[i].what, rows[i].bytes);
        sum += rows[i].bytes;
    }
    put_row(out, "all of these", sum);
    put_row(out, "memory of them", arena_used(catalog->arena) + callers + modules);
}

bool debug_put_memory(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    Arena kept SCOPED(arena_close) = {0}, warm SCOPED(arena_close) = {0};
    Catalog *catalog = NULL;
    if (!debug_open_whole(call, &session, err))
        return false;
    catalog_let_go(session.catalog);
    arena_open(&kept, 0);
    arena_open(&warm, 0);
    if (!catalog_load(&kept, *call->scratch, session.store, CATALOG_ALL, &catalog, err))
        return false;
    catalog_warm(catalog);
    catalog_warm_callers(&warm, *call->scratch, catalog);
    size_t callers = arena_used(&warm);
    modules_warm(&warm, catalog);
    module_uses_warm(&warm, catalog);
    while (!catalog->has_hash_prefixes)
        catalog_hash_prefix(catalog, *call->scratch, UINT32_MAX);
    Buf out = buf_open(call->arena, 0);
    buf_put_thousands(&out, catalog->symbol_count);
    buf_put(&out, STR(" symbols, "));
    buf_put_thousands(&out, names_count(&catalog->names));
    buf_put(&out, STR(" names\n"));
    put_held(&out, catalog, callers, arena_used(&warm) - callers);
    return tool_put_buf(call, &out, err);
}
