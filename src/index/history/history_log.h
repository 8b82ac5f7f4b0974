/* The log of a repository's history: its commits, newest first, each with the files it changed. It
   is stored, so that a later walk compares only the trees of new commits. All facts about files
   are computed from it (history_count.h). */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum HistoryChangeKind {
    HISTORY_CHANGED,
    HISTORY_ADDED,
    HISTORY_GONE,
    HISTORY_RENAMED, /* unchanged in content, from `from` */
} HistoryChangeKind;

typedef struct HistoryChange {
    uint32_t path; /* index in HistoryLog.paths */
    uint32_t from;
    uint8_t kind;
} HistoryChange;

typedef struct HistoryCommit {
    uint64_t id;     /* the first 64 bits of its hash */
    int64_t time;    /* of committing */
    uint32_t author; /* hash of the e-mail address */
    uint32_t files;  /* number of files it changed; 0 for a merge, whose commits have them */
    uint32_t first;  /* index of its first change */
    /* number of changes: smaller than `files` if it has renames, 0 if there are too many to keep */
    uint32_t count;
} HistoryCommit;

typedef struct HistoryLog {
    Arena *arena;
    Str head; /* the commit from which it was walked */
    uint64_t most;
    bool whole; /* it goes back to the first commit */
    VEC(Str) paths;
    Map path_ids;
    VEC(bool) present; /* by path: whether it exists at HEAD; not stored */
    VEC(HistoryCommit) commits;
    VEC(HistoryChange) changes;
} HistoryLog;

void history_log_open(HistoryLog *log, Arena *arena);
/* The index of a path, which is added if missing. */
uint32_t history_log_path(HistoryLog *log, Str path);
/* Appends a commit of another log with its changes. */
void history_log_copy(HistoryLog *log, const HistoryLog *from, const HistoryCommit *commit);
/* The first 64 bits of a commit's hash, given in hexadecimal. */
uint64_t history_id(Str hex);

/* Encodes a log, and decodes it. False if the bytes are invalid; the paths are copied,
   the head points into them. */
void history_log_pack(Buf *out, const HistoryLog *log);
bool history_log_unpack(Arena *arena, Str bytes, HistoryLog *log) MUST_USE;
