/* The process of a session: it holds the agent and runs one prompt after the other. */
#pragma once

#include "acp/acp_front.h"
#include "tools/tool.h"

typedef struct AcpStart {
    const ToolContext *context;
    const AcpOptions *options;
    const AcpSession *session;
} AcpStart;

/* Serves the front at the other end of `fd` until it closes. `state`: an AcpStart. For child_fork.
 */
void acp_session_serve(int fd, void *state);
