/* Keeps the facts of the repository's history (index/history) up to date. No answer waits for it.
 */
#pragma once

#include "session/session.h"

/* Brings them up to HEAD in this process, which is making the index anyway. */
void history_refresh(SessionRequest *request, const IndexSession *place);
/* Starts a process that does so if HEAD has moved. */
void history_refresh_start(SessionRequest *request, IndexSession *session);
