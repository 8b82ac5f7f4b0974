/* Finds places for a question: the best declarations of the best files, or the files. */
#pragma once

#include "explore/search_level.h"

/* A file next to those found: it imports `of`, a found file, or is imported by it. */
typedef struct SearchFile {
    Str path, of;
    bool imported;
} SearchFile;
typedef VEC(SearchFile) SearchFileVec;

/* A word that was looked for. */
typedef struct SearchWord {
    Str word, typed; /* typed: as the question has it, if the index has only the former */
    bool found;      /* the index has it */
} SearchWord;
typedef VEC(SearchWord) SearchWordVec;

typedef struct SearchFound {
    SearchPlace *places; /* best first */
    size_t count;
    uint32_t total;              /* files with any of the question's words */
    bool more;                   /* a database has more such files */
    uint32_t known, wanted;      /* files searchable now; searchable in the end */
    uint32_t embedded, to_embed; /* the same for vectors; 0 and 0: no embedder is configured */
    Str note;                    /* failures; such an answer is not stored */
    SearchWordVec words;         /* of the question; not in a stored answer */
    SearchFileVec files;         /* next to those of the places, if requested */
} SearchFound;

typedef enum SearchMode {
    SEARCH_HYBRID,  /* by words, and by the embedder's vectors if it has any */
    SEARCH_LEXICAL, /* only by the question's own words */
    SEARCH_VECTOR,  /* by the embedder's vectors; without one, by words of similar meaning */
} SearchMode;
extern const char *const search_modes[];

typedef struct SearchWanted {
    Str text;
    Str also; /* further words that the code may have */
    SearchMode mode;
    SearchLevel level;
    size_t count;
    Str kind;                      /* name of a kind, or empty */
    const bool *left_out;          /* by file id; NULL: none */
    bool docs;                     /* only prose, comments and docstrings */
    const struct SearchNear *near; /* search_vectors.h; hits of a database by vectors, or NULL */
} SearchWanted;

/* Checks a question: it is not empty and has at most QUESTION_BYTES_MAX. */
bool search_check(const char *param, Str text, Err *err) MUST_USE;
/* Says that no file has any of the words that were looked for. `path`: of the files, or empty. */
void search_put_nothing(Buf *out, SessionRequest *request, Str text, Str path);
/* A short reason why a place was found. */
Str search_why(Arena *arena, const Question *question, const SearchPlace *place);
/* Sorts best first; equal places keep the order of discovery. */
void search_sort_places(SearchPlace *places, size_t count);
/* Maximum number of files whose places are examined. */
size_t search_files_limit(const SearchWanted *wanted);
/* Finds the places; their texts are not filled in. */
bool search_places(SessionRequest *request, const IndexSession *session, const SearchWanted *wanted,
                   SearchFound *found, Err *err) MUST_USE;
