/* mkdtemp(3) sets the name and the mode; nftw(3) walks the tree bottom up without recursion of
   ours, and limits the descriptors that it keeps open. The lock of flock(2) ends with the last
   process that has its descriptor, however that process ends. Started programs inherit the lock:
   git runs on for a while after the process that started it is killed, and would recreate a
   directory that was removed under it. So a directory that can be locked has no owner. A new
   directory has no owner for a moment, too: after taking the lock, its maker checks that it still
   exists, and else makes another one. */
#include "base/fs_temporary.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#define PREFIX "fovea-tmp."
/* Descriptors that the walk may keep open: one a level, and a repository has four levels. */
#define WALK_FD_MAX 8
/* A fresh directory is taken for a left one by a process that looks for those in that instant. */
#define OPEN_TRIES_MAX 20
/* Names read in the parent directory. With more, abandoned directories may stay. */
#define NAMES_MAX 100000

static Str parent_of_temporaries(Arena *arena)
{
    Str set = fs_environment("TMPDIR");
    if (path_is_absolute(set) && fs_is_directory(arena, set))
        return set;
    return fs_is_directory(arena, STR("/var/tmp")) ? STR("/var/tmp") : STR("/tmp");
}

/* ---- removing ---- */

static int drop(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    (void)!remove(path);
    return 0;
}

static void drop_tree(Arena scratch, Str path)
{
    (void)!nftw(str_terminate(&scratch, path), drop, WALK_FD_MAX, FTW_DEPTH | FTW_PHYS);
}

void fs_temporary_close(Arena scratch, FsTemporary *temporary)
{
    if (!temporary->path.len)
        return;
    drop_tree(scratch, temporary->path);
    if (temporary->lock >= 0)
        close(temporary->lock);
    *temporary = (FsTemporary){.lock = -1};
}

/* ---- locks ---- */

/* Locks a directory. -1 with errno; EWOULDBLOCK: its process lives. */
static int lock_directory(Arena scratch, Str path)
{
    int fd = open(str_terminate(&scratch, path), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    int why = errno;
    close(fd);
    errno = why;
    return -1;
}

/* Whether the path still leads to the directory of the descriptor. */
static bool is_there(Arena scratch, Str path, int fd)
{
    struct stat there, here;
    return fstat(fd, &here) == 0 && lstat(str_terminate(&scratch, path), &there) == 0 &&
           there.st_ino == here.st_ino && there.st_dev == here.st_dev;
}

/* Whether no other user can put another directory under one of our names. */
static bool is_safe(Arena scratch, Str parent)
{
    struct stat info;
    return stat(str_terminate(&scratch, parent), &info) == 0 &&
           ((info.st_mode & S_ISVTX) || !(info.st_mode & (S_IWGRP | S_IWOTH)));
}

/* Removes a directory that a killed process of this user left. */
static void drop_left(Arena scratch, Str path)
{
    struct stat info;
    int fd = lock_directory(scratch, path);
    if (fd < 0)
        return;
    if (fstat(fd, &info) == 0 && info.st_uid == geteuid() &&
        !(info.st_mode & (S_IRWXG | S_IRWXO)) && is_there(scratch, path, fd))
        drop_tree(scratch, path);
    close(fd);
}

static void drop_all_left(Arena scratch, Str parent)
{
    Str *names;
    size_t count;
    if (!is_safe(scratch, parent) || !fs_list_names(&scratch, parent, NAMES_MAX, &names, &count))
        return;
    for (size_t i = 0; i < count; i++) {
        Arena work = scratch;
        if (str_starts(names[i], STR(PREFIX)))
            drop_left(work, path_join(&work, parent, names[i]));
    }
}

void fs_temporary_drop_left(Arena scratch)
{
    drop_all_left(scratch, parent_of_temporaries(&scratch));
}

/* ---- opening ---- */

/* Makes a directory and locks it. *again: another process took it for a left one. */
static bool make_one(Arena *arena, Str parent, FsTemporary *temporary, bool *again)
{
    char *path = str_terminate(arena, path_join(arena, parent, STR(PREFIX "XXXXXX")));
    *again = false;
    if (fs_fault() || !mkdtemp(path))
        return false;
    *temporary = (FsTemporary){str_from(path), lock_directory(*arena, str_from(path))};
    *again = temporary->lock < 0 ? errno == EWOULDBLOCK || errno == ENOENT
                                 : !is_there(*arena, temporary->path, temporary->lock);
    if (*again && temporary->lock >= 0)
        close(temporary->lock);
    else if (temporary->lock >= 0)
        fcntl(temporary->lock, F_SETFD, 0);
    return !*again;
}

bool fs_temporary_open(Arena *arena, FsTemporary *temporary, Err *err)
{
    Str parent = parent_of_temporaries(arena);
    bool again = true;
    drop_all_left(*arena, parent);
    for (unsigned i = 0; i < OPEN_TRIES_MAX && again; i++)
        if (make_one(arena, parent, temporary, &again))
            return true;
    *temporary = (FsTemporary){.lock = -1};
    err_set(err, ERR_FAILED, "cannot make a directory in '%.*s': %s",
            STR_ARG(str_slice(parent, 0, PATH_SHOWN_BYTES)), strerror(errno));
    return fs_hint(errno, err);
}
