/* What git/objects is made of: one shape of question for both of its ways to read a repository.
   For src/git/objects* alone. */
#pragma once

#include "git/objects.h"
#include "git/program.h"

#include "base/fs.h"
#include "base/limits_git.h"
#include "base/map.h"
#include "git/log.h"

typedef struct git_repository git_repository;

/* One way to read a repository. Ids are full; paths are relative to the root of the work tree,
   whatever part was asked for. */
typedef struct GitReader {
    /* The id of the commit that a revision names; the same that git would say. */
    bool (*resolve)(GitObjects *objects, Arena *arena, Str revision, Str *id, Err *err);
    /* An object's bytes. */
    bool (*read)(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                 Err *err);
    /* These objects are going to be read; NULL: that makes no difference. */
    bool (*expect)(GitObjects *objects, const Str *ids, size_t count, Err *err);
    bool (*merge_base)(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err);
    /* What differs, in any order, renames as two changes. Of the work tree the old side is that of
       `base`, and what only its time tells to be changed may be among it. */
    bool (*changes)(GitObjects *objects, Arena *arena, const GitRange *range, GitChangeVec *changes,
                    Err *err);
    bool (*file)(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side, Err *err);
    /* The bytes of a file of the work tree as git would store them. */
    bool (*convert)(GitObjects *objects, Arena *arena, Str path, Str *bytes, Err *err);
    /* The ids of a history, newest first; NULL: git/log walks it. */
    bool (*history)(GitObjects *objects, Arena *arena, const GitLogOptions *options, GitIdVec *ids,
                    Err *err);
    void (*close)(GitObjects *objects);
} GitReader;

struct GitObjects {
    Arena *arena;
    GitRepo repo;
    const GitReader *reader;
    Str root;        /* of the whole work tree; empty: there is none */
    FsTree tree;     /* the same; fd < 0: not opened yet */
    bool is_shallow; /* history ends somewhere */
    Map shallow;     /* ids of the commits at which it ends */
    bool is_sha256;
    git_repository *library;
    GitProgram program; /* opened when it is needed: program.arena */
    bool is_disarmed;
    Arena kept; /* contents that were expected, by id (Str) */
    Map contents;
};

/* The way of libgit2. False: it cannot read this repository. */
bool git_library_open(Arena *arena, GitObjects *objects) MUST_USE;
/* The way of the program git. */
bool git_program_reader_open(Arena *arena, GitObjects *objects, Err *err) MUST_USE;

/* What the program says where libgit2 does not: across the boundaries of a shallow clone, and of an
   index that is sparse or split. */
bool git_objects_need_program(GitObjects *objects, Err *err) MUST_USE;
bool git_program_resolve(GitObjects *objects, Arena *arena, Str revision, Str *id,
                         Err *err) MUST_USE;
bool git_program_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base,
                            Err *err) MUST_USE;
bool git_program_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;

/* Around everything else here. */
bool git_library_start(Err *err) MUST_USE;
void git_library_stop(void);
/* SHA-1 of a file's content as git counts it; empty when that fails. */
Str git_library_hash(Arena *arena, Str bytes);

/* Of an id in full. */
bool git_objects_read_commit(GitObjects *objects, Arena *arena, Str id, GitCommit *commit,
                             Err *err) MUST_USE;

#define GIT_MODE_TREE 0040000
/* Of a binary object id; repositories with SHA-256 are left to the program git. */
#define GIT_SHA1_BYTES 20

typedef struct GitTreeEntry {
    Str name;
    unsigned mode; /* one of GIT_MODE_* */
    Str id;        /* bytes, not hex */
} GitTreeEntry;

/* `100644` */
unsigned git_mode_parse(Str octal);
Str git_hex_of(Arena *arena, Str bytes);
/* The next entry of a tree's bytes; false at the end, or where it is damaged. */
bool git_tree_take(Str *rest, size_t id_bytes, GitTreeEntry *entry);
/* The one of that name. */
bool git_tree_find(Arena *arena, Str tree, Str name, Str *id, unsigned *mode);
/* What stands at side->path below a tree (id): its id and mode; mode 0: nothing. */
bool git_tree_find_path(GitObjects *objects, Arena *arena, Arena scratch, Str tree, GitSide *side,
                        Err *err) MUST_USE;

typedef struct GitTrees {
    Str old; /* ids; empty: nothing */
    Str new;
    const Map
        *same; /* by directory, an id (bytes): where `old` has it, nothing is to be told; NULL */
    GitIdVec *skipped; /* those directories, with a slash */
} GitTrees;

/* What differs between two trees, within the range's paths. */
bool git_trees_compare(GitObjects *objects, Arena *arena, const GitRange *range,
                       const GitTrees *trees, GitChangeVec *changes, Err *err) MUST_USE;

/* The range's paths as they are in the whole work tree, none where all is asked for. */
bool git_objects_widen_paths(const GitObjects *objects, Arena *arena, GitRange *range,
                             Err *err) MUST_USE;
/* Whether the path is asked for, or something below it may be. */
bool git_objects_is_wanted(const GitRange *range, Str path, bool directory);

/* Without the part that the repository was narrowed to. */
Str git_objects_below_part(const GitObjects *objects, Str path);
bool git_objects_no_work_tree(Err *err);
bool git_objects_too_many(const char *what, Err *err);
/* Of the whole work tree. */
bool git_objects_has_directory(GitObjects *objects, Arena *arena, Str path);
/* Fills in what stands at a path of the whole work tree: the mode, and of a repository within it
   its commit. False: nothing that git would store. */
bool git_objects_look(GitObjects *objects, Arena *arena, GitSide *side);

/* Whether some objects are elsewhere (git clone --filter). */
bool git_objects_are_partial(const GitObjects *objects, Arena *arena);

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
