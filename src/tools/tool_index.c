/* `index`: updates the index and reports what was done. With --watch the process stays and follows
   the tree. */
#include "index/update/memory.h"
#include "query/query.h"
#include "session/history_refresh.h"
#include "session/index_watch.h"
#include "session/indexer.h"
#include "session/notices.h"
#include "text/budget.h"
#include "tools/tool.h"

static const ToolParam params[] = {
    {.name = "path",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "DIR",
     .help = "a directory in the repository (default the working directory)"},
    {.name = "force", .type = TOOL_FLAG, .help = "build the index from scratch"},
    {.name = "max_depth",
     .type = TOOL_NUMBER,
     .value = "N",
     .help = "only files at most N levels deep (1: the top, 0: all); kept for later updates"},
    {.name = "extensions",
     .type = TOOL_TEXT,
     .value = "a,b",
     .help = "only files with these extensions; kept for later updates; all: every file"},
    {.name = "memory",
     .type = TOOL_SIZE,
     .value = "SIZE",
     .min = MEMORY_LIMIT_MIN,
     .cli_only = true,
     .help = "memory limit of all processes in this run, instead of index.memory "
             "(fovea config)"},
    {.name = "progress",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "report progress in lines instead of a bar, even for a short update"},
    {.name = "quiet", .type = TOOL_FLAG, .cli_only = true, .help = "print nothing; also -q"},
    {.name = "timings", .type = TOOL_FLAG, .help = "show where the time went"},
    {.name = "stop",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "stop the process that is building the index; its work so far is kept"},
    {.name = "background",
     .type = TOOL_NUMBER,
     .value = "PID",
     .cli_only = true,
     .help = "end when process PID ends (0: none), or the cache is deleted"},
    {.name = "watch",
     .type = TOOL_FLAG,
     .cli_only = true,
     .help = "keep running and index every change, one line for each, until interrupted"},
};

static const char *const examples[] = {"index", "index ~/src/linux --timings", "index --watch",
                                       "index --stop", NULL};

static void set_timings(Json *value, Arena *arena, const BuildReport *report)
{
    const struct {
        Str name;
        int64_t value;
    } times[] = {{STR("list_ms"), report->walk_ms},
                 {STR("first_look_ms"), report->first_pass_ms},
                 {STR("parse_ms"), report->intake_ms - report->first_pass_ms},
                 {STR("resolve_ms"), report->resolve_ms},
                 {STR("save_ms"), report->save_ms}};
    for (size_t i = 0; i < COUNT(times); i++)
        json_set(value, times[i].name, json_u64(arena, (uint64_t)MAX(times[i].value, INT64_C(0))));
}

/* The report as a value. If nothing changed, symbols were not counted. */
static Json *report_value(Arena *arena, const IndexSession *session, const BuildReport *report)
{
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {
        {STR("files"), report->files},           {STR("changed"), report->changed},
        {STR("parsed"), report->parsed},         {STR("removed"), report->removed},
        {STR("failed"), report->failed},         {STR("leftOut"), report->left_out},
        {STR("unreadable"), report->unreadable}, {STR("bytes"), report->bytes},
        {STR("symbols"), report->symbols},       {STR("milliseconds"), (uint64_t)report->total_ms},
    };
    Json *value = query_frame(arena, session, STR("index"));
    bool counted = report->changed + report->removed > 0;
    for (size_t i = 0; i < COUNT(figures); i++)
        if (counted || !str_equal(figures[i].name, STR("symbols")))
            json_set(value, figures[i].name, json_u64(arena, figures[i].value));
    return value;
}

static void put_text(Buf *out, ToolCall *call, const IndexSession *session,
                     const BuildReport *report)
{
    buf_put_thousands(out, report->files);
    buf_put(out, report->files == 1 ? STR(" file: ") : STR(" files: "));
    if (!report->files && !report->removed) {
        buf_put(out, session_no_files(&call->request, &session->repo));
        buf_put_byte(out, '\n');
        return;
    }
    if (!report->changed && !report->removed) {
        buf_printf(out, "nothing changed (%lld ms)\n", (long long)report->total_ms);
        return;
    }
    buf_put_thousands(out, report->changed);
    buf_put(out, STR(" new or changed ("));
    buf_put_size(out, report->bytes);
    buf_put(out, STR("), "));
    buf_put_thousands(out, report->parsed);
    buf_put(out, STR(" parsed, "));
    buf_put_thousands(out, report->removed);
    buf_put(out, STR(" gone, "));
    buf_put_thousands(out, report->failed);
    buf_put(out, STR(" failed, "));
    if (report->left_out) {
        buf_put_thousands(out, report->left_out);
        buf_put(out, STR(" left out, "));
    }
    buf_put_thousands(out, report->symbols);
    buf_printf(out, " symbol%s in %lld ms\n", report->symbols == 1 ? "" : "s",
               (long long)report->total_ms);
}

/* Writes what to do about files that did not fit in memory. */
static void put_left_out(Buf *out, const BuildReport *report, uint64_t memory)
{
    if (!report->left_out)
        return;
    buf_put_thousands(out, report->left_out);
    buf_printf(out, " file%s not in the index: the limit of memory is ",
               report->left_out == 1 ? " is" : "s are");
    budget_put(out, memory);
    buf_put(out, STR(". Raise it with --memory, or index.memory in the configuration; "
                     "fovea status names files\n"));
}

static bool choose_extent(ToolCall *call, IndexSession *session, Err *err)
{
    const ToolValue *depth = tool_value(call, "max_depth"), *list = tool_value(call, "extensions");
    Extent extent;
    if ((depth->given || list->given) && !session_make_writable(&call->request, session, err))
        return false;
    if (!extent_load(session->store, call->arena, &extent, err))
        return false;
    if (depth->given)
        extent.max_depth = (uint32_t)MIN(depth->number, (uint64_t)UINT32_MAX);
    if (list->given)
        extent.extensions = str_equal(list->text, STR("all")) ? (Str){0} : str_trim(list->text);
    session_note(&call->request, session, extent_describe(call->arena, &extent));
    return !(depth->given || list->given) ||
           extent_save(session->store, *call->scratch, &extent, err);
}

static bool update(ToolCall *call, IndexSession *place, Err *err)
{
    IndexSession session SCOPED(session_close) = {0};
    BuildReport report;
    if (!session_open(&call->request, tool_text(call, "path"), &session, err))
        return false;
    if (tool_value(call, "memory")->given)
        session.memory = tool_number(call, "memory");
    const ToolValue *owner = tool_value(call, "background");
    if ((owner->given && !indexer_follow(&call->request, &session, owner->number, err)) ||
        !choose_extent(call, &session, err) ||
        !indexer_update(&call->request, &session, tool_flag(call, "force"), &report, err))
        return false;
    *place = session;
    Buf out = buf_open(call->arena, 0);
    if (tool_flag(call, "quiet"))
        return true;
    if (call->format != VIEW_TEXT) {
        Json *value = report_value(call->arena, &session, &report);
        if (tool_flag(call, "timings"))
            set_timings(value, call->arena, &report);
        view_put_value(&out, *call->scratch, call->format, value);
        return tool_put_buf(call, &out, err);
    }
    if (session.notice.len)
        buf_printf(&out, "[%.*s]\n", STR_ARG(session.notice));
    put_text(&out, call, &session, &report);
    put_left_out(&out, &report, session.memory);
    if (tool_flag(call, "timings"))
        buf_printf(&out,
                   "list files %lld ms, first look %lld ms, read and parse %lld ms, resolve %u "
                   "files %lld ms, save %lld ms\n",
                   (long long)report.walk_ms, (long long)report.first_pass_ms,
                   (long long)(report.intake_ms - report.first_pass_ms), report.resolved,
                   (long long)report.resolve_ms, (long long)report.save_ms);
    return tool_put_buf(call, &out, err);
}

static bool put_line(void *state, Str line, Err *err)
{
    return tool_put(state, line, err);
}

static bool run(ToolCall *call, Err *err)
{
    IndexSession place = {0};
    if (tool_flag(call, "stop")) {
        Str said;
        return indexer_stop(&call->request, tool_text(call, "path"), &said, err) &&
               tool_put(call, said, err);
    }
    if (!update(call, &place, err))
        return false;
    history_refresh(&call->request, &place);
    const IndexWatchLines lines = {put_line, call};
    return !tool_flag(call, "watch") || index_watch(&call->request, &place, &lines, err);
}

const Tool index_tool = {
    .name = "index",
    .mcp_name = "generate_index",
    .summary = "Builds or updates the symbol index of a repository",
    .about = "Parses the files that git does not ignore, in worker processes, and "
             "stores their facts by content: only changed files are parsed again. The "
             "index is a cache below XDG_CACHE_HOME; deleting it loses nothing. "
             "`find` updates it automatically. After large changes a background "
             "process does so, which ends with the server that asked, when the cache "
             "is deleted, or by --stop. A home directory, `/` and the like are "
             "indexed only when DIR names them. If another process is building the "
             "index, this one waits for it. With --watch it keeps running and follows "
             "changes that the kernel reports; writes made only through a shared "
             "memory mapping are not reported. Meanwhile, other commands on this tree "
             "ask it whether the index is up to date, instead of listing the tree; a "
             "server offers them the same.",
    .examples = examples,
    .names_place = true,
    .params = params,
    .param_count = COUNT(params),
    .uses_index = true,
    .tokens = {"10", "2,500 a page"},
    .next = "get_repo_overview",
    .run = run,
};
