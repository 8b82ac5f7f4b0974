/* The tokens of a file, as far as reading calls and marks needs them: words, strings and single
   marks, without comments. Brackets know their partners. */
#pragma once

#include "lang/registry.h"

/* A file with more tokens is not read: it is generated. */
#define ROUTE_TOKENS_MAX 400000

typedef enum RouteTokenSort {
    ROUTE_WORD,
    ROUTE_STRING,
    ROUTE_MARK
} RouteTokenSort;

typedef struct RouteToken {
    uint32_t start, end;
    uint32_t inner, inner_end; /* of a string: without prefix and quotes */
    uint32_t partner;          /* of a bracket: index of the other one; else its own index */
    uint32_t line;
    uint8_t sort;
} RouteToken;
typedef VEC(RouteToken) RouteTokenVec;

/* False if there are too many. */
bool route_tokens(Arena *arena, const Language *language, Str text, RouteTokenVec *tokens);
