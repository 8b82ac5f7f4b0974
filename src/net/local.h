/* Unix domain socket at a path, for processes of one user. Both sides check that the peer is of the
   same user. Nothing here blocks. */
#pragma once

#include "base/str.h"

typedef struct LocalSocket {
    int fd;         /* -1: none */
    uint64_t inode; /* inode of the path, so that only our own socket is removed */
} LocalSocket;

/* A number for a directory as seen by this process: processes with the same number see the same
   files below it. Another mount namespace may show another directory there. 0: unknown. */
uint64_t local_view_of(Arena scratch, Str directory);

/* Listens at the path. Takes it over from a process that is gone, but not from a listening one. fd
   is -1 on failure. */
LocalSocket local_listen(Arena scratch, Str path);
void local_close(LocalSocket *listener, Arena scratch, Str path);
/* The next pending connection; -1: none. */
int local_accept(const LocalSocket *listener);
/* Connects; -1: no process of this user listens there. */
int local_connect(Arena scratch, Str path);
