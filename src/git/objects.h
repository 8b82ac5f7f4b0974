/* Commits, trees and files of a repository, and what differs between two states of it. By libgit2;
   what that cannot read (SHA-256, reftable, extensions that it does not know) by the program git,
   started with nothing that the repository configures (git/program.h). Either way nothing is
   executed, fetched or written. Ids are lower-case hex. Results live in the arena that they were
   asked for with. For one thread.

   Errors: ERR_NOT_FOUND for what is not there, with a hint where a shallow or partial clone, or a
   repository without commits, is the reason; ERR_FAILED for what is damaged. */
#pragma once

#include "git/repo.h"

#include "base/vec.h"

typedef struct GitObjects GitObjects;

/* `repo` as git_repo_find gives it, or a directory that is a repository without a work tree. No
   repository: ERR_NOT_FOUND. The user's own settings count as they do for git: which files are
   ignored, how ends of lines are stored. Another user's repository is read, too. */
bool git_objects_open(Arena *arena, const GitRepo *repo, GitObjects **objects, Err *err) MUST_USE;
/* The same, always by the program git; for tests. */
bool git_objects_open_program(Arena *arena, const GitRepo *repo, GitObjects **objects,
                              Err *err) MUST_USE;
void git_objects_close(GitObjects **objects); /* works as SCOPED; NULL: nothing */

typedef VEC(Str) GitIdVec;

typedef struct GitCommit {
    Str id;
    Str tree;
    GitIdVec parents; /* none at the boundary of a shallow clone */
    Str author_name;
    Str author_email;
    int64_t time;        /* of the author, seconds since 1970 */
    int64_t commit_time; /* of the committer: what orders history */
    Str summary;         /* the first paragraph on one line */
    Str message;         /* all of it */
} GitCommit;

/* The commit that a revision names: a branch, a tag, HEAD~3, an abbreviated id, origin/main, what
   git knows. */
bool git_objects_commit(GitObjects *objects, Arena *arena, Str revision, GitCommit *commit,
                        Err *err) MUST_USE;
/* Whether the parents of a commit (id) are not here: a shallow clone ends at it. */
bool git_objects_is_end(const GitObjects *objects, Str commit);
/* Whether history ends somewhere for want of commits; whether it is the program git that reads. */
bool git_objects_is_shallow(const GitObjects *objects);
bool git_objects_is_by_program(const GitObjects *objects);
/* Where two commits (ids) parted. ERR_NOT_FOUND when they have nothing in common. */
bool git_objects_merge_base(GitObjects *objects, Arena *arena, Str a, Str b, Str *base,
                            Err *err) MUST_USE;

/* Kinds of files, as git stores them. */
#define GIT_MODE_FILE 0100644
#define GIT_MODE_EXECUTABLE 0100755
#define GIT_MODE_LINK 0120000   /* its text is the target */
#define GIT_MODE_COMMIT 0160000 /* a submodule: its id is a commit of another repository */

typedef struct GitSide {
    Str path;      /* relative to the root of the repository, or of its part */
    Str id;        /* empty: not known; a working file that git has not seen */
    unsigned mode; /* GIT_MODE_*; 0: there is none */
    bool working;  /* the content is the file in the work tree: git_objects_working */
} GitSide;

typedef struct GitChange {
    GitSide old;
    GitSide new;
    unsigned similarity; /* per cent; 0: it was not renamed */
    bool conflicted;     /* a merge is not resolved: of what is staged there is no `new` */
} GitChange;
typedef VEC(GitChange) GitChangeVec;

typedef enum GitTo {
    GIT_TO_COMMIT,
    GIT_TO_STAGED,
    GIT_TO_WORKING, /* untracked files that are not ignored included */
} GitTo;

typedef struct GitRange {
    Str base; /* id of a commit; empty: before the first one */
    GitTo to;
    Str head;         /* of GIT_TO_COMMIT: id of a commit */
    const Str *paths; /* files and directories; none: all */
    size_t path_count;
} GitRange;

/* All files that differ, by path (of the new side where there is one), renamed ones paired as `git
   diff -M` does. What is staged and working is compared with what the file is now, so a file that
   was removed from the index and still stands in the work tree is no deleted one. A nested
   repository that is not tracked counts as one file (GIT_MODE_COMMIT). */
bool git_objects_changes(GitObjects *objects, Arena *arena, const GitRange *range,
                         GitChangeVec *changes, Err *err) MUST_USE;

/* The files in which a commit differs from its first parent, in any order, renames as two changes.
   Reads trees alone. */
bool git_objects_touched(GitObjects *objects, Arena *arena, const GitCommit *commit,
                         GitChangeVec *changes, Err *err) MUST_USE;

typedef struct GitContent {
    Str bytes;
    bool too_large; /* more than was asked for, and none are here */
} GitContent;

/* A file's content, at most `max` bytes. */
bool git_objects_blob(GitObjects *objects, Arena *arena, Str id, size_t max, GitContent *content,
                      Err *err) MUST_USE;
/* The content of a file of the work tree as git would store it: ends of lines converted, a symbolic
   link as its target. */
bool git_objects_working(GitObjects *objects, Arena *arena, Str path, size_t max,
                         GitContent *content, Err *err) MUST_USE;
/* The content of either side of a change; none: empty. */
bool git_objects_content(GitObjects *objects, Arena *arena, const GitSide *side, size_t max,
                         GitContent *content, Err *err) MUST_USE;
/* That these contents are going to be read: where each question costs a process they are fetched
   together. Those that are missing, or too many, say so when they are read. */
bool git_objects_expect(GitObjects *objects, const Str *ids, size_t count, Err *err) MUST_USE;
/* What a path is at a commit (id); mode 0: there is no such file. */
bool git_objects_file(GitObjects *objects, Arena *arena, Str commit, Str path, GitSide *side,
                      Err *err) MUST_USE;
