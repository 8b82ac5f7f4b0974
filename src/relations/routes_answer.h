/* The answer of `routes`, and what answers about a handler say of its routes. */
#pragma once

#include "search/route_table.h"
#include "session/send.h"
#include "session/session.h"

typedef struct RoutesQuestion {
    Str pattern; /* a part of the path, the handler's name or the file; empty: all */
    uint64_t limit;
    uint64_t from; /* number of the first one */
    Str question;  /* for the cursor */
    Str call;      /* the call that continues */
} RoutesQuestion;

bool routes_answer(SessionRequest *request, IndexSession *session, const RoutesQuestion *question,
                   Err *err) MUST_USE;

/* Notes the routes of which the symbol is the handler, with the requests that reach them; and of a
   symbol that sends requests the handlers that they reach. */
bool routes_note(SessionRequest *request, IndexSession *session, uint32_t symbol,
                 Err *err) MUST_USE;
