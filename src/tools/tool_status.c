/* How far the index is behind the tree, and what is wrong with it. */
#include "tools/query.h"

#define FAILED_SHOWN 10

static const ToolParam params[] = {
    {.name = "auto_refresh", .type = TOOL_FLAG, .help = "bring it up to date first"},
    {.name = "max_age",
     .type = TOOL_NUMBER,
     .fallback = "3600",
     .value = "SECONDS",
     .help = "an index that is behind and was last saved longer ago is said to be old"},
};

static const char *const examples[] = {"status", "status --auto-refresh", NULL};

typedef struct Status {
    BuildDrift drift;
    uint32_t indexed, failed;
    uint64_t bytes;
    uint64_t age_s; /* since the latest save */
    bool old;       /* behind, for longer than was asked for */
    bool busy;      /* another process is at it */
    StoreProgress progress;
} Status;

static uint32_t behind(const Status *status)
{
    return status->drift.added + status->drift.changed + status->drift.removed;
}

static void count_files(const Catalog *catalog, Status *status)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        status->indexed += file->path.len && file->state == FILE_SYNTACTIC;
        status->failed += file->path.len && file->state == FILE_FAILED;
        status->bytes += file->size;
    }
}

static void put_progress(Buf *out, const StoreProgress *progress)
{
    buf_put(out, STR("a process is taking up what changed"));
    if (progress->total && progress->done == progress->total) {
        buf_put(out, STR(": all files are read, calls follow"));
    } else if (progress->total) {
        buf_put(out, progress->look ? STR(": a first look at ") : STR(": "));
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

static void put_text(Buf *out, const ToolCall *call, const IndexSession *session,
                     const Status *status)
{
    const BuildDrift *drift = &status->drift;
    const Catalog *catalog = session->catalog;
    if (session->notice.len)
        buf_printf(out, "[%.*s]\n", STR_ARG(session->notice));
    buf_put_thousands(out, drift->files);
    buf_put(out, STR(" files ("));
    buf_put_size(out, status->bytes);
    buf_put(out, STR("), "));
    buf_put_thousands(out, status->indexed);
    buf_put(out, STR(" taken up, "));
    buf_put_thousands(out, status->failed);
    buf_put(out, STR(" failed\n"));
    if (status->old)
        buf_printf(out, "old: last saved %llu minutes ago\n",
                   (unsigned long long)status->age_s / 60);
    if (behind(status))
        buf_printf(out, "behind the tree: %u changed, %u new, %u gone%s\n", drift->changed,
                   drift->added, drift->removed, status->busy ? "" : "; fovea index");
    else
        buf_put(out, STR("up to date\n"));
    if (status->busy)
        put_progress(out, &status->progress);
    if (session->warm && !call->context->warm->view.watched)
        buf_put(out, STR("not watched, the system's limit is reached: each call lists the tree\n"));
    uint32_t shown = 0;
    for (size_t i = 0; i < catalog->files.len && shown < FAILED_SHOWN; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || file->state != FILE_FAILED)
            continue;
        buf_put(out, shown++ ? STR("  ") : STR("failed, until their bytes change:\n  "));
        view_put_line_text(out, file->path);
        buf_put(out, STR(": "));
        view_put_line_text(out, file->reason);
        buf_put_byte(out, '\n');
    }
    if (status->failed > shown)
        buf_printf(out, "  [%u more]\n", status->failed - shown);
}

static Json *answer_value(Arena *arena, const Catalog *catalog, const Status *status)
{
    const BuildDrift *drift = &status->drift;
    Json *value = query_frame(arena, NULL, STR("status")), *failed = json_array(arena);
    json_set(value, STR("up_to_date"), json_bool(arena, !behind(status)));
    json_set(value, STR("old"), json_bool(arena, status->old));
    json_set(value, STR("busy"), json_bool(arena, status->busy));
    if (status->busy && status->progress.total) {
        json_set(value, STR("read"), json_u64(arena, status->progress.done));
        json_set(value, STR("to_read"), json_u64(arena, status->progress.total));
    }
    json_set(value, STR("files"), json_u64(arena, drift->files));
    json_set(value, STR("taken_up"), json_u64(arena, status->indexed));
    json_set(value, STR("changed"), json_u64(arena, drift->changed));
    json_set(value, STR("added"), json_u64(arena, drift->added));
    json_set(value, STR("removed"), json_u64(arena, drift->removed));
    json_set(value, STR("failed_total"), json_u64(arena, status->failed));
    for (size_t i = 0, shown = 0; i < catalog->files.len && shown < FAILED_SHOWN; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || file->state != FILE_FAILED)
            continue;
        Json *row = json_object(arena);
        json_set(row, STR("path"), json_str(arena, file->path));
        json_set(row, STR("reason"), json_str(arena, file->reason));
        json_add(failed, row);
        shown++;
    }
    json_set(value, STR("failed"), failed);
    return value;
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    BuildReport report;
    Status status = {0};
    if (!session_open(call, (Str){0}, &session, err) ||
        (tool_flag(call, "auto_refresh") && !session_update(call, &session, false, &report, err)) ||
        !session_compare(call, &session, &status.drift, err) ||
        !store_age(session.store, &status.age_s, err))
        return false;
    session_note(call, &session, extent_describe(call->arena, &session.catalog->extent));
    status.old = behind(&status) && status.age_s > tool_number(call, "max_age");
    status.busy = store_hear(session.store, &status.progress);
    count_files(session.catalog, &status);
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
    .summary = "Shows how far the index is behind the tree, and which files failed",
    .about = "Compares size, time and inode of every file; reads none.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .run = run,
};
