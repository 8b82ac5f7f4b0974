/* File access: the only way to open files. Opening checks access: the file must be inside the
   policy's roots, not in an excluded directory, and regular. Devices, FIFOs and sockets are refused
   without being opened for reading. The roots are enforced by the kernel or step by step
   (fs_below.h), so the check cannot be raced. Files are never mapped into memory, so a file that
   shrinks meanwhile cannot crash the reader. */
#pragma once

#include "base/err.h"

/* Names listed in the error for a directory given instead of a file. */
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
/* A file's inode, mixed with owner and mode unless it is readable by all: a file whose permissions
   are corrected then counts as changed, and is read again. */
uint64_t fs_identity(const struct stat *info);

/* A file's change stamp: the sum of mtime and ctime. The mtime alone can be set back, by a restore
   or by the clock. Only to be compared, not a time. */
uint64_t fs_stamp(const struct stat *info);

/* Whether a component of the path is one of the names. */
bool fs_is_excluded(const Str *names, size_t count, Str path);
/* Opens a file. ERR_NOT_FOUND for missing, denied, outside, excluded or special files. A directory
   is an error that lists up to DIRECTORY_LISTING_MAX names. */
bool fs_open(Arena *arena, const FsPolicy *policy, Str path, FsFile *file, Err *err) MUST_USE;
void fs_close(FsFile *file); /* works as SCOPED(fs_close); a closed file may be closed again */

/* Reads the whole file, at most FILE_BYTES_MAX. The result is one version of the file: if size or
   stamp change during the read it is read again, at most FS_READ_TRIES times, then ERR_STALE. */
bool fs_read_all(Arena *arena, FsFile *file, Str *bytes, Err *err) MUST_USE;
/* Reads up to len bytes at offset; *got < len only at the end of the file. */
bool fs_read_at(const FsFile *file, uint64_t offset, char *into, size_t len, size_t *got,
                Err *err) MUST_USE;

/* A directory below which many files are read. Opening a file takes one path lookup, which can
   neither leave the directory nor follow a symbolic link. */
typedef struct FsTree {
    int fd;
    Str root; /* absolute, real */
} FsTree;
/* Fails as fs_open does, and if it is not a directory. */
bool fs_tree_open(Arena *arena, const FsPolicy *policy, Str path, FsTree *tree, Err *err) MUST_USE;
void fs_tree_close(FsTree *tree); /* works as SCOPED(fs_tree_close) */
/* Opens a regular file by its path from the directory; `shown` and `resolved` are that path. False
   when it cannot be read; errno is set. */
bool fs_tree_file(const FsTree *tree, Str path, FsFile *file) MUST_USE;
/* A path-only descriptor (O_PATH) of a directory in the tree, or -1; errno is set. */
int fs_tree_directory(const FsTree *tree, Str path);
/* st_mode of a path of the tree, a link not followed; 0: nothing. */
unsigned fs_tree_mode(const FsTree *tree, Arena *arena, Str path);
/* The target of a symbolic link of the tree, which is not followed. False if it is no link. */
bool fs_tree_link(const FsTree *tree, Arena *arena, Str path, Str *target) MUST_USE;
/* Whether the path is a directory of the tree; the empty path is the tree's own. */
bool fs_tree_has_directory(const FsTree *tree, Str path);

/* Replaces a file atomically (temporary file, fsync, rename); mode is for a new file. Its directory
   must exist. */
bool fs_write_atomic(Arena scratch, Str path, Str bytes, unsigned mode, Err *err) MUST_USE;

/* Creates the missing components of one of our own directories, with mode 0700; false with errno
   set. */
bool fs_make_directories(Arena scratch, Str directory);
/* Whether the file exists and is not empty. */
bool fs_has_bytes(Arena scratch, Str path);
/* Whether the kernel generates the file on reading (/proc, /sys): its size, 0 or a page, means
   nothing. */
bool fs_is_of_kernel(int fd, const struct stat *info);
/* Whether the file system of the directory is full. */
bool fs_is_full(Arena scratch, Str directory);

/* Reads a small file of our own (configuration, token), outside any policy. Missing: true, *found
   false. */
bool fs_read_own(Arena *arena, Str path, size_t max_bytes, Str *bytes, bool *found,
                 Err *err) MUST_USE;

Str fs_working_directory(Arena *arena);   /* empty when it is gone */
Str fs_real_path(Arena *arena, Str path); /* empty when it does not exist */
bool fs_is_directory(Arena *arena, Str path);
bool fs_is_special(Arena *arena, Str path); /* it exists, and is not a regular file */
Str fs_environment(const char *name);       /* empty when unset */

/* For tests: makes the nth system call of this module fail with an errno (0 switches it off), or
   kills the process before it (FS_FAULT_KILL).
   Returns how many calls the previous order still waited for; 0: it was carried out, or no order
   was set. */
#define FS_FAULT_KILL (-1)
unsigned fs_fail_after(unsigned calls, int errno_value);
/* For this module only: true, with errno set, when the next system call is the one to fail. */
bool fs_fault(void);
/* For this module only: writes all bytes, and syncs to disk; false with errno set. */
bool fs_write_whole(int fd, Str bytes);
bool fs_sync(int fd);
/* Adds a hint on what to do about a failed system call, by its errno. */
bool fs_hint(int cause, Err *err);
/* Whether an errno means that the system ran out of a resource, not that the request was wrong. */
bool fs_is_exhausted(int cause);
