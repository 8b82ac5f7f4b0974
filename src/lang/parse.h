/* One guarded parse. All memory of the parser and the tree comes from `memory`, whatever the
   grammar does: when it passes its cap, the time limit, or trips an assertion, the parse is
   abandoned and its memory forgotten. The tree lives until the arena it was made in is reset. */
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
    PARSE_FAILED, /* the grammar refused, or an assertion failed */
} ParseStatus;

/* Called with the finished tree while its memory is alive; the walk's own allocations by tree
   cursors are guarded too. */
typedef void (*ParseVisit)(void *context, TSTree *tree);

typedef struct ParseSource {
    Str text;
    ElidedSpans elided;    /* each is read as one blank. Rows and columns behind one are not the
                       text's. With    gaps a parse is given up at the first syntax error */
    const FoveaTrim *trim; /* what the tree need not keep; NULL: nothing */
    size_t memory_max;     /* a cap below that of limits.h; 0: none */
    size_t broken_max;     /* the same where there are syntax errors */
} ParseSource;

/* `memory` is used up to the cap that limits.h gives for this length, or the source's, and is
   free again on return. */
ParseStatus parse_visit(Arena memory, const TSLanguage *grammar, const ParseSource *source,
                        const OutlineOptions *options, ParseVisit visit, void *context);
/* Of the text that is being visited, some parts as if they were all there is; NULL when they have
   syntax errors or the time is over. Lives as long as the visited tree, or until it is deleted.
   Only within a visit. */
TSTree *parse_part(const TSLanguage *grammar, const TSRange *parts, uint32_t count);
Str parse_status_text(ParseStatus status);
/* The text to parse: a copy changed by the language's prepare function, or the text itself. */
Str parse_prepare(Arena *scratch, const Language *language, Str text);
