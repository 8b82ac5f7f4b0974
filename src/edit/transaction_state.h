/* What the files of the transaction share. Only for src/edit/transaction*.c. */
#pragma once

#include "base/buf.h"
#include "base/fs_replace.h"
#include "edit/transaction.h"

/* One file: a source of 64 MB is generated, and the agent's patches are of files that people read.
   All files of one edit, each before and after: they are held in memory. Files: a rename in a
   monorepo changes some thousand. */
#define EDIT_FILE_BYTES_MAX (64 * MB)
#define EDIT_SET_BYTES_MAX (512 * MB)
#define EDIT_FILES_MAX 20000
/* A journal entry: EDIT_FILES_MAX paths of usual length. */
#define EDIT_ENTRY_BYTES_MAX (32 * MB)
/* Compressed contents kept for one root. Beyond it the oldest commits are dropped: enough for 50
   commits of some hundred files each. */
#define EDIT_BACKUP_BYTES_MAX (512 * MB)
/* How long a commit waits for another one on the same root: a person waits, and a commit of some
   hundred files takes a second or two. */
#define EDIT_LOCK_MS 10000

typedef char EditHash[HASH_CONTENT_BYTES];
typedef VEC(Str) EditStrVec;

/* ---- transaction_journal.c: entries, and the transaction that is under way ---- */

/* What the latest step of an entry (its commit, rollback or redo) did to a file. */
typedef struct JournalFile {
    Str from, to;           /* path before and after, as users name it; empty: no file */
    EditHash before, after; /* contents; unset where there is no file */
    unsigned mode, owner, group;
    uint32_t start, end; /* as in EditFile */
} JournalFile;
typedef VEC(JournalFile) JournalFileVec;

typedef struct JournalEntry {
    uint64_t number; /* of the commit; its id */
    uint64_t nonce;  /* of the latest step */
    uint64_t turn;   /* number of the latest step among all steps of the root */
    int64_t time;
    bool rolled_back;
    Str description;
    JournalFileVec files;
    EditStrVec directories; /* made by it; removed with it if they are empty then */
} JournalEntry;
typedef VEC(JournalEntry) JournalEntryVec;

typedef enum StepKind {
    STEP_REPLACE,
    STEP_CREATE,
    STEP_DELETE,
    STEP_KIND_COUNT
} StepKind;

/* One name in the tree that a transaction changes. */
typedef struct JournalStep {
    StepKind kind;
    Str path; /* relative to the root, without links */
    uint32_t file;
    EditHash before, after;
    FsInode made; /* the new file, once it is made */
    FsNew new;    /* not in the journal */
} JournalStep;
typedef VEC(JournalStep) StepVec;

/* The transaction that is under way. */
typedef struct PendingFile {
    bool begun;         /* names may have been exchanged; else only new files were made */
    JournalEntry entry; /* to be written when all is done: that is the commit point */
    StepVec steps;
    EditStrVec directories; /* made for it */
    EditStrVec leaving;     /* to be removed at its end if they are empty */
    EditStrVec contents;    /* to be backed up; not in the journal */
} PendingFile;

typedef struct Journal {
    Arena *arena;
    Str state;
    FsRoot root;
    int lock;
} Journal;

/* Opens journal and root, and takes the lock. */
bool journal_open(Arena *arena, const EditPlace *place, Journal *journal, Err *err) MUST_USE;
void journal_close(Journal *journal); /* works as SCOPED(journal_close) */

/* All entries, newest first. Damaged ones are left out. */
bool journal_list(Arena *arena, const Journal *journal, JournalEntryVec *entries,
                  Err *err) MUST_USE;
bool journal_find(Arena *arena, const Journal *journal, uint64_t number, JournalEntry *entry,
                  bool *found, Err *err) MUST_USE;
/* Writes an entry so that it lasts; on failure the former one is in effect. */
bool journal_write(const Journal *journal, const JournalEntry *entry, Err *err) MUST_USE;
/* The number of the next commit, and the turn of the next step. */
uint64_t journal_next(const JournalEntryVec *entries, uint64_t *turn);
bool journal_remove(const Journal *journal, uint64_t number);

bool pending_read(Arena *arena, const Journal *journal, PendingFile *pending, bool *found,
                  Err *err) MUST_USE;
bool pending_write(const Journal *journal, const PendingFile *pending, Err *err) MUST_USE;
bool pending_remove(const Journal *journal);

EditStatus journal_status(const JournalFile *file);
/* The entry for users; of a rolled-back one, what its commit had done. */
void journal_show(Arena *arena, const JournalEntry *entry, EditCommit *commit);

/* ---- transaction_record.c: their bytes ---- */

Str record_put_entry(Arena *arena, const JournalEntry *entry);
/* False when it is damaged. Texts point into the bytes. */
bool record_take_entry(Arena *arena, Str bytes, JournalEntry *entry) MUST_USE;
Str record_put_pending(Arena *arena, const PendingFile *pending);
bool record_take_pending(Arena *arena, Str bytes, PendingFile *pending) MUST_USE;

/* ---- transaction_backup.c: contents ---- */

/* Stores contents, synced to disk. */
bool backup_put(const Journal *journal, const EditStrVec *contents, Err *err) MUST_USE;
bool backup_get(Arena *arena, const Journal *journal, const EditHash hash, Str *content,
                Err *err) MUST_USE;
/* Drops the oldest commits beyond the caps, and contents that no entry names. *said tells the user
   of dropped commits. */
void backup_prune(Arena *arena, const Journal *journal, Str *said);

/* ---- transaction_plan.c: what is to be done ---- */

/* Finds the files of a set and merges what changed since. `origins` has mode and owner of files
   that are to be made, one for each file of the set, or is NULL. What cannot be done is in
   *refused. */
bool plan_make(const Journal *journal, const EditSet *set, const JournalFile *origins,
               PendingFile *pending, EditRefusalVec *refused, Err *err) MUST_USE;

/* ---- transaction_undo.c: undoing it, and what is removed at its end ---- */

/* What undoing and finishing found. */
typedef struct Outcome {
    Arena *arena;
    EditStrVec kept;    /* files with contents that nobody expected */
    VEC(uint32_t) left; /* steps that stay done, since a user changed their files since */
    Str failed; /* path of a file for which something could not be done: to be tried again */
} Outcome;

/* Names of ours: of a step's new file, and of the former one where names cannot be exchanged. */
Str step_new_name(Arena *arena, const PendingFile *pending, const JournalStep *step);
Str step_old_name(Arena *arena, const PendingFile *pending, const JournalStep *step);
/* Syncs the directories of all steps to disk. */
bool pending_sync(const Journal *journal, const PendingFile *pending, Err *err) MUST_USE;
/* Finishes a transaction that is done, or takes back what was done. `journal` has an arena for
   temporaries, the outcome has another one. */
void pending_end(const Journal *journal, const PendingFile *pending, bool done, Outcome *outcome);
/* Removes it from the journal, unless something failed. */
void pending_close(const Journal *journal, Outcome *outcome);
/* Enters the steps that stay done as a commit of their own, so that they can be taken back. */
bool pending_enter_left(const Journal *journal, const PendingFile *pending, const Outcome *outcome,
                        Buf *said, Err *err) MUST_USE;
/* Appends where contents are kept that nobody expected. */
void outcome_put(Buf *said, const Outcome *outcome);

/* ---- transaction_run.c: doing it ---- */

/* Carries out a plan, or takes all of it back. ERR_STALE when a file changed since it was planned.
 *said has what a user must know besides. */
bool pending_run(const Journal *journal, PendingFile *pending, Str *said, Err *err) MUST_USE;

/* ---- transaction_recover.c ---- */

/* Ends a transaction that was interrupted. */
bool pending_recover(const Journal *journal, Str *said, Err *err) MUST_USE;
