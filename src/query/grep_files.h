/* Selects the files of a text search: those below a directory that git does not ignore, narrowed by
   paths, path patterns, and languages or extensions. */
#pragma once

#include "git/gaps.h"
#include "query/query.h"
#include "search/text.h"

typedef struct GrepFiles {
    FsTree tree;
    Str prefix;        /* shown before its paths: empty, or ending in a slash */
    TextFileVec list;  /* in byte order of the paths */
    size_t unreadable; /* directories that were left out */
    Str ignored_by;    /* if there is no file at all: the ignore rule that leaves them out */
    Str root;          /* of the walk; empty: only named files are searched */
    WalkGaps gaps;     /* what the walk did not list, below `root` */
    Str unfit;         /* patterns and types that fit no listed file: `'*.zz', type kotlin` */
} GrepFiles;

/* Which files a search wants. */
typedef struct GrepWanted {
    Str paths; /* directories, files and patterns (`*.c`, `src/a*`, `!*_test.go`), one a line;
                  empty: the working directory */
    Str types; /* language ids or extensions, separated by commas; empty: all */
    QueryFilter filter;
} GrepWanted;

/* A type that is no language and the extension of no file is an error. */
bool grep_files_open(SessionRequest *request, const GrepWanted *wanted, GrepFiles *files,
                     Err *err) MUST_USE;
void grep_files_close(GrepFiles *files); /* works as SCOPED(grep_files_close) */
