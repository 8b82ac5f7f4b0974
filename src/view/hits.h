/* How the answer of a text search looks: hits by file and enclosing symbol, neighbours as one
   block, under a ceiling of tokens. Lines become narrower, then blocks smaller, then hits fewer
   until it fits; what is left out is counted, and a cursor leads to it. */
#pragma once

#include "lang/outline.h"
#include "search/text.h"
#include "view/format.h"

/* Hits on one page. */
#define SEARCH_HITS_MAX 200
/* A page costs at most this many tokens a line, with lines around hits no more than this many hits
   alone may cost, and this many for its head and foot. */
#define SEARCH_LINE_TOKENS 30
#define SEARCH_PAGE_TOKENS (SEARCH_HITS_MAX * SEARCH_LINE_TOKENS)
#define SEARCH_FRAME_TOKENS 250

typedef struct HitSymbol {
    Str name; /* qualified */
    SymbolKind kind;
    uint32_t start_line, end_line;
    bool declares; /* only announces what is defined elsewhere */
} HitSymbol;

typedef struct HitFile {
    Str path;       /* as shown */
    uint64_t hits;  /* in all of the file */
    uint64_t stamp; /* of its version, for the cursor */
    const TextLine *lines;
    size_t count;
    const HitSymbol *const *symbols; /* one for each line; NULL: none */
} HitFile;
typedef VEC(HitFile) HitFileVec;

typedef struct HitDefinition {
    Str path;
    const HitSymbol *symbol;
} HitDefinition;
typedef VEC(HitDefinition) HitDefinitionVec;

typedef struct HitPlace {
    Str path;
    uint64_t hits;
} HitPlace;
typedef VEC(HitPlace) HitPlaceVec;

typedef struct HitAnswer {
    Str pattern;
    bool regex;
    uint64_t hits, files; /* all of them */
    uint64_t searched;    /* files */
    uint64_t binary, unreadable, given_up;
    uint64_t first;  /* how many hits are on the pages before */
    HitFileVec list; /* of this page */
    HitDefinitionVec definitions;
    HitPlaceVec places; /* directories with the hits of later pages, most first */
    uint32_t merge, context;
    uint64_t query;                /* identifies the search, for the cursor */
    Str note;                      /* a line of its own, or empty */
    Str cursor_word, narrow_words; /* in the words of who asks: `--cursor`, what narrows */
    bool files_only;               /* files without their lines; `cursor` leads to the next */
    Str cursor;
} HitAnswer;

/* Fixed width, hexadecimal: what `cursor` of the next call is. */
typedef struct HitCursor {
    uint64_t query, stamp, line;
} HitCursor;
Str hits_cursor(Arena *arena, HitCursor cursor);
bool hits_cursor_parse(Str text, HitCursor *cursor);

/* The part of a line that is shown in `width` bytes, with its match in it; marks of what is cut off
   count. Starts at the line's first non-blank. */
Str hits_excerpt(Arena *arena, const TextLine *line, size_t width);

void hits_write(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer);
/* Inside view: the first lines, and the form of an answer that has files_only. */
void hits_put_head(Buf *out, const HitAnswer *answer, uint64_t shown);
void hits_write_files(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer);
