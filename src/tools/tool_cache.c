/* `cache`: lists the indices of all repositories, removes them, or prunes facts that no work tree
   uses. It waits only a moment for an index that is being updated. */
#include "index/store/cache.h"
#include "index/store/prune.h"

#include "base/path.h"
#include "explore/search_cache.h"
#include "query/response.h"
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
/* Maximum wait of a prune: a person is waiting, and a running indexer may take minutes. */
#define PRUNE_WAIT_MS 2000

static const char wording[] =
    "{?pruned}facts of this repository: {pruned.facts:thousands}, {pruned.used:thousands} in use, "
    "{pruned.dropped:thousands} dropped"
    "{?pruned.trees}; {pruned.trees} work trees that are gone{/}\n{/}"
    "{*indices}{index}  {bytes:size}{?trees}  {*trees 2|, }{.}{/}{/}"
    "{?trees>2}, {#trees:past 2} more{/}{?own}  (this repository){/}\n{/}"
    "{?left}[{left} more]\n{/}{total:thousands} {total:is index|indices}, {bytes:size}\n"
    "{?answers.hits|answers.misses}answers of search here: {answers.kept:thousands} kept, "
    "{answers.bytes:size}"
    "{?answers.kept}, {answers.newest_s} to {answers.oldest_s} s old{/}; {answers.hits:thousands} "
    "hits, {answers.misses:thousands} misses, {answers.saved_ms:thousands} ms saved\n{/}";

static const char warm_wording[] =
    "{?background}questions are asked again in the background\n"
    "{:}asked {asked} questions again: {made} answers were not kept yet\n{/}";

static Json *trees_value(Arena *arena, Str path)
{
    Json *value = json_array(arena);
    Str roots = cache_trees(arena, path), root;
    while (str_take_until(&roots, '\0', &root))
        json_add(value, json_str(arena, root));
    return value;
}

static void set_entries(Response *response, const CacheEntryVec *entries, Str own)
{
    Arena *arena = response->request->arena;
    Json *rows = json_array(arena);
    uint64_t total = 0;
    for (size_t i = 0; i < entries->len; i++) {
        const CacheEntry *entry = &entries->ptr[i];
        total += entry->size;
        if (i >= ENTRIES_SHOWN)
            continue;
        Json *row = json_object(arena);
        json_set(row, STR("index"), json_str(arena, path_base(entry->path)));
        json_set(row, STR("bytes"), json_u64(arena, entry->size));
        json_set(row, STR("own"), json_bool(arena, str_equal(entry->path, own)));
        json_set(row, STR("trees"), trees_value(arena, entry->path));
        json_add(rows, row);
    }
    json_set(response->value, STR("bytes"), json_u64(arena, total));
    json_set(response->value, STR("total"), json_u64(arena, entries->len));
    json_set(response->value, STR("indices"), rows);
    json_set(response->words, STR("left"), json_u64(arena, entries->len - rows->count));
}

static Json *pruned_value(Arena *arena, const PruneReport *pruned)
{
    Json *value = json_object(arena);
    json_set(value, STR("facts"), json_u64(arena, pruned->facts));
    json_set(value, STR("used"), json_u64(arena, pruned->used));
    json_set(value, STR("dropped"), json_u64(arena, pruned->dropped));
    json_set(value, STR("trees"), json_u64(arena, pruned->trees));
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
    Response response = response_open(&call->request, NULL, STR("cache"), warm_wording);
    bool background = tool_flag(call, "background");
    if (!(background ? cache_warm_start(call, err) : cache_warm(call, &report, err)))
        return false;
    json_set(response.value, STR("background"), json_bool(call->arena, background));
    if (!background) {
        json_set(response.value, STR("asked"), json_u64(call->arena, report.asked));
        json_set(response.value, STR("made"), json_u64(call->arena, report.made));
    }
    return response_send(&response, err);
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
    Response response = response_open(&call->request, NULL, STR("cache"), wording);
    if (pruned.facts)
        json_set(response.value, STR("pruned"), pruned_value(call->arena, &pruned));
    set_entries(&response, &entries, own);
    json_set(response.value, STR("answers"), cache_answers_value(call->arena, &answers));
    return response_send(&response, err);
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
