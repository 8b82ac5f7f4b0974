/* All items are looked up in one session of the index, as a tool does. */
#include "agent/index_lookup.h"

#include "agent/agent_call.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "query/query.h"
#include "search/symbols.h"
#include "session/require.h"

typedef struct LookupCall {
    SessionRequest *request;
    Arena *arena;
    Lookup *items;
    size_t count;
    Str prefix; /* of the paths to list */
    Str *paths;
    size_t path_count, path_max;
    Str name; /* of the symbols to list begins with it */
    LookupName *names;
    size_t name_count, name_max;
    LookupGroup *groups;
    size_t group_count;
} LookupCall;

static void look_up_symbol(const LookupCall *all, Catalog *catalog, Lookup *item)
{
    HandleMatch match = {0};
    Arena *scratch = all->request->arena;
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
    const CatalogPath *files = catalog_by_path(all->request->arena, catalog, &count);
    all->path_count = 0;
    for (size_t i = 0; i < count && all->path_count < all->path_max; i++)
        if (str_starts(files[i].path, all->prefix) ||
            str_starts(path_base(files[i].path), all->prefix))
            all->paths[all->path_count++] = str_copy(all->arena, files[i].path);
}

/* ---- groups ---- */

/* The groups as sets: bit i is group i. */
typedef struct GroupSets {
    Catalog *catalog;
    LookupGroup *groups;
    uint32_t *of_symbol; /* by dense id */
    bool *has_file;      /* by file id: some target is in it */
} GroupSets;

/* Adds a symbol and all symbols within it; index 0 is the whole file. */
static void mark_symbol(GroupSets *sets, uint32_t file, uint32_t index, uint32_t bit)
{
    const CatalogFile *row = catalog_row(sets->catalog, file);
    sets->has_file[file] = true;
    for (uint32_t i = index; i < row->count; i++) {
        uint32_t up = i;
        while (up > index)
            up = row->entries[up].parent;
        if (up == index)
            sets->of_symbol[row->first + i] |= bit;
    }
}

/* *found: the target is in the index. */
static LookupKind mark_target(GroupSets *sets, Arena scratch, Str target, uint32_t bit, bool *found)
{
    Catalog *catalog = sets->catalog;
    uint32_t file = catalog_find_file(catalog, target), index = 0;
    HandleMatch match = {0};
    if (file == FILE_NOWHERE)
        handle_find(catalog, &scratch, target, &match);
    if (match.total) {
        SymbolPlace place = catalog_place(catalog, match.symbols.ptr[0]);
        file = place.file;
        index = place.index;
    }
    Str path = str_slice(target, 0, MIN(str_find(target, STR("::")), target.len));
    FileClass class =
        file == FILE_NOWHERE ? classify_path(path, 0, NULL) : catalog->files.ptr[file].class;
    bool is_type = index && symbol_is_type(catalog_row(catalog, file)->entries[index].kind);
    *found = file != FILE_NOWHERE;
    if (*found)
        mark_symbol(sets, file, index, bit);
    return class == FILE_TEST ? LOOKUP_TESTS : is_type ? LOOKUP_TYPES : LOOKUP_CODE;
}

static bool visit_use(void *context, const Edge *edge)
{
    const GroupSets *sets = context;
    uint32_t used = edge->callee == SYMBOL_NOWHERE ? 0 : sets->of_symbol[edge->callee];
    for (uint32_t users = used ? sets->of_symbol[edge->caller] : 0; users; users &= users - 1) {
        unsigned user = (unsigned)__builtin_ctz(users);
        sets->groups[user].uses |= used & ~(UINT32_C(1) << user);
    }
    return true;
}

static void find_uses(LookupCall *all, Catalog *catalog)
{
    Arena *scratch = all->request->arena;
    GroupSets sets = {.catalog = catalog,
                      .groups = all->groups,
                      .of_symbol = NEW(scratch, uint32_t, catalog->symbol_count + 1),
                      .has_file = NEW(scratch, bool, catalog->files.len + 1)};
    for (size_t i = 0; i < all->group_count; i++) {
        LookupGroup *group = &all->groups[i];
        group->kind = LOOKUP_CODE;
        group->uses = 0;
        group->unknown = !group->count;
        for (size_t j = 0; j < group->count; j++) {
            bool found;
            LookupKind kind =
                mark_target(&sets, *scratch, group->targets[j], UINT32_C(1) << i, &found);
            group->unknown |= !found;
            group->kind = j == 0 || group->kind == kind ? kind : LOOKUP_CODE;
        }
    }
    for (uint32_t file = 0; file < catalog->files.len; file++)
        if (sets.has_file[file])
            catalog_visit_edges(catalog, file, EDGE_LIKELY, visit_use, &sets);
}

static bool list_names(LookupCall *all, Catalog *catalog, Err *err)
{
    Arena *scratch = all->request->arena;
    const SymbolQuery query = {.text = all->name, .limit = all->name_max};
    SymbolHits hits;
    if (!symbols_search(catalog, scratch, &query, &hits, err))
        return false;
    all->name_count = 0;
    for (size_t i = 0; i < hits.list.len; i++) {
        uint32_t symbol = hits.list.ptr[i].symbol;
        Str name = catalog_qualified_name(catalog, scratch, symbol);
        Str path = catalog->files.ptr[catalog_place(catalog, symbol).file].path;
        if (str_starts(name, all->name))
            all->names[all->name_count++] =
                (LookupName){str_copy(all->arena, name), str_copy(all->arena, path)};
    }
    return true;
}

static bool run(SessionRequest *request, void *state, Err *err)
{
    LookupCall *all = state;
    all->request = request;
    const SessionNeeds needs = {.parts = QUERY_PARTS | (all->groups ? CATALOG_LINKS : 0),
                                .calls = all->groups != NULL};
    IndexSession session SCOPED(session_close) = {0};
    if (!session_begin(request, &session, needs, err))
        return false;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].path.len || all->items[i].symbol.len)
            look_up(all, session.catalog, &all->items[i]);
    if (all->paths)
        list_paths(all, session.catalog);
    if (all->groups)
        find_uses(all, session.catalog);
    return !all->names || list_names(all, session.catalog, err);
}

static bool run_call(LookupCall *all, const ToolContext *context)
{
    Err ignored;
    return agent_call_ask(context, run, all, &ignored);
}

void index_lookup_all(Arena *arena, const ToolContext *context, Lookup *items, size_t count)
{
    LookupCall all = {.arena = arena, .items = items, .count = count};
    if (count && !run_call(&all, context))
        for (size_t i = 0; i < count; i++)
            items[i].answer = LOOKUP_UNKNOWN;
}

bool index_lookup_has_file(Arena scratch, const ToolContext *context, Str path)
{
    Lookup item = {.path = path};
    index_lookup_all(&scratch, context, &item, 1);
    return item.answer == LOOKUP_FOUND;
}

size_t index_lookup_paths(Arena *arena, const ToolContext *context, Str prefix, Str *paths,
                          size_t max)
{
    LookupCall all = {.arena = arena, .prefix = prefix, .paths = paths, .path_max = max};
    return run_call(&all, context) ? all.path_count : 0;
}

size_t index_lookup_names(Arena *arena, const ToolContext *context, Str prefix, LookupName *names,
                          size_t max)
{
    LookupCall all = {.arena = arena, .name = prefix, .names = names, .name_max = max};
    return run_call(&all, context) ? all.name_count : 0;
}

bool index_lookup_uses(const ToolContext *context, LookupGroup *groups, size_t count)
{
    LookupCall all = {.groups = groups, .group_count = MIN(count, (size_t)LOOKUP_GROUPS_MAX)};
    return count && run_call(&all, context);
}
