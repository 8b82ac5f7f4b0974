/* What a walk of a repository's history noted: its commits, newest first, each with the files that
   it changed. Kept in the store, so that a later walk compares only trees of commits that are new;
   everything that is told of files is counted from it (history_count.h). */
#pragma once

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

typedef enum HistoryChangeKind {
    HISTORY_CHANGED,
    HISTORY_ADDED,
    HISTORY_GONE,
    HISTORY_RENAMED, /* with the same content, from `from` */
} HistoryChangeKind;

typedef struct HistoryChange {
    uint32_t path; /* index in HistoryLog.paths */
    uint32_t from;
    uint8_t kind;
} HistoryChange;

typedef struct HistoryCommit {
    uint64_t id;     /* the first half of what names it */
    int64_t time;    /* of the committer */
    uint32_t author; /* a hash of the address */
    uint32_t files;  /* that it changed; of a merge 0: its commits have them */
    uint32_t first;  /* of its changes */
    uint32_t count;  /* fewer than `files` where renames are; 0 where they are too many to keep */
} HistoryCommit;

typedef struct HistoryLog {
    Arena *arena;
    Str head; /* the commit from which it was walked */
    uint64_t most;
    bool whole; /* back to the first commit */
    VEC(Str) paths;
    Map path_ids;
    VEC(bool) present; /* by path: whether HEAD has it; not kept in the store */
    VEC(HistoryCommit) commits;
    VEC(HistoryChange) changes;
} HistoryLog;

void history_log_open(HistoryLog *log, Arena *arena);
uint32_t history_log_path(HistoryLog *log, Str path);
/* Appends a commit of another log with its changes. */
void history_log_copy(HistoryLog *log, const HistoryLog *from, const HistoryCommit *commit);
/* The number by which a commit is known. */
uint64_t history_id(Str hex);

void history_log_pack(Buf *out, const HistoryLog *log);
bool history_log_unpack(Arena *arena, Str bytes, HistoryLog *log) MUST_USE;
