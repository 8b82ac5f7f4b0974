/* Stored sessions have the numbers of the store, which `fovea agent --resume` also takes. The store
   is open only while a method needs it: processes that are forked must not share it. */
#include "acp/acp_front_state.h"

#include "agent/agent_store.h"
#include "text/date.h"

#define ID_PREFIX STR("fovea-")

static AgentStore *open_store(AcpFront *front)
{
    AgentStore *store = NULL;
    Err ignored = {0};
    if (!front->has_store ||
        !agent_store_open(&front->arena, &(AgentStoreOptions){0}, &store, &ignored))
        return NULL;
    if (agent_store_is_private(store))
        agent_store_close(&store);
    return store;
}

bool acp_history_is_kept(AcpFront *front)
{
    AgentStore *store SCOPED(agent_store_close) = open_store(front);
    return store != NULL;
}

uint64_t acp_history_reserve(AcpFront *front)
{
    AgentStore *store SCOPED(agent_store_close) = open_store(front);
    uint64_t id;
    Err ignored = {0};
    return store && agent_store_reserve(store, &id, &ignored) ? id : 0;
}

Str acp_history_id(Arena *arena, uint64_t stored)
{
    return str_format(arena, "%.*s%llu", STR_ARG(ID_PREFIX), (unsigned long long)stored);
}

/* The number in an id; 0: not the id of a stored session. */
static uint64_t stored_of(const Json *params)
{
    Str id = json_text(params, STR("sessionId"));
    uint64_t stored = 0;
    bool parsed =
        str_starts(id, ID_PREFIX) && str_parse_u64(str_from_offset(id, ID_PREFIX.len), &stored);
    return parsed ? stored : 0;
}

static bool fail_store(AcpFront *front, const Err *err, RpcFault *fault)
{
    return rpc_fail(&front->arena, fault, RPC_INTERNAL_ERROR, "%s", err->message);
}

static Json *session_value(Arena *arena, const AgentSession *session)
{
    Json *value = json_object(arena);
    json_set(value, STR("sessionId"), json_str(arena, acp_history_id(arena, session->id)));
    json_set(value, STR("cwd"), json_str(arena, session->root));
    json_set_text(arena, value, STR("title"), session->title);
    json_set(value, STR("updatedAt"), json_str(arena, date_time(arena, session->used)));
    return value;
}

bool acp_history_list(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    AgentStore *store SCOPED(agent_store_close) = open_store(front);
    AgentSessionVec sessions = {0};
    Str cwd = json_text(request->params, STR("cwd"));
    Err err = {0};
    if (json_text(request->params, STR("cursor")).len)
        return rpc_fail(arena, fault, RPC_INVALID_PARAMS, "cursor: there is no further page");
    if (cwd.len && !acp_check_directory(front, cwd, &cwd, fault))
        return false;
    if (store && !agent_store_list(store, arena, cwd, &sessions, &err))
        return fail_store(front, &err, fault);
    Json *result = json_object(arena), *list = json_array(arena);
    for (size_t i = 0; i < sessions.len; i++)
        json_add(list, session_value(arena, &sessions.ptr[i]));
    json_set(result, STR("sessions"), list);
    acp_answer(front, request->id, result);
    return true;
}

bool acp_history_load(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    Arena *arena = &front->arena;
    uint64_t stored = stored_of(request->params);
    AcpSession *session = acp_find_session(front, request->params);
    Str cwd;
    if (!stored || !front->has_store)
        return rpc_fail(arena, fault, RPC_RESOURCE_NOT_FOUND, "there is no such session");
    if (!acp_check_directory(front, json_text(request->params, STR("cwd")), &cwd, fault))
        return false;
    if (session && session->running_len)
        return rpc_fail(arena, fault, RPC_INVALID_REQUEST, "the session is open, and busy");
    if (session) {
        front->host.stop(front->host.state, session);
        acp_close_session(session);
    }
    session = acp_open_session(front, cwd, stored);
    if (!session)
        return rpc_fail(arena, fault, RPC_INVALID_REQUEST, "too many sessions are open");
    if (!front->host.start(front->host.state, session)) {
        acp_close_session(session);
        return rpc_fail(arena, fault, RPC_INTERNAL_ERROR, "the system refuses a new process");
    }
    session->is_loading = true;
    acp_run(front, session, request);
    return true;
}

bool acp_history_delete(AcpFront *front, const AcpRequest *request, RpcFault *fault)
{
    Err err = {0};
    uint64_t stored = stored_of(request->params);
    AcpSession *session = acp_find_session(front, request->params);
    AgentStore *store SCOPED(agent_store_close) = open_store(front);
    if (session && session->running_len)
        return rpc_fail(&front->arena, fault, RPC_INVALID_REQUEST, "the session is open, and busy");
    if (session) {
        front->host.stop(front->host.state, session);
        acp_close_session(session);
    }
    if (store && stored && !agent_store_delete(store, stored, &err))
        return fail_store(front, &err, fault);
    acp_answer(front, request->id, json_object(&front->arena));
    return true;
}
