/* The methods of the protocol that the front answers itself, or passes on. */
#include "acp/acp_front_state.h"

#include "base/fs.h"
#include "base/path.h"

#define PROTOCOL_VERSION 1

static AcpSession *require_session(AcpFront *front, const Json *params, RpcFault *fault)
{
    AcpSession *session = acp_find_session(front, params);
    if (!session)
        rpc_fail(&front->arena, fault, RPC_RESOURCE_NOT_FOUND, "there is no such session");
    return session;
}

static Json *empty_capability(AcpFront *front, Json *object, Str name)
{
    Json *value = json_object(&front->arena);
    json_set(object, name, value);
    return value;
}

static Json *capabilities_value(AcpFront *front)
{
    static const char *const history[] = {"list", "resume", "delete"};
    Arena *arena = &front->arena;
    bool kept = acp_history_is_kept(front);
    Json *value = json_object(arena);
    json_set(value, STR("loadSession"), json_bool(arena, kept));
    Json *prompt = empty_capability(front, value, STR("promptCapabilities"));
    json_set(prompt, STR("image"), json_bool(arena, false));
    json_set(prompt, STR("audio"), json_bool(arena, false));
    json_set(prompt, STR("embeddedContext"), json_bool(arena, true));
    Json *servers = empty_capability(front, value, STR("mcpCapabilities"));
    json_set(servers, STR("http"), json_bool(arena, false));
    json_set(servers, STR("sse"), json_bool(arena, false));
    Json *sessions = empty_capability(front, value, STR("sessionCapabilities"));
    empty_capability(front, sessions, STR("close"));
    for (size_t i = 0; kept && i < COUNT(history); i++)
        empty_capability(front, sessions, str_from(history[i]));
    return value;
}

static bool is_true(const Json *object, Str member)
{
    const Json *value = json_get(object, member);
    return value && value->type == JSON_TRUE;
}

static bool initialize(AcpFront *front, const AcpRequest *request, RpcFault *fault)
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
    acp_answer(front, request->id, result);
    return true;
}

static bool authenticate(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    (void)request;
    return rpc_fail(&front->arena, fault, RPC_INVALID_PARAMS, "there is nothing to sign in to");
}

bool acp_check_directory(AcpFront *front, Str cwd, Str *real, RpcFault *fault)
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
        buf_put_text(&text, json_text(server, STR("name")));
    }
    front->host.log(front->host.state, buf_str(&text));
}

static bool new_session(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    Str cwd;
    if (!acp_check_directory(front, json_text(request->params, STR("cwd")), &cwd, fault))
        return false;
    AcpSession *session = acp_open_session(front, cwd, acp_history_reserve(front));
    if (!session)
        return rpc_fail(arena, fault, RPC_INVALID_REQUEST, "too many sessions are open");
    if (!front->host.start(front->host.state, session)) {
        acp_close_session(session);
        return rpc_fail(arena, fault, RPC_INTERNAL_ERROR, "the system refuses a new process");
    }
    log_servers(front, request->params);
    Json *result = json_object(arena);
    json_set(result, STR("sessionId"), json_str(arena, session->id));
    json_set(result, STR("modes"), acp_modes_value(arena, acp_choice_of(session)));
    json_set(result, STR("configOptions"),
             acp_options_value(arena, front->options, acp_choice_of(session)));
    acp_answer(front, request->id, result);
    acp_send_commands(front, session);
    return true;
}

static bool prompt(AcpFront *front, const AcpRequest *request, RpcFault *fault)
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
        acp_run(front, session, request);
        return true;
    }
    if (session->waiting_count >= ACP_WAITING_MAX)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST,
                        "too many prompts of this session are waiting");
    session->waiting_count++;
    byte_queue_put(&session->waiting, request->line);
    byte_queue_put(&session->waiting, STR("\n"));
    return true;
}

static void choose(AcpSession *session, AcpChoice choice)
{
    session->shared->mode = choice.mode;
    session->shared->model = choice.model;
}

static bool set_mode(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    AcpChoice choice = acp_choice_of(session);
    if (!acp_choose_mode(json_text(request->params, STR("modeId")), &choice))
        return rpc_fail(&front->arena, fault, RPC_INVALID_PARAMS, "modeId: there is no such mode");
    choose(session, choice);
    acp_answer(front, request->id, json_object(&front->arena));
    Json *value = acp_update_value(front, STR("config_option_update"));
    json_set(value, STR("configOptions"), acp_options_value(&front->arena, front->options, choice));
    acp_update(front, session, value);
    return true;
}

static bool set_option(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    AcpChoice choice = acp_choice_of(session);
    AcpMode mode = choice.mode;
    if (!acp_choose_option(front->options, json_text(request->params, STR("configId")),
                           json_text(request->params, STR("value")), &choice))
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS,
                        "there is no configuration option of that id and value");
    choose(session, choice);
    Json *result = json_object(arena);
    json_set(result, STR("configOptions"), acp_options_value(arena, front->options, choice));
    acp_answer(front, request->id, result);
    if (choice.mode != mode) {
        Json *value = acp_update_value(front, STR("current_mode_update"));
        json_set(value, STR("currentModeId"), json_str(arena, acp_mode_id(choice.mode)));
        acp_update(front, session, value);
    }
    return true;
}

static bool close_by_request(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    AcpSession *session = require_session(front, request->params, fault);
    if (!session)
        return false;
    if (session->closing_len)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the session is being closed");
    acp_end(front, session, request->id);
    return true;
}

static const struct {
    Str name;
    bool (*take)(AcpFront *front, const AcpRequest *request, RpcFault *fault);
} methods[] = {
    {STR_INIT("initialize"), initialize},
    {STR_INIT("authenticate"), authenticate},
    {STR_INIT("session/new"), new_session},
    {STR_INIT("session/prompt"), prompt},
    {STR_INIT("session/set_mode"), set_mode},
    {STR_INIT("session/set_config_option"), set_option},
    {STR_INIT("session/close"), close_by_request},
    {STR_INIT("session/list"), acp_history_list},
    {STR_INIT("session/load"), acp_history_load},
    {STR_INIT("session/resume"), acp_history_load},
    {STR_INIT("session/delete"), acp_history_delete},
};

static bool is_short(AcpFront *front, const Json *id)
{
    Buf text = buf_open(&front->arena, 0);
    json_write(&text, id, 0);
    return text.len <= ACP_ID_BYTES_MAX;
}

bool acp_take_request(AcpFront *front, Str method, const AcpRequest *request, RpcFault *fault)
{
    for (size_t i = 0; i < COUNT(methods); i++) {
        if (!str_equal(methods[i].name, method))
            continue;
        if (i && !front->initialized)
            return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "initialize must be first");
        if (!is_short(front, request->id))
            return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the id is too long");
        return methods[i].take(front, request, fault);
    }
    return rpc_fail(&front->arena, fault, RPC_METHOD_NOT_FOUND, "there is no method '%.*s'",
                    STR_ARG(str_slice(method, 0, NAME_BYTES_MAX)));
}
