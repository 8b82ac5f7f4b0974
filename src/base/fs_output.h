/* Files and directories of any size that a user asked to have written: made beside their place
   under another name (`NAME.XXXXXX`), put there whole at the end, or not at all. What stood there
   before is replaced in one step. A process that is killed leaves the other name behind. */
#pragma once

#include "base/err.h"

typedef struct FsStage {
    char *target;    /* NULL: nothing is staged */
    char *temporary; /* exists until it is committed or closed */
    bool directory;
} FsStage;

/* The target's directory must exist. Both paths are kept in the arena. */
bool fs_stage_open(Arena *arena, Str target, bool directory, FsStage *stage, Err *err) MUST_USE;
/* Puts it in its place, on the disk. What was there is gone, but a directory with `keep` set is
   renamed to *kept instead. */
bool fs_stage_commit(Arena *arena, FsStage *stage, bool keep, Str *kept, Err *err) MUST_USE;
/* Removes what was not committed. Works as SCOPED(fs_stage_close). */
void fs_stage_close(FsStage *stage);

/* What stands at a path, links not followed. */
typedef enum FsKind {
    FS_NOTHING,
    FS_FILE,
    FS_DIRECTORY,
    FS_OTHER,
} FsKind;
FsKind fs_kind(Arena scratch, Str path);
/* Names in a directory but `.` and `..`, at most `max`, in no order. False when it cannot be read.
 */
bool fs_list_names(Arena *arena, Str directory, size_t max, Str **names, size_t *count) MUST_USE;

/* Writes a new file in pieces. */
typedef struct FsWriter {
    int fd;
    uint64_t written;
    const char *path; /* for messages */
} FsWriter;
bool fs_writer_open(Arena *arena, Str path, FsWriter *writer, Err *err) MUST_USE;
bool fs_writer_put(FsWriter *writer, Str bytes, Err *err) MUST_USE;
bool fs_writer_close(FsWriter *writer, Err *err) MUST_USE;
/* Without a check; works as SCOPED(fs_writer_drop). */
void fs_writer_drop(FsWriter *writer);
/* A small new file at once. */
bool fs_write_new(Arena scratch, Str path, Str bytes, Err *err) MUST_USE;
bool fs_make_directory(Arena scratch, Str path, Err *err) MUST_USE;
