/* What the history of a repository says of its files: how often and how lately each was changed
   (churn), by how many people, since when, and which files change together. Facts of the index,
   made in the background (history_update.h) from the last commits before HEAD. Ages are counted
   from the time of HEAD's commit, not from the clock, so the same commits give the same facts
   everywhere.

   Merges do not count: their commits do. A commit of more than HISTORY_FEW_FILES files counts for
   churn in that proportion less, and not for files that change together, as no commit of more than
   HISTORY_PAIR_FILES does. A file that was renamed with its content as it was keeps its history. */
#pragma once

#include "base/map.h"
#include "index/catalog/catalog.h"

#define HISTORY_COMMITS 10000 /* that are looked at, unless history.commits says otherwise */
#define HISTORY_COMMITS_MAX 1000000
/* With fewer there is nothing to be told from. */
#define HISTORY_COMMITS_MIN 20
#define HISTORY_DAYS 180 /* after so many a change counts half */
#define HISTORY_FEW_FILES 100
#define HISTORY_PAIR_FILES 30
/* Files that change together with one. */
#define HISTORY_PARTNERS_MAX 8
#define HISTORY_TOGETHER_MIN 3      /* commits */
#define HISTORY_TOGETHER_PERCENT 25 /* of those that changed the file */

typedef struct HistoryPartner {
    uint32_t file;     /* index in History.files */
    uint32_t together; /* commits that changed both */
} HistoryPartner;

typedef struct FileHistory {
    Str path;
    uint32_t churn;   /* hundredths: commits, each by its age */
    uint32_t commits; /* that changed it */
    uint32_t recent;  /* of these, of the last HISTORY_DAYS days */
    uint32_t paired;  /* of these, of at most HISTORY_PAIR_FILES files */
    uint32_t authors;
    int64_t first, last;      /* times */
    bool older;               /* it was there before `first` */
    HistoryPartner *partners; /* the most frequent first */
    uint32_t partner_count;
} FileHistory;

typedef struct History {
    Str head;           /* the commit up to which it goes */
    Str absent;         /* why there is none; or empty */
    int64_t now;        /* when that commit was made */
    int64_t since;      /* when the first one was that was looked at */
    uint32_t commits;   /* without merges */
    bool whole;         /* back to the first commit */
    FileHistory *files; /* by path */
    uint32_t file_count;
    Map by_path;
} History;

/* The facts of the catalog's work tree, read from its store when first asked for; NULL: none were
   made, or there are none to be had. */
const History *history_of(const Catalog *catalog);
/* NULL: of this file nothing is known. */
const FileHistory *history_file(const History *history, Str path);

/* ---- for history_update ---- */

void history_pack(Buf *out, const History *history);
bool history_unpack(Arena *arena, Str bytes, History *history) MUST_USE;

typedef struct HistoryStored {
    Str head;      /* empty: nothing is stored */
    uint64_t most; /* commits that were to be looked at */
    Str facts;     /* packed */
    Str log;       /* the same; only when it was asked for */
} HistoryStored;
/* Without facts and log; with the facts; with all. */
bool history_head(Store *store, Arena *arena, HistoryStored *stored, Err *err) MUST_USE;
bool history_load(Store *store, Arena *arena, bool log, HistoryStored *stored, Err *err) MUST_USE;
bool history_save(Store *store, Arena scratch, const HistoryStored *stored, Err *err) MUST_USE;
bool history_drop(Store *store, Err *err) MUST_USE;
