/* A message is checked, then answered here or passed on unchanged. A session runs one prompt at a
   time; later ones wait. Its cancel flag is cleared before each prompt, when its process is idle,
   so it cannot hit the wrong one. */
#include "acp/acp_front_state.h"

#include "agent/slash.h"

void acp_front_open(AcpFront *front, const AcpOptions *options, AcpHost host, Str run)
{
    *front = (AcpFront){.options = options, .host = host, .run = run};
    arena_open(&front->arena, 0);
}

/* ---- answers ---- */

void acp_answer(AcpFront *front, const Json *id, Json *result)
{
    front->host.put(front->host.state, rpc_write_result(&front->arena, id, result));
}

static void refuse(AcpFront *front, const Json *id, RpcCode code, const char *why)
{
    RpcFault fault = {.code = code, .message = str_from(why)};
    front->host.put(front->host.state, rpc_write_fault(&front->arena, id, &fault));
}

void acp_update(AcpFront *front, const AcpSession *session, Json *value)
{
    Json *params = json_object(&front->arena);
    json_set(params, STR("sessionId"), json_str(&front->arena, session->id));
    json_set(params, STR("update"), value);
    front->host.put(front->host.state,
                    rpc_write_notification(&front->arena, STR("session/update"), params));
}

Json *acp_update_value(AcpFront *front, Str kind)
{
    Json *value = json_object(&front->arena);
    json_set(value, STR("sessionUpdate"), json_str(&front->arena, kind));
    return value;
}

/* Ids are kept as JSON text. */
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

void acp_send_commands(AcpFront *front, const AcpSession *session)
{
    Arena *arena = &front->arena;
    Json *list = json_array(arena), *value;
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
    value = acp_update_value(front, STR("available_commands_update"));
    json_set(value, STR("availableCommands"), list);
    acp_update(front, session, value);
}

/* ---- sessions ---- */

AcpChoice acp_choice_of(const AcpSession *session)
{
    return (AcpChoice){.mode = session->shared->mode, .model = session->shared->model};
}

AcpSession *acp_find_session(AcpFront *front, const Json *params)
{
    Str id = json_text(params, STR("sessionId"));
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

AcpSession *acp_open_session(AcpFront *front, Str cwd, uint64_t stored)
{
    AcpSession *session = free_session(front);
    if (!session)
        return NULL;
    *session = (AcpSession){.number = ++front->numbers, .stored = stored, .client = front->client};
    arena_open(&session->arena, 0);
    byte_queue_open(&session->waiting);
    session->cwd = str_copy(&session->arena, cwd);
    session->id =
        stored ? acp_history_id(&session->arena, stored)
               : str_format(&session->arena, "%.*s-%u", STR_ARG(front->run), session->number);
    return session;
}

void acp_close_session(AcpSession *session)
{
    byte_queue_close(&session->waiting);
    arena_close(&session->arena);
    *session = (AcpSession){0};
}

void acp_front_close(AcpFront *front)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number)
            acp_close_session(&front->sessions[i]);
    arena_close(&front->arena);
}

/* ---- prompts ---- */

void acp_run(AcpFront *front, AcpSession *session, const AcpRequest *request)
{
    session->running_len = keep_id(front, request->id, session->running);
    session->shared->cancel = false;
    front->host.send(front->host.state, session, ACP_MESSAGE, request->line);
}

/* Calls `end` for each waiting prompt. */
static void end_waiting(AcpFront *front, AcpSession *session,
                        void (*end)(AcpFront *front, const Json *id))
{
    Str line;
    while (byte_queue_take_line(&session->waiting, &line)) {
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
    acp_answer(front, id, result);
}

static void end_lost(AcpFront *front, const Json *id)
{
    refuse(front, id, RPC_INTERNAL_ERROR, "the session's process ended unexpectedly");
}

/* Cancels the running prompt and the waiting ones. */
static void acp_cancel(AcpFront *front, AcpSession *session)
{
    if (session->running_len)
        session->shared->cancel = true;
    end_waiting(front, session, end_cancelled);
}

void acp_front_cancel_all(AcpFront *front)
{
    for (size_t i = 0; i < ACP_SESSIONS_MAX; i++)
        if (front->sessions[i].number)
            acp_cancel(front, &front->sessions[i]);
    arena_reset(&front->arena);
}

static void run_next(AcpFront *front, AcpSession *session)
{
    Str line;
    Json *message = NULL;
    Err ignored = {0};
    if (!byte_queue_take_line(&session->waiting, &line))
        return;
    session->waiting_count--;
    if (!json_parse(&front->arena, line, &message, &ignored))
        return;
    AcpRequest request = {.id = json_get(message, STR("id")), .line = line};
    acp_run(front, session, &request);
}

static void finish_close(AcpFront *front, AcpSession *session)
{
    const Json *id = kept_id(front, session->closing, session->closing_len);
    front->host.stop(front->host.state, session);
    acp_close_session(session);
    acp_answer(front, id, json_object(&front->arena));
}

void acp_end(AcpFront *front, AcpSession *session, const Json *id)
{
    session->closing_len = keep_id(front, id, session->closing);
    acp_cancel(front, session);
    if (!session->running_len)
        finish_close(front, session);
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
        session = acp_find_session(front, message->params);
    else if (str_equal(message->method, STR("$/cancel_request")))
        session = session_of_request(front, json_get(message->params, STR("requestId")));
    if (session)
        acp_cancel(front, session);
}

/* The number of an answered request identifies its session. */
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
    AcpRequest request = {.id = message.id, .params = message.params, .line = line};
    switch (message.kind) {
    case RPC_INVALID:
        refuse(front, message.id, RPC_INVALID_REQUEST, "this is no message of JSON-RPC 2.0");
        break;
    case RPC_NOTIFICATION: take_notification(front, &message); break;
    case RPC_RESPONSE: take_response(front, &message, line); break;
    case RPC_REQUEST:
        if (!acp_take_request(front, message.method, &request, &fault))
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

static void lose(AcpFront *front, AcpSession *session)
{
    if (session->closing_len) {
        finish_close(front, session);
        return;
    }
    front->host.stop(front->host.state, session);
    acp_close_session(session);
}

/* A session that failed to load is discarded. False: it was closed. */
static bool end_loading(AcpFront *front, AcpSession *session, Str answer)
{
    Json *value = NULL;
    Err ignored = {0};
    session->is_loading = false;
    bool loaded = json_parse(&front->arena, answer, &value, &ignored) &&
                  json_get(value, STR("result")) != NULL;
    if (loaded)
        acp_send_commands(front, session);
    else
        lose(front, session);
    return loaded;
}

static void end_running(AcpFront *front, AcpSession *session, Str answer)
{
    session->running_len = 0;
    session->shared->cancel = false;
    if (session->is_loading && !end_loading(front, session, answer))
        return;
    if (session->closing_len)
        finish_close(front, session);
    else
        run_next(front, session);
}

void acp_front_take_from(AcpFront *front, AcpSession *session, AcpTag tag, Str line)
{
    front->host.put(front->host.state, line);
    if (tag == ACP_END)
        end_running(front, session, line);
    arena_reset(&front->arena);
}

void acp_front_lose(AcpFront *front, AcpSession *session)
{
    if (session->running_len)
        end_lost(front, kept_id(front, session->running, session->running_len));
    end_waiting(front, session, end_lost);
    lose(front, session);
    arena_reset(&front->arena);
}
