/* The symbol of an organisation's repositories that a text names, as query_symbol finds it in
   one. */
#pragma once

#include "org/org_calls.h"
#include "session/send.h"
#include "session/session.h"

/* Where it is looked for. */
typedef struct OrgScope {
    Org *org;
    const OrgAsked *asked;
    IndexSession *session;
} OrgScope;

/* Finds it among the candidates that the database gives. Notes of the session say what else is
   meant; its catalog is left as that of the candidates. Fails as query_symbol does. */
bool org_symbol(SessionRequest *request, const OrgScope *scope, Str text, OrgPlace *place,
                Err *err) MUST_USE;
