/* All items are looked up in one session of the index, as a tool would. */
#include "agent/lookup.h"

#include "base/path.h"
#include "session/require.h"
#include "tools/query.h"

typedef struct LookupCall {
    ToolCall call; /* first, so that run() finds the rest */
    Arena *arena;
    Lookup *items;
    size_t count;
    Str prefix; /* of paths that are listed */
    Str *paths;
    size_t path_count, path_max;
} LookupCall;

static void look_up_symbol(const LookupCall *all, Catalog *catalog, Lookup *item)
{
    HandleMatch match = {0};
    Arena *scratch = all->call.arena;
    Str handle = item->path.len
                     ? str_format(scratch, "%.*s::%.*s", STR_ARG(item->path), STR_ARG(item->symbol))
                     : item->symbol;
    handle_find(catalog, scratch, handle, &match);
    item->answer = match.total ? LOOKUP_FOUND : LOOKUP_NO_SYMBOL;
    if (match.total)
        item->place = query_place(catalog, all->arena, match.symbols.ptr[0]);
}

static void look_up(const LookupCall *all, Catalog *catalog, Lookup *item)
{
    uint32_t file = item->path.len ? catalog_find_file(catalog, item->path) : FILE_NOWHERE;
    if (item->path.len && file == FILE_NOWHERE) {
        item->answer = LOOKUP_NO_FILE;
        return;
    }
    if (item->symbol.len) {
        look_up_symbol(all, catalog, item);
        return;
    }
    item->lines = catalog->files.ptr[file].lines;
    item->answer = item->line > item->lines ? LOOKUP_NO_LINE : LOOKUP_FOUND;
}

static void list_paths(LookupCall *all, const Catalog *catalog)
{
    size_t count;
    const CatalogPath *files = catalog_by_path(all->call.arena, catalog, &count);
    all->path_count = 0;
    for (size_t i = 0; i < count && all->path_count < all->path_max; i++)
        if (str_starts(files[i].path, all->prefix) ||
            str_starts(path_base(files[i].path), all->prefix))
            all->paths[all->path_count++] = str_copy(all->arena, files[i].path);
}

static bool run(ToolCall *call, Err *err)
{
    LookupCall *all = (LookupCall *)call;
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(&call->request, &session, (SessionNeeds){.parts = QUERY_PARTS}, err))
        return false;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].path.len || all->items[i].symbol.len)
            look_up(all, session.catalog, &all->items[i]);
    if (all->paths)
        list_paths(all, session.catalog);
    return true;
}

static const Tool lookup_tool = {.name = "lookup", .uses_index = true, .run = run};

static bool run_call(LookupCall *all, const ToolContext *context)
{
    Arena results SCOPED(arena_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    Err ignored;
    arena_open(&results, ARENA_RESERVE);
    arena_open(&scratch, ARENA_RESERVE);
    all->call = (ToolCall){
        .tool = &lookup_tool, .context = context, .arena = &results, .scratch = &scratch};
    return tool_run(&all->call, &ignored);
}

void lookup_all(Arena *arena, const ToolContext *context, Lookup *items, size_t count)
{
    LookupCall all = {.arena = arena, .items = items, .count = count};
    if (count && !run_call(&all, context))
        for (size_t i = 0; i < count; i++)
            items[i].answer = LOOKUP_UNKNOWN;
}

bool lookup_has_file(Arena scratch, const ToolContext *context, Str path)
{
    Lookup item = {.path = path};
    lookup_all(&scratch, context, &item, 1);
    return item.answer == LOOKUP_FOUND;
}

size_t lookup_paths(Arena *arena, const ToolContext *context, Str prefix, Str *paths, size_t max)
{
    LookupCall all = {.arena = arena, .prefix = prefix, .paths = paths, .path_max = max};
    return run_call(&all, context) ? all.path_count : 0;
}
