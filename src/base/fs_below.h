/* Opening below a directory, whatever links and `..` say. The kernel keeps the path inside
   (openat2); where it lacks that call (before Linux 5.6, gVisor, older containers) the path is gone
   along step by step, and no step follows a link. Either way it cannot be raced. For base/fs*
   alone. */
#pragma once

#include "base/base.h"

typedef enum FsLinks {
    FS_LINKS_INSIDE, /* may be followed, but not out of the directory */
    FS_LINKS_NONE,
} FsLinks;

/* A descriptor, or -1 with errno: EXDEV when the path leaves the directory, ELOOP for a link where
   there may be none. `path` is relative; `flags` create nothing. */
int fs_open_below(int root_fd, const char *path, unsigned flags, FsLinks links);
/* The same without openat2; for tests. */
int fs_step_below(int root_fd, const char *path, unsigned flags, FsLinks links);
