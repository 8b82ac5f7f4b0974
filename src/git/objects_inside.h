/* What git/objects is made of: one shape of question for both of its ways to read a repository.
   For src/git/objects* alone. */
#pragma once

#include "git/objects.h"

#include "base/fs.h"
#include "base/map.h"

typedef struct git_repository git_repository;

/* One way to read a repository. Ids are full; paths are relative to the root of the work tree,
   whatever part was asked for. */
typedef struct GitReader {
    /* The id of the commit that a revision names; the same that git would say. */
    bool (*resolve)(GitObjects *objects, Arena *arena, Str revision, Str *id, Err *err);
    /* An object's bytes. */
    bool (*read)(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                 Err *err);
    bool (*merge_base)(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err);
    /* What differs, in any order, renames as two changes. Of the work tree the old side is that of
       `base`, and what only its time tells to be changed may be among it. */
    bool (*changes)(GitObjects *objects, Arena *arena, const GitRange *range, GitChangeVec *changes,
                    Err *err);
    bool (*file)(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side, Err *err);
    /* The bytes of a file of the work tree as git would store them. */
    bool (*convert)(GitObjects *objects, Arena *arena, Str path, Str *bytes, Err *err);
    /* The id that bytes of a file would have. */
    bool (*hash)(GitObjects *objects, Arena *arena, Str bytes, Str *id, Err *err);
    void (*close)(GitObjects *objects);
} GitReader;

struct GitObjects {
    GitRepo repo;
    const GitReader *reader;
    Str root;        /* of the whole work tree; empty: there is none */
    FsTree tree;     /* the same; fd < 0: not opened yet */
    bool is_shallow; /* history ends somewhere */
    bool is_partial; /* some objects are elsewhere */
    Map shallow;     /* ids of the commits at which it ends */
    git_repository *library;
};

/* The way of libgit2; *known: it can read this repository. */
bool git_library_open(Arena *arena, GitObjects *objects, bool *known, Err *err) MUST_USE;

/* Of an id in full. */
bool git_objects_read_commit(GitObjects *objects, Arena *arena, Str id, GitCommit *commit,
                             Err *err) MUST_USE;

/* Says that something is missing, and what may bring it. */
bool git_objects_missing(const GitObjects *objects, const char *what, Str name, Err *err);
/* The same of a revision; of what two commits have in common. */
bool git_objects_unknown(const GitObjects *objects, Str revision, Err *err);
bool git_objects_unrelated(const GitObjects *objects, Str a, Str b, Err *err);

/* Fills in the id that the content of a working side would have, where it is not known. */
void git_objects_identify(GitObjects *objects, Arena *arena, GitSide *side);

/* Pairs files that went with files that came: the same content first, then what is alike (at least
   half), as git does. */
void git_renames_find(GitObjects *objects, Arena *arena, GitChangeVec *changes);
