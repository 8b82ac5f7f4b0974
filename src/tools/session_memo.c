/* What a process that answers several calls from one catalog may keep from one to the next. */
#include "tools/session.h"

SessionMemo *session_memo(const ToolCall *call, const IndexSession *session)
{
    const SessionWarm *warm = call->context->warm;
    return session->warm && warm->view.stage == LIVE_CURRENT ? warm->memo : NULL;
}

void session_spend(const ToolCall *call, const IndexSession *session)
{
    if (session->warm)
        call->context->warm->memo->spent = true;
}
