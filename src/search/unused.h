/* Symbols that nothing in the repository references, and why they may be used all the same. */
#pragma once

#include "index/catalog/catalog.h"

#define UNUSED_DOUBTS(X) \
    X(EXPORTED, "exported") \
    X(MEMBER, "a member of what is exported") \
    X(OBJECT, "reachable through a value that may be passed on") \
    X(ENTRY, "entry point by its name") \
    X(OPERATOR, "an operator or implicit: used without its name") \
    X(NAMED, "its name stands elsewhere in the code") \
    X(NAMESAKE, "a method of that name is used elsewhere") \
    X(INHERITED, "a base of its type is of another repository") \
    X(DECORATED, "decorated: a framework may call it") \
    X(BUILT, "a macro may build its name") \
    X(PARTS, "a string beside a hole begins or ends its name") \
    X(TESTS, "used by tests")

typedef enum UnusedDoubt {
#define X(name, text) UNUSED_BIT_##name,
    UNUSED_DOUBTS(X)
#undef X
    UNUSED_DOUBT_COUNT
} UnusedDoubt;

#define UNUSED(name) (1u << UNUSED_BIT_##name)

typedef struct UnusedSymbol {
    uint32_t symbol;
    unsigned doubts; /* UNUSED(…) bits; 0: nothing speaks for a use */
} UnusedSymbol;
typedef VEC(UnusedSymbol) UnusedSymbolVec;

Str unused_doubt_text(UnusedDoubt doubt);

/* Functions, methods, types and macros of source files (no tests, nothing generated or vendored)
   that no code but tests references, themselves and their members left out; what lies in one that
   is unused is not told again. Fewest doubts first, then the longest. Needs the catalog's symbols,
   links and mentions. */
UnusedSymbolVec unused_find(Catalog *catalog, Arena *arena);
/* Fewest doubts first, then the longest. */
void unused_sort(const Catalog *catalog, UnusedSymbolVec *list);

/* What an `impl … for …` of Rust or an `instance` of Haskell, that `head` begins, gives an
   implementation of, without its path; empty: of nothing. */
Str unused_implemented(Str head);
/* Whether a base, interface or class of that name is in the repository. */
bool unused_is_own_base(Catalog *catalog, Str name);
