/* What a list of callers may lack: calls through values whose types nobody knows, and uses that do
   not write the name. The lines that name it are counted, so that an answer can say how many there
   are, or that there are none. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

typedef struct CallsSeen {
    bool any;       /* callers or uses are known */
    bool tests;     /* some of them in tests */
    uint64_t sites; /* places in the code that the answer counts */
    bool elsewhere; /* others of the name are counted apart: what it stands in for */
    bool whole;     /* as a rule it counts all: nothing is said where no place is left */
} CallsSeen;

/* A sentence in the arena, with the call that shows the places where there are any. */
Str calls_unresolved(ToolCall *call, const IndexSession *session, uint32_t symbol,
                     const CallsSeen *seen);
/* Whether so few symbols have the name that the places of all of them can be told apart. */
bool calls_have_few(const Catalog *catalog, uint32_t symbol);
/* The operator that the symbol is for those who do not write its name (`operator+`, `__add__`,
   Kotlin's and Rust's `plus`, `add`), as it is written; empty when it is none. */
Str calls_operator(const Language *language, const Entry *entry, Str name);
