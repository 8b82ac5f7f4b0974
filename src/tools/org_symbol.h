/* The symbol of an organisation's repositories that a text names, as query_symbol finds it in
   one. */
#pragma once

#include "org/calls.h"
#include "session/session.h"
#include "tools/tool.h"

/* Finds it among the candidates that the database gives. Notes of the session say what else is
   meant; session->catalog is left as that of the candidates. Fails as query_symbol does. */
bool org_symbol(ToolCall *call, Org *org, const OrgAsked *asked, Str text, IndexSession *session,
                OrgPlace *place, Err *err) MUST_USE;
