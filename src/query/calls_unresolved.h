/* Says which callers a list may lack: calls through values of unknown type, uses that do not write
   the name, and uses in files that are not followed. All lines of text that have the name are
   counted, so the answer can say how many are left, or that none is. */
#pragma once

#include "query/mentions.h"

typedef struct CallsSeen {
    bool any;        /* callers or uses are known */
    bool tests;      /* some of them in tests */
    uint64_t sites;  /* places in the code that the answer counts */
    bool elsewhere;  /* methods that it overrides are counted separately */
    bool whole;      /* the list is complete as a rule: nothing is said if no line is left */
    uint64_t shared; /* those of the places that methods it overrides count as theirs */
} CallsSeen;

/* Returns a sentence in the arena, with the call that shows the lines, if there are any. *named is
   set to the same as a value, if lines were looked for; it may be NULL. */
Str calls_unresolved(SessionRequest *request, IndexSession *session, uint32_t symbol,
                     const CallsSeen *seen, Json **named);
/* Whether few enough symbols share the name to tell their uses apart. */
bool calls_have_few(const Catalog *catalog, uint32_t symbol);
/* Returns the operator that calls the symbol without writing its name: `+` for `operator+`,
   `__add__`, Kotlin's `plus` and Rust's `add`. May be empty. */
Str calls_operator(const Language *language, const Entry *entry, Str name);
/* The same for what calls a symbol that code may call by name as well: `foreach` for GetEnumerator
   (LangFacts.protocols). */
Str calls_protocol(const Language *language, const Entry *entry, Str name);
/* The sentence about such calls. */
Str calls_protocol_text(Arena *arena, Str sign);
