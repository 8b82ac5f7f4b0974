/* Editing the user's files: read, replaced atomically, removed. A symbolic link is kept and its
   target replaced. Below a root (a project that may be hostile) nothing outside it is read or
   written, whatever links say: the kernel keeps every step inside (fs_below.h), so it cannot be
   raced. */
#pragma once

#include "base/err.h"

typedef struct FsEdit {
    int root; /* descriptor of the root, or AT_FDCWD */
    bool beneath;
    Str path;   /* as given: absolute, or relative to the root */
    Str target; /* the same with links resolved; relative to the root, or absolute */
    bool exists;
    Str bytes;
    unsigned mode, owner, group;
    uint64_t device, inode, size;
    uint64_t stamp;
} FsEdit;

/* Reads the file, at most max_bytes. `root` empty: path is absolute and anything may be edited. If
   it does not exist: true, with `exists` false. Anything but a regular file, or a dangling link, is
   an error. */
bool fs_edit_open(Arena *arena, Str root, Str path, size_t max_bytes, FsEdit *edit,
                  Err *err) MUST_USE;
void fs_edit_close(FsEdit *edit); /* works as SCOPED(fs_edit_close) */

/* Replaces the file, keeping its mode and owner; an error when the owner cannot be kept. A new file
   gets `mode`, missing directories 0777, both less the umask; run by root, they get the owner of
   their directory. ERR_STALE when another program has changed the file since fs_edit_open. */
bool fs_edit_write(Arena scratch, const FsEdit *edit, Str bytes, unsigned mode, Err *err) MUST_USE;
/* Removes the file, and directories above it that are then empty, except the first `keep`
   components of the path. */
bool fs_edit_remove(Arena scratch, const FsEdit *edit, size_t keep, Err *err) MUST_USE;

/* ---- for fs_replace.c ---- */

/* Sets the error of a failed step ("read", "write") on a user's file; returns false. */
bool fs_edit_fail(const char *doing, Str path, int cause, Err *err);
bool fs_edit_fail_owner(Str path, int cause, Err *err);
/* Reads the file behind a path-only descriptor into edit->bytes; path, size, stamp and inode are
 * set.
 */
bool fs_edit_read(Arena *arena, FsEdit *edit, int fd, size_t max_bytes, Err *err) MUST_USE;
/* Gives a new file the owner of the file that it replaces. Without an old file, root gives it the
   owner of its directory. Must precede setting the mode, since a change of owner may clear mode
   bits. False with errno. */
bool fs_edit_keep_owner(const FsEdit *edit, int fd, int directory);
/* Makes a directory with mode 0777 less the umask; run by root, it gets the owner of the one above.
   False with errno. */
bool fs_edit_make_directory(int parent, const char *name);
