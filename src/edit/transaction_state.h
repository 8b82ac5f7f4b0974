/* State shared by the transaction code. Only for src/edit/transaction*.c. */
#pragma once

#include "base/buf.h"
#include "base/fs_replace.h"
#include "edit/transaction.h"

/* One file: a larger source is generated, and the agent's patches are of files that people read.
   All files of one edit, before and after, are held in memory. Files: a rename in a monorepo
   changes some thousand. */
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

/* ---- transaction_journal.c: entries, and the pending transaction ---- */

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
    uint64_t task;   /* commits of one task are rolled back together; 0: it is alone */
    int64_t time;
    bool rolled_back;
    Str description;
    JournalFileVec files;
    EditStrVec directories; /* created by it; removed with it if empty then */
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

/* The transaction in progress. */
typedef struct PendingFile {
    bool begun;         /* names may have been exchanged; else only new files were made */
    JournalEntry entry; /* written when all steps are done: the commit point */
    StepVec steps;
    EditStrVec directories; /* created for it */
    EditStrVec leaving;     /* removed at its end if empty */
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

/* All entries, newest first. Damaged ones are skipped. */
bool journal_list(Arena *arena, const Journal *journal, JournalEntryVec *entries,
                  Err *err) MUST_USE;
bool journal_find(Arena *arena, const Journal *journal, uint64_t number, JournalEntry *entry,
                  bool *found, Err *err) MUST_USE;
/* Writes an entry durably; on failure the previous one stays in effect. */
bool journal_write(const Journal *journal, const JournalEntry *entry, Err *err) MUST_USE;
/* The number of the next commit, and the turn of the next step. */
uint64_t journal_next(const JournalEntryVec *entries, uint64_t *turn);
bool journal_remove(const Journal *journal, uint64_t number);

bool pending_read(Arena *arena, const Journal *journal, PendingFile *pending, bool *found,
                  Err *err) MUST_USE;
bool pending_write(const Journal *journal, const PendingFile *pending, Err *err) MUST_USE;
bool pending_remove(const Journal *journal);

EditStatus journal_status(const JournalFile *file);
/* The entry as shown to users; a rolled-back one shows what its commit did. */
void journal_show(Arena *arena, const JournalEntry *entry, EditCommit *commit);

/* ---- transaction_record.c: serialisation ---- */

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
/* Drops the oldest commits beyond the caps, and contents that no entry refers to. *said tells the
   user of dropped commits. */
void backup_prune(Arena *arena, const Journal *journal, Str *said);

/* ---- transaction_plan.c: the steps to be done ---- */

/* Finds the files of a set and merges later changes. `origins`, one for each file of the set or
   NULL, has mode and owner of files to be created. Files that cannot be written are in
   `refused`. */
bool plan_make(const Journal *journal, const EditSet *set, const JournalFile *origins,
               PendingFile *pending, EditRefusalVec *refused, Err *err) MUST_USE;

/* ---- transaction_undo.c: undoing, and cleanup at the end ---- */

/* The result of undoing or finishing. */
typedef struct Outcome {
    Arena *arena;
    EditStrVec kept;    /* files with unexpected contents */
    VEC(uint32_t) left; /* steps not undone because the user has changed the file */
    Str failed;         /* path of a file that failed: to be tried again */
} Outcome;

/* Our temporary names: of a step's new file, and of the old one where names cannot be exchanged. */
Str step_new_name(Arena *arena, const PendingFile *pending, const JournalStep *step);
Str step_old_name(Arena *arena, const PendingFile *pending, const JournalStep *step);
/* Syncs the directories of all steps to disk. */
bool pending_sync(const Journal *journal, const PendingFile *pending, Err *err) MUST_USE;
/* Finishes a completed transaction, or undoes its steps. `journal` has an arena for temporaries;
   the outcome has another one. */
void pending_end(const Journal *journal, const PendingFile *pending, bool done, Outcome *outcome);
/* Removes it from the journal, unless a step failed. */
void pending_close(const Journal *journal, Outcome *outcome);
/* Records the steps not undone as a commit of their own, so that they can be rolled back. */
bool pending_enter_left(const Journal *journal, const PendingFile *pending, const Outcome *outcome,
                        Buf *said, Err *err) MUST_USE;
/* Appends where unexpected contents are kept. */
void outcome_put(Buf *said, const Outcome *outcome);

/* ---- transaction_run.c: execution ---- */

/* Carries out a plan, or undoes all of it. ERR_STALE if a file changed since it was planned. *said
   has further remarks for the user. */
bool pending_run(const Journal *journal, PendingFile *pending, Str *said, Err *err) MUST_USE;

/* ---- transaction_recover.c ---- */

/* Ends an interrupted transaction. */
bool pending_recover(const Journal *journal, Str *said, Err *err) MUST_USE;
