/* `cache`: lists the indices of all repositories, removes them, or prunes facts that no work tree
   uses. It waits only a moment for an index that is being updated. */
#include "index/store/cache.h"
#include "index/store/prune.h"

#include "base/path.h"
#include "explore/search_cache.h"
#include "query/query.h"
#include "session/place.h"
#include "tools/cache_answers.h"
#include "tools/cache_warm.h"
#include "tools/tool.h"

typedef enum CacheAction {
    CACHE_INFO,
    CACHE_PRUNE,
    CACHE_CLEAR,
    CACHE_WARM
} CacheAction;
static const char *const actions[] = {"info", "prune", "clear", "warm", NULL};

static const ToolParam params[] = {
    {.name = "action",
     .type = TOOL_CHOICE,
     .positional = true,
     .fallback = "info",
     .choices = actions,
     .help = "show; drop what no work tree of this repository uses, and shrink all to "
             "--size; drop this repository's index; repeat the most frequent "
             "searches, so that their answers are cached"},
    {.name = "size",
     .type = TOOL_SIZE,
     .fallback = "5GB",
     .value = "SIZE",
     .help = "of prune: size limit of all indices together"},
    {.name = "all", .type = TOOL_FLAG, .help = "of clear: the indices of all repositories"},
    {.name = "background", .type = TOOL_FLAG, .help = "of warm: in a process of its own"},
};

static const char *const examples[] = {"cache", "cache prune --size 1GB", "cache warm --background",
                                       "cache clear", NULL};

#define ENTRIES_SHOWN 50
#define TREES_SHOWN 2
/* Maximum wait of a prune: a person is waiting, and a running indexer may take minutes. */
#define PRUNE_WAIT_MS 2000

/* Writes the first two work trees, and the number of further ones. */
static void put_trees(Buf *out, Str roots)
{
    Str root;
    size_t count = 0;
    while (str_take_until(&roots, '\0', &root)) {
        if (count < TREES_SHOWN) {
            buf_put(out, count ? STR(", ") : STR("  "));
            view_put_line_text(out, root);
        }
        count++;
    }
    if (count > TREES_SHOWN)
        buf_printf(out, ", %zu more", count - TREES_SHOWN);
}

static void put_entries(Buf *out, Arena scratch, const CacheEntryVec *entries, Str own)
{
    uint64_t total = 0;
    for (size_t i = 0; i < entries->len; i++) {
        const CacheEntry *entry = &entries->ptr[i];
        total += entry->size;
        if (i >= ENTRIES_SHOWN)
            continue;
        Arena work = scratch;
        view_put_line_text(out, path_base(entry->path));
        buf_put(out, STR("  "));
        buf_put_size(out, entry->size);
        put_trees(out, cache_trees(&work, entry->path));
        buf_put(out, str_equal(entry->path, own) ? STR("  (this repository)\n") : STR("\n"));
    }
    if (entries->len > ENTRIES_SHOWN)
        buf_printf(out, "[%zu more]\n", entries->len - ENTRIES_SHOWN);
    buf_put_thousands(out, entries->len);
    buf_put(out, entries->len == 1 ? STR(" index, ") : STR(" indices, "));
    buf_put_size(out, total);
    buf_put_byte(out, '\n');
}

static void put_pruned(Buf *out, const PruneReport *pruned)
{
    buf_put(out, STR("facts of this repository: "));
    buf_put_thousands(out, pruned->facts);
    buf_put(out, STR(", "));
    buf_put_thousands(out, pruned->used);
    buf_put(out, STR(" in use, "));
    buf_put_thousands(out, pruned->dropped);
    buf_put(out, STR(" dropped"));
    if (pruned->trees)
        buf_printf(out, "; %llu work trees that are gone", (unsigned long long)pruned->trees);
    buf_put_byte(out, '\n');
}

static Json *trees_value(Arena *arena, Str path)
{
    Json *value = json_array(arena);
    Str roots = cache_trees(arena, path), root;
    while (str_take_until(&roots, '\0', &root))
        json_add(value, json_str(arena, root));
    return value;
}

static Json *entries_value(Arena *arena, const CacheEntryVec *entries, Str own)
{
    Json *value = query_frame(arena, NULL, STR("cache")), *rows = json_array(arena);
    uint64_t total = 0;
    for (size_t i = 0; i < entries->len; i++) {
        const CacheEntry *entry = &entries->ptr[i];
        Json *row = json_object(arena);
        total += entry->size;
        json_set(row, STR("index"), json_str(arena, path_base(entry->path)));
        json_set(row, STR("bytes"), json_u64(arena, entry->size));
        json_set(row, STR("own"), json_bool(arena, str_equal(entry->path, own)));
        if (i >= ENTRIES_SHOWN)
            continue;
        json_set(row, STR("trees"), trees_value(arena, entry->path));
        json_add(rows, row);
    }
    json_set(value, STR("bytes"), json_u64(arena, total));
    json_set(value, STR("total"), json_u64(arena, entries->len));
    json_set(value, STR("indices"), rows);
    return value;
}

static void remove_index(ToolCall *call, Str path)
{
    Str directory;
    if (search_cache_directory(&call->request, &directory))
        cache_answers_clear(call->arena, path, directory);
    cache_remove(*call->scratch, path);
}

static void clear(ToolCall *call, Str directory, Str own)
{
    CacheEntryVec entries = {0};
    cache_list(call->arena, directory, &entries);
    for (size_t i = 0; i < entries.len; i++)
        if (tool_flag(call, "all") || str_equal(entries.ptr[i].path, own))
            remove_index(call, entries.ptr[i].path);
}

/* Removes facts that no work tree of this repository uses, and returns their space to the file
   system. */
static bool prune(ToolCall *call, PruneReport *report, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    if (!session_open(&call->request, (Str){0}, &session, err))
        return false;
    if (!store_lock(session.store, PRUNE_WAIT_MS)) {
        err_set(err, ERR_STALE, "another process is building the index");
        return err_hint(err, "try again when it is done; fovea status shows how far it is");
    }
    Err ignored;
    bool ok = prune_trees(session.store, *call->scratch, report, err) &&
              prune_facts(session.store, *call->scratch, 0, report, err);
    if (ok)
        (void)!db_script(store_db(session.store), "VACUUM;", &ignored);
    return ok;
}

static bool is_there(ToolCall *call, Str directory, Str own)
{
    CacheEntryVec entries = {0};
    cache_list(call->arena, directory, &entries);
    size_t i = 0;
    while (i < entries.len && !str_equal(entries.ptr[i].path, own))
        i++;
    return i < entries.len;
}

static bool warm(ToolCall *call, Err *err)
{
    WarmReport report;
    Buf out = buf_open(call->arena, 0);
    if (tool_flag(call, "background"))
        return cache_warm_start(call, err) &&
               tool_put(call, STR("questions are asked again in the background\n"), err);
    if (!cache_warm(call, &report, err))
        return false;
    buf_printf(&out, "asked %llu questions again: %llu answers were not kept yet\n",
               (unsigned long long)report.asked, (unsigned long long)report.made);
    return tool_put_buf(call, &out, err);
}

static bool run(ToolCall *call, Err *err)
{
    if (tool_number(call, "action") == CACHE_WARM)
        return warm(call, err);
    Str own = session_place_database(&call->request, (Str){0}, err);
    if (!own.len)
        return false;
    Str directory = path_directory(own);
    PruneReport pruned = {0};
    if (tool_number(call, "action") == CACHE_PRUNE) {
        if (is_there(call, directory, own) && !prune(call, &pruned, err))
            return false;
        cache_trim(*call->scratch, directory, tool_number(call, "size"), (Str){0});
    }
    if (tool_number(call, "action") == CACHE_CLEAR)
        clear(call, directory, own);
    CacheEntryVec entries = {0};
    cache_list(call->arena, directory, &entries);
    AnswersInfo answers = {0};
    Str place;
    if (search_cache_directory(&call->request, &place))
        answers = cache_answers_info(call->arena, own, place);
    Buf out = buf_open(call->arena, 0);
    if (pruned.facts && call->format == VIEW_TEXT)
        put_pruned(&out, &pruned);
    if (call->format == VIEW_TEXT) {
        put_entries(&out, *call->scratch, &entries, own);
        cache_answers_put(&out, &answers);
        return tool_put_buf(call, &out, err);
    }
    Json *value = entries_value(call->arena, &entries, own);
    json_set(value, STR("answers"), cache_answers_value(call->arena, &answers));
    view_put_value(&out, *call->scratch, call->format, value);
    return tool_put_buf(call, &out, err);
}

const Tool cache_tool = {
    .name = "cache",
    .summary = "Shows, shrinks or drops the indices of repositories",
    .about = "Indices are stored below XDG_CACHE_HOME and can be dropped at any time. "
             "Together they are kept below 5 GB; the least recently used are dropped "
             "first. Facts of contents that are in no work tree any more (edits, "
             "other branches) are kept in case they come back, up to 30 % of all. "
             "Beyond that, each update drops the oldest. `prune` drops all of them at "
             "once for this repository, and forgets its deleted work trees. An index "
             "also has the answers that search gave from it (until it changes), the "
             "questions, and feedback on answers (search --feedback): info counts "
             "them, clear forgets them.",
    .examples = examples,
    .cli_only = true,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .run = run,
};
