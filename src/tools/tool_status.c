/* `status`: how far the index is behind the tree, and what is wrong with it. */
#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/store/compiled.h"
#include "index/update/memory.h"
#include "query/history_answer.h"
#include "query/response.h"
#include "query/unseen.h"
#include "session/indexer.h"
#include "session/notices.h"
#include "session/require.h"
#include "session/warm.h"
#include "text/address.h"
#include "text/budget.h"
#include "tools/tool.h"

#define ABSENT_SHOWN 10
#define DEGRADED_SHOWN 5

static const ToolParam params[] = {
    {.name = "auto_refresh", .type = TOOL_FLAG, .help = "update the index first"},
    {.name = "max_age",
     .type = TOOL_NUMBER,
     .fallback = "3600",
     .value = "SECONDS",
     .help = "call an outdated index old if it was last saved longer ago than this"},
};

static const char *const examples[] = {"status", "status --auto-refresh", NULL};

typedef struct Status {
    Staleness stale;
    uint32_t indexed, listed, failed, left_out, degraded;
    uint64_t bytes;
    uint64_t imported; /* files with references from a compiler (compiled.h) */
    uint64_t outdated; /* … whose text is another one now */
    uint64_t age_s;    /* seconds since the latest save */
    bool old;          /* behind, and older than the given limit */
    bool busy;         /* another process is updating it */
    StoreProgress progress;
    Str history;
    Unseen unseen;
} Status;

static uint32_t behind(const Status *status)
{
    return staleness_files(&status->stale);
}

/* Whether the file is missing from the index: for lack of memory (`left_out`), or for another
   reason. */
static bool is_absent(const CatalogFile *file, bool left_out)
{
    return file->path.len && file->state == FILE_FAILED &&
           memory_is_reason(file->reason) == left_out;
}

/* Whether the file's facts may be incomplete. */
static bool is_degraded(const CatalogFile *file)
{
    return file->path.len && file->state == FILE_SYNTACTIC && file->degraded;
}

static void count_files(const Catalog *catalog, Status *status)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        bool done = file->path.len && file->state == FILE_SYNTACTIC;
        bool read = done && classify_is_indexed(file->class, file->path);
        status->indexed += read;
        status->listed += done && !read;
        status->failed += is_absent(file, false);
        status->left_out += is_absent(file, true);
        status->degraded += is_degraded(file);
        status->bytes += file->size;
    }
}

/* Counts the files that an index of a compiler was imported for. */
static bool count_imported(const IndexSession *session, Arena scratch, Status *status, Err *err)
{
    const Catalog *catalog = session->catalog;
    if (!compiled_count(session->store, &status->imported, err))
        return false;
    Map hashes = map_open(&scratch);
    for (size_t i = 0; i < catalog->files.len && status->imported; i++)
        if (catalog->files.ptr[i].path.len)
            *map_put(&hashes, catalog->files.ptr[i].path, NULL) = i;
    Statement *rows = status->imported ? compiled_rows(session->store) : NULL;
    while (rows && db_next(rows, err)) {
        const uint64_t *file = map_find(&hashes, db_text(rows, 0));
        status->outdated += !file || !str_equal(catalog->files.ptr[*file].hash, db_text(rows, 1));
    }
    return !rows || !db_failed(rows);
}

static const char wording[] =
    "{?note}[{note}]\n{/}{?no_files}[{no_files}]\n{/}"
    "{files:thousands} file{files:s} ({bytes:size}), {taken_up:thousands} taken up, "
    "{failed_total:thousands} failed{?only_listed}, {only_listed:thousands} only listed{/}"
    "{?left_out_total}, {left_out_total:thousands} left out{/}"
    "{?degraded_total}, {degraded_total:thousands} degraded{/}\n"
    "{?old}old: last saved {minutes} minutes ago\n{/}"
    "{?up_to_date}{?unseen}up to date with what it holds; {:}up to date\n{/}"
    "{:}behind the tree: {changed} changed, {added} new, {removed} gone"
    "{?busy}{:}{!; fovea index}{/}\n{/}"
    "{?unseen}not looked at: {unseen}{?advice}; {advice}{/}\n{/}"
    "{?busy}a process{?process} ({process}){/} is taking up what changed"
    "{?to_read}{?all_read}: all files are read, calls follow{:}: {?first_pass}a first look at {/}"
    "{read:thousands} of {to_read:thousands} files"
    "{?bytes_to_read}, {bytes_read:size} of {bytes_to_read:size}{/}{/}{/}\n{/}"
    "{?not_watched}not watched, the system's limit is reached: each call lists the tree\n{/}"
    "{?history}history: {history}\n{/}"
    "{?imported}imported from a compiler's index: {imported:thousands} file{imported:s}"
    "{?imported_outdated}, {imported_outdated:thousands} with another text now{/}\n{/}"
    "{?failed}failed, until their bytes change:\n{*failed}  {path:address}: {reason}\n{/}{/}"
    "{?failed_more}  [{failed_more} more]\n{/}"
    "{?left_out}left out, until an update may take more than {limit} (index.memory, or "
    "fovea index --memory):\n{*left_out}  {path:address}: {reason}\n{/}{/}"
    "{?left_out_more}  [{left_out_more} more]\n{/}"
    "{?degraded}syntax errors, symbols may be missing:\n{*degraded}  {.}\n{/}{/}"
    "{?degraded_more}  [{degraded_more} more]\n{/}";

static Json *degraded_value(Arena *arena, const Catalog *catalog)
{
    Json *rows = json_array(arena);
    for (size_t i = 0, shown = 0; i < catalog->files.len && shown < DEGRADED_SHOWN; i++)
        if (is_degraded(&catalog->files.ptr[i]) && ++shown)
            json_add(rows, json_str(arena, catalog->files.ptr[i].path));
    return rows;
}

static Str limit_text(Arena *arena, const Catalog *catalog)
{
    Buf text = buf_open(arena, 0);
    budget_put(&text, catalog->left_out.limit);
    return buf_str(&text);
}

static Json *absent_value(Arena *arena, const Catalog *catalog, bool left_out)
{
    Json *rows = json_array(arena);
    for (size_t i = 0, shown = 0; i < catalog->files.len && shown < ABSENT_SHOWN; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!is_absent(file, left_out))
            continue;
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, address_value(arena, file->path)));
        json_set(row, STR("reason"), json_str(arena, file->reason));
        json_add(rows, row);
        shown++;
    }
    return rows;
}

static void set_progress(Response *response, const StoreProgress *progress)
{
    Arena *arena = response->request->arena;
    if (progress->process)
        json_set(response->value, STR("process"), json_u64(arena, progress->process));
    if (!progress->total)
        return;
    const ResponseFigure figures[] = {{STR("read"), progress->done},
                                      {STR("to_read"), progress->total},
                                      {STR("bytes_read"), progress->bytes},
                                      {STR("bytes_to_read"), progress->bytes_total}};
    response_figures(response, figures, COUNT(figures));
    json_set(response->value, STR("first_pass"), json_bool(arena, progress->first_pass));
    json_set(response->words, STR("all_read"), json_bool(arena, progress->done == progress->total));
}

/* Lists what is wrong, each with its number. */
static void set_lists(Response *response, const Catalog *catalog, const Status *status)
{
    Arena *arena = response->request->arena;
    const struct {
        Str total, list, more;
        uint32_t count;
        Json *rows;
    } lists[] = {
        {STR("failed_total"), STR("failed"), STR("failed_more"), status->failed,
         absent_value(arena, catalog, false)},
        {STR("left_out_total"), STR("left_out"), STR("left_out_more"), status->left_out,
         absent_value(arena, catalog, true)},
        {STR("degraded_total"), STR("degraded"), STR("degraded_more"), status->degraded,
         degraded_value(arena, catalog)},
    };
    for (size_t i = 0; i < COUNT(lists); i++) {
        json_set(response->value, lists[i].total, json_u64(arena, lists[i].count));
        json_set(response->value, lists[i].list, lists[i].rows);
        json_set(response->words, lists[i].more,
                 json_u64(arena, lists[i].count - lists[i].rows->count));
    }
}

/* What belongs to the tree and is not in the index is named before anyone takes it for whole. */
static void set_unseen(Response *response, const Unseen *unseen)
{
    Arena *arena = response->request->arena;
    unsigned reasons = unseen_of_tree(unseen);
    Str advice = unseen_advice(response->request, unseen, reasons, (Str){0});
    json_set(response->value, STR("not_looked_at"), unseen_value(arena, unseen, reasons));
    json_set_text(arena, response->words, STR("unseen"), unseen_words(arena, unseen, reasons));
    json_set_text(arena, response->words, STR("advice"), advice);
}

static bool answer(ToolCall *call, const IndexSession *session, const Status *status, Err *err)
{
    Arena *arena = call->arena;
    const Staleness *stale = &status->stale;
    Response response = response_open(&call->request, session, STR("status"), wording);
    Json *value = response.value, *words = response.words;
    response.session = NULL; /* the note comes first */
    json_set(value, STR("up_to_date"), json_bool(arena, !behind(status)));
    json_set(value, STR("old"), json_bool(arena, status->old));
    json_set(value, STR("busy"), json_bool(arena, status->busy));
    if (status->busy)
        set_progress(&response, &status->progress);
    const ResponseFigure figures[] = {{STR("files"), stale->files},
                                      {STR("bytes"), status->bytes},
                                      {STR("taken_up"), status->indexed},
                                      {STR("only_listed"), status->listed},
                                      {STR("changed"), stale->changed},
                                      {STR("added"), stale->added},
                                      {STR("removed"), stale->removed},
                                      {STR("imported"), status->imported},
                                      {STR("imported_outdated"), status->outdated}};
    response_figures(&response, figures, COUNT(figures) - (status->imported ? 0 : 2));
    json_set_text(arena, value, STR("history"), status->history);
    if (session->warm && !call->context->warm->view.watched)
        json_set(value, STR("not_watched"), json_bool(arena, true));
    set_lists(&response, session->catalog, status);
    set_unseen(&response, &status->unseen);
    if (!stale->files)
        json_set(words, STR("no_files"),
                 json_str(arena, session_no_files(&call->request, &session->repo)));
    json_set(words, STR("minutes"), json_u64(arena, status->age_s / 60));
    json_set(words, STR("limit"), json_str(arena, limit_text(arena, session->catalog)));
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    BuildReport report;
    Status status = {0};
    if (!session_open(&call->request, (Str){0}, &session, err) ||
        (tool_flag(call, "auto_refresh") &&
         !indexer_update(&call->request, &session, false, &report, err)) ||
        !session_compare(&call->request, &session, &status.stale, err) ||
        !store_age(session.store, &status.age_s, err) ||
        !count_imported(&session, *call->scratch, &status, err))
        return false;
    session_note(&call->request, &session, extent_describe(call->arena, &session.catalog->extent));
    status.old = behind(&status) && status.age_s > tool_number(call, "max_age");
    status.busy = store_hear(session.store, &status.progress);
    status.history = history_state(call->arena, session.store);
    count_files(session.catalog, &status);
    unseen_gather(&call->request, &session, (Str){0}, &status.unseen);
    return answer(call, &session, &status, err);
}

const Tool status_tool = {
    .name = "status",
    .mcp_name = "check_index",
    .summary = "Shows how far the index is behind the tree, which files failed or are degraded",
    .about = "Compares size, time and inode of every file; reads none. Names what of the tree "
             "is not in the index: files that are too large or read in part, sources that "
             "ignore rules hide, submodules that are not checked out.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"80", "2,500 a page"},
    .next = "generate_index where the index is behind",
    .run = run,
};
