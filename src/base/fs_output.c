/* A directory is replaced in one step by renameat2 with RENAME_EXCHANGE. Where a file system lacks
   it, the old directory is renamed away first, so for a moment the target does not exist. */
#include "base/fs_output.h"

#include "base/fs.h"
#include "base/vec.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define NEW_FILE_MODE 0644
#define NEW_DIRECTORY_MODE 0755

static bool fail(const char *path, int cause, Err *err)
{
    err_set(err, ERR_FAILED, "cannot write '%.*s': %s", PATH_SHOWN_BYTES, path, strerror(cause));
    return fs_hint(cause, err);
}

/* ---- queries ---- */

FsKind fs_kind(Arena scratch, Str path)
{
    struct stat status;
    if (fs_fault() || lstat(str_terminate(&scratch, path), &status) != 0)
        return FS_NOTHING;
    return S_ISREG(status.st_mode) ? FS_FILE : S_ISDIR(status.st_mode) ? FS_DIRECTORY : FS_OTHER;
}

static bool is_dots(const char *name)
{
    return name[0] == '.' && (!name[1] || (name[1] == '.' && !name[2]));
}

bool fs_list_names(Arena *arena, Str directory, size_t max, Str **names, size_t *count)
{
    VEC(Str) list = {0};
    DIR *open = fs_fault() ? NULL : opendir(str_terminate(arena, directory));
    if (!open)
        return false;
    for (struct dirent *entry = readdir(open); entry && list.len < max; entry = readdir(open))
        if (!is_dots(entry->d_name))
            *VEC_PUSH(arena, &list) = str_copy(arena, str_from(entry->d_name));
    closedir(open);
    *names = list.ptr;
    *count = list.len;
    return true;
}

/* ---- removing ---- */

/* Removes the files of a directory, and with `nested` its directories too, unless something deeper
   is in them. An export is two levels deep; anything deeper is not ours, and stays. */
static void remove_directory(const char *path, bool nested)
{
    DIR *open = opendir(path);
    if (!open)
        return;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (struct dirent *entry = readdir(open); entry; entry = readdir(open)) {
        arena_reset(&scratch);
        if (is_dots(entry->d_name) || unlinkat(dirfd(open), entry->d_name, 0) == 0 || !nested)
            continue;
        struct stat status;
        Str inner = str_format(&scratch, "%s/%s", path, entry->d_name);
        if (fstatat(dirfd(open), entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISDIR(status.st_mode))
            remove_directory(str_terminate(&scratch, inner), false);
    }
    closedir(open);
    rmdir(path);
}

void fs_stage_close(FsStage *stage)
{
    if (!stage->temporary)
        return;
    if (stage->directory)
        remove_directory(stage->temporary, true);
    else
        unlink(stage->temporary);
    stage->temporary = NULL;
}

/* ---- staging ---- */

bool fs_stage_open(Arena *arena, Str target, bool directory, FsStage *stage, Err *err)
{
    while (target.len > 1 && target.ptr[target.len - 1] == '/')
        target.len--;
    if (!target.len || target.len + 16 >= PATH_BYTES_MAX)
        return err_set(err, ERR_USAGE, "not a valid path to write");
    char *temporary = str_terminate(arena, str_join(arena, target, STR(".XXXXXX")));
    int fd = -1;
    bool made = !fs_fault() && (directory ? mkdtemp(temporary) != NULL
                                          : (fd = mkostemp(temporary, O_CLOEXEC)) >= 0);
    if (!made)
        return fail(str_terminate(arena, target), errno, err);
    *stage = (FsStage){str_terminate(arena, target), temporary, directory};
    bool open =
        directory ? chmod(temporary, NEW_DIRECTORY_MODE) == 0 : fchmod(fd, NEW_FILE_MODE) == 0;
    if (fd >= 0)
        close(fd);
    return open || fail(stage->target, errno, err);
}

static bool sync_stage(const FsStage *stage)
{
    int fd = fs_fault() ? -1 : open(stage->temporary, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool ok = !fs_fault() && (stage->directory ? syncfs(fd) : fsync(fd)) == 0;
    int cause = errno;
    close(fd);
    errno = cause;
    return ok;
}

/* Exchanges the target with the staged one. Afterwards the temporary name holds the old directory,
   or nothing. */
static bool exchange(const FsStage *stage, bool *old)
{
    *old = false;
    if (fs_fault())
        return false;
    if (rename(stage->temporary, stage->target) == 0)
        return true;
    if (errno != ENOTEMPTY && errno != EEXIST)
        return false;
    *old = true;
    if (renameat2(AT_FDCWD, stage->temporary, AT_FDCWD, stage->target, RENAME_EXCHANGE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    char away[PATH_BYTES_MAX];
    snprintf(away, sizeof away, "%s~", stage->temporary);
    return rename(stage->target, away) == 0 && rename(stage->temporary, stage->target) == 0 &&
           rename(away, stage->temporary) == 0;
}

bool fs_stage_commit(Arena *arena, FsStage *stage, bool keep, Str *kept, Err *err)
{
    bool old = false;
    *kept = (Str){0};
    if (!sync_stage(stage) || !exchange(stage, &old))
        return fail(stage->target, errno, err);
    if (!old)
        stage->temporary = NULL;
    else if (keep) {
        *kept = str_copy(arena, str_from(stage->temporary));
        stage->temporary = NULL;
    }
    fs_stage_close(stage);
    return true;
}

/* ---- writing ---- */

bool fs_writer_open(Arena *arena, Str path, FsWriter *writer, Err *err)
{
    *writer = (FsWriter){.fd = -1, .path = str_terminate(arena, path)};
    if (!fs_fault())
        writer->fd =
            open(writer->path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, NEW_FILE_MODE);
    return writer->fd >= 0 || fail(writer->path, errno, err);
}

bool fs_stage_writer(const FsStage *stage, FsWriter *writer, Err *err)
{
    *writer = (FsWriter){.fd = -1, .path = stage->temporary};
    if (!fs_fault())
        writer->fd = open(writer->path, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW);
    return writer->fd >= 0 || fail(writer->path, errno, err);
}

bool fs_writer_put(FsWriter *writer, Str bytes, Err *err)
{
    writer->written += bytes.len;
    return fs_write_whole(writer->fd, bytes) || fail(writer->path, errno, err);
}

bool fs_writer_close(FsWriter *writer, Err *err)
{
    int fd = writer->fd;
    writer->fd = -1;
    return (close(fd) == 0 && !fs_fault()) || fail(writer->path, errno, err);
}

void fs_writer_drop(FsWriter *writer)
{
    if (writer->fd >= 0)
        close(writer->fd);
    writer->fd = -1;
}

bool fs_write_new(Arena scratch, Str path, Str bytes, Err *err)
{
    FsWriter writer SCOPED(fs_writer_drop) = {.fd = -1};
    return fs_writer_open(&scratch, path, &writer, err) && fs_writer_put(&writer, bytes, err) &&
           fs_writer_close(&writer, err);
}

bool fs_make_directory(Arena scratch, Str path, Err *err)
{
    const char *terminated = str_terminate(&scratch, path);
    bool made = !fs_fault() && mkdir(terminated, NEW_DIRECTORY_MODE) == 0;
    return made || fail(terminated, errno, err);
}
