/* A meeting place of processes of one user on this machine: a Unix socket at a path. Who listens
   and who connects both see to it that the other one is of the same user. Nothing here waits. */
#pragma once

#include "base/str.h"

typedef struct LocalSocket {
    int fd;         /* -1: none */
    uint64_t inode; /* of the path, to remove no other's */
} LocalSocket;

/* What a directory is to this process, as a number: two for whom it is the same see the same files
   below it. Another mount namespace may have other things in its place. 0: not known. */
uint64_t local_view_of(Arena scratch, Str directory);

/* Takes the path over from a process that is gone; not from one that listens there. */
LocalSocket local_listen(Arena scratch, Str path);
void local_close(LocalSocket *listener, Arena scratch, Str path);
/* The next one that has connected; -1: none. */
int local_accept(const LocalSocket *listener);
/* -1: nobody of this user listens there. */
int local_connect(Arena scratch, Str path);
