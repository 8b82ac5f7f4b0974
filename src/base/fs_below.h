/* Opening files below a directory, whatever links and `..` say. The kernel keeps the path inside
   (openat2). Where it lacks that call (before Linux 5.6, gVisor, older containers), the path is
   walked component by component, and no step follows a link. Neither way can be raced. Only for
   base/fs*. */
#pragma once

#include "base/str.h"

typedef enum FsLinks {
    FS_LINKS_INSIDE, /* may be followed, but not out of the directory */
    FS_LINKS_NONE,
} FsLinks;

/* A descriptor, or -1 with errno: EXDEV when the path leaves the directory, ELOOP for a link that
   is not allowed. `path` is relative; `flags` must not create anything. */
int fs_open_below(int root_fd, const char *path, unsigned flags, FsLinks links);
/* The same without openat2; for tests. */
int fs_step_below(int root_fd, const char *path, unsigned flags, FsLinks links);
/* The real path of a descriptor; empty when it cannot be found. */
Str fs_fd_path(Arena *arena, int fd);
/* The real path of an open file or directory, relative to the directory; empty for the directory
   itself. False when it is outside, or its path cannot be found. */
bool fs_real_below(Arena *arena, int root_fd, int fd, Str *path) MUST_USE;
