/* A catalog as of another state than the work tree: a commit, or the staged files.

   The catalog is an overlay in memory. Files that differ get the outlines they have in that state,
   and the references this touches are resolved again, as an update does it (dirty.h). Nothing is
   stored. Metrics of the whole graph (ranks, risk) stay those of the work tree. */
#pragma once

#include "git/repo.h"
#include "index/catalog/catalog.h"
#include "index/update/outlines.h"

typedef struct AsOfFile {
    Str path;
    const OutlineJob *content; /* with its outline; NULL: absent in that state */
} AsOfFile;

/* The catalog must be whole, in memory and owned by the caller: neither lazy nor lean. Paths and
   contents must live as long as the catalog does. False with an error when resolving fails; the
   catalog is then half changed. */
bool as_of_take(Arena scratch, Catalog *catalog, const GitRepo *repo, const AsOfFile *files,
                size_t count, Err *err) MUST_USE;

/* Like as_of_take, but for files whose contents have not changed: takes their outlines in again and
   resolves their references. Nothing changes if the catalog equals the result of an update. */
typedef struct AsOfAgain {
    uint32_t id;
    const Outline *outline; /* with references */
} AsOfAgain;
bool as_of_again(Arena scratch, Catalog *catalog, const GitRepo *repo, const AsOfAgain *files,
                 size_t count, Err *err) MUST_USE;
