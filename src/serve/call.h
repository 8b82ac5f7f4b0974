/* One tool run in the exchange's own process. */
#pragma once

#include "serve/server.h"

/* What the process may read: the client's roots where the operator named none. */
ToolContext call_context(Exchange *exchange);
typedef struct CallAnswer {
    Str text;
    Json *images; /* content blocks, or NULL */
    Str since;    /* the mark of an earlier answer, or whatever asks for one; empty: none asked */
    bool structured;   /* asked for as a value, too */
    uint64_t page;     /* of a long answer: the one that was asked for; 0: none */
    size_t page_bytes; /* how large one may be; 0: no bound */
} CallAnswer;

/* Runs a tool. `arguments`: an object or NULL; `most`: what its answer should fit in unless the
   arguments ask for more, 0: no bound. */
bool call_run(Exchange *exchange, const Tool *tool, const Json *arguments, size_t most,
              CallAnswer *answer, Err *err) MUST_USE;
