/* Runs one tool in the exchange's own process. */
#pragma once

#include "serve/server.h"

/* Returns the context of the call. The client's roots are used if the operator named none. */
ToolContext call_context(Exchange *exchange);
typedef struct CallAnswer {
    Str text;
    Json *images; /* content blocks, or NULL */
    Str since;    /* mark of an earlier answer, or any text that asks for a mark; empty: neither */
    bool structured;   /* the answer is wanted as a value, too */
    uint64_t page;     /* the requested page of a long answer; 0: none */
    size_t page_bytes; /* limit of a page; 0: none */
} CallAnswer;

/* `arguments`: an object or NULL. `most`: the size that the answer should have unless the arguments
   ask for more; 0: any. */
bool call_run(Exchange *exchange, const Tool *tool, const Json *arguments, size_t most,
              CallAnswer *answer, Err *err) MUST_USE;
