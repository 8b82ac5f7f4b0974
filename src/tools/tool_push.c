/* `push`: brings the index up to date, gathers the facts of HEAD's contents, and puts at the remote
   what it lacks of them. */
#include "config/config.h"
#include "query/response.h"
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

/* Of the files of a dry run, --format json has all. */
static const char wording[] =
    "{commit:first 12}: {?known}the remote has it already{:}{fresh:thousands} of "
    "{contents:thousands} contents {fresh:is is|are} new there{/}"
    "{?untried}, if nothing is there yet{/}"
    ", {?dry_run}to be {/}sent: {bytes_sent:size} in {sent} pack{sent:s}; all of it: {bytes:size} "
    "in {packs} pack{packs:s}{?with_graph}, with the graph of {graph:first 12}{/}\n"
    "{?dry_run}{?with_graph}The graph says in addition: paths of files, and which declaration "
    "calls or uses which.\n{/}"
    "Facts of a file: names, signatures and first comment sentences of its declarations, their "
    "lines; names that it imports, calls or uses, with types of arguments. Not: bodies, other "
    "comments, texts in strings, its path. Who reads the remote learns these, the commit's id and "
    "the branch.\nof these files:\n{*files 20}{.}\n{/}"
    "{?files>20}[{#files:past 20} more; --format json lists all]\n{/}{/}";

typedef struct Pushed {
    ToolCall *call;
    Share share;
    SharedContents contents;
    PushReport report;
} Pushed;

static bool answer(const Pushed *pushed, Err *err)
{
    ToolCall *call = pushed->call;
    const PushReport *report = &pushed->report;
    const ResponseFigure figures[] = {
        {STR("contents"), report->contents}, {STR("fresh"), report->fresh},
        {STR("packs"), report->packs},       {STR("sent"), report->sent},
        {STR("bytes"), report->bytes},       {STR("bytes_sent"), report->bytes_sent}};
    Arena *arena = call->arena;
    bool dry = tool_flag(call, "dry_run");
    Response response = response_open(&call->request, &pushed->share.session, STR("push"), wording);
    Json *value = response.value, *words = response.words, *files = json_array(arena);
    json_set(value, STR("commit"), json_str(arena, pushed->share.commits.ptr[0]));
    json_set_text(arena, value, STR("base"), report->base);
    json_set_text(arena, value, STR("graph"), report->graph_commit);
    json_set(value, STR("known"), json_bool(arena, report->known));
    response_figures(&response, figures, COUNT(figures));
    for (size_t i = 0; i < pushed->contents.list.len && dry; i++)
        json_add(files, json_str(arena, pushed->contents.list.ptr[i].path));
    if (dry)
        json_set(value, STR("files"), files);
    json_set(words, STR("dry_run"), json_bool(arena, dry));
    json_set(words, STR("untried"), json_bool(arena, dry && !pushed->share.remote));
    json_set(words, STR("with_graph"), json_bool(arena, report->graph));
    return response_send(&response, err);
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
    bool ok = push(call, &pushed, err) && answer(&pushed, err);
    share_end(&pushed.share);
    return ok;
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
