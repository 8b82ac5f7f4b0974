/* Files of the user that are changed in place: read, replaced whole or not at all, removed. What is
   a symbolic link stays one, its target is replaced. Below a root (a project that may come from
   others) nothing outside of it is read or written, whatever links say: the kernel keeps every step
   inside (fs_below.h), so it cannot be raced. */
#pragma once

#include "base/err.h"

typedef struct FsEdit {
    int root; /* descriptor of the root, or AT_FDCWD */
    bool beneath;
    Str path;   /* absolute, or below the root, as given */
    Str target; /* the same with links resolved; below the root, or absolute */
    bool exists;
    Str bytes;
    unsigned mode, owner, group;
    uint64_t device, inode, size;
    uint64_t stamp;
} FsEdit;

/* Reads the file, at most max_bytes. `root` empty: path is absolute and anything may be edited. Not
   there: true, exists is false. What is no regular file, or a link to nothing, is an error. */
bool fs_edit_open(Arena *arena, Str root, Str path, size_t max_bytes, FsEdit *edit,
                  Err *err) MUST_USE;
void fs_edit_close(FsEdit *edit); /* works as SCOPED(fs_edit_close) */

/* Replaces it, keeping its mode and owner; it is an error when the owner cannot be kept. A new file
   gets `mode`, missing directories 0777, both less the umask; what root makes belongs to whom the
   directory belongs to. ERR_STALE when another program has changed the file since fs_edit_open. */
bool fs_edit_write(Arena scratch, const FsEdit *edit, Str bytes, unsigned mode, Err *err) MUST_USE;
/* Removes it, and the directories above it that are empty then, up to `keep` components of the
   path. */
bool fs_edit_remove(Arena scratch, const FsEdit *edit, size_t keep, Err *err) MUST_USE;
