/* Writes all edges as JSON lines, in order of path. The complete index is required, so the call
   waits until no process is updating it. */
#include "tools/debug_edges.h"
#include "tools/tool.h"

#include "base/json.h"
#include "base/proc.h"
#include "session/require.h"

/* Interval of checks whether an indexer has ended. */
#define WHOLE_POLL_MS 50
/* Number of checks in a row without an indexer after which the wait ends: there may be a gap
   between two indexers. */
#define WHOLE_SILENCE_MAX 40

static void put_field(Buf *out, const char *prefix, const char *name, Str value)
{
    buf_printf(out, "\"%s%s\":", prefix, name);
    json_write_str(out, value);
    buf_put_byte(out, ',');
}

/* Writes one end of an edge; the file itself is `<file>` at line 0. */
static void put_end(Buf *out, const Catalog *catalog, const char *role, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index];
    Str name = place.index ? catalog_name(catalog, entry->name) : STR("<file>");
    put_field(out, role, "_path", file->path);
    put_field(out, role, "", name);
    buf_printf(out, "\"%s_line\":%u,", role, place.index ? entry->start_line : 0);
    put_field(out, role, "_kind", symbol_kind_name((SymbolKind)entry->kind));
}

static void put_edge(Buf *out, const Catalog *catalog, const Edge *edge)
{
    static const char *const kinds[] = {"call", "type", "base", "use", "bind"};
    buf_put_byte(out, '{');
    put_end(out, catalog, "caller", edge->caller);
    if (edge->callee == SYMBOL_NOWHERE)
        put_field(out, "", "external", catalog_name(catalog, edge->external));
    else
        put_end(out, catalog, "callee", edge->callee);
    buf_printf(
        out,
        "\"kind\":\"%s\",\"confidence\":\"%.*s\",\"line\":%u,\"count\":%u,\"step\":\"%.*s\"}\n",
        edge->kind < COUNT(kinds) ? kinds[edge->kind] : "", STR_ARG(edge_confidence(edge)),
        edge->line, edge->count, STR_ARG(edge_step_name(edge->step)));
}

bool debug_open_whole(ToolCall *call, IndexSession *session, Err *err)
{
    for (uint32_t silent = 0;;) {
        StoreProgress other;
        if (!session_open(&call->request, tool_text(call, "path"), session, err))
            return false;
        bool ready =
            session_require(&call->request, session, (SessionNeeds){.parts = CATALOG_ALL}, err);
        if ((ready && !session->stale.len) || (!ready && err->code != ERR_STALE))
            return ready;
        silent = store_hear(session->store, &other) ? 0 : silent + 1;
        if (silent == WHOLE_SILENCE_MAX || tool_is_cancelled(call))
            return ready;
        session_close(session);
        proc_sleep_ms(WHOLE_POLL_MS);
    }
}

bool debug_put_edges(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (!debug_open_whole(call, &session, err))
        return false;
    const Catalog *catalog = session.catalog;
    size_t count;
    const CatalogPath *files = catalog_by_path(call->arena, catalog, &count);
    Buf out = buf_open(call->arena, 0);
    for (size_t i = 0; i < count; i++) {
        Arena work = *call->scratch;
        EdgeVec edges = {0};
        catalog_edges(catalog, &work, files[i].id, &edges);
        for (size_t e = 0; e < edges.len; e++)
            put_edge(&out, catalog, &edges.ptr[e]);
    }
    return tool_put_buf(call, &out, err);
}
