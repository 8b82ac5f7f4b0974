/* Read access to a repository: commits, trees, blobs, and the changes between two states.
   Repositories that libgit2 cannot read (SHA-256, reftable, unknown extensions) are read by the
   program git, which ignores the repository's configuration (git/git_program.h). Neither executes,
   fetches or writes anything. Ids are lower-case hex. Results are allocated in the arena passed to
   the call. Not thread-safe. Errors: ERR_NOT_FOUND for missing objects, with a hint if a shallow or
   partial clone, or a repository without commits, is the reason; ERR_FAILED for damage. */
#pragma once

#include "git/repo.h"

#include "base/vec.h"

typedef struct GitObjects GitObjects;

/* Opens the repository that git_repo_find filled in, or a bare repository's directory.
   ERR_NOT_FOUND without a repository. The user's own git settings apply: ignored files, conversion
   of line ends. The owner of the repository does not matter. */
bool git_objects_open(Arena *arena, const GitRepo *repo, GitObjects **objects, Err *err) MUST_USE;
/* The same, but always with the program git; for tests. */
bool git_objects_open_program(Arena *arena, const GitRepo *repo, GitObjects **objects,
                              Err *err) MUST_USE;
void git_objects_close(GitObjects **objects); /* works as SCOPED; NULL: nothing */

typedef VEC(Str) GitIdVec;

typedef struct GitCommit {
    Str id;
    Str tree;
    GitIdVec parents; /* none at a shallow boundary */
    Str author_name;
    Str author_email;
    int64_t time;        /* author's time, seconds since 1970 */
    int64_t commit_time; /* committer's time, by which history is ordered */
    Str summary;         /* the first paragraph on one line */
    Str message;         /* the whole message */
} GitCommit;

/* Reads the commit that a revision names: a branch, a tag, HEAD~3, an abbreviated id, origin/main
   or any other form that git knows. A name that two refs bear, or a ref and an abbreviated id, is
   an error. */
bool git_objects_commit(GitObjects *objects, Arena *arena, Str revision, GitCommit *commit,
                        Err *err) MUST_USE;
/* Sets that error. */
bool git_objects_is_clear(GitObjects *objects, Arena *arena, Str revision, Err *err) MUST_USE;
/* The branch or tag whose name is nearest to an unknown revision's; or empty. */
Str git_objects_nearest_ref(GitObjects *objects, Arena *arena, Str revision);
/* Whether a commit (id) is a shallow boundary: its parents are not in the repository. */
bool git_objects_is_end(const GitObjects *objects, Str commit);
/* Whether the clone is shallow; whether the program git reads the repository. */
bool git_objects_is_shallow(const GitObjects *objects);
bool git_objects_is_by_program(const GitObjects *objects);
/* Whether it is a partial clone (git clone --filter), where objects may be missing. */
bool git_objects_are_partial(const GitObjects *objects, Arena *arena);
/* Whether `git replace` or grafts give commits other parents or contents. They are not followed,
   since anybody who can write to the repository may hide a change by them. */
bool git_objects_are_replaced(GitObjects *objects, Arena *arena);
#define GIT_REPLACED_NOTE \
    "this is the history without git replace and grafts, which git itself follows"
/* The merge base of two commits (ids). ERR_NOT_FOUND when they have no common ancestor. */
bool git_objects_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base,
                            Err *err) MUST_USE;

/* File modes, as git stores them. */
#define GIT_MODE_FILE 0100644
#define GIT_MODE_EXECUTABLE 0100755
#define GIT_MODE_LINK 0120000   /* a symbolic link; its content is the target */
#define GIT_MODE_COMMIT 0160000 /* a submodule: its id is a commit of another repository */

typedef struct GitSide {
    Str path;        /* relative to the root of the repository, or of its part */
    Str id;          /* empty: not known, as for a working file that git has not hashed */
    unsigned mode;   /* GIT_MODE_*; 0: no file */
    bool working;    /* the content is the file in the work tree: git_objects_working */
    const Str *text; /* the content itself, where it is in no file yet: an editor's; or NULL */
} GitSide;

typedef struct GitChange {
    GitSide old;
    GitSide new;
    unsigned similarity; /* of a rename, per cent; 0: not renamed */
    bool conflicted;     /* unresolved merge conflict; a staged change then has no `new` */
} GitChange;
typedef VEC(GitChange) GitChangeVec;

typedef enum GitTo {
    GIT_TO_COMMIT,
    GIT_TO_STAGED,
    GIT_TO_WORKING, /* includes untracked files that are not ignored */
} GitTo;

typedef struct GitRange {
    Str base; /* id of a commit; empty: the empty tree */
    GitTo to;
    Str head;         /* for GIT_TO_COMMIT: id of a commit */
    const Str *paths; /* files and directories; none: all */
    size_t path_count;
} GitRange;

/* All files that differ, sorted by path (the new one if it exists), with renames paired as `git
   diff -M` does. Staged and working changes compare with the file as it is now: a file removed from
   the index but still in the work tree is not deleted. An untracked nested repository counts as one
   file (GIT_MODE_COMMIT). */
bool git_objects_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;

/* The files in which a commit differs from its first parent, in any order, with renames as two
   changes. Reads only tree objects. */
bool git_objects_touched(GitObjects *objects, Arena *arena, const GitCommit *commit,
                         GitChangeVec *changes, Err *err) MUST_USE;

typedef struct GitContent {
    Str bytes;
    bool too_large; /* larger than the limit; `bytes` is empty */
} GitContent;

/* The content of a blob, if it has at most `max` bytes. */
bool git_objects_blob(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                      Err *err) MUST_USE;
/* The content of a file of the work tree as git would store it: line ends converted, a symbolic
   link as its target. */
bool git_objects_working(GitObjects *objects, Arena *arena, Str path, size_t max,
                         GitContent *content, Err *err) MUST_USE;
/* The content of one side of a change; empty if it has no file. */
bool git_objects_content(GitObjects *objects, Arena *arena, const GitSide *side, size_t max,
                         GitContent *content, Err *err) MUST_USE;
/* Prefetches contents that are about to be read: with the program git, one process then serves them
   all. Contents that are missing or beyond the limit are reported when they are read. */
bool git_objects_expect(GitObjects *objects, const Str *ids, size_t count, Err *err) MUST_USE;
/* Finds the first of the range's paths that is nowhere: neither in one of the commits nor in the
   work tree, as a file or as a directory. SIZE_MAX: all are somewhere. */
bool git_objects_find_unknown(GitObjects *objects, Arena *arena, const GitRange *range,
                              size_t *unknown, Err *err) MUST_USE;
/* Looks up a path at a commit (id); mode 0: the file does not exist. */
bool git_objects_file(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side,
                      Err *err) MUST_USE;
