/* Internal header of git/objects: the interface of the two back ends, and their common code. Only
   for src/git/objects*. */
#pragma once

#include "git/git_program.h"
#include "git/objects.h"

#include "base/fs.h"
#include "base/limits_git.h"
#include "base/map.h"
#include "git/git_log.h"
#include "git/mailmap.h"

typedef struct git_repository git_repository;

/* A back end that reads a repository. Ids are full. Paths are relative to the root of the whole
   work tree, even if the repository was narrowed to a part. */
typedef struct GitReader {
    /* The id of the commit that a revision names, as git resolves it. */
    bool (*resolve)(GitObjects *objects, Arena *arena, Str revision, Str *id, Err *err);
    /* Which of these refs, by full name, there are. */
    bool (*has_refs)(GitObjects *objects, Arena *arena, const Str *names, size_t count, bool *there,
                     Err *err);
    /* The full names of all refs. */
    bool (*list_refs)(GitObjects *objects, Arena *arena, GitIdVec *names, Err *err);
    /* Whether the id of a commit, or of a tag, begins with these hex digits. */
    bool (*begins_commit)(GitObjects *objects, Arena *arena, Str digits, bool *there, Err *err);
    /* The bytes of an object. */
    bool (*read)(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                 Err *err);
    /* Prefetches objects; NULL: the back end gains nothing by it. */
    bool (*expect)(GitObjects *objects, const Str *ids, size_t count, Err *err);
    bool (*merge_base)(GitObjects *objects, Arena *arena, Str a, Str b, Str *base, Err *err);
    /* The changes, in any order, with renames as two changes. For the work tree the old side is
       `base`. Files that differ only in their times may be included. */
    bool (*changes)(GitObjects *objects, Arena *arena, const GitRange *range, GitChangeVec *changes,
                    Err *err);
    /* A file or a directory (GIT_MODE_TREE) of a commit; mode 0: neither. */
    bool (*file)(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side, Err *err);
    /* The bytes of a working file as git would store them. */
    bool (*convert)(GitObjects *objects, Arena *arena, Str path, Str *bytes, Err *err);
    /* The ids of a history, newest first. NULL: git/log walks it. */
    bool (*history)(GitObjects *objects, Arena *arena, const GitLogOptions *options, GitIdVec *ids,
                    Err *err);
    void (*close)(GitObjects *objects);
} GitReader;

struct GitObjects {
    Arena *arena;
    GitRepo repo;
    const GitReader *reader;
    Str root;        /* root of the whole work tree; empty: a bare repository */
    FsTree tree;     /* that directory; fd < 0: not opened yet */
    bool is_shallow; /* the clone is shallow */
    Map shallow;     /* set of ids: the shallow boundary */
    bool is_sha256;
    git_mailmap *mailmap; /* of the work tree; NULL: it has none, or it is not read yet */
    bool mailmap_is_read;
    git_repository *library;
    GitProgram program; /* opened on first use; program.arena is set then */
    bool is_disarmed;
    Arena kept; /* prefetched contents, by id (Str) */
    Map contents;
};

/* Opens the libgit2 back end. False: it cannot read this repository. */
bool git_library_open(Arena *arena, GitObjects *objects) MUST_USE;
/* Opens the back end of the program git. */
bool git_program_reader_open(Arena *arena, GitObjects *objects, Err *err) MUST_USE;

/* For questions that libgit2 cannot answer: traversal across a shallow boundary, and a sparse or
   split index. Opens the program git if it is not open yet. */
bool git_objects_need_program(GitObjects *objects, Err *err) MUST_USE;
bool git_program_resolve(GitObjects *objects, Arena *arena, Str revision, Str *id,
                         Err *err) MUST_USE;
bool git_program_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base,
                            Err *err) MUST_USE;
bool git_program_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;

/* Whether the name is a full id, which git takes for one whatever refs there are. */
bool git_is_whole_id(const GitObjects *objects, Str name);
/* The name with which a revision begins: `main` of `main~2`, `main^{tree}`, `main@{u}`. */
Str git_revision_name(Str revision);

/* Must enclose all other uses of libgit2. */
bool git_library_start(Err *err) MUST_USE;
void git_library_stop(void);
/* The id of a blob with this content (SHA-1); empty on failure. */
Str git_library_hash(Arena *arena, Str bytes);

/* Reads a commit by its full id. */
bool git_objects_read_commit(GitObjects *objects, Arena *arena, Str id, GitCommit *commit,
                             Err *err) MUST_USE;

#define GIT_MODE_TREE 0040000
/* Bytes of a binary object id. Repositories with SHA-256 are left to the program git. */
#define GIT_SHA1_BYTES 20

typedef struct GitTreeEntry {
    Str name;
    unsigned mode; /* one of GIT_MODE_* */
    Str id;        /* bytes, not hex */
} GitTreeEntry;

/* Parses a mode in octal: `100644`. */
unsigned git_mode_parse(Str octal);
Str git_hex_of(Arena *arena, Str bytes);
/* Takes the next entry of a tree object's bytes; false at the end, or if it is damaged. */
bool git_tree_take(Str *rest, size_t id_bytes, GitTreeEntry *entry);
/* Looks up side->path below a tree (id) and sets the side's id and mode; mode 0: nothing there. */
bool git_tree_find_path(GitObjects *objects, Arena *arena, Arena scratch, Str tree, GitSide *side,
                        Err *err) MUST_USE;

typedef struct GitTrees {
    Str old; /* ids of trees; empty: the empty tree */
    Str new;
    const Map
        *same; /* or NULL: by directory, an id (bytes); an old subtree with that id is skipped */
    GitIdVec *skipped; /* the skipped directories, with a trailing slash */
} GitTrees;

/* Compares two trees, within the range's paths. */
bool git_trees_compare(GitObjects *objects, Arena *arena, const GitRange *range,
                       const GitTrees *trees, GitChangeVec *changes, Err *err) MUST_USE;

/* Makes the range's paths relative to the whole work tree. No paths remain where everything is
   wanted. */
bool git_objects_widen_paths(const GitObjects *objects, Arena *arena, GitRange *range,
                             Err *err) MUST_USE;
/* Whether the range includes the path, or, for a directory, may include something in it. */
bool git_objects_is_wanted(const GitRange *range, Str path, bool directory);

/* The path relative to the part that the repository was narrowed to. */
Str git_objects_below_part(const GitObjects *objects, Str path);
bool git_objects_no_work_tree(Err *err);
bool git_objects_too_many(const char *what, Err *err);
/* Whether the path, relative to the whole work tree, is a directory. */
bool git_objects_has_directory(GitObjects *objects, Arena *arena, Str path);
/* Sets the mode of the file at side->path of the whole work tree, and for a nested repository the
   id of its commit. False: nothing that git would store. */
bool git_objects_look(GitObjects *objects, Arena *arena, GitSide *side);

/* Sets an error that something is missing, with a hint how to get it. Returns false. */
bool git_objects_missing(const GitObjects *objects, const char *what, Str name, Err *err);
/* The same for an unknown revision, and for two commits without a common ancestor. */
bool git_objects_unknown(GitObjects *objects, Str revision, Err *err);
bool git_objects_unrelated(const GitObjects *objects, Str a, Str b, Err *err);

/* Sets the id of a working side by hashing its content, if it is not known. */
void git_objects_identify(GitObjects *objects, Arena *arena, GitSide *side);

/* Rename detection: pairs removed files with added ones, identical contents first, then those at
   least 50 % similar, as git does. */
void git_renames_find(GitObjects *objects, Arena *arena, GitChangeVec *changes);
