/* Guarded parse: tree-sitter with limits of time, memory and depth. All memory of the parser and
   the tree comes from `memory`. If a parse exceeds a limit, or an assertion in the grammar fails,
   it is abandoned and its memory dropped as a whole. The tree is valid only during the visit. */
#pragma once

#include "lang/elide/elide.h"
#include "lang/lang.h"

#include <fovea_grammars.h>
#include <tree_sitter/api.h>

typedef enum ParseStatus {
    PARSE_OK,
    PARSE_TIMED_OUT,
    PARSE_OUT_OF_MEMORY,
    PARSE_CANCELLED,
    PARSE_FAILED, /* the parser gave up, or an assertion failed */
} ParseStatus;

/* Called with the finished tree, which is invalid after the call. What tree cursors allocate in it
   comes from the guarded memory too. */
typedef void (*ParseVisit)(void *context, TSTree *tree);

typedef struct ParseSource {
    Str text;
    ElidedSpans elided;    /* each is read as one blank. Rows and columns after one differ from
                              the text's. With spans a parse stops at the first syntax error */
    const FoveaTrim *trim; /* nodes that the tree need not keep; NULL: it keeps all */
    size_t memory_max;     /* a cap in bytes below that of limits.h; 0: none */
    size_t broken_max;     /* a lower cap once there are syntax errors; 0: none */
} ParseSource;

/* Parses the source and calls `visit` with the tree. Uses `memory` up to the cap in limits.h for
   the text's length, or the source's own; all of it is free again on return. If the result is not
   PARSE_OK, `visit` was not called or was left in the middle. */
ParseStatus parse_visit(Arena memory, const TSLanguage *grammar, const ParseSource *source,
                        const OutlineOptions *options, ParseVisit visit, void *context);
/* Parses only the given ranges of the text that is being visited, as if there were nothing else.
   NULL if they have syntax errors, the limit of time is reached, or no visit is going on. The tree
   is valid until it is deleted, at most until the end of the visit. */
TSTree *parse_part(const TSLanguage *grammar, const TSRange *parts, uint32_t count);
/* For people; empty for PARSE_OK. */
Str parse_status_text(ParseStatus status);
/* The text to parse: a copy changed by the language's prepare function, or the text itself. */
Str parse_prepare(Arena *scratch, const Language *language, Str text);
