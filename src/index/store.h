/* The index of one repository on disk: files, facts by content hash, and everything derived from
   them. One writer, any number of readers; a reader sees the last whole update. The index is a
   cache: a damaged or older one is thrown away and made anew, and when nothing can be written it
   lives in memory for this process. */
#pragma once

#include "base/limits.h"
#include "index/db.h"
#include "lang/lang.h"

/* Changes whenever the tables or what they mean change. */
#define STORE_VERSION 1

typedef enum FileClass {
    FILE_SOURCE,
    FILE_TEST,
    FILE_DOC,
    FILE_DATA,
    FILE_GENERATED,
    FILE_VENDORED,
    FILE_MINIFIED,
    FILE_LARGE,
    FILE_BINARY,
    FILE_CLASS_COUNT
} FileClass;

typedef enum FileState {
    FILE_LISTED,    /* known by name only */
    FILE_LEXICAL,   /* tier 1: likely definitions */
    FILE_SYNTACTIC, /* tier 2: exact */
    FILE_FAILED,    /* not tried again until its bytes change; see reason */
} FileState;

typedef struct FileRow {
    uint32_t id; /* 0 until stored */
    Str path;    /* relative to the root */
    uint64_t size;
    int64_t mtime_ns;
    uint64_t inode;
    Str hash;     /* 16 bytes, or empty before it was read */
    Str language; /* id */
    uint32_t lines;
    FileClass class;
    FileState state;
    Str reason; /* of a failure */
    uint32_t first_symbol, symbol_count;
} FileRow;
typedef VEC(FileRow) FileRowVec;

typedef struct Store Store;

typedef struct StoreOptions {
    Str path;       /* of the database; its directory is made when missing */
    bool read_only; /* never writes; fails when there is no index */
    bool memory;    /* private and temporary */
    int wait_ms;    /* for another writer */
} StoreOptions;

/* `notice` gets one line when something unusual was done (an index of another version or a damaged
   one was replaced, memory used because nothing can be written); empty otherwise. */
bool store_open(Arena *arena, const StoreOptions *options, Store **store, Str *notice,
                Err *err) MUST_USE;
void store_close(Store **store); /* works as SCOPED(store_close) */
/* For modules that keep tables of their own in it. */
Db *store_db(Store *store);

/* One update: everything between begin and commit is seen at once. */
bool store_begin(Store *store, Err *err) MUST_USE;
bool store_commit(Store *store, Err *err) MUST_USE;
void store_rollback(Store *store);

bool store_meta_set(Store *store, Str key, Str value, Err *err) MUST_USE;

/* Files, by path in byte order. Strings live in the arena. */
bool store_files(Store *store, Arena *arena, FileRowVec *files, Err *err) MUST_USE;
bool store_file_find(Store *store, Arena *arena, Str path, FileRow *file, bool *found,
                     Err *err) MUST_USE;
/* Inserts or updates by path; sets file->id. */
bool store_file_put(Store *store, FileRow *file, Err *err) MUST_USE;
/* Removes the file and all that was derived from it. */
bool store_file_remove(Store *store, uint32_t id, Err *err) MUST_USE;

bool store_facts_put(Store *store, Str hash, Str blob, Err *err) MUST_USE;
bool store_facts_get(Store *store, Arena *arena, Str hash, Str *blob, bool *found,
                     Err *err) MUST_USE;

/* Replaces a file's symbols by those of the outline; sets first_symbol and symbol_count. Ids of one
   file are contiguous, in source order; a symbol without a name is left out. */
bool store_symbols_put(Store *store, FileRow *file, const Outline *outline, Err *err) MUST_USE;
