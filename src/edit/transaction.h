/* Transactions on a user's files: a set of edits is written entirely or not at all, journalled, and
   can be rolled back. New contents are written next to the files, synced and journalled, then
   renamed. After a crash the next start finishes or undoes the transaction. The journal and the
   contents before each commit are in the state directory, not in the repository. */
#pragma once

#include "edit/edit.h"

/* Commits kept for rollback. */
#define EDIT_COMMITS_KEPT 50

typedef struct EditPlace {
    Str root;  /* absolute, links resolved; nothing outside is written, even through links */
    Str state; /* our directory for this root (edit_state_directory) */
} EditPlace;

typedef struct EditCommit {
    Str id; /* of the journal, as shown to users */
    Str description;
    uint64_t task;            /* commits of one task are rolled back together */
    uint64_t turn;            /* the number of its latest step */
    VEC(Str) others;          /* set by edit_rollback, edit_redo: the task's other commits */
    int64_t time;             /* seconds since 1970 */
    bool rolled_back;         /* rolled back, and not redone since */
    EditFileVec files;        /* without contents */
    Str note;                 /* set by the operation: a remark for the user, or empty */
    EditRefusalVec conflicts; /* set if edit_commit fails for its files: the reason for each */
} EditCommit;
typedef VEC(EditCommit) EditCommitVec;

/* The directory for journal and backups of a root, below $XDG_STATE_HOME/fovea/. */
Str edit_state_directory(Arena *arena, Str root);

/* Reads a file for editing. ERR_NOT_FOUND: it may not be edited, since the path leaves the root,
   belongs to git or fovea, is no regular file, or is read-only. */
bool edit_read_file(Arena *arena, const EditPlace *place, Str path, Str *bytes, bool *found,
                    Err *err) MUST_USE;

/* Finishes or undoes an interrupted commit; *said reports it to the user, or is empty. Called first
   by the functions below. */
bool edit_recover(Arena *arena, const EditPlace *place, Str *said, Err *err) MUST_USE;

/* Writes the set, whose `before` must be the current contents. A file changed since is merged
   (three-way); on a conflict the error is ERR_STALE, and nothing is written. set->refused must be
   empty. On success *done is the journal's entry. */
bool edit_commit(Arena *arena, const EditPlace *place, const EditSet *set, Str description,
                 EditCommit *done, Err *err) MUST_USE;

/* The journal, newest first, without contents. */
bool edit_log(Arena *arena, const EditPlace *place, EditCommitVec *commits, Err *err) MUST_USE;

/* Rolls a commit back (`id` empty: the newest in effect, with the other commits of its task); a
   three-way merge keeps the user's later changes. On a conflict: ERR_STALE, *conflicts has the
   places, and the files stay as they are. */
bool edit_rollback(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
                   EditRefusalVec *conflicts, Err *err) MUST_USE;
/* Redoes a rollback (`id` empty: the newest, with the other commits of its task) in the same
   way. */
bool edit_redo(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
               EditRefusalVec *conflicts, Err *err) MUST_USE;
