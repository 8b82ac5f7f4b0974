/* Ways to derive from a type that no declaration shows: a macro or a call that has its name, a
   template that derives from its argument, an anonymous class, a lambda, a matching shape.
   LangFacts say which of them a language has. */
#pragma once

#include "search/mention_search.h"

typedef enum HeirWay {
    HEIR_MACRO,     /* `impl Shape for $t` in a macro */
    HEIR_CALL,      /* `type("B", (Base,), {})` */
    HEIR_ARGUMENT,  /* `struct Both : All<Base>` */
    HEIR_ANONYMOUS, /* `new Rule() {` */
    HEIR_BASE,      /* the head of a type: `class C : global::N.Foo` */
    HEIR_ALIAS,     /* `Name = Base`, where the other name is not followed */
    HEIR_WAY_COUNT
} HeirWay;

typedef struct HeirPlace {
    uint32_t file;
    uint32_t line;
} HeirPlace;

/* Places that are kept of each way. */
#define HEIR_PLACES_MAX 3

typedef struct Heirs {
    VEC(HeirPlace) of[HEIR_WAY_COUNT];
    bool more[HEIR_WAY_COUNT]; /* there are others */
    bool shapes;               /* types fit it without naming it */
    bool lambdas;              /* functions of the right type do */
    uint32_t missed;           /* files that were not searched */
} Heirs;

/* Finds lines of code of such a kind that contain the word, the type's name. Lines whose base has
   an edge are left out. Needs the catalog's symbols and links. */
bool heirs_find(const MentionSearch *search, Arena *arena, uint32_t symbol, Str word, Heirs *heirs,
                Err *err) MUST_USE;
