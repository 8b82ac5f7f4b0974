/* `pull`: takes facts that the index lacks from a remote, then updates the index, which parses the
   rest. */
#include "config/config.h"
#include "git/git_walk.h"
#include "index/store/cache.h"
#include "index/store/extent.h"
#include "query/query.h"
#include "session/indexer.h"
#include "share/pull.h"
#include "tools/params.h"
#include "tools/share.h"

static const ToolParam params[] = {
    SHARE_PARAM_TARGET,
    SHARE_PARAM_PATH,
    {.name = "branch",
     .type = TOOL_TEXT,
     .value = "NAME",
     .help = "a branch to look up where the commit itself is not at the remote"},
};

static const char *const examples[] = {"pull file:///srv/fovea/curl",
                                       "pull oci://registry.example.com/index/curl", NULL};

/* How long to wait for a process that is building the index. */
#define LOCK_WAIT_MS 600000

typedef struct Pulled {
    Share share;
    PullReport report;
    BuildReport built;
} Pulled;

static Json *report_value(ToolCall *call, const Pulled *pulled)
{
    const PullReport *report = &pulled->report;
    const struct {
        Str name;
        uint64_t value;
    } figures[] = {{STR("contents"), report->contents},
                   {STR("known"), report->known},
                   {STR("taken"), report->taken},
                   {STR("sampled"), report->sampled},
                   {STR("packs"), report->packs},
                   {STR("bytes"), report->bytes},
                   {STR("files"), pulled->built.files},
                   {STR("parsed"), pulled->built.parsed},
                   {STR("symbols"), pulled->built.symbols},
                   {STR("milliseconds"), (uint64_t)pulled->built.total_ms}};
    Arena *arena = call->arena;
    Json *value = query_frame(arena, &pulled->share.session, STR("pull"));
    json_set(value, STR("found"), json_bool(arena, report->found));
    json_set_text(arena, value, STR("commit"), report->commit);
    bool graph = report->has_graph && report->graph.verdict == GRAPH_TAKEN;
    json_set(value, STR("graph"), json_bool(arena, graph));
    json_set_text(arena, value, STR("signer"), report->signer);
    json_set_text(arena, value, STR("signature_doubt"), report->doubt);
    for (size_t i = 0; i < COUNT(figures); i++)
        json_set(value, figures[i].name, json_u64(arena, figures[i].value));
    return value;
}

static void put_signer(Buf *out, const PullReport *report)
{
    if (report->signer.len)
        buf_put(out, STR("signed by "));
    else if (report->doubt.len)
        buf_put(out, STR("notice: it is signed, but by whom is not known: "));
    else
        return;
    view_put_line_text(out, report->signer.len ? report->signer : report->doubt);
    buf_put_byte(out, '\n');
}

static void put_text(Buf *out, const Pulled *pulled)
{
    const PullReport *report = &pulled->report;
    if (!report->found)
        buf_put(out, STR("the remote has no index of this commit, of those before it, or of its "
                         "branch\n"));
    else {
        buf_printf(out, "%.12s: ", report->commit.ptr);
        buf_put_thousands(out, report->taken);
        buf_put(out, STR(" contents taken, "));
        buf_put_thousands(out, report->known);
        buf_put(out, STR(" known; fetched: "));
        buf_put_size(out, report->bytes);
        buf_printf(out, "; sample parsed here: %u, all the same\n", report->sampled);
        if (report->has_graph && report->graph.verdict == GRAPH_TAKEN)
            buf_printf(out, "graph: taken for %u files; sample resolved here: %u, all the same\n",
                       report->graph.files, report->graph.sampled);
        else if (report->has_graph)
            buf_put(out, STR("graph: not taken, since this tree differs\n"));
        put_signer(out, report);
    }
    buf_put_thousands(out, pulled->built.files);
    buf_put(out, STR(" files: "));
    buf_put_thousands(out, pulled->built.changed);
    buf_put(out, STR(" new or changed, "));
    buf_put_thousands(out, pulled->built.parsed);
    buf_printf(out, " parsed, in %lld ms\n", (long long)pulled->built.total_ms);
}

/* The branch that is checked out, then the usual names of a repository's main one. */
static void list_branches(ToolCall *call, const Share *share, ShareNames *branches)
{
    const Str names[] = {tool_text(call, "branch"), share->branch, STR("main"), STR("master")};
    for (size_t i = 0; i < COUNT(names); i++) {
        bool listed = !names[i].len;
        for (size_t k = 0; k < i; k++)
            listed = listed || str_equal(names[i], names[k]);
        if (!listed)
            *VEC_PUSH(call->arena, branches) = names[i];
    }
}

static bool lock(Share *share, Err *err)
{
    if (store_lock(share->session.store, LOCK_WAIT_MS))
        return true;
    err_set(err, ERR_STALE, "another process is building the index");
    return err_hint(err, "fovea status shows how far it is; fovea index --stop ends it");
}

static bool pull(ToolCall *call, Pulled *pulled, Err *err)
{
    Share *share = &pulled->share;
    IndexSession *session = &share->session;
    WalkOptions walk = {.cancel = call->context->cancel};
    uint64_t generation = 0;
    Extent extent;
    WalkResult tree;
    ShareNames branches = {0};
    const ShareConfig *config = &call->context->config->share;
    if (!share_begin(call, SHARE_READ, share, err) ||
        !session_make_writable(&call->request, session, err) || !lock(share, err) ||
        !git_walk(call->arena, *call->scratch, &session->repo, &walk, &tree, err) ||
        !store_generation(session->store, &generation, err) ||
        !extent_load(session->store, call->arena, &extent, err))
        return false;
    extent_filter(&extent, &tree.files);
    list_branches(call, share, &branches);
    PullOptions options = {.remote = share->remote,
                           .store = session->store,
                           .repo = &session->repo,
                           .files = &tree.files,
                           .graph = !generation && !extent.max_depth && !extent.extensions.len,
                           .memory = session->memory,
                           .spool = str_join(call->arena, session->database, STR(PULL_ENDING)),
                           .commits = share->commits.ptr,
                           .commit_count = share->commits.len,
                           .branches = branches.ptr,
                           .branch_count = branches.len,
                           .allowed_signers = config->allowed_signers,
                           .require_signature = config->require_signature,
                           .cancel = call->context->cancel};
    return artifact_pull(call->arena, &options, &pulled->report, err) &&
           session_update(&call->request, session, false, &pulled->built, err);
}

static bool run(ToolCall *call, Err *err)
{
    Pulled pulled = {0};
    Buf out = buf_open(call->arena, 0);
    bool ok = pull(call, &pulled, err);
    if (ok && call->format == VIEW_TEXT)
        put_text(&out, &pulled);
    else if (ok)
        view_put_value(&out, *call->scratch, call->format, report_value(call, &pulled));
    share_end(&pulled.share);
    return ok && tool_put_buf(call, &out, err);
}

const Tool pull_tool = {
    .name = "pull",
    .summary = "Takes a shared index instead of building it",
    .about =
        "Looks up the commit that is checked out at a remote, else its branch, main, master, "
        "or a commit before it, and takes the facts of files that are the same here. Then it "
        "updates the index, which parses what is left. Facts count only for the content that "
        "they were made from: every file is hashed here. Every blob's digest is checked, and a "
        "random sample (1 %, at least 20 files) is parsed again: one difference, and nothing is "
        "taken.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .uses_index = true,
    .run = run,
};
