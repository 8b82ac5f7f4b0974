/* The steps by which a transaction (src/edit) changes many of a user's files as one. Paths are
   relative to a root and without links (fs_spot_find resolves them); the kernel keeps every step
   below the root. No step destroys a content: replacing exchanges two names, creating does not
   overwrite, removing renames to a name of ours. Only fs_drop unlinks, and only names of ours. */
#pragma once

#include "base/err.h"
#include "base/hash.h"

typedef struct FsRoot {
    int fd;
    Str path; /* absolute, real */
} FsRoot;
bool fs_root_open(Arena *arena, Str path, FsRoot *root, Err *err) MUST_USE;
void fs_root_close(FsRoot *root); /* works as SCOPED(fs_root_close) */

typedef struct FsInode {
    uint64_t device, number;
} FsInode;

/* A place for a file below a root. */
typedef struct FsSpot {
    Str path;       /* relative to the root, links resolved */
    bool exists;    /* it is a regular file; else there is nothing */
    bool is_link;   /* the path's last name is a symbolic link, to this file */
    size_t present; /* bytes of `path` that are existing directories */
    unsigned mode, owner, group;
    FsInode inode;
    Str bytes;
} FsSpot;

/* Finds the place of a path, and reads the file there, at most max_bytes. ERR_NOT_FOUND, with the
   reason, if the path may not be written: outside the root, not a regular file, a dangling link, a
   read-only file or directory. */
bool fs_spot_find(Arena *arena, const FsRoot *root, Str path, size_t max_bytes, FsSpot *spot,
                  Err *err) MUST_USE;

/* A file to be created. Without `keeps`, it gets mode and owner of any new file, or of any new
   program if it is `executable`. */
typedef struct FsNew {
    Str bytes;
    bool keeps; /* mode, owner, group */
    bool executable;
    unsigned mode, owner, group;
    Str like; /* file whose extended attributes it gets, its access control list among them; or
                 empty */
} FsNew;
/* Makes a file, synced to disk; nothing may have its name. */
bool fs_new_file(Arena scratch, const FsRoot *root, Str path, const FsNew *file, FsInode *made,
                 Err *err) MUST_USE;
/* Makes a directory; *made is false if it was there. */
bool fs_new_directory(Arena scratch, const FsRoot *root, Str path, bool *made, Err *err) MUST_USE;

typedef enum FsMove {
    FS_MOVED,
    FS_MOVE_FAILED, /* *err is set; also in the cases below */
    FS_MOVE_GONE,   /* the file does not exist */
    FS_MOVE_TAKEN,  /* something has the new name */
    FS_MOVE_CANNOT, /* the file system does not exchange names */
} FsMove;
/* Exchanges two files of one directory, so that neither is missing at any moment. */
FsMove fs_exchange(Arena scratch, const FsRoot *root, Str path, Str other, Err *err) MUST_USE;
/* Renames a file of ours to a user's name, which must be free. */
FsMove fs_put_in(Arena scratch, const FsRoot *root, Str ours, Str path, Err *err) MUST_USE;
/* Renames a file of ours to another name of ours in its directory, replacing any file of that name.
 */
FsMove fs_put_over(Arena scratch, const FsRoot *root, Str ours, Str path, Err *err) MUST_USE;
/* Renames a user's file, whatever it is by now, to a name of ours. */
FsMove fs_take_out(Arena scratch, const FsRoot *root, Str path, Str ours, Err *err) MUST_USE;

typedef enum FsContent {
    FS_CONTENT_SAME,      /* a regular file with this content, and no process can write to it */
    FS_CONTENT_BUSY,      /* it is open for writing */
    FS_CONTENT_DIFFERENT, /* another content, or no regular file */
    FS_CONTENT_GONE,
    FS_CONTENT_UNREADABLE,
} FsContent;
/* Compares a file. BUSY comes before SAME: a process that has it open may write until it closes it.
   The answer is final for a file that has a name of ours, which no other process opens. Network
   file systems do not say who has a file open. */
FsContent fs_content(Arena scratch, const FsRoot *root, Str path,
                     const char hash[HASH_CONTENT_BYTES]);
/* The same, where nothing is expected: FS_CONTENT_SAME when the content was read, or its hash set.
 */
FsContent fs_read_settled(Arena *arena, const FsRoot *root, Str path, Str *bytes);
FsContent fs_hash(Arena scratch, const FsRoot *root, Str path, char hash[HASH_CONTENT_BYTES]);
/* The inode of the file with the name; false if no file has it. */
bool fs_inode(Arena scratch, const FsRoot *root, Str path, FsInode *inode);
bool fs_inode_equal(FsInode a, FsInode b);

/* Removes a file that has a name of ours. True also if it is missing. */
bool fs_drop(Arena scratch, const FsRoot *root, Str path, Err *err) MUST_USE;
/* Removes a directory if it is empty and may be removed. False when that failed for another reason,
   and should be tried again. */
bool fs_drop_directory(Arena scratch, const FsRoot *root, Str path) MUST_USE;
/* Syncs a directory to disk, so that renames in it last. True also if it is missing. */
bool fs_sync_below(Arena scratch, const FsRoot *root, Str directory, Err *err) MUST_USE;

/* For tests: renames like a file system that neither exchanges names nor renames without
   overwriting. */
void fs_replace_plainly(bool plainly);
