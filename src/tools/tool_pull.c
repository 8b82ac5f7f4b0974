/* `pull`: takes facts that the index lacks from a remote, then updates the index, which parses the
   rest. */
#include "config/config.h"
#include "git/git_walk.h"
#include "index/store/cache.h"
#include "index/store/extent.h"
#include "query/response.h"
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

static const char wording[] =
    "{?found}{commit:first 12}: {taken:thousands} contents taken, {known:thousands} known; "
    "fetched: {bytes:size}; sample parsed here: {sampled}, all the same\n"
    "{?graph}graph: taken for {graph_files} files; sample resolved here: {graph_sampled}, all the "
    "same\n{:}{?has_graph}graph: not taken, since this tree differs\n{/}{/}"
    "{?signer}signed by {signer}\n{:}"
    "{?signature_doubt}notice: it is signed, but by whom is not known: {signature_doubt}\n{/}{/}"
    "{:}the remote has no index of this commit, of those before it, or of its branch\n{/}"
    "{files:thousands} files: {changed:thousands} new or changed, {parsed:thousands} parsed, in "
    "{milliseconds} ms\n";

static bool answer(ToolCall *call, const Pulled *pulled, Err *err)
{
    const PullReport *report = &pulled->report;
    const ResponseFigure figures[] = {{STR("contents"), report->contents},
                                      {STR("known"), report->known},
                                      {STR("taken"), report->taken},
                                      {STR("sampled"), report->sampled},
                                      {STR("packs"), report->packs},
                                      {STR("bytes"), report->bytes},
                                      {STR("files"), pulled->built.files},
                                      {STR("changed"), pulled->built.changed},
                                      {STR("parsed"), pulled->built.parsed},
                                      {STR("symbols"), pulled->built.symbols},
                                      {STR("milliseconds"), (uint64_t)pulled->built.total_ms},
                                      {STR("graph_files"), report->graph.files},
                                      {STR("graph_sampled"), report->graph.sampled}};
    Arena *arena = call->arena;
    Response response = response_open(&call->request, &pulled->share.session, STR("pull"), wording);
    bool graph = report->has_graph && report->graph.verdict == GRAPH_TAKEN;
    json_set(response.value, STR("found"), json_bool(arena, report->found));
    json_set_text(arena, response.value, STR("commit"), report->commit);
    json_set(response.value, STR("graph"), json_bool(arena, graph));
    json_set_text(arena, response.value, STR("signer"), report->signer);
    json_set_text(arena, response.value, STR("signature_doubt"), report->doubt);
    response_figures(&response, figures, COUNT(figures) - (graph ? 0 : 2));
    json_set(response.words, STR("has_graph"), json_bool(arena, report->has_graph));
    return response_send(&response, err);
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
    bool ok = pull(call, &pulled, err) && answer(call, &pulled, err);
    share_end(&pulled.share);
    return ok;
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
