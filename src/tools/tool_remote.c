/* `remote`: the names that a user gives to targets of push and pull. */
#include "query/response.h"
#include "session/place.h"
#include "share/remote.h"
#include "tools/remotes.h"
#include "tools/tool.h"

typedef enum RemoteAction {
    REMOTE_LIST,
    REMOTE_ADD,
    REMOTE_REMOVE,
    REMOTE_PRUNE,
} RemoteAction;
static const char *const actions[] = {"list", "add", "remove", "prune", NULL};

static const ToolParam params[] = {
    {.name = "action",
     .type = TOOL_CHOICE,
     .positional = true,
     .fallback = "list",
     .choices = actions,
     .help = "show the names of this repository's remotes; add one; remove one; free space at one"},
    {.name = "name",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "NAME",
     .help = "what push and pull shall call it; `default` is what they use without a name"},
    {.name = "target",
     .type = TOOL_TEXT,
     .positional = true,
     .value = "TARGET",
     .help = "of add: file:///DIR, https://…, s3://BUCKET/…, oci://REGISTRY/NAME or git:REMOTE"},
    {.name = "keep",
     .type = TOOL_NUMBER,
     .fallback = "100",
     .min = 1,
     .value = "N",
     .help = "prune keeps the latest N commits, and all branches"},
    {.name = "path",
     .type = TOOL_TEXT,
     .value = "DIR",
     .help = "a directory in the repository (default the working directory)"},
};

static const char *const examples[] = {"remote add default oci://registry.example.com/index/curl",
                                       "remote", "remote remove default", "remote prune --keep 50",
                                       NULL};

static bool check_words(ToolCall *call, RemoteAction action, Err *err)
{
    Str name = tool_text(call, "name"), target = tool_text(call, "target");
    bool named = action == REMOTE_PRUNE || (name.len > 0) == (action != REMOTE_LIST);
    if (named && (target.len > 0) == (action == REMOTE_ADD))
        return true;
    err_set(err, ERR_USAGE, "remote %s takes %s", actions[action],
            action == REMOTE_ADD      ? "a name and a target"
            : action == REMOTE_REMOVE ? "a name"
            : action == REMOTE_PRUNE  ? "a name or a target"
                                      : "no name");
    return err_hint(err, "fovea remote --help");
}

static const char wording[] =
    "{?action=prune}freed: {freed:size}\n{:}"
    "{*remotes}{name}  {target}\n{/}"
    "{?remotes}{:}no remotes; fovea remote add NAME TARGET adds one\n{/}{/}";

static bool answer(ToolCall *call, const IndexSession *session, const NamedRemoteVec *remotes,
                   Err *err)
{
    Arena *arena = call->arena;
    Response response = response_open(&call->request, session, STR("remote"), wording);
    Json *list = json_array(arena);
    for (size_t i = 0; i < remotes->len; i++) {
        Json *row = json_object(arena);
        json_set(row, STR("name"), json_str(arena, remotes->ptr[i].name));
        json_set(row, STR("target"), json_str(arena, remotes->ptr[i].target));
        json_add(list, row);
    }
    json_set(response.value, STR("remotes"), list);
    return response_send(&response, err);
}

static bool prune(ToolCall *call, const GitRepo *repo, Err *err)
{
    RemoteOptions options = {.repo = repo, .cancel = call->context->cancel};
    Remote *remote SCOPED(remote_close) = NULL;
    uint64_t freed = 0;
    Response response = response_open(&call->request, NULL, STR("remote"), wording);
    if (!remotes_target(call->arena, repo, tool_text(call, "name"), &options.target, err) ||
        !remote_open(call->arena, &options, &remote, err)) /* opened to write, it would be made */
        return false;
    remote_close(&remote);
    options.write = true;
    if (!remote_open(call->arena, &options, &remote, err) ||
        !remote_prune(remote, (size_t)tool_number(call, "keep"), &freed, err))
        return false;
    json_set(response.value, STR("freed"), json_u64(call->arena, freed));
    json_set(response.words, STR("action"), json_str(call->arena, STR("prune")));
    return response_send(&response, err);
}

static bool run(ToolCall *call, Err *err)
{
    RemoteAction action = (RemoteAction)tool_number(call, "action");
    Str name = tool_text(call, "name");
    IndexSession session = {0};
    NamedRemoteVec remotes;
    Arena *arena = call->arena;
    if (!check_words(call, action, err) ||
        !session_place_find(&call->request, tool_text(call, "path"), &session, err))
        return false;
    const GitRepo *repo = &session.repo;
    if (action == REMOTE_PRUNE)
        return prune(call, repo, err);
    if ((action == REMOTE_ADD && !remotes_add(arena, repo, name, tool_text(call, "target"), err)) ||
        (action == REMOTE_REMOVE && !remotes_remove(arena, repo, name, err)) ||
        !remotes_load(arena, repo, &remotes, err))
        return false;
    return answer(call, &session, &remotes, err);
}

const Tool remote_tool = {
    .name = "remote",
    .summary = "Names the places that this repository's index is shared with",
    .about = "`fovea push` and `fovea pull` take such a name in place of a target. Without one "
             "they use the only remote, or the one named `default`. Names are in your own "
             "configuration directory, for each repository, never in the repository. A target "
             "with a password in it is refused: docs/remotes.md says where credentials are read "
             "from. prune removes what neither a branch nor one of the latest commits needs, once "
             "it is a day old, from folders and git remotes; servers and registries have rules of "
             "their own for that.",
    .examples = examples,
    .params = params,
    .param_count = COUNT(params),
    .cli_only = true,
    .run = run,
};
