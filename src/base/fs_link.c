#include "base/fs.h"

#include "base/path.h"

#include <unistd.h>

bool fs_tree_link(const FsTree *tree, Arena *arena, Str path, Str *target)
{
    char text[PATH_BYTES_MAX];
    Str directory = str_find_byte(path, '/') == STR_NONE ? (Str){0} : path_directory(path);
    int fd = directory.len ? fs_tree_directory(tree, directory) : tree->fd;
    if (fd < 0 || fs_fault())
        return false;
    ssize_t len = readlinkat(fd, str_terminate(arena, path_base(path)), text, sizeof text);
    if (directory.len)
        close(fd);
    if (len < 0 || (size_t)len == sizeof text)
        return false;
    *target = str_copy(arena, (Str){text, (size_t)len});
    return true;
}
