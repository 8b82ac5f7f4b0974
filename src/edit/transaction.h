/* Transactions on a user's files: a set of edits is written whole or not at all, journalled, and
   can be taken back. New contents are written next to the files, synced and journalled, then
   renamed. After a crash the next start finishes or undoes what was begun. The journal and the
   contents before each commit are in the state directory, not in the repository. */
#pragma once

#include "edit/edit.h"

/* Commits that are kept for rollback. */
#define EDIT_COMMITS_KEPT 50

typedef struct EditPlace {
    Str root;  /* absolute and real; nothing outside is written, whatever links say */
    Str state; /* our directory for this root (edit_state_directory) */
} EditPlace;

typedef struct EditCommit {
    Str id; /* of the journal, as shown to users */
    Str description;
    int64_t time;             /* seconds since 1970 */
    bool rolled_back;         /* taken back, and not redone since */
    EditFileVec files;        /* without contents */
    Str note;                 /* set by what makes it: what a user must know besides, or empty */
    EditRefusalVec conflicts; /* set by an edit_commit that fails for its files: why, for each */
} EditCommit;
typedef VEC(EditCommit) EditCommitVec;

/* The directory for journal and backups of a root, below $XDG_STATE_HOME/fovea/. */
Str edit_state_directory(Arena *arena, Str root);

/* Reads a file as it would be edited. ERR_NOT_FOUND: it may not be edited: the path leads out of
   the root, to what belongs to git or to fovea, to no regular file, or to what is read-only. */
bool edit_read_file(Arena *arena, const EditPlace *place, Str path, Str *bytes, bool *found,
                    Err *err) MUST_USE;

/* Finishes or undoes a commit that was interrupted; *said tells a user what was done, or is empty.
   Called first by the functions below. */
bool edit_recover(Arena *arena, const EditPlace *place, Str *said, Err *err) MUST_USE;

/* Writes the set, whose `before` must be what the files hold. A file that changed since is merged
   (three-way) if that is clean. ERR_STALE, and nothing is written, if it is not. An empty
   set->refused is required. On success *done is the journal's entry. */
bool edit_commit(Arena *arena, const EditPlace *place, const EditSet *set, Str description,
                 EditCommit *done, Err *err) MUST_USE;

/* The journal, newest first, without contents. */
bool edit_log(Arena *arena, const EditPlace *place, EditCommitVec *commits, Err *err) MUST_USE;

/* Takes a commit back (`id` empty: the newest that is in effect) and spares what the user changed
   since, by a three-way merge. Where that conflicts: ERR_STALE, *conflicts has the places, and
   nothing is touched. */
bool edit_rollback(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
                   EditRefusalVec *conflicts, Err *err) MUST_USE;
/* Undoes a rollback (`id` empty: the newest rollback), likewise. */
bool edit_redo(Arena *arena, const EditPlace *place, Str id, EditCommit *done,
               EditRefusalVec *conflicts, Err *err) MUST_USE;
