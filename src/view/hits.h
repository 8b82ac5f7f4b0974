/* The view of a text search: hits by file and enclosing symbol, adjacent lines as one block, within
   a token limit. To fit, lines become narrower, then blocks smaller, then hits fewer. Omitted hits
   are counted, and a cursor leads to them. */
#pragma once

#include "lang/outline.h"
#include "search/text.h"
#include "view/format.h"

/* Maximum number of hits on one page. */
#define SEARCH_HITS_MAX 200
/* Token limits: per line, for the lines of a page, and for its head and foot. Lines around hits
   must fit the same limit as hits alone. */
#define SEARCH_LINE_TOKENS 30
#define SEARCH_PAGE_TOKENS (SEARCH_HITS_MAX * SEARCH_LINE_TOKENS)
#define SEARCH_FRAME_TOKENS 250

typedef struct HitSymbol {
    Str name; /* qualified */
    SymbolKind kind;
    uint32_t start_line, end_line;
    bool declares; /* a mere declaration */
} HitSymbol;

typedef struct HitFile {
    Str path;       /* as shown */
    uint64_t hits;  /* in the whole file */
    uint64_t stamp; /* of this version of the file, for the cursor */
    const TextLine *lines;
    size_t count;
    const HitSymbol *const *symbols; /* enclosing symbol of each line; NULL: none */
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
    uint64_t hits, files; /* in total */
    uint64_t searched;    /* files */
    uint64_t binary, unreadable, given_up;
    uint64_t first;  /* number of hits on earlier pages */
    HitFileVec list; /* files of this page */
    HitDefinitionVec definitions;
    HitPlaceVec places; /* directories of hits on later pages, most hits first */
    uint32_t merge, context;
    uint64_t query;                /* hash of the query, for the cursor */
    Str note;                      /* a line of its own, or empty */
    Str cursor_word, narrow_words; /* names for the caller: `--cursor`, narrowing options */
    bool files_only;               /* files without lines; `cursor` leads to the next files */
    Str cursor;
} HitAnswer;

/* A position in the results. Its text is hexadecimal of fixed width, for `cursor` of the next
   call. */
typedef struct HitCursor {
    uint64_t query, stamp, line;
} HitCursor;
Str hits_cursor(Arena *arena, HitCursor cursor);
bool hits_cursor_parse(Str text, HitCursor *cursor);

/* The part of a line that is shown in `width` bytes, starting at the first non-blank; it contains
   the match. Marks of omission count. */
Str hits_excerpt(Arena *arena, const TextLine *line, size_t width);

void hits_write(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer);
/* Internal to view: the first lines, and the answer with files_only. */
void hits_put_head(Buf *out, const HitAnswer *answer, uint64_t shown);
void hits_write_files(Buf *out, Arena scratch, ViewFormat format, const HitAnswer *answer);
