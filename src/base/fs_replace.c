/* A process that has a file open for writing can write to it after it was replaced, and those bytes
   would be lost with it. A lease for reading is granted only while no process has the file open for
   writing (fcntl(2), F_SETLEASE). Once a file has a name that no other process knows, a granted
   lease therefore means that its content is final. */
#include "base/fs_replace.h"

#include "base/fs.h"
#include "base/fs_below.h"
#include "base/fs_edit.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/xattr.h>
#include <unistd.h>

/* Extended attributes of one file: names in all, and the value of one. ext4 has room for 4 KB. */
#define ATTRIBUTE_NAMES_MAX (64 * KB)
#define ATTRIBUTE_VALUE_MAX (64 * KB)

/* Only for tests: see fs_replace_plainly. */
static atomic_bool plain;

void fs_replace_plainly(bool plainly)
{
    atomic_store(&plain, plainly);
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

bool fs_root_open(Arena *arena, Str path, FsRoot *root, Err *err)
{
    *root = (FsRoot){.fd = -1, .path = path};
    if (!fs_fault())
        root->fd = open(str_terminate(arena, path), O_PATH | O_DIRECTORY | O_CLOEXEC);
    return root->fd >= 0 || fs_edit_fail("open", path, errno, err);
}

void fs_root_close(FsRoot *root)
{
    if (root->path.len)
        close_fd(&root->fd);
    *root = (FsRoot){.fd = -1};
}

static int open_below(Arena scratch, const FsRoot *root, Str path, unsigned flags)
{
    if (fs_fault())
        return -1;
    return fs_open_below(root->fd, str_terminate(&scratch, path), flags, FS_LINKS_NONE);
}

static int open_directory_of(Arena scratch, const FsRoot *root, Str path)
{
    return open_below(scratch, root, path_directory(path), O_PATH | O_DIRECTORY);
}

/* ---- finding ---- */

static bool deny(Str path, const char *why, const char *hint, Err *err)
{
    err_set(err, ERR_NOT_FOUND, "cannot write '%.*s': %s", (int)MIN(path.len, PATH_SHOWN_BYTES),
            path.ptr, why);
    err_because(err, why, 0);
    return err_hint(err, "%s", hint);
}

/* Whether an errno means that the place may not be written, and not that the call failed. */
static bool deny_errno(Str path, int cause, Err *err)
{
    if (cause == EXDEV)
        return deny(path, "it leads out of the root",
                    "a link in it points elsewhere; only files below the root are written", err);
    if (cause != ENOTDIR && cause != ELOOP && cause != EACCES)
        return fs_edit_fail("write", path, cause, err);
    deny(path, strerror(cause), "", err);
    return fs_hint(cause, err);
}

static bool check_path(Str path, Err *err)
{
    Str rest = path, part;
    if (path_is_absolute(path) || str_find_byte(path, '\0') != STR_NONE)
        return deny(path, "it is not a path below the root", "name it from the root", err);
    while (str_take_until(&rest, '/', &part))
        if (str_equal(part, STR("..")) || part.len > NAME_MAX)
            return deny(path, "it is not a path below the root",
                        "name it from the root, without '..'", err);
    return true;
}

/* Finds the deepest directory of a missing file's path that exists, and resolves its links. */
static bool resolve_missing(Arena *arena, const FsRoot *root, Str path, FsSpot *spot, Err *err)
{
    Str real = {0}, directory = path_directory(path);
    int fd SCOPED(close_fd) = -1;
    for (;; directory = path_directory(directory)) {
        fd = fs_fault() ? -1
                        : fs_open_below(root->fd, str_terminate(arena, directory),
                                        O_PATH | O_DIRECTORY, FS_LINKS_INSIDE);
        if (fd >= 0 || errno != ENOENT || str_equal(directory, STR(".")))
            break;
    }
    if (fd < 0)
        return deny_errno(path, errno, err);
    if (!fs_real_below(arena, root->fd, fd, &real))
        return deny(path, "it leads out of the root", "check the links of its path", err);
    bool at_root = str_equal(directory, STR("."));
    Str rest = at_root ? path : str_from_offset(path, directory.len + 1);
    spot->path = real.len ? path_join(arena, real, rest) : rest;
    spot->present = real.len;
    Str left = rest, next = {0};
    (void)str_take_until(&left, '/', &next);
    Str first = real.len ? path_join(arena, real, next) : next;
    int blocked SCOPED(close_fd) = open_below(*arena, root, first, O_PATH | O_NOFOLLOW);
    return blocked < 0 || deny(path, "a symbolic link in it leads to nothing",
                               "remove the link, or create its target", err);
}

/* Whether this process may write to it; the mode also binds the superuser, who could write to
   anything. */
static bool is_writable(const FsRoot *root, Arena scratch, Str path)
{
    struct stat info;
    const char *name = str_terminate(&scratch, path.len ? path : STR("."));
    return faccessat(root->fd, name, W_OK, AT_EACCESS) == 0 &&
           fstatat(root->fd, name, &info, 0) == 0 && info.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH);
}

static bool check_writable(Arena scratch, const FsRoot *root, const FsSpot *spot, Str path,
                           Err *err)
{
    Str directory =
        spot->exists ? path_directory(spot->path) : str_slice(spot->path, 0, spot->present);
    if (spot->exists && !is_writable(root, scratch, spot->path))
        return deny(path, "it is read-only", "make it writable first, if it may be changed", err);
    return is_writable(root, scratch, directory) ||
           deny(path, "its directory is read-only", "make the directory writable first", err);
}

static bool is_link(Arena scratch, const FsRoot *root, Str path)
{
    struct stat info;
    int fd SCOPED(close_fd) = fs_open_below(root->fd, str_terminate(&scratch, path),
                                            O_PATH | O_NOFOLLOW, FS_LINKS_INSIDE);
    return fd >= 0 && fstat(fd, &info) == 0 && S_ISLNK(info.st_mode);
}

static bool read_spot(Arena *arena, int fd, Str path, size_t max_bytes, FsSpot *spot, Err *err)
{
    struct stat info;
    if (fs_fault() || fstat(fd, &info) != 0)
        return fs_edit_fail("read", path, errno, err);
    if (!S_ISREG(info.st_mode))
        return deny(path, "it is no regular file", "only regular files are edited", err);
    if ((uint64_t)info.st_size > max_bytes)
        return deny(path, "it is too large", "edit it by hand", err);
    spot->exists = true;
    spot->mode = info.st_mode & 07777;
    spot->owner = info.st_uid;
    spot->group = info.st_gid;
    spot->inode = (FsInode){info.st_dev, info.st_ino};
    FsEdit edit = {.path = path, .size = (uint64_t)info.st_size};
    edit.stamp = fs_stamp(&info);
    edit.inode = fs_identity(&info);
    bool read = fs_edit_read(arena, &edit, fd, max_bytes, err);
    spot->bytes = edit.bytes;
    return read;
}

bool fs_spot_find(Arena *arena, const FsRoot *root, Str path, size_t max_bytes, FsSpot *spot,
                  Err *err)
{
    *spot = (FsSpot){0};
    if (!check_path(path, err))
        return false;
    path = path_normalise(arena, path);
    if (!path.len || str_equal(path, STR(".")) || path.len + 64 >= PATH_BYTES_MAX)
        return deny(path, "it is no path of a file", "name a file below the root", err);
    int fd SCOPED(close_fd) =
        fs_fault() ? -1
                   : fs_open_below(root->fd, str_terminate(arena, path), O_PATH, FS_LINKS_INSIDE);
    if (fd < 0 && errno == ENOENT)
        return resolve_missing(arena, root, path, spot, err) &&
               check_writable(*arena, root, spot, path, err);
    if (fd < 0)
        return deny_errno(path, errno, err);
    if (!fs_real_below(arena, root->fd, fd, &spot->path))
        return deny(path, "it leads out of the root", "name the file itself", err);
    spot->present = spot->path.len - path_base(spot->path).len;
    spot->present -= spot->present > 0;
    spot->is_link = is_link(*arena, root, path);
    return read_spot(arena, fd, path, max_bytes, spot, err) &&
           check_writable(*arena, root, spot, path, err);
}

/* ---- making ---- */

static bool copy_attribute(int from, int to, const char *name)
{
    char value[ATTRIBUTE_VALUE_MAX];
    ssize_t len = fgetxattr(from, name, value, sizeof value);
    return len >= 0 && fsetxattr(to, name, value, (size_t)len, 0) == 0;
}

/* Copies extended attributes of users and access control lists; a new file gets the system's
   attributes from its directory. */
static bool copy_attributes(int from, int to)
{
    char names[ATTRIBUTE_NAMES_MAX];
    ssize_t len = flistxattr(from, names, sizeof names);
    if (len <= 0)
        return len == 0 || errno == ENOTSUP;
    Str rest = {names, (size_t)len}, name;
    while (str_take_until(&rest, '\0', &name))
        if ((str_starts(name, STR("user.")) || str_equal(name, STR("system.posix_acl_access"))) &&
            !copy_attribute(from, to, name.ptr))
            return false;
    return true;
}

/* The mode is set last, since writing clears the bits of set-user-ID and set-group-ID. */
static bool fill(Arena scratch, const FsRoot *root, const FsNew *file, int fd)
{
    if (file->like.len) {
        int like SCOPED(close_fd) = open_below(scratch, root, file->like, O_RDONLY | O_NONBLOCK);
        if (like < 0 || fs_fault() || !copy_attributes(like, fd))
            return false;
    }
    return fs_write_whole(fd, file->bytes) &&
           (!file->keeps || fchmod(fd, (mode_t)file->mode) == 0) && fs_sync(fd);
}

bool fs_new_file(Arena scratch, const FsRoot *root, Str path, const FsNew *file, FsInode *made,
                 Err *err)
{
    struct stat info = {0};
    const FsEdit owner = {.exists = file->keeps, .owner = file->owner, .group = file->group};
    const char *name = str_terminate(&scratch, path_base(path));
    int directory SCOPED(close_fd) = open_directory_of(scratch, root, path);
    int fd = directory < 0 || fs_fault()
                 ? -1
                 : openat(directory, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
                          file->keeps        ? 0600
                          : file->executable ? 0777
                                             : 0666);
    if (fd < 0)
        return fs_edit_fail("write", path, errno, err);
    bool owned = fs_edit_keep_owner(&owner, fd, directory);
    bool filled = owned && fill(scratch, root, file, fd) && fstat(fd, &info) == 0;
    int cause = errno;
    if (close(fd) != 0 && filled) {
        filled = false;
        cause = errno;
    }
    *made = (FsInode){info.st_dev, info.st_ino};
    if (filled)
        return true;
    unlinkat(directory, name, 0);
    return owned ? fs_edit_fail("write", path, cause, err) : fs_edit_fail_owner(path, cause, err);
}

bool fs_new_directory(Arena scratch, const FsRoot *root, Str path, bool *made, Err *err)
{
    int parent SCOPED(close_fd) = open_directory_of(scratch, root, path);
    const char *name = str_terminate(&scratch, path_base(path));
    *made = parent >= 0 && !fs_fault() && fs_edit_make_directory(parent, name);
    if (*made || (parent >= 0 && errno == EEXIST))
        return true;
    return fs_edit_fail("make", path, errno, err);
}

/* ---- moving ---- */

static FsMove fail_moving(Str path, int cause, Err *err)
{
    fs_edit_fail("write", path, cause, err);
    return cause == ENOENT                      ? FS_MOVE_GONE
           : cause == EEXIST                    ? FS_MOVE_TAKEN
           : cause == EINVAL || cause == ENOSYS ? FS_MOVE_CANNOT
                                                : FS_MOVE_FAILED;
}

static FsMove rename_below(Arena scratch, const FsRoot *root, Str from, Str to, unsigned flags)
{
    int directory SCOPED(close_fd) = open_directory_of(scratch, root, from);
    if (directory < 0 || fs_fault())
        return FS_MOVE_FAILED;
    if (flags && atomic_load(&plain)) {
        errno = EINVAL;
        return FS_MOVE_FAILED;
    }
    return renameat2(directory, str_terminate(&scratch, path_base(from)), directory,
                     str_terminate(&scratch, path_base(to)), flags) == 0
               ? FS_MOVED
               : FS_MOVE_FAILED;
}

FsMove fs_exchange(Arena scratch, const FsRoot *root, Str path, Str other, Err *err)
{
    return rename_below(scratch, root, path, other, RENAME_EXCHANGE) == FS_MOVED
               ? FS_MOVED
               : fail_moving(path, errno, err);
}

/* Where a file system lacks RENAME_NOREPLACE, a second link to a file is made, which does not
   overwrite either; the first name, which is ours, is then removed. */
FsMove fs_put_in(Arena scratch, const FsRoot *root, Str ours, Str path, Err *err)
{
    if (rename_below(scratch, root, ours, path, RENAME_NOREPLACE) == FS_MOVED)
        return FS_MOVED;
    if (errno != EINVAL && errno != ENOSYS)
        return fail_moving(path, errno, err);
    int directory SCOPED(close_fd) = open_directory_of(scratch, root, path);
    const char *from = str_terminate(&scratch, path_base(ours));
    const char *to = str_terminate(&scratch, path_base(path));
    if (directory < 0 || fs_fault() || linkat(directory, from, directory, to, 0) != 0)
        return fail_moving(path, errno == EINVAL ? EIO : errno, err);
    unlinkat(directory, from, 0);
    return FS_MOVED;
}

FsMove fs_put_over(Arena scratch, const FsRoot *root, Str ours, Str path, Err *err)
{
    if (rename_below(scratch, root, ours, path, 0) == FS_MOVED)
        return FS_MOVED;
    return fail_moving(path, errno, err);
}

FsMove fs_take_out(Arena scratch, const FsRoot *root, Str path, Str ours, Err *err)
{
    if (rename_below(scratch, root, path, ours, RENAME_NOREPLACE) == FS_MOVED ||
        ((errno == EINVAL || errno == ENOSYS) &&
         rename_below(scratch, root, path, ours, 0) == FS_MOVED))
        return FS_MOVED;
    return fail_moving(path, errno, err);
}

/* ---- comparing ---- */

/* Whether an errno says that the path does not exist, which includes a path through a link. */
static bool is_nowhere(int cause)
{
    return cause == ENOENT || cause == ENOTDIR || cause == ELOOP || cause == EXDEV;
}

static bool is_on_network(int fd)
{
    static const uint64_t types[] = {NFS_SUPER_MAGIC,  SMB_SUPER_MAGIC, CIFS_SUPER_MAGIC,
                                     SMB2_SUPER_MAGIC, V9FS_MAGIC,      CEPH_SUPER_MAGIC,
                                     AFS_SUPER_MAGIC,  FUSE_SUPER_MAGIC};
    struct statfs of;
    if (fstatfs(fd, &of) != 0)
        return true;
    for (size_t i = 0; i < COUNT(types); i++)
        if ((uint32_t)of.f_type == types[i])
            return true;
    return false;
}

/* A broken lease sends a signal. SIGURG is ignored by default. */
static bool is_open_for_writing(int fd)
{
    fcntl(fd, F_SETSIG, SIGURG);
    bool granted = fcntl(fd, F_SETLEASE, F_RDLCK) == 0;
    bool refused = !granted && errno == EAGAIN;
    if (granted)
        fcntl(fd, F_SETLEASE, F_UNLCK);
    return refused && !is_on_network(fd);
}

FsContent fs_read_settled(Arena *arena, const FsRoot *root, Str path, Str *bytes)
{
    struct stat info;
    Err ignored;
    int fd SCOPED(close_fd) = open_below(*arena, root, path, O_PATH | O_NOFOLLOW);
    if (fd < 0)
        return is_nowhere(errno) ? FS_CONTENT_GONE : FS_CONTENT_UNREADABLE;
    if (fs_fault() || fstat(fd, &info) != 0)
        return FS_CONTENT_UNREADABLE;
    if (!S_ISREG(info.st_mode))
        return FS_CONTENT_DIFFERENT;
    FsFile file SCOPED(fs_close) = {.fd = -1, .shown = path, .resolved = path};
    file.fd = open_below(*arena, root, path, O_RDONLY | O_NONBLOCK);
    if (file.fd < 0 || fstat(file.fd, &info) != 0)
        return FS_CONTENT_UNREADABLE;
    if (is_open_for_writing(file.fd))
        return FS_CONTENT_BUSY;
    file.size = (uint64_t)info.st_size;
    file.stamp = fs_stamp(&info);
    file.inode = fs_identity(&info);
    return fs_read_all(arena, &file, bytes, &ignored) ? FS_CONTENT_SAME : FS_CONTENT_UNREADABLE;
}

FsContent fs_hash(Arena scratch, const FsRoot *root, Str path, char hash[HASH_CONTENT_BYTES])
{
    Str bytes;
    FsContent content = fs_read_settled(&scratch, root, path, &bytes);
    if (content == FS_CONTENT_SAME)
        hash_content((Str){0}, bytes, hash);
    return content;
}

FsContent fs_content(Arena scratch, const FsRoot *root, Str path,
                     const char hash[HASH_CONTENT_BYTES])
{
    char found[HASH_CONTENT_BYTES];
    FsContent content = fs_hash(scratch, root, path, found);
    bool differs = content == FS_CONTENT_SAME && memcmp(found, hash, sizeof found) != 0;
    return differs ? FS_CONTENT_DIFFERENT : content;
}

bool fs_inode(Arena scratch, const FsRoot *root, Str path, FsInode *inode)
{
    struct stat info;
    int fd SCOPED(close_fd) = open_below(scratch, root, path, O_PATH | O_NOFOLLOW);
    if (fd < 0 || fstat(fd, &info) != 0)
        return false;
    *inode = (FsInode){info.st_dev, info.st_ino};
    return true;
}

bool fs_inode_equal(FsInode a, FsInode b)
{
    return a.device == b.device && a.number == b.number;
}

/* ---- removing ---- */

bool fs_drop(Arena scratch, const FsRoot *root, Str path, Err *err)
{
    int directory SCOPED(close_fd) = open_directory_of(scratch, root, path);
    if (directory < 0)
        return is_nowhere(errno) || fs_edit_fail("remove", path, errno, err);
    bool dropped =
        !fs_fault() && unlinkat(directory, str_terminate(&scratch, path_base(path)), 0) == 0;
    return dropped || errno == ENOENT || fs_edit_fail("remove", path, errno, err);
}

bool fs_drop_directory(Arena scratch, const FsRoot *root, Str path)
{
    static const int stays[] = {ENOTEMPTY, EEXIST, EACCES, EPERM, EBUSY, EROFS};
    int parent SCOPED(close_fd) = open_directory_of(scratch, root, path);
    bool dropped = parent >= 0 && !fs_fault() &&
                   unlinkat(parent, str_terminate(&scratch, path_base(path)), AT_REMOVEDIR) == 0;
    bool settled = dropped || is_nowhere(errno);
    for (size_t i = 0; i < COUNT(stays); i++)
        settled = settled || errno == stays[i];
    return settled;
}

bool fs_sync_below(Arena scratch, const FsRoot *root, Str directory, Err *err)
{
    int fd SCOPED(close_fd) = open_below(scratch, root, directory, O_RDONLY | O_DIRECTORY);
    if (fd < 0 && is_nowhere(errno))
        return true;
    return (fd >= 0 && fs_sync(fd)) || fs_edit_fail("write", directory, errno, err);
}
