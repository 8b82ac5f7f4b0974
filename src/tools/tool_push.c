/* `push`: brings the index up to date, gathers the facts of HEAD's contents, and puts at the remote
   what it lacks of them. */
#include "config/config.h"
#include "query/query.h"
#include "session/indexer.h"
#include "share/push.h"
#include "tools/params.h"
#include "tools/share.h"

enum {
    GRAPH_AUTO,
    GRAPH_YES,
    GRAPH_NO
};
static const char *const graph_choices[] = {"auto", "yes", "no", NULL};

static const ToolParam params[] = {
    SHARE_PARAM_TARGET,
    SHARE_PARAM_PATH,
    {.name = "branch",
     .type = TOOL_TEXT,
     .value = "NAME",
     .help = "the branch whose pointer moves to this commit (default the one checked out)"},
    {.name = "graph",
     .type = TOOL_CHOICE,
     .choices = graph_choices,
     .fallback = "auto",
     .help = "send calls and imports as resolved, with paths; auto: from 100,000 symbols on"},
    {.name = "sign",
     .type = TOOL_TEXT,
     .value = "KEYFILE",
     .help = "sign with this SSH key, by ssh-keygen (default the setting share.sign)"},
    {.name = "dry_run",
     .type = TOOL_FLAG,
     .help = "put nothing; list the files whose facts would be sent, and what facts say"},
};

static const char *const examples[] = {
    "push file:///srv/fovea/curl", "push oci://registry.example.com/index/curl --dry-run", NULL};

/* Files that a dry run names; --format json has all. */
#define FILES_SHOWN 20

static const char told[] =
    "Facts of a file: names, signatures and first comment sentences of its declarations, their "
    "lines; names that it imports, calls or uses, with types of arguments. Not: bodies, other "
    "comments, texts in strings, its path. Who reads the remote learns these, the commit's id and "
    "the branch.\n";

static const char told_of_graph[] =
    "The graph says in addition: paths of files, and which declaration calls or uses which.\n";

typedef struct Pushed {
    ToolCall *call;
    Share share;
    SharedContents contents;
    PushReport report;
} Pushed;

static Json *report_value(ToolCall *call, const Pushed *pushed)
{
    const PushReport *report = &pushed->report;
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {{STR("contents"), report->contents}, {STR("fresh"), report->fresh},
                   {STR("packs"), report->packs},       {STR("sent"), report->sent},
                   {STR("bytes"), report->bytes},       {STR("bytes_sent"), report->bytes_sent}};
    Arena *arena = call->arena;
    Json *value = query_frame(arena, &pushed->share.session, STR("push"));
    json_set(value, STR("commit"), json_str(arena, pushed->share.commits.ptr[0]));
    json_set_text(arena, value, STR("base"), report->base);
    json_set_text(arena, value, STR("graph"), report->graph_commit);
    json_set(value, STR("known"), json_bool(arena, report->known));
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(value, figures[i].name, json_u64(arena, figures[i].value));
    if (!tool_flag(call, "dry_run"))
        return value;
    Json *files = json_array(arena);
    for (size_t i = 0; i < pushed->contents.list.len; i++)
        json_add(files, json_str(arena, pushed->contents.list.ptr[i].path));
    json_set(value, STR("files"), files);
    return value;
}

static void put_text(Buf *out, ToolCall *call, const Pushed *pushed)
{
    const PushReport *report = &pushed->report;
    bool dry = tool_flag(call, "dry_run");
    buf_printf(out, "%.12s: ", pushed->share.commits.ptr[0].ptr);
    if (report->known)
        buf_put(out, STR("the remote has it already"));
    else {
        buf_put_thousands(out, report->fresh);
        buf_put(out, STR(" of "));
        buf_put_thousands(out, report->contents);
        buf_printf(out, " contents %s new there", report->fresh == 1 ? "is" : "are");
    }
    if (dry && !pushed->share.remote)
        buf_put(out, STR(", if nothing is there yet"));
    buf_put(out, dry ? STR(", to be sent: ") : STR(", sent: "));
    buf_put_size(out, report->bytes_sent);
    buf_printf(out, " in %u pack%s; all of it: ", report->sent, report->sent == 1 ? "" : "s");
    buf_put_size(out, report->bytes);
    buf_printf(out, " in %u pack%s", report->packs, report->packs == 1 ? "" : "s");
    if (report->graph)
        buf_printf(out, ", with the graph of %.12s", report->graph_commit.ptr);
    buf_put_byte(out, '\n');
    if (!dry)
        return;
    buf_put(out, report->graph ? STR(told_of_graph) : STR(""));
    buf_put(out, STR(told));
    buf_put(out, STR("of these files:\n"));
    for (size_t i = 0; i < pushed->contents.list.len && i < FILES_SHOWN; i++) {
        view_put_line_text(out, pushed->contents.list.ptr[i].path);
        buf_put_byte(out, '\n');
    }
    if (pushed->contents.list.len > FILES_SHOWN)
        buf_printf(out, "[%zu more; --format json lists all]\n",
                   pushed->contents.list.len - FILES_SHOWN);
}

/* ---- the graph ---- */

/* An earlier graph serves as well while at most this share of the files differs, or so few that an
   update takes no time. */
#define NEAR_SHARE 50
#define NEAR_FILES 32

static bool is_near(void *context, Str commit)
{
    Pushed *pushed = context;
    GitChangeVec changes = {0};
    GitRange range = {.base = commit, .to = GIT_TO_COMMIT, .head = pushed->share.commits.ptr[0]};
    Err ignored;
    return git_objects_changes(pushed->share.objects, pushed->call->arena, &range, &changes,
                               &ignored) &&
           changes.len <= MAX((size_t)NEAR_FILES, pushed->contents.list.len / NEAR_SHARE);
}

/* A graph can be made only if every file of the commit is in the work tree as the commit has it. */
static bool wants_graph(ToolCall *call, const SharedContents *contents)
{
    uint64_t choice = tool_number(call, "graph");
    return contents->clean && choice != GRAPH_NO &&
           (choice == GRAPH_YES || contents->symbols >= GRAPH_SYMBOLS_MIN);
}

static bool push(ToolCall *call, Pushed *pushed, Err *err)
{
    Share *share = &pushed->share;
    BuildReport built;
    bool dry = tool_flag(call, "dry_run");
    if (!share_begin(call, dry ? SHARE_TRY : SHARE_WRITE, share, err) ||
        !indexer_update(&call->request, &share->session, false, &built, err) ||
        !session_reload(&call->request, &share->session, CATALOG_FILES, err))
        return false;
    SharedCommit of = {.store = share->session.store,
                       .catalog = share->session.catalog,
                       .objects = share->objects,
                       .commit = share->commits.ptr[0],
                       .cancel = call->context->cancel};
    if (!shared_contents(call->arena, *call->scratch, &of, &pushed->contents, err))
        return false;
    PushGraph graph = {.source = {.store = share->session.store,
                                  .repo = &share->session.repo,
                                  .files = pushed->contents.files,
                                  .memory = share->session.memory,
                                  .cancel = call->context->cancel},
                       .is_near = is_near,
                       .context = pushed};
    Str branch = tool_text(call, "branch"), key = tool_text(call, "sign");
    const ShareConfig *config = &call->context->config->share;
    PushOptions options = {.remote = share->remote,
                           .store = share->session.store,
                           .contents = &pushed->contents.list,
                           .graph = wants_graph(call, &pushed->contents) ? &graph : NULL,
                           .commit = share->commits.ptr[0],
                           .branch = branch.len ? branch : share->branch,
                           .ancestors = share->commits.ptr + 1,
                           .ancestor_count = share->commits.len - 1,
                           .sign_key = key.len ? key : config->sign,
                           .allowed_signers = config->allowed_signers,
                           .dry_run = dry,
                           .cancel = call->context->cancel};
    return artifact_push(call->arena, &options, &pushed->report, err);
}

static bool run(ToolCall *call, Err *err)
{
    Pushed pushed = {.call = call};
    Buf out = buf_open(call->arena, 0);
    bool ok = push(call, &pushed, err);
    if (ok && call->format == VIEW_TEXT)
        put_text(&out, call, &pushed);
    else if (ok)
        view_put_value(&out, *call->scratch, call->format, report_value(call, &pushed));
    share_end(&pushed.share);
    return ok && tool_put_buf(call, &out, err);
}

const Tool push_tool = {
    .name = "push",
    .summary = "Shares the index of the commit that is checked out",
    .about = "Puts the facts of HEAD's files at a remote: a folder, a server for files, S3, a "
             "container registry, or a ref of a git remote. `fovea pull` takes them from there "
             "instead of parsing. Only what the remote lacks is sent, and the same commit makes "
             "the same bytes on every machine. Uncommitted changes are never sent. Files that "
             "look as if they held secrets are left out, by their names and by their "
             "declarations. Whoever can write there can change what others pull, within what a "
             "pull checks (docs/share.md).",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
