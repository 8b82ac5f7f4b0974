/* Opening files below a directory, whatever links and `..` say. The kernel keeps the path inside
   (openat2). Where it lacks that call (before Linux 5.6, gVisor, older containers), the path is
   walked component by component, and no step follows a link. Neither way can be raced. Only for
   base/fs*. */
#pragma once

#include "base/base.h"

typedef enum FsLinks {
    FS_LINKS_INSIDE, /* may be followed, but not out of the directory */
    FS_LINKS_NONE,
} FsLinks;

/* A descriptor, or -1 with errno: EXDEV when the path leaves the directory, ELOOP for a link that
   is not allowed. `path` is relative; `flags` must not create anything. */
int fs_open_below(int root_fd, const char *path, unsigned flags, FsLinks links);
/* The same without openat2; for tests. */
int fs_step_below(int root_fd, const char *path, unsigned flags, FsLinks links);
