/* Edits: the effect of a patch on a tree of files, as whole contents before and after. A set is
   applied entirely or not at all. Parsing and matching (edit/patch.h) make a set; a transaction
   (edit/transaction.h) writes it. */
#pragma once

#include "base/err.h"
#include "base/vec.h"

typedef enum EditStatus {
    EDIT_CHANGED,
    EDIT_CREATED,
    EDIT_DELETED,
    EDIT_MOVED, /* and perhaps changed */
    EDIT_STATUS_COUNT
} EditStatus;

typedef struct EditFile {
    EditStatus status;
    Str path;            /* after the edit, relative to the root; of a deleted file, its path */
    Str old_path;        /* EDIT_MOVED: the path before; else empty */
    Str before, after;   /* whole contents; empty where there is no file */
    uint32_t start, end; /* first and last changed line of `after`, from 1; 0: none */
    bool executable;     /* create the file executable */
} EditFile;
typedef VEC(EditFile) EditFileVec;

typedef enum EditReason {
    EDIT_MISSING,   /* no such file, or the text to be replaced is not in it */
    EDIT_AMBIGUOUS, /* the text to be replaced is in several places */
    EDIT_STALE,     /* the file changed since its text was shown */
    EDIT_OUTSIDE,   /* the path leaves the root, or may not be written */
    EDIT_EXISTS,    /* the file to be created exists already */
    EDIT_NOT_TEXT,  /* the file is binary, or not UTF-8 */
    EDIT_SYNTAX,    /* the patch is malformed */
    EDIT_REASON_COUNT
} EditReason;

/* Lines `start` to `end`, both included, counted from 1; start 0: no lines. */
typedef struct EditLines {
    uint32_t start, end;
} EditLines;
typedef VEC(EditLines) EditLinesVec;

/* One part of a patch that cannot be applied. */
typedef struct EditRefusal {
    Str path;
    EditReason reason;
    Str message;             /* one sentence */
    EditLines nearest;       /* the lines most similar to the text searched for */
    Str nearest_text;        /* their current text */
    Str hash;                /* hash of the current file, hexadecimal; empty: no file */
    EditLinesVec candidates; /* EDIT_AMBIGUOUS: the places */
} EditRefusal;
typedef VEC(EditRefusal) EditRefusalVec;

/* If any part is refused, the set must not be applied. */
typedef struct EditSet {
    EditFileVec files; /* at most one for each path */
    EditRefusalVec refused;
    uint64_t task; /* EditCommit.task of an earlier commit of the same task; 0: the first */
} EditSet;

/* The names in JSON: changed, created, …; missing, ambiguous, …. */
Str edit_status_name(EditStatus status);
Str edit_reason_name(EditReason reason);
