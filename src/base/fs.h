/* The only way to files. Opening checks what the caller may see: inside the policy's roots (kept by
   the kernel or step by step, see fs_below.h, so it cannot be raced), not in an excluded
   directory, and a regular file: devices, FIFOs and sockets are refused without being opened for
   reading. Reading never maps memory, so a file that shrinks meanwhile cannot crash the reader. */
#pragma once

#include "base/err.h"

/* A directory given instead of a file is answered with this many names. */
#define DIRECTORY_LISTING_MAX 20

typedef struct FsPolicy {
    Str root;         /* relative paths start here; empty: the working directory */
    const Str *roots; /* absolute paths that may be read; none: everything may */
    size_t root_count;
    const Str *excluded; /* directory names that may not occur in the path below the root */
    size_t excluded_count;
} FsPolicy;

typedef struct FsFile {
    int fd;
    uint64_t size;
    uint64_t stamp; /* fs_stamp */
    uint64_t device;
    uint64_t inode;              /* fs_identity */
    Str shown;                   /* the path as it was given */
    Str resolved;                /* absolute, symbolic links resolved */
    const volatile bool *cancel; /* set after opening: ends long reads when true; may be NULL */
} FsFile;

struct stat;
/* The inode; where not all may read the file that and who may: one whose permissions are mended is
   another one, to be read again. */
uint64_t fs_identity(const struct stat *info);

/* When it was changed: the sum of both times, of the bytes and of the inode. The first alone can be
   set back, by whoever restores it or by a clock. To be compared, not to be read as a time. */
uint64_t fs_stamp(const struct stat *info);

/* Whether a part of the path is one of the names. */
bool fs_is_excluded(const Str *names, size_t count, Str path);
/* Errors: ERR_NOT_FOUND for missing, denied, outside, excluded or special files. A directory is an
   error that lists up to DIRECTORY_LISTING_MAX names. */
bool fs_open(Arena *arena, const FsPolicy *policy, Str path, FsFile *file, Err *err) MUST_USE;
void fs_close(FsFile *file); /* works as SCOPED(fs_close); a closed file may be closed again */

/* The whole file, at most FILE_BYTES_MAX. The answer is one version of the file: when size or stamp
   change during the read it is read again, a few times, then ERR_STALE. */
bool fs_read_all(Arena *arena, FsFile *file, Str *bytes, Err *err) MUST_USE;
/* Up to len bytes at offset; *got < len only at the end of the file. */
bool fs_read_at(const FsFile *file, uint64_t offset, char *into, size_t len, size_t *got,
                Err *err) MUST_USE;

/* A directory below which many files are read: opening one costs a single look at its path, which
   can neither leave the directory nor follow a symbolic link. */
typedef struct FsTree {
    int fd;
    Str root; /* absolute, real */
} FsTree;
/* Errors as for fs_open; what is not a directory is one too. */
bool fs_tree_open(Arena *arena, const FsPolicy *policy, Str path, FsTree *tree, Err *err) MUST_USE;
void fs_tree_close(FsTree *tree); /* works as SCOPED(fs_tree_close) */
/* A regular file of it, by its path from the directory; `shown` and `resolved` are that path. False
   when it cannot be read; errno says why. */
bool fs_tree_file(const FsTree *tree, Str path, FsFile *file) MUST_USE;
/* A descriptor of a directory of it for paths below (O_PATH), or -1; errno says why. */
int fs_tree_directory(const FsTree *tree, Str path);
/* st_mode of what stands there, a link not followed; 0: nothing. */
unsigned fs_tree_mode(const FsTree *tree, Arena *arena, Str path);
/* What a symbolic link of it says, which is not followed. False when there is none. */
bool fs_tree_link(const FsTree *tree, Arena *arena, Str path, Str *target) MUST_USE;
/* Whether the path is a directory of it; the empty path is its own. */
bool fs_tree_has_directory(const FsTree *tree, Str path);

/* Replaces the file whole or not at all (temporary file, fsync, rename); mode is for a new file.
   Its directory must be there. */
bool fs_write_atomic(Arena scratch, Str path, Str bytes, unsigned mode, Err *err) MUST_USE;

/* Makes what is missing of a directory of our own, with mode 0700; errno says why not. */
bool fs_make_directories(Arena scratch, Str directory);
/* Whether there is such a file, and it is not empty. */
bool fs_has_bytes(Arena scratch, Str path);
/* Whether the kernel writes it while it is read (/proc, /sys): its size, 0 or a page, says nothing.
 */
bool fs_is_of_kernel(int fd, const struct stat *info);
/* Whether nothing more can be written where the directory is. */
bool fs_is_full(Arena scratch, Str directory);

/* A small file of our own (configuration, token), outside any policy. Missing: true, *found
   false. */
bool fs_read_own(Arena *arena, Str path, size_t max_bytes, Str *bytes, bool *found,
                 Err *err) MUST_USE;

Str fs_working_directory(Arena *arena);   /* empty when it is gone */
Str fs_real_path(Arena *arena, Str path); /* empty when it does not exist */
bool fs_is_directory(Arena *arena, Str path);
bool fs_is_special(Arena *arena, Str path); /* it exists, and is no regular file */
Str fs_environment(const char *name);       /* empty when unset */

/* Tests make the nth system call of this module fail with an errno (0 switches it off). Returns how
   many calls were left of the order before; 0: it was carried out, or there was none. */
unsigned fs_fail_after(unsigned calls, int errno_value);
/* For this module only: true, with errno set, when the next system call is the one to fail. */
bool fs_fault(void);
/* For this module only: all of it, and to the disk; false with errno set. */
bool fs_write_whole(int fd, Str bytes);
bool fs_sync(int fd);
/* Says what to do about a failed system call, by its errno. */
bool fs_hint(int cause, Err *err);
/* Whether an errno says that the system ran out of something, not that anything is wrong with what
   was asked for. */
bool fs_is_exhausted(int cause);
