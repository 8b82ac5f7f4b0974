/* The front's internals, for its files. */
#pragma once

#include "acp/acp_front.h"

typedef struct AcpRequest {
    const Json *id, *params;
    Str line;
} AcpRequest;

/* ---- acp_front.c ---- */

void acp_answer(AcpFront *front, const Json *id, Json *result);
/* Sends an update of a session; its value begins with acp_update_value. */
void acp_update(AcpFront *front, const AcpSession *session, Json *value);
Json *acp_update_value(AcpFront *front, Str kind);

AcpChoice acp_choice_of(const AcpSession *session);
/* The session that the parameters name; NULL: no such session. */
AcpSession *acp_find_session(AcpFront *front, const Json *params);
/* A session whose process must be started. `stored`: its number in the store; 0: not stored. NULL
   if too many are open. */
AcpSession *acp_open_session(AcpFront *front, Str cwd, uint64_t stored);
/* Frees a session whose process has ended. */
void acp_close_session(AcpSession *session);
/* Passes a request on to the process, which is idle. */
void acp_run(AcpFront *front, AcpSession *session, const AcpRequest *request);
/* Cancels all prompts, ends the process as soon as it is idle, then answers the request. */
void acp_end(AcpFront *front, AcpSession *session, const Json *id);
/* Sends the list of slash commands. */
void acp_send_commands(AcpFront *front, const AcpSession *session);

/* ---- acp_method.c ---- */

/* Answers a request, now or later, or sets the fault. */
bool acp_take_request(AcpFront *front, Str method, const AcpRequest *request, RpcFault *fault);
/* Whether a directory may be a session's; *real is its real path. */
bool acp_check_directory(AcpFront *front, Str cwd, Str *real, RpcFault *fault);

/* ---- acp_history.c ---- */

/* Whether sessions are stored, so that the program's next run finds them. */
bool acp_history_is_kept(AcpFront *front);
/* A number for a new session; 0: it cannot be stored. */
uint64_t acp_history_reserve(AcpFront *front);
/* The id of a stored session. */
Str acp_history_id(Arena *arena, uint64_t stored);
/* The methods session/list, load, resume, delete. */
bool acp_history_list(AcpFront *front, const AcpRequest *request, RpcFault *fault);
bool acp_history_load(AcpFront *front, const AcpRequest *request, RpcFault *fault);
bool acp_history_delete(AcpFront *front, const AcpRequest *request, RpcFault *fault);
