/* Queries below a directory that do not open the file. */
#include "base/fs.h"

#include "base/path.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Opens the directory of the path's last name; -1 on failure. It must not be closed if it is the
   tree's own. */
static int open_parent(const FsTree *tree, Str path)
{
    bool at_root = str_find_byte(path, '/') == STR_NONE;
    if (fs_fault())
        return -1;
    return at_root ? tree->fd : fs_tree_directory(tree, path_directory(path));
}

static void close_parent(const FsTree *tree, int fd)
{
    if (fd >= 0 && fd != tree->fd)
        close(fd);
}

unsigned fs_tree_mode(const FsTree *tree, Arena *arena, Str path)
{
    struct stat info;
    int fd = open_parent(tree, path);
    const char *name = str_terminate(arena, path_base(path));
    bool found = fd >= 0 && fstatat(fd, name, &info, AT_SYMLINK_NOFOLLOW) == 0;
    close_parent(tree, fd);
    return found ? info.st_mode : 0;
}

bool fs_tree_link(const FsTree *tree, Arena *arena, Str path, Str *target)
{
    char text[PATH_BYTES_MAX];
    int fd = open_parent(tree, path);
    ssize_t len =
        fd < 0 ? -1 : readlinkat(fd, str_terminate(arena, path_base(path)), text, sizeof text);
    close_parent(tree, fd);
    if (len < 0 || (size_t)len == sizeof text)
        return false;
    *target = str_copy(arena, (Str){text, (size_t)len});
    return true;
}
