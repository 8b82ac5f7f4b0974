/* A directory of a fuzz target's own, for what is read from files only. Removed at the end of the
   process unless that is a crash. */
#pragma once

#include "base/str.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char fuzz_tree[] = "/tmp/fovea-fuzz.XXXXXX";

static inline void fuzz_tree_remove(void)
{
    char command[64];
    snprintf(command, sizeof command, "rm -rf %s", fuzz_tree);
    if (system(command) != 0)
        fprintf(stderr, "%s stays\n", fuzz_tree);
}

static inline void fuzz_tree_open(void)
{
    if (!mkdtemp(fuzz_tree))
        abort();
    atexit(fuzz_tree_remove);
}

static inline void fuzz_tree_write(const char *name, Str text)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", fuzz_tree, name);
    for (char *at = path + sizeof fuzz_tree; (at = strchr(at, '/')); *at++ = '/') {
        *at = '\0';
        mkdir(path, 0700);
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (fd < 0 || write(fd, text.ptr, text.len) != (ssize_t)text.len)
        abort();
    close(fd);
}
