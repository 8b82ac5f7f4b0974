/* Unused symbols: those that nothing in the repository references, and reasons to doubt that. */
#pragma once

#include "index/catalog/catalog.h"

#define UNUSED_DOUBTS(X) \
    X(EXPORTED, "exported") \
    X(MEMBER, "a member of an exported symbol") \
    X(OBJECT, "reachable through a value that may be passed on") \
    X(ENTRY, "entry point by its name") \
    X(OPERATOR, "an operator or implicit: used without its name") \
    X(NAMED, "its name stands elsewhere in the code") \
    X(NAMESAKE, "a method of that name is used elsewhere") \
    X(INHERITED, "a base of its type is of another repository") \
    X(DECORATED, "decorated: a framework may call it") \
    X(BUILT, "a macro may build its name") \
    X(ATTRIBUTE, "an attribute may make the compiler or the loader use it") \
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
    unsigned doubts; /* UNUSED(…) bits; 0: no reason to doubt */
} UnusedSymbol;
typedef VEC(UnusedSymbol) UnusedSymbolVec;

Str unused_doubt_text(UnusedDoubt doubt);

/* Functions, methods, types and macros of source files (no tests, nothing generated or vendored)
   that no code but tests references. References from themselves and their members do not count.
   Symbols nested in an unused one are not listed separately. Fewest doubts first, then the longest.
   Needs the catalog's symbols, links and mentions. */
UnusedSymbolVec unused_find(Catalog *catalog, Arena *arena);
/* Sorts as unused_find does. */
void unused_sort(const Catalog *catalog, UnusedSymbolVec *list);

/* The trait or class, without its path, that an `impl … for …` (Rust) or an `instance` (Haskell)
   implements; `head` is the block's beginning. Empty: none. */
Str unused_implemented(Str head);
/* Whether the repository declares a trait, interface or class of that name. */
bool unused_is_own_base(Catalog *catalog, Str name);
