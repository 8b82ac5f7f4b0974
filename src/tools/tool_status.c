/* `status`: how far the index is behind the tree, and what is wrong with it. */
#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/store/compiled.h"
#include "index/update/memory.h"
#include "query/history_answer.h"
#include "query/query.h"
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

static void put_progress(Buf *out, const StoreProgress *progress)
{
    buf_put(out, STR("a process"));
    if (progress->process)
        buf_printf(out, " (%llu)", (unsigned long long)progress->process);
    buf_put(out, STR(" is taking up what changed"));
    if (progress->total && progress->done == progress->total) {
        buf_put(out, STR(": all files are read, calls follow"));
    } else if (progress->total) {
        buf_put(out, progress->first_pass ? STR(": a first look at ") : STR(": "));
        buf_put_thousands(out, progress->done);
        buf_put(out, STR(" of "));
        buf_put_thousands(out, progress->total);
        buf_put(out, STR(" files"));
        if (progress->bytes_total) {
            buf_put(out, STR(", "));
            buf_put_size(out, progress->bytes);
            buf_put(out, STR(" of "));
            buf_put_size(out, progress->bytes_total);
        }
    }
    buf_put_byte(out, '\n');
}

static void put_absent(Buf *out, const Catalog *catalog, Str heading, bool left_out, uint32_t count)
{
    uint32_t shown = 0;
    for (size_t i = 0; i < catalog->files.len && shown < ABSENT_SHOWN; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!is_absent(file, left_out))
            continue;
        if (!shown++) {
            buf_put(out, heading);
            buf_put(out, STR(":\n"));
        }
        buf_put(out, STR("  "));
        view_put_address(out, file->path);
        buf_put(out, STR(": "));
        view_put_line_text(out, file->reason);
        buf_put_byte(out, '\n');
    }
    if (count > shown)
        buf_printf(out, "  [%u more]\n", count - shown);
}

static void put_degraded(Buf *out, const Catalog *catalog, uint32_t count)
{
    uint32_t shown = 0;
    if (count)
        buf_put(out, STR("syntax errors, symbols may be missing:\n"));
    for (size_t i = 0; i < catalog->files.len && shown < DEGRADED_SHOWN; i++) {
        if (!is_degraded(&catalog->files.ptr[i]))
            continue;
        buf_put(out, STR("  "));
        view_put_line_text(out, catalog->files.ptr[i].path);
        buf_put_byte(out, '\n');
        shown++;
    }
    if (count > shown)
        buf_printf(out, "  [%u more]\n", count - shown);
}

static Json *degraded_value(Arena *arena, const Catalog *catalog)
{
    Json *rows = json_array(arena);
    for (size_t i = 0, shown = 0; i < catalog->files.len && shown < DEGRADED_SHOWN; i++)
        if (is_degraded(&catalog->files.ptr[i]) && ++shown)
            json_add(rows, json_str(arena, catalog->files.ptr[i].path));
    return rows;
}

static Str left_out_heading(Arena *arena, const Catalog *catalog)
{
    Buf text = buf_open(arena, 0);
    buf_put(&text, STR("left out, until an update may take more than "));
    budget_put(&text, catalog->left_out.limit);
    buf_put(&text, STR(" (index.memory, or fovea index --memory)"));
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

/* What belongs to the tree and is not in the index is named before anyone takes it for whole. */
static void put_unseen(Buf *out, ToolCall *call, const Unseen *unseen, bool current)
{
    unsigned reasons = unseen_of_tree(unseen);
    Str words = unseen_words(call->arena, unseen, reasons);
    Str advice = unseen_advice(&call->request, unseen, reasons, (Str){0});
    if (current)
        buf_put(out, words.len ? STR("up to date with what it holds; ") : STR("up to date\n"));
    if (words.len)
        buf_printf(out, "not looked at: %.*s%s%.*s\n", STR_ARG(words), advice.len ? "; " : "",
                   STR_ARG(advice));
}

static void put_text(Buf *out, ToolCall *call, const IndexSession *session, const Status *status)
{
    const Staleness *stale = &status->stale;
    const Catalog *catalog = session->catalog;
    if (session->notice.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(session->notice));
    if (!stale->files)
        buf_printf(out, "[%.*s]\n", STR_ARG(session_no_files(&call->request, &session->repo)));
    buf_put_thousands(out, stale->files);
    buf_put(out, stale->files == 1 ? STR(" file (") : STR(" files ("));
    buf_put_size(out, status->bytes);
    buf_put(out, STR("), "));
    buf_put_thousands(out, status->indexed);
    buf_put(out, STR(" taken up, "));
    buf_put_thousands(out, status->failed);
    buf_put(out, STR(" failed"));
    const struct {
        uint32_t count;
        Str what;
    } others[] = {{status->listed, STR(" only listed")},
                  {status->left_out, STR(" left out")},
                  {status->degraded, STR(" degraded")}};
    for (size_t i = 0; i < COUNT(others); i++)
        if (others[i].count) {
            buf_put(out, STR(", "));
            buf_put_thousands(out, others[i].count);
            buf_put(out, others[i].what);
        }
    buf_put_byte(out, '\n');
    if (status->old)
        buf_printf(out, "old: last saved %llu minutes ago\n",
                   (unsigned long long)status->age_s / 60);
    Str next = status->busy ? (Str){0} : tool_hint(call, STR("; fovea index"));
    if (behind(status))
        buf_printf(out, "behind the tree: %u changed, %u new, %u gone%.*s\n", stale->changed,
                   stale->added, stale->removed, STR_ARG(next));
    put_unseen(out, call, &status->unseen, !behind(status));
    if (status->busy)
        put_progress(out, &status->progress);
    if (session->warm && !call->context->warm->view.watched)
        buf_put(out, STR("not watched, the system's limit is reached: each call lists the tree\n"));
    if (status->history.len)
        buf_printf(out, "history: %.*s\n", STR_ARG(status->history));
    if (status->imported) {
        buf_put(out, STR("imported from a compiler's index: "));
        buf_put_thousands(out, status->imported);
        buf_put(out, status->imported == 1 ? STR(" file") : STR(" files"));
        if (status->outdated) {
            buf_put(out, STR(", "));
            buf_put_thousands(out, status->outdated);
            buf_put(out, STR(" with another text now"));
        }
        buf_put_byte(out, '\n');
    }
    put_absent(out, catalog, STR("failed, until their bytes change"), false, status->failed);
    put_absent(out, catalog, left_out_heading(call->arena, catalog), true, status->left_out);
    put_degraded(out, catalog, status->degraded);
}

static Json *answer_value(Arena *arena, const Catalog *catalog, const Status *status)
{
    const Staleness *stale = &status->stale;
    Json *value = query_frame(arena, NULL, STR("status"));
    json_set(value, STR("up_to_date"), json_bool(arena, !behind(status)));
    json_set(value, STR("old"), json_bool(arena, status->old));
    json_set(value, STR("busy"), json_bool(arena, status->busy));
    if (status->busy && status->progress.process)
        json_set(value, STR("process"), json_u64(arena, status->progress.process));
    if (status->busy && status->progress.total) {
        json_set(value, STR("read"), json_u64(arena, status->progress.done));
        json_set(value, STR("to_read"), json_u64(arena, status->progress.total));
    }
    json_set(value, STR("files"), json_u64(arena, stale->files));
    json_set(value, STR("taken_up"), json_u64(arena, status->indexed));
    json_set(value, STR("only_listed"), json_u64(arena, status->listed));
    json_set(value, STR("changed"), json_u64(arena, stale->changed));
    json_set(value, STR("added"), json_u64(arena, stale->added));
    json_set(value, STR("removed"), json_u64(arena, stale->removed));
    json_set_text(arena, value, STR("history"), status->history);
    if (status->imported) {
        json_set(value, STR("imported"), json_u64(arena, status->imported));
        json_set(value, STR("imported_outdated"), json_u64(arena, status->outdated));
    }
    json_set(value, STR("failed_total"), json_u64(arena, status->failed));
    json_set(value, STR("failed"), absent_value(arena, catalog, false));
    json_set(value, STR("left_out_total"), json_u64(arena, status->left_out));
    json_set(value, STR("left_out"), absent_value(arena, catalog, true));
    json_set(value, STR("degraded_total"), json_u64(arena, status->degraded));
    json_set(value, STR("degraded"), degraded_value(arena, catalog));
    json_set(value, STR("not_looked_at"),
             unseen_value(arena, &status->unseen, unseen_of_tree(&status->unseen)));
    return value;
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
    Buf out = buf_open(call->arena, 0);
    if (call->format == VIEW_TEXT)
        put_text(&out, call, &session, &status);
    else
        view_put_value(&out, *call->scratch, call->format,
                       answer_value(call->arena, session.catalog, &status));
    return tool_put_buf(call, &out, err);
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
