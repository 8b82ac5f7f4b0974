/* Which files a text search looks at: what git does not ignore below a directory, narrowed by
   paths, patterns of paths, and languages or extensions. */
#pragma once

#include "search/text.h"
#include "tools/tool.h"

typedef struct GrepFiles {
    FsTree tree;
    Str prefix;        /* of its paths when they are shown: empty, or ending in a slash */
    TextFileVec list;  /* in byte order of the paths */
    size_t unreadable; /* directories that were left out */
    Str ignored_by;    /* where there is no file at all: the ignore rule that leaves them out */
} GrepFiles;

/* `paths`, joined by LF: directories, files, patterns (`*.c`, `src/a*`, `!*_test.go`); empty: the
   working directory. `types`: language ids or extensions, joined by commas; empty: all. */
bool grep_files_open(ToolCall *call, Str paths, Str types, GrepFiles *files, Err *err) MUST_USE;
void grep_files_close(GrepFiles *files); /* works as SCOPED(grep_files_close) */
