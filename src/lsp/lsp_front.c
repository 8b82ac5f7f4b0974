/* The life cycle of a session, the client's texts, and the list of requests that wait. */
#include "base/proc.h"
#include "lsp/lsp_begin.h"
#include "lsp/lsp_state.h"
#include "lsp/lsp_uri.h"

/* ---- sending ---- */

void lsp_front_send(LspServer *server, Str message)
{
    lsp_frame_put(&server->out, message);
}

void lsp_front_notify(LspServer *server, Arena *arena, Str method, Json *params)
{
    lsp_front_send(server, rpc_write_notification(arena, method, params));
}

void lsp_front_log(LspServer *server, Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Json *params = json_object(&arena);
    json_set(params, STR("type"), json_u64(&arena, 3)); /* information */
    json_set(params, STR("message"), json_str(&arena, text));
    lsp_front_notify(server, &arena, STR("window/logMessage"), params);
}

static void answer_fault(LspServer *server, Arena *arena, const Json *id, RpcCode code, Str why)
{
    const RpcFault fault = {.code = code, .message = why};
    lsp_front_send(server, rpc_write_fault(arena, id, &fault));
}

/* ---- requests ---- */

void lsp_front_forget(LspRequest *request)
{
    LspServer *server = request->root->server;
    for (LspRequest **at = &server->requests; *at; at = &(*at)->next)
        if (*at == request) {
            *at = request->next;
            break;
        }
    server->request_count--;
    if (request->root->running == request)
        request->root->running = NULL;
    Arena arena = request->arena;
    arena_close(&arena);
}

void lsp_front_fail(LspRequest *request, RpcCode code, Str why)
{
    answer_fault(request->root->server, &request->arena, request->id, code, why);
    lsp_front_forget(request);
}

/* The file that a request is about; empty: none. */
static Str path_of(Arena *arena, const Json *params)
{
    const Json *named = json_get(params, STR("textDocument"));
    const Json *files = json_get(params, STR("files"));
    named = named ? named : json_get(params, STR("item"));
    Str uri = json_text(named, STR("uri"));
    return lsp_uri_path(arena,
                        files && files->first ? json_text(files->first, STR("oldUri")) : uri);
}

/* Puts a request at the end of the list. Its message is parsed again, as it outlives the input. */
static void put_request(LspServer *server, const LspMethod *method, Str text)
{
    Arena arena;
    Json *value;
    Err ignored;
    arena_open(&arena, 0);
    text = str_copy(&arena, text);
    if (!json_parse(&arena, text, &value, &ignored)) {
        arena_close(&arena);
        return;
    }
    RpcMessage message = rpc_read(value);
    LspRequest *request = NEW(&arena, LspRequest, 1), **end = &server->requests;
    *request = (LspRequest){.id = message.id,
                            .params = message.params,
                            .text = text,
                            .method = method,
                            .since_ms = proc_clock_ms()};
    request->root = lsp_root_of(server, path_of(&arena, message.params));
    request->arena = arena;
    while (*end)
        end = &(*end)->next;
    *end = request;
    server->request_count++;
}

static void cancel(LspServer *server, const Json *params)
{
    const Json *id = json_get(params, STR("id"));
    for (LspRequest *request = server->requests; request; request = request->next) {
        if (!rpc_same_id(request->id, id))
            continue;
        if (request->root->running == request)
            lsp_root_drop_reader(request->root);
        lsp_front_fail(request, RPC_CANCELLED, STR("cancelled"));
        return;
    }
}

/* ---- messages ---- */

static void shut_down(LspServer *server, Arena *arena, const Json *id)
{
    server->phase = LSP_SHUT;
    server->was_shut = true;
    while (server->requests) {
        if (server->requests->root->running == server->requests)
            lsp_root_drop_reader(server->requests->root);
        lsp_front_fail(server->requests, RPC_CANCELLED, STR("the server shuts down"));
    }
    lsp_front_send(server, rpc_write_result(arena, id, json_null(arena)));
}

static void take_request(LspServer *server, Arena *arena, const RpcMessage *message, Str text)
{
    const LspMethod *method = lsp_reader_method(message->method);
    bool begins = str_equal(message->method, STR("initialize"));
    if (server->phase == LSP_NEW && begins)
        lsp_begin(server, arena, message);
    else if (server->phase == LSP_NEW)
        answer_fault(server, arena, message->id, RPC_NOT_INITIALIZED,
                     STR("the first request must be initialize"));
    else if (server->phase != LSP_READY || begins)
        answer_fault(server, arena, message->id, RPC_INVALID_REQUEST,
                     begins ? STR("initialize was sent before") : STR("the server is shut down"));
    else if (str_equal(message->method, STR("shutdown")))
        shut_down(server, arena, message->id);
    else if (!method)
        answer_fault(server, arena, message->id, RPC_METHOD_NOT_FOUND,
                     str_format(arena, "the method %.*s is not known", STR_ARG(message->method)));
    else if (server->request_count == LSP_REQUESTS_MAX)
        answer_fault(server, arena, message->id, RPC_REQUEST_FAILED,
                     STR("too many requests are under way"));
    else if (!lsp_root_of(server, (Str){0}))
        answer_fault(server, arena, message->id, RPC_REQUEST_FAILED, STR("no folder is open"));
    else
        put_request(server, method, text);
}

/* A text, or what is on disk, may have changed. */
static void all_changed(LspServer *server)
{
    for (size_t i = 0; i < server->root_count; i++)
        if (lsp_root_is_open(&server->roots[i]))
            lsp_root_changed(&server->roots[i]);
}

static void take_open(LspServer *server, const RpcMessage *message, Str *why)
{
    lsp_documents_take_open(&server->documents, message->params, why);
    Str uri = json_text(json_get(message->params, STR("textDocument")), STR("uri"));
    for (size_t i = 0; i < server->root_count; i++)
        if (lsp_root_is_open(&server->roots[i]))
            lsp_publish_opened(&server->roots[i], uri);
}

static void take_document(LspServer *server, Arena *arena, const RpcMessage *message)
{
    LspDocuments *documents = &server->documents;
    Str why = {0}, name = message->method;
    if (str_equal(name, STR("textDocument/didOpen")))
        take_open(server, message, &why);
    else if (str_equal(name, STR("textDocument/didChange")))
        lsp_documents_take_change(documents, *arena, message->params, &why);
    else if (str_equal(name, STR("textDocument/didClose")))
        lsp_documents_take_close(documents, message->params, &why);
    else if (!str_equal(name, STR("textDocument/didSave")) &&
             !str_equal(name, STR("workspace/didChangeWatchedFiles")))
        return;
    if (why.len)
        lsp_front_log(server, why);
    all_changed(server);
}

static void take_notification(LspServer *server, Arena *arena, const RpcMessage *message)
{
    if (str_equal(message->method, STR("exit")))
        server->phase = LSP_OVER;
    else if (server->phase != LSP_READY)
        return;
    else if (str_equal(message->method, STR("$/cancelRequest")))
        cancel(server, message->params);
    else if (str_equal(message->method, STR("workspace/didChangeWorkspaceFolders")))
        lsp_begin_change_folders(server, arena, message->params);
    else
        take_document(server, arena, message);
}

/* Answers bytes that are no message. Of several in a row only the first is answered. */
static void take_fault(LspServer *server, Arena *arena, const Json *id, RpcCode code, Str why)
{
    if (!server->is_quiet)
        answer_fault(server, arena, id, code, why);
    server->is_quiet = true;
}

static void take_whole(LspServer *server, Arena *arena, Str text)
{
    Json *value;
    Err err = {0};
    if (!json_parse(arena, text, &value, &err)) {
        take_fault(server, arena, NULL, RPC_PARSE_ERROR, str_from(err.message));
        return;
    }
    RpcMessage message = rpc_read(value);
    if (message.kind == RPC_INVALID) {
        take_fault(server, arena, message.id, RPC_INVALID_REQUEST, STR("this is no message"));
        return;
    }
    server->is_quiet = false;
    if (message.kind == RPC_REQUEST)
        take_request(server, arena, &message, text);
    else if (message.kind == RPC_NOTIFICATION)
        take_notification(server, arena, &message);
    else
        lsp_progress_answered(server, &message);
}

void lsp_front_take(LspServer *server, LspFrameKind kind, Str text)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    if (kind == LSP_FRAME_WHOLE)
        take_whole(server, &arena, text);
    else if (kind == LSP_FRAME_LONG)
        take_fault(server, &arena, NULL, RPC_INVALID_REQUEST, STR("the message is too long"));
    else
        take_fault(server, &arena, NULL, RPC_PARSE_ERROR,
                   STR("a message begins with Content-Length: N and an empty line"));
}
