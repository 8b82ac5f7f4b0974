/* Text search over the files of a directory: first what is hit and how often, on all cores; then
   the lines of the few files that are shown. A hit is a line with a match. */
#pragma once

#include "base/fs.h"
#include "base/vec.h"
#include "text/pattern.h"

typedef enum TextState {
    TEXT_NOT_REACHED, /* the search ended before it */
    TEXT_SEARCHED,
    TEXT_BINARY,
    TEXT_UNREADABLE,
    TEXT_GIVEN_UP, /* the pattern needs too many steps on it */
} TextState;

typedef struct TextFile {
    Str path; /* below the tree */
    uint64_t size;
    uint64_t stamp;
    uint64_t hits;
    uint64_t further; /* matches behind the first of their lines, where these are counted */
    TextState state;
} TextFile;
typedef VEC(TextFile) TextFileVec;

typedef struct TextSearch {
    const FsTree *tree;
    const Pattern *pattern;
    const volatile bool *cancel; /* may be NULL */
    bool matches;                /* count all matches of a line */
} TextSearch;

/* Fills in hits and state of each file. Fails when it is cancelled, and when the pattern is too
   costly on more than SEARCH_GIVEN_UP_MAX files. */
bool text_count(const TextSearch *search, TextFile *files, size_t count, Err *err) MUST_USE;

typedef struct TextLine {
    uint64_t line;                 /* from 1 */
    uint64_t offset;               /* of the match in the file; of the line when it has none */
    uint32_t matches;              /* 0: a line around a hit */
    bool more_before, more_behind; /* only a part of the line is kept */
    Str text;                      /* that part, without line end */
    size_t match_start, match_end; /* of the first match, in text */
} TextLine;
typedef VEC(TextLine) TextLineVec;

typedef struct TextPage {
    uint64_t after_line; /* hits on later lines only */
    uint64_t limit;      /* so many hits */
    uint32_t context;    /* lines before and behind each */
    uint32_t merge;      /* of two hits at most so many lines apart, the lines between them too */
} TextPage;

typedef struct TextLines {
    TextLineVec list; /* in order */
    uint64_t hits;    /* among them */
    uint64_t skipped; /* hits up to after_line */
    Str text; /* the whole file, in the scratch; empty when larger than SEARCH_WINDOW_BYTES */
} TextLines;

/* Of one file with hits. False when it cannot be read any more. Context does not reach from one
   window of a huge file into another. */
bool text_lines(Arena *arena, Arena *scratch, const TextSearch *search, const TextFile *file,
                const TextPage *page, TextLines *lines) MUST_USE;
