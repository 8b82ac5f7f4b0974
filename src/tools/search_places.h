/* Places for a question: the best declarations of the best files, or the files themselves. */
#pragma once

#include "tools/search_level.h"

/* A file beside those found, which `of`, one of them, imports, or which imports that. */
typedef struct SearchFile {
    Str path, of;
    bool imported;
} SearchFile;
typedef VEC(SearchFile) SearchFileVec;

typedef struct SearchFound {
    SearchPlace *places; /* best first */
    size_t count;
    uint32_t total;              /* files that have any of the question's words */
    uint32_t known, wanted;      /* files that are searchable, and that are to be */
    uint32_t embedded, to_embed; /* the same by an embedder; 0 and 0: none is configured */
    Str note;            /* what could not be done as it should; such an answer is not kept */
    SearchFileVec files; /* beside those of the places, when they are asked for */
} SearchFound;

typedef enum SearchMode {
    SEARCH_HYBRID,  /* by words, and by the embedder's vectors where there are any */
    SEARCH_LEXICAL, /* by the question's own words alone */
    SEARCH_VECTOR,  /* by the embedder's vectors; without one by words of about the same meaning */
} SearchMode;
extern const char *const search_modes[];

typedef struct SearchWanted {
    Str text;
    SearchMode mode;
    SearchLevel level;
    size_t count;
    size_t file_places;   /* of one file at most; 0: as search has it */
    Str kind;             /* name of a kind, or empty */
    const bool *left_out; /* by file id; NULL: none */
    bool docs;            /* prose, comments and docstrings alone */
} SearchWanted;

/* Whether it can be asked: it has characters, and not more than QUESTION_BYTES_MAX. */
bool search_check(const char *param, Str text, Err *err) MUST_USE;
/* Why it was found, in a few words. */
Str search_why(Arena *arena, const Question *question, const SearchPlace *place);
/* Best first; of equal ones in the order in which they were found. */
void search_sort_places(SearchPlace *places, size_t count);
/* Texts are not filled in. */
bool search_places(ToolCall *call, const IndexSession *session, const SearchWanted *wanted,
                   SearchFound *found, Err *err) MUST_USE;
