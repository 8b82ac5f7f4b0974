/* Facts from the repository's history about its files: churn (how often and how recently each was
   changed), number of authors, age, and files that change together. They are made in the
   background (history_update.h) from the last commits before HEAD and stored in the index. Ages
   are relative to the time of HEAD's commit, not to the clock, so the same commits give the same
   facts everywhere.

   Merges do not count, only the commits they bring. A commit of more than HISTORY_FEW_FILES files
   adds proportionally less churn. One of more than HISTORY_PAIR_FILES files does not count for
   files that change together. A file that was renamed without a change keeps its history. */
#pragma once

#include "base/map.h"
#include "index/catalog/catalog.h"

#define HISTORY_COMMITS 10000 /* number of commits read, unless history.commits says otherwise */
/* The largest value of history.commits. */
#define HISTORY_COMMITS_MAX 1000000
/* With fewer commits there are no facts. */
#define HISTORY_COMMITS_MIN 20
#define HISTORY_DAYS 180 /* half-life of a change in the churn */
#define HISTORY_FEW_FILES 100
#define HISTORY_PAIR_FILES 30
/* Limits of the files reported as changing together with one. */
#define HISTORY_PARTNERS_MAX 8
#define HISTORY_TOGETHER_MIN 3 /* at least this many commits changed both */
/* at least this percentage of the commits that changed the file */
#define HISTORY_TOGETHER_PERCENT 25

/* A file that changes together with another. */
typedef struct HistoryPartner {
    uint32_t file;     /* index in History.files */
    uint32_t together; /* number of commits that changed both */
} HistoryPartner;

typedef struct FileHistory {
    Str path;
    uint32_t churn;   /* sum of its commits, each weighted by age, in hundredths */
    uint32_t commits; /* number of commits that changed it */
    uint32_t recent;  /* those in the last HISTORY_DAYS days */
    uint32_t paired;  /* those of at most HISTORY_PAIR_FILES files */
    uint32_t authors;
    int64_t first, last;      /* times of the earliest and latest commit that changed it */
    bool older;               /* it existed before `first` */
    HistoryPartner *partners; /* most frequent first */
    uint32_t partner_count;
} FileHistory;

typedef struct History {
    Str head;           /* the commit at which it ends */
    Str absent;         /* the reason if there is no history; else empty */
    int64_t now;        /* time of that commit */
    int64_t since;      /* time of the earliest commit read */
    uint32_t commits;   /* number of commits, without merges */
    bool whole;         /* it goes back to the first commit of the repository */
    FileHistory *files; /* by path */
    uint32_t file_count;
    Map by_path;
} History;

/* The history of the catalog's work tree, read from its store on first use. NULL if it was not
   built or is not available. */
const History *history_of(const Catalog *catalog);
/* The file's facts; NULL if the history does not have it. */
const FileHistory *history_file(const History *history, Str path);

/* ---- for history_update ---- */

/* Encodes a history, and decodes it. False if the bytes are invalid; strings point into them. */
void history_pack(Buf *out, const History *history);
bool history_unpack(Arena *arena, Str bytes, History *history) MUST_USE;

typedef struct HistoryStored {
    Str head;      /* empty: nothing is stored */
    uint64_t most; /* number of commits that were to be read */
    Str facts;     /* encoded History */
    Str log;       /* encoded HistoryLog, only if asked for */
} HistoryStored;
/* history_head reads only head and `most`; history_load reads the facts too, and the log if `log`.
   Saving and dropping must be within a transaction. */
bool history_head(Store *store, Arena *arena, HistoryStored *stored, Err *err) MUST_USE;
bool history_load(Store *store, Arena *arena, bool log, HistoryStored *stored, Err *err) MUST_USE;
bool history_save(Store *store, Arena scratch, const HistoryStored *stored, Err *err) MUST_USE;
bool history_drop(Store *store, Err *err) MUST_USE;
