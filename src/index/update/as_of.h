/* A catalog of another state than the work tree's: of a commit, or of what is staged. Files that
   differ are put into the catalog in memory with the outlines that they have in that state, and
   what that touches is resolved anew, as an update does it; nothing is stored. What the whole graph
   says of symbols (ranks, risk) stays that of the work tree. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"
#include "index/update/outlines.h"

typedef struct AsOfFile {
    Str path;
    const OutlineJob *content; /* with its outline; NULL: it is not there in that state */
} AsOfFile;

/* The catalog must be whole, in memory, and the caller's own: not lazy, not lean. Paths and
   contents must live as long as it does. */
bool as_of_take(Arena scratch, Catalog *catalog, const GitRepo *repo, const AsOfFile *files,
                size_t count, Err *err) MUST_USE;
