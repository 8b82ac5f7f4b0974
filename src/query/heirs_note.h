/* What `implementations` says of ways to derive from a type that it does not follow
   (search/heirs.h). */
#pragma once

#include "session/send.h"
#include "session/session.h"

/* Adds a note of the answer where the type may have other heirs, with at most HEIR_PLACES_MAX
   places of each way. Nothing for a method. */
void heirs_note(SessionRequest *request, IndexSession *session, uint32_t symbol);
