/* Files and directories that only this user can access: anyone else who can write in a directory
   controls its content and the targets of its links. */
#pragma once

#include "base/err.h"

/* Whether the directory is this user's and writable by no one else. True for a missing one, which
   fs_make_directories will create that way. */
bool fs_is_private(Arena scratch, Str directory);
/* Makes a regular file of this user unreadable for all others; false for anything else, such as a
   link. A missing file is created empty if `wanted`, else it counts as private. */
bool fs_make_private(Arena scratch, Str path, bool wanted);
/* Whether the path is a regular file of this user, or nothing; a link is not followed. */
bool fs_is_own_file(Arena scratch, Str path);
/* Reads a small file that holds a secret. It must be regular, belong to this user, and be
   accessible to no one else (mode 0600 or less); that is checked on the open file. */
bool fs_read_secret(Arena *arena, Str path, size_t max_bytes, Str *bytes, Err *err) MUST_USE;
/* Takes the lock of a file of our own, which is made if it is missing, and waits for it at most
   this long. The descriptor holds the lock until it is closed. -1 with errno, EWOULDBLOCK when
   another process has the lock. */
int fs_lock_take(Arena scratch, Str path, int wait_ms);
void fs_lock_release(int *fd); /* works as SCOPED(fs_lock_release) */
/* The size of a file of our own; 0 if it is missing. */
uint64_t fs_own_bytes(Arena scratch, Str path);
/* Removes a file of our own; true also if it is missing. */
bool fs_remove_own(Arena scratch, Str path);
/* Syncs one of our own directories to disk, so that renames in it last; false with errno. */
bool fs_sync_directory(Arena scratch, Str directory);
