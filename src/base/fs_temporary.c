/* mkdtemp(3) makes the name and the mode; nftw(3) walks the tree bottom up without recursion of
   ours, and limits the descriptors that it keeps open. */
#include "base/fs_temporary.h"

#include "base/fs.h"
#include "base/path.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Descriptors that the walk may keep open: one a level, and a repository has four levels. */
#define WALK_FD_MAX 8

static Str parent_of_temporaries(Arena *arena)
{
    Str set = fs_environment("TMPDIR");
    if (path_is_absolute(set) && fs_is_directory(arena, set))
        return set;
    return fs_is_directory(arena, STR("/var/tmp")) ? STR("/var/tmp") : STR("/tmp");
}

bool fs_temporary_open(Arena *arena, Str *directory, Err *err)
{
    Str parent = parent_of_temporaries(arena);
    char *path = str_terminate(arena, path_join(arena, parent, STR("fovea.XXXXXX")));
    *directory = (Str){0};
    if (fs_fault() || !mkdtemp(path)) {
        err_set(err, ERR_FAILED, "cannot make a directory in '%.*s': %s",
                STR_ARG(str_slice(parent, 0, PATH_SHOWN_BYTES)), strerror(errno));
        return fs_hint(errno, err);
    }
    *directory = str_from(path);
    return true;
}

static int drop(const char *path, const struct stat *info, int kind, struct FTW *place)
{
    (void)info;
    (void)kind;
    (void)place;
    (void)!remove(path);
    return 0;
}

void fs_temporary_close(Arena scratch, Str directory)
{
    if (directory.len)
        (void)!nftw(str_terminate(&scratch, directory), drop, WALK_FD_MAX, FTW_DEPTH | FTW_PHYS);
}
