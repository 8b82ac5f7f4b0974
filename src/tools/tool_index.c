/* `index`: updates the index and reports what was done. With --watch the process stays and follows
   the tree. */
#include "index/update/memory.h"
#include "query/response.h"
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

static const char wording[] =
    "{?note}[{note}]\n{/}"
    "{files:thousands} file{files:s}: {?no_files}{no_files}\n{:}"
    "{?changed|removed}{changed:thousands} new or changed ({bytes:size}), {parsed:thousands} "
    "parsed, {removed:thousands} gone, {failed:thousands} failed, "
    "{?leftOut}{leftOut:thousands} left out, {/}"
    "{symbols:thousands} symbol{symbols:s} in {milliseconds} ms\n"
    "{:}nothing changed ({milliseconds} ms)\n{/}{/}"
    "{?leftOut}{leftOut:thousands} file{leftOut:is  is|s are} not in the index: the limit of "
    "memory is {limit}. Raise it with --memory, or index.memory in the configuration; "
    "fovea status names files\n{/}"
    "{?timed}list files {list_ms} ms, first look {first_look_ms} ms, read and parse {parse_ms} ms, "
    "resolve {resolved} files {resolve_ms} ms, save {save_ms} ms\n{/}";

static void set_timings(Response *response, const BuildReport *report)
{
    const struct {
        Str name;
        int64_t value;
    } times[] = {{STR("list_ms"), report->walk_ms},
                 {STR("first_look_ms"), report->first_pass_ms},
                 {STR("parse_ms"), report->intake_ms - report->first_pass_ms},
                 {STR("resolve_ms"), report->resolve_ms},
                 {STR("save_ms"), report->save_ms},
                 {STR("resolved"), report->resolved}};
    for (size_t i = 0; i < COUNT(times); i++)
        json_set(response->value, times[i].name,
                 json_u64(response->request->arena, (uint64_t)MAX(times[i].value, INT64_C(0))));
    json_set(response->words, STR("timed"), json_bool(response->request->arena, true));
}

static bool answer(ToolCall *call, const IndexSession *session, const BuildReport *report, Err *err)
{
    const ResponseFigure figures[] = {
        {STR("files"), report->files},           {STR("changed"), report->changed},
        {STR("parsed"), report->parsed},         {STR("removed"), report->removed},
        {STR("failed"), report->failed},         {STR("leftOut"), report->left_out},
        {STR("unreadable"), report->unreadable}, {STR("bytes"), report->bytes},
        {STR("symbols"), report->symbols},       {STR("milliseconds"), (uint64_t)report->total_ms},
    };
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("index"), wording);
    Buf limit = buf_open(arena, 0);
    bool counted = report->changed + report->removed > 0; /* else symbols were not counted */
    response.session = NULL;                              /* the note comes first */
    for (size_t i = 0; i < COUNT(figures); i++)
        if (counted || !str_equal(figures[i].key, STR("symbols")))
            response_figures(&response, &figures[i], 1);
    if (tool_flag(call, "timings"))
        set_timings(&response, report);
    if (!report->files && !report->removed)
        json_set(response.words, STR("no_files"),
                 json_str(arena, session_no_files(&call->request, &session->repo)));
    budget_put(&limit, session->memory);
    json_set(response.words, STR("limit"), json_str(arena, buf_str(&limit)));
    return response_send(&response, err);
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
    return tool_flag(call, "quiet") || answer(call, &session, &report, err);
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
