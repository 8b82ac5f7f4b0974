/* Atomic output of files and directories of any size. They are written next to their target under a
   temporary name (`NAME.XXXXXX`) and moved into place when complete, or not at all. An old target
   is replaced in one step. A process that is killed leaves the temporary name. */
#pragma once

#include "base/err.h"

typedef struct FsStage {
    char *target;    /* NULL: nothing is staged */
    char *temporary; /* exists until it is committed or closed */
    bool directory;
} FsStage;

/* The target's directory must exist. Both paths are kept in the arena. */
bool fs_stage_open(Arena *arena, Str target, bool directory, FsStage *stage, Err *err) MUST_USE;
/* Moves it into place and syncs it to disk. The old target is removed, but with `keep` an old
   directory is renamed to *kept instead. */
bool fs_stage_commit(Arena *arena, FsStage *stage, bool keep, Str *kept, Err *err) MUST_USE;
/* Removes the output unless it was committed. Works as SCOPED(fs_stage_close). */
void fs_stage_close(FsStage *stage);

/* What exists at a path, links not followed. */
typedef enum FsKind {
    FS_NOTHING,
    FS_FILE,
    FS_DIRECTORY,
    FS_OTHER,
} FsKind;
FsKind fs_kind(Arena scratch, Str path);
/* Lists the names in a directory except `.` and `..`, at most `max`, unordered. False when it
   cannot be read. */
bool fs_list_names(Arena *arena, Str directory, size_t max, Str **names, size_t *count) MUST_USE;

/* A writer of a new file in pieces. */
typedef struct FsWriter {
    int fd;
    uint64_t written;
    const char *path; /* for messages */
} FsWriter;
bool fs_writer_open(Arena *arena, Str path, FsWriter *writer, Err *err) MUST_USE;
/* Writes into a staged file, which is empty. */
bool fs_stage_writer(const FsStage *stage, FsWriter *writer, Err *err) MUST_USE;
bool fs_writer_put(FsWriter *writer, Str bytes, Err *err) MUST_USE;
bool fs_writer_close(FsWriter *writer, Err *err) MUST_USE;
/* Closes without a check; works as SCOPED(fs_writer_drop). */
void fs_writer_drop(FsWriter *writer);
/* Writes a small new file at once. */
bool fs_write_new(Arena scratch, Str path, Str bytes, Err *err) MUST_USE;
bool fs_make_directory(Arena scratch, Str path, Err *err) MUST_USE;
