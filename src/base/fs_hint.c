/* Hints on what to do about a failed system call. */
#include "base/fs.h"

#include <errno.h>

bool fs_hint(int cause, Err *err)
{
    static const struct {
        int cause;
        const char *hint;
    } hints[] = {
        {ENOENT, "check the path; relative paths start at the root (--root, default the working "
                 "directory)"},
        {ENOTDIR, "check the path: a file is used as a directory in it"},
        {EACCES, "its permissions, or those of a directory above it, do not allow it"},
        {EPERM, "its owner or the file system does not allow it"},
        {ELOOP, "its symbolic links lead in a circle"},
        {EMFILE, "close some files, or raise the limit: ulimit -n"},
        {ENFILE, "the system has too many open files: close some programs"},
        {ENOMEM, "the system has no memory left: close some programs"},
        {ENOSPC, "free some space, or choose another place"},
        {EDQUOT, "free some space, or choose another place"},
        {EFBIG, "raise the limit to the size of files: ulimit -f"},
        {EROFS, "the file system is read-only: choose another place"},
        {EISDIR, "it is a directory: name a file"},
        {ENAMETOOLONG, "a name in a path has at most 255 bytes, on some file systems fewer"},
    };
    for (size_t i = 0; i < COUNT(hints); i++)
        if (hints[i].cause == cause)
            return err_hint(err, "%s", hints[i].hint);
    return err_hint(err, "try again; if it fails again, check the disk or network file system");
}
