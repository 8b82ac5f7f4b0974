/* A message is checked, then answered here or passed on as it came. A session runs one prompt at a
   time; later ones wait. Its cancel flag is cleared before each prompt, when its process is idle,
   so it cannot meet the wrong one. */
#include "agent/acp_front.h"

#include "agent/slash.h"
#include "base/fs.h"
#include "base/path.h"

#define PROTOCOL_VERSION 1

void acp_front_open(AcpFront *front, const AcpOptions *options, AcpHost host, Str run)
{
    *front = (AcpFront){.options = options, .host = host, .run = run};
    arena_open(&front->arena, 0);
}

/* ---- answers ---- */

static void answer(AcpFront *front, const Json *id, Json *result)
{
    front->host.put(front->host.state, rpc_write_result(&front->arena, id, result));
}

static void refuse(AcpFront *front, const Json *id, RpcCode code, const char *why)
{
    RpcFault fault = {.code = code, .message = str_from(why)};
    front->host.put(front->host.state, rpc_write_fault(&front->arena, id, &fault));
}

static void update(AcpFront *front, const AcpSession *session, Json *value)
{
    Json *params = json_object(&front->arena);
    json_set(params, STR("sessionId"), json_str(&front->arena, session->id));
    json_set(params, STR("update"), value);
    front->host.put(front->host.state,
                    rpc_write_notification(&front->arena, STR("session/update"), params));
}

static Json *update_value(AcpFront *front, Str kind)
{
    Json *value = json_object(&front->arena);
    json_set(value, STR("sessionUpdate"), json_str(&front->arena, kind));
    return value;
}

/* Ids that are kept are texts of JSON. */
static size_t keep_id(AcpFront *front, const Json *id, char kept[ACP_ID_BYTES_MAX])
{
    Buf text = buf_open(&front->arena, 0);
    json_write(&text, id, 0);
    assert(text.len <= ACP_ID_BYTES_MAX);
    memcpy(kept, text.ptr, text.len);
    return text.len;
}

static const Json *kept_id(AcpFront *front, const char *kept, size_t len)
{
    Json *id = NULL;
    Err ignored = {0};
    return json_parse(&front->arena, str_copy(&front->arena, (Str){kept, len}), &id, &ignored)
               ? id
               : NULL;
}

static bool is_short_id(AcpFront *front, const Json *id)
{
    Buf text = buf_open(&front->arena, 0);
    json_write(&text, id, 0);
    return text.len <= ACP_ID_BYTES_MAX;
}

/* ---- sessions ---- */

static AcpChoice choice_of(const AcpSession *session)
{
    return (AcpChoice){.mode = session->shared->mode, .model = session->shared->model};
}

static AcpSession *find_session(AcpFront *front, const Json *params)
{
    Str id = rpc_text(params, STR("sessionId"));
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number && str_equal(front->sessions[i].id, id))
            return &front->sessions[i];
    return NULL;
}

static AcpSession *free_session(AcpFront *front)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (!front->sessions[i].number)
            return &front->sessions[i];
    return NULL;
}

static AcpSession *require_session(AcpFront *front, const Json *params, RpcFault *fault)
{
    AcpSession *session = find_session(front, params);
    if (!session)
        rpc_fail(&front->arena, fault, RPC_RESOURCE_NOT_FOUND, "there is no such session");
    return session;
}

static AcpSession *open_session(AcpFront *front, Str cwd)
{
    AcpSession *session = free_session(front);
    *session = (AcpSession){.number = ++front->numbers, .client = front->client};
    arena_open(&session->arena, 0);
    acp_queue_open(&session->waiting);
    session->cwd = str_copy(&session->arena, cwd);
    session->id = str_format(&session->arena, "%.*s-%u", STR_ARG(front->run), session->number);
    return session;
}

static void close_session(AcpSession *session)
{
    acp_queue_close(&session->waiting);
    arena_close(&session->arena);
    *session = (AcpSession){0};
}

void acp_front_close(AcpFront *front)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number)
            close_session(&front->sessions[i]);
    arena_close(&front->arena);
}

/* ---- prompts ---- */

static void run_prompt(AcpFront *front, AcpSession *session, const Json *id, Str line)
{
    session->running_len = keep_id(front, id, session->running);
    session->shared->cancel = false;
    front->host.send(front->host.state, session, ACP_MESSAGE, line);
}

/* Calls `end` for each prompt that waits. */
static void end_waiting(AcpFront *front, AcpSession *session,
                        void (*end)(AcpFront *front, const Json *id))
{
    Str line;
    while (acp_queue_take_line(&session->waiting, &line)) {
        Json *message = NULL;
        Err ignored = {0};
        if (json_parse(&front->arena, line, &message, &ignored))
            end(front, json_get(message, STR("id")));
    }
    session->waiting_count = 0;
}

static void end_cancelled(AcpFront *front, const Json *id)
{
    Json *result = json_object(&front->arena);
    json_set(result, STR("stopReason"), json_str(&front->arena, STR("cancelled")));
    answer(front, id, result);
}

static void end_lost(AcpFront *front, const Json *id)
{
    refuse(front, id, RPC_INTERNAL_ERROR, "the session's process ended unexpectedly");
}

static void cancel(AcpFront *front, AcpSession *session)
{
    if (session->running_len)
        session->shared->cancel = true;
    end_waiting(front, session, end_cancelled);
}

void acp_front_cancel_all(AcpFront *front)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number)
            cancel(front, &front->sessions[i]);
    arena_reset(&front->arena);
}

static void run_next(AcpFront *front, AcpSession *session)
{
    Str line;
    Json *message = NULL;
    Err ignored = {0};
    if (!acp_queue_take_line(&session->waiting, &line))
        return;
    session->waiting_count--;
    if (json_parse(&front->arena, line, &message, &ignored))
        run_prompt(front, session, json_get(message, STR("id")), line);
}

static void finish_close(AcpFront *front, AcpSession *session)
{
    const Json *id = kept_id(front, session->closing, session->closing_len);
    front->host.stop(front->host.state, session);
    close_session(session);
    answer(front, id, json_object(&front->arena));
}

/* ---- methods ---- */

/* A method answers its request, or sets the fault; prompts are answered later. */
typedef struct Request {
    const Json *id, *params;
    Str line;
} Request;

static Json *empty_capability(AcpFront *front, Json *object, Str name)
{
    Json *value = json_object(&front->arena);
    json_set(object, name, value);
    return value;
}

static Json *capabilities_value(AcpFront *front)
{
    Arena *arena = &front->arena;
    Json *value = json_object(arena);
    json_set(value, STR("loadSession"), json_bool(arena, false));
    Json *prompt = empty_capability(front, value, STR("promptCapabilities"));
    json_set(prompt, STR("image"), json_bool(arena, false));
    json_set(prompt, STR("audio"), json_bool(arena, false));
    json_set(prompt, STR("embeddedContext"), json_bool(arena, true));
    Json *servers = empty_capability(front, value, STR("mcpCapabilities"));
    json_set(servers, STR("http"), json_bool(arena, false));
    json_set(servers, STR("sse"), json_bool(arena, false));
    Json *sessions = empty_capability(front, value, STR("sessionCapabilities"));
    empty_capability(front, sessions, STR("close"));
    return value;
}

static bool is_true(const Json *object, Str member)
{
    const Json *value = json_get(object, member);
    return value && value->type == JSON_TRUE;
}

static bool initialize(AcpFront *front, const Request *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    const Json *version = json_get(request->params, STR("protocolVersion"));
    const Json *client = rpc_object(request->params, STR("clientCapabilities"));
    const Json *files = rpc_object(client, STR("fs"));
    uint64_t number;
    if (!version || version->type != JSON_NUMBER || !str_parse_u64(version->text, &number))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "protocolVersion must be a whole number");
    front->initialized = true;
    front->client = (AcpClient){.reads = is_true(files, STR("readTextFile")),
                                .writes = is_true(files, STR("writeTextFile"))};
    Json *result = json_object(arena), *agent = json_object(arena);
    json_set(agent, STR("name"), json_str(arena, STR("fovea")));
    json_set(agent, STR("title"), json_str(arena, STR("fovea")));
    json_set(agent, STR("version"), json_str(arena, STR(FOVEA_VERSION)));
    json_set(result, STR("protocolVersion"), json_u64(arena, PROTOCOL_VERSION));
    json_set(result, STR("agentCapabilities"), capabilities_value(front));
    json_set(result, STR("agentInfo"), agent);
    json_set(result, STR("authMethods"), json_array(arena));
    answer(front, request->id, result);
    return true;
}

static bool authenticate(AcpFront *front, const Request *request, RpcFault *fault)
{
    (void)request;
    return rpc_fail(&front->arena, fault, RPC_INVALID_PARAMS, "there is nothing to sign in to");
}

static bool check_directory(AcpFront *front, Str cwd, Str *real, RpcFault *fault)
{
    Arena *arena = &front->arena;
    if (!path_is_absolute(cwd))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "cwd must be an absolute path");
    *real = fs_real_path(arena, cwd);
    bool is_directory = real->len && fs_is_directory(arena, *real);
    if (is_directory && front->root.len && !path_is_inside(*real, front->root))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "cwd is outside of --root");
    if (is_directory)
        return true;
    return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "cwd: '%.*s' is not a directory",
                    STR_ARG(str_slice(cwd, 0, PATH_SHOWN_BYTES)));
}

/* The program gathers context with its own tools, so a client's servers are not started. */
static void log_servers(AcpFront *front, const Json *params)
{
    const Json *servers = json_get(params, STR("mcpServers"));
    Buf text = buf_open(&front->arena, 0);
    if (!servers || servers->type != JSON_ARRAY || !servers->count)
        return;
    buf_put(&text, STR("MCP servers of the client are not used:"));
    for (const Json *server = servers->first; server; server = server->next) {
        buf_put_byte(&text, ' ');
        buf_put_text(&text, rpc_text(server, STR("name")));
    }
    front->host.log(front->host.state, buf_str(&text));
}

static Json *commands_value(Arena *arena)
{
    Json *list = json_array(arena);
    for (size_t i = 0; i < slash_count(); i++) {
        const SlashCommand *command = slash_at(i);
        Json *item = json_object(arena), *input = json_object(arena);
        if (command->at_terminal)
            continue;
        json_set(item, STR("name"), json_str(arena, str_from(command->name)));
        json_set(item, STR("description"), json_str(arena, str_from(command->help)));
        json_set(input, STR("hint"), json_str(arena, str_from(command->argument)));
        if (command->argument[0])
            json_set(item, STR("input"), input);
        json_add(list, item);
    }
    return list;
}

static bool new_session(AcpFront *front, const Request *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    Str cwd;
    if (!check_directory(front, rpc_text(request->params, STR("cwd")), &cwd, fault))
        return false;
    if (!free_session(front))
        return rpc_fail(arena, fault, RPC_INVALID_REQUEST, "%d sessions are open; close one first",
                        ACP_SESSIONS_MAX);
    AcpSession *session = open_session(front, cwd);
    if (!front->host.start(front->host.state, session)) {
        close_session(session);
        return rpc_fail(arena, fault, RPC_INTERNAL_ERROR, "the system refuses a new process");
    }
    log_servers(front, request->params);
    Json *result = json_object(arena);
    json_set(result, STR("sessionId"), json_str(arena, session->id));
    json_set(result, STR("modes"), acp_modes_value(arena, choice_of(session)));
    json_set(result, STR("configOptions"),
             acp_options_value(arena, front->options, choice_of(session)));
    answer(front, request->id, result);
    Json *commands = update_value(front, STR("available_commands_update"));
    json_set(commands, STR("availableCommands"), commands_value(arena));
    update(front, session, commands);
    return true;
}

static bool prompt(AcpFront *front, const Request *request, RpcFault *fault)
{
    AcpSession *session = require_session(front, request->params, fault);
    const Json *blocks = json_get(request->params, STR("prompt"));
    if (!session)
        return false;
    if (!blocks || blocks->type != JSON_ARRAY || !blocks->count)
        return rpc_fail(&front->arena, fault, RPC_INVALID_PARAMS,
                        "prompt must be a list of content blocks");
    if (session->closing_len)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the session is being closed");
    if (!session->running_len) {
        run_prompt(front, session, request->id, request->line);
        return true;
    }
    if (session->waiting_count >= ACP_WAITING_MAX)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST,
                        "too many prompts of this session are waiting");
    session->waiting_count++;
    acp_queue_put(&session->waiting, request->line);
    acp_queue_put(&session->waiting, STR("\n"));
    return true;
}

static void choose(AcpSession *session, AcpChoice choice)
{
    session->shared->mode = choice.mode;
    session->shared->model = choice.model;
}

static bool set_mode(AcpFront *front, const Request *request, RpcFault *fault)
{
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    AcpChoice choice = choice_of(session);
    if (!acp_choose_mode(rpc_text(request->params, STR("modeId")), &choice))
        return rpc_fail(&front->arena, fault, RPC_INVALID_PARAMS, "modeId: there is no such mode");
    choose(session, choice);
    answer(front, request->id, json_object(&front->arena));
    Json *value = update_value(front, STR("config_option_update"));
    json_set(value, STR("configOptions"), acp_options_value(&front->arena, front->options, choice));
    update(front, session, value);
    return true;
}

static bool set_option(AcpFront *front, const Request *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    AcpChoice choice = choice_of(session);
    AcpMode mode = choice.mode;
    if (!acp_choose_option(front->options, rpc_text(request->params, STR("configId")),
                           rpc_text(request->params, STR("value")), &choice))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS,
                        "there is no configuration option of that id and value");
    choose(session, choice);
    Json *result = json_object(arena);
    json_set(result, STR("configOptions"), acp_options_value(arena, front->options, choice));
    answer(front, request->id, result);
    if (choice.mode != mode) {
        Json *value = update_value(front, STR("current_mode_update"));
        json_set(value, STR("currentModeId"), json_str(arena, acp_mode_id(choice.mode)));
        update(front, session, value);
    }
    return true;
}

static bool close_by_request(AcpFront *front, const Request *request, RpcFault *fault)
{
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    if (session->closing_len)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the session is being closed");
    session->closing_len = keep_id(front, request->id, session->closing);
    cancel(front, session);
    if (!session->running_len)
        finish_close(front, session);
    return true;
}

static const struct {
    Str name;
    bool (*take)(AcpFront *front, const Request *request, RpcFault *fault);
} methods[] = {
    {STR_INIT("initialize"), initialize},
    {STR_INIT("authenticate"), authenticate},
    {STR_INIT("session/new"), new_session},
    {STR_INIT("session/prompt"), prompt},
    {STR_INIT("session/set_mode"), set_mode},
    {STR_INIT("session/set_config_option"), set_option},
    {STR_INIT("session/close"), close_by_request},
};

static bool take_request(AcpFront *front, Str method, const Request *request, RpcFault *fault)
{
    for (size_t i = 0; i < COUNT(methods); i++) {
        if (!str_equal(methods[i].name, method))
            continue;
        if (i && !front->initialized)
            return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "initialize must be first");
        if (!is_short_id(front, request->id))
            return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the id is too long");
        return methods[i].take(front, request, fault);
    }
    return rpc_fail(&front->arena, fault, RPC_METHOD_NOT_FOUND, "there is no method '%.*s'",
                    STR_ARG(str_slice(method, 0, NAME_BYTES_MAX)));
}

/* ---- the client's messages ---- */

static AcpSession *session_of_request(AcpFront *front, const Json *id)
{
    for (size_t i = 0; id && i < ACP_SESSIONS_MAX; i++) {
        AcpSession *session = &front->sessions[i];
        if (session->number && session->running_len &&
            rpc_same_id(kept_id(front, session->running, session->running_len), id))
            return session;
    }
    return NULL;
}

static void take_notification(AcpFront *front, const RpcMessage *message)
{
    AcpSession *session = NULL;
    if (str_equal(message->method, STR("session/cancel")))
        session = find_session(front, message->params);
    else if (str_equal(message->method, STR("$/cancel_request")))
        session = session_of_request(front, json_get(message->params, STR("requestId")));
    if (session)
        cancel(front, session);
}

/* The number of an answered request says whose it was. */
static void take_response(AcpFront *front, const RpcMessage *message, Str line)
{
    uint64_t id;
    if (message->id->type != JSON_NUMBER || !str_parse_u64(message->id->text, &id))
        return;
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number && front->sessions[i].number == id / ACP_REQUESTS_MAX &&
            front->sessions[i].running_len)
            front->host.send(front->host.state, &front->sessions[i], ACP_MESSAGE, line);
}

static void take_message(AcpFront *front, Str line)
{
    Json *value = NULL;
    Err err = {0};
    RpcFault fault = {0};
    if (!json_parse(&front->arena, line, &value, &err)) {
        refuse(front, NULL, RPC_PARSE_ERROR, err.message);
        return;
    }
    RpcMessage message = rpc_read(value);
    Request request = {.id = message.id, .params = message.params, .line = line};
    switch (message.kind) {
    case RPC_INVALID:
        refuse(front, message.id, RPC_INVALID_REQUEST, "this is no message of JSON-RPC 2.0");
        break;
    case RPC_NOTIFICATION: take_notification(front, &message); break;
    case RPC_RESPONSE: take_response(front, &message, line); break;
    case RPC_REQUEST:
        if (!take_request(front, message.method, &request, &fault))
            front->host.put(front->host.state, rpc_write_fault(&front->arena, message.id, &fault));
        break;
    }
}

void acp_front_take(AcpFront *front, Str line)
{
    line = str_trim(line);
    if (line.len)
        take_message(front, line);
    arena_reset(&front->arena);
}

void acp_front_take_too_long(AcpFront *front)
{
    refuse(front, NULL, RPC_INVALID_REQUEST, "the message is over 32 MB");
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number && front->sessions[i].running_len)
            front->host.send(front->host.state, &front->sessions[i], ACP_LOST, (Str){0});
    arena_reset(&front->arena);
}

/* ---- the sessions' messages ---- */

void acp_front_take_from(AcpFront *front, AcpSession *session, AcpTag tag, Str line)
{
    front->host.put(front->host.state, line);
    if (tag == ACP_END) {
        session->running_len = 0;
        session->shared->cancel = false;
        if (session->closing_len)
            finish_close(front, session);
        else
            run_next(front, session);
    }
    arena_reset(&front->arena);
}

void acp_front_lose(AcpFront *front, AcpSession *session)
{
    if (session->running_len)
        end_lost(front, kept_id(front, session->running, session->running_len));
    end_waiting(front, session, end_lost);
    if (session->closing_len) {
        finish_close(front, session);
    } else {
        front->host.stop(front->host.state, session);
        close_session(session);
    }
    arena_reset(&front->arena);
}
