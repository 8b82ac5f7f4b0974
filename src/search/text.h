/* Text search over the files of a directory, in two passes. The first counts the hits of all files
   on all cores; the second collects the lines of the few files to be shown. A hit is a line in
   which a match begins. */
#pragma once

#include "base/fs.h"
#include "base/vec.h"
#include "text/coding.h"
#include "text/pattern.h"

/* Files are read through a window of this size, cut between lines; a longer line is searched piece
   by piece. */
#define SEARCH_WINDOW_BYTES (4 * MB)
/* The search ends after this many files on which the pattern needed too many steps. */
#define SEARCH_GIVEN_UP_MAX 16

typedef enum TextState {
    TEXT_NOT_REACHED, /* the search ended before it */
    TEXT_SEARCHED,
    TEXT_BINARY,
    TEXT_UNREADABLE,
    TEXT_GIVEN_UP, /* the pattern needs too many steps on this file */
} TextState;

typedef struct TextFile {
    Str path; /* relative to the tree */
    uint64_t size;
    uint64_t stamp;
    uint64_t hits;
    uint64_t further; /* matches after the first on their lines, if counted */
    TextState state;
    bool hides_code;   /* only its code was searched (lang/reading.h) */
    bool is_pointer;   /* of git LFS: what it stands for is elsewhere */
    TextCoding coding; /* in which it was read, as far as the pattern makes a difference */
} TextFile;
typedef VEC(TextFile) TextFileVec;

typedef struct TextSearch {
    const FsTree *tree;
    const Pattern *pattern;
    const volatile bool *cancel; /* may be NULL */
    bool matches;                /* count all matches of a line */
} TextSearch;

/* Fills in hits and state of each file. Fails when cancelled, and when the pattern is too costly on
   more than SEARCH_GIVEN_UP_MAX files. */
bool text_count(const TextSearch *search, TextFile *files, size_t count, Err *err) MUST_USE;

typedef struct TextLine {
    uint64_t line;                 /* from 1 */
    uint64_t offset;               /* of the match, in the file, or in its text in UTF-8 where it
                                      is in another encoding; of the line if it has no match */
    uint32_t matches;              /* 0: a context line */
    bool goes_on;                  /* a further line of the match that began above */
    bool more_before, more_behind; /* only part of the line is kept */
    Str text;                      /* that part, without line end */
    size_t match_start, match_end; /* of the first match, in text */
} TextLine;
typedef VEC(TextLine) TextLineVec;

typedef struct TextPage {
    uint64_t after_line; /* only hits on later lines */
    uint64_t limit;      /* maximum number of hits */
    uint32_t context;    /* lines before and after each hit */
    uint32_t merge;      /* also show the lines between hits at most this many lines apart */
} TextPage;

typedef struct TextLines {
    TextLineVec list; /* in order */
    uint64_t hits;    /* among them */
    uint64_t skipped; /* hits up to after_line */
    Str text;         /* the whole file in UTF-8, in scratch; empty when larger than
                         SEARCH_WINDOW_BYTES */
} TextLines;

/* Collects the lines of one file with hits. False when it can no longer be read. Context does not
   cross the windows in which a huge file is read. */
bool text_lines(Arena *arena, Arena *scratch, const TextSearch *search, const TextFile *file,
                const TextPage *page, TextLines *lines) MUST_USE;
