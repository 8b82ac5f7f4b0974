/* Progress of the first index: asked for with window/workDoneProgress/create, shown once the client
   has agreed. */
#include "base/path.h"
#include "base/proc.h"
#include "lsp/lsp_state.h"
#include "session/staleness.h"

/* More often than a person reads it; each is a message. */
#define SHOW_EVERY_MS 500
#define TOKEN_FORMAT "fovea-index-%zu"

static Str token_of(Arena *arena, const LspRoot *root)
{
    return str_format(arena, TOKEN_FORMAT, (size_t)(root - root->server->roots));
}

static void ask(LspRoot *root)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Json *params = json_object(&arena);
    Str token = token_of(&arena, root);
    json_set(params, STR("token"), json_str(&arena, token));
    lsp_front_send(root->server, rpc_write_request(&arena, json_str(&arena, token),
                                                   STR("window/workDoneProgress/create"), params));
    root->progress = LSP_PROGRESS_ASKED;
}

static void show(LspRoot *root, const char *kind, const LiveView *view)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Json *params = json_object(&arena), *value = json_object(&arena);
    Buf how_far = buf_open(&arena, 0);
    json_set(params, STR("token"), json_str(&arena, token_of(&arena, root)));
    json_set(value, STR("kind"), json_str(&arena, str_from(kind)));
    if (str_equal(str_from(kind), STR("begin")))
        json_set(
            value, STR("title"),
            json_str(&arena, str_format(&arena, "fovea: %.*s", STR_ARG(path_base(root->path)))));
    if (view && view->stage == LIVE_BUILDING) {
        staleness_put(&how_far, &view->behind);
        json_set(value, STR("message"), json_str(&arena, buf_str(&how_far)));
    }
    json_set(params, STR("value"), value);
    lsp_front_notify(root->server, &arena, STR("$/progress"), params);
    root->progress_ms = proc_clock_ms();
}

void lsp_progress_step(LspRoot *root)
{
    if (!root->server->client.has_progress || root->progress == LSP_PROGRESS_OVER)
        return;
    LiveView view = root->live ? live_view(root->live) : (LiveView){0};
    bool builds = root->live && view.stage == LIVE_BUILDING && !view.absent;
    if (root->progress == LSP_PROGRESS_NONE && builds)
        ask(root);
    if (root->progress != LSP_PROGRESS_SHOWN)
        return;
    if (!builds) {
        show(root, "end", NULL);
        root->progress = LSP_PROGRESS_OVER;
    } else if (proc_clock_ms() - root->progress_ms >= SHOW_EVERY_MS) {
        show(root, "report", &view);
    }
}

void lsp_progress_answered(LspServer *server, const RpcMessage *message)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    for (size_t i = 0; i < server->root_count && message->id; i++) {
        LspRoot *root = &server->roots[i];
        if (!lsp_root_is_open(root) || root->progress != LSP_PROGRESS_ASKED ||
            message->id->type != JSON_STRING ||
            !str_equal(message->id->text, token_of(&arena, root)))
            continue;
        root->progress = message->result ? LSP_PROGRESS_SHOWN : LSP_PROGRESS_OVER;
        LiveView view = root->live ? live_view(root->live) : (LiveView){0};
        if (message->result)
            show(root, "begin", &view);
    }
}
