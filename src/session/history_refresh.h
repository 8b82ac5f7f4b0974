/* Background refresh of the history facts (index/history). No answer waits for it. */
#pragma once

#include "session/session.h"

/* Updates them to HEAD in this process; for one that is updating the index anyway. */
void history_refresh(SessionRequest *request, const IndexSession *place);
/* Starts a background process that updates the history, if HEAD has moved. */
void history_refresh_start(SessionRequest *request, IndexSession *session);
