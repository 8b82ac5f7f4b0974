/* A folder as a remote, often on a network file system that a team shares:
     blobs/sha256/ab/abcd…    a blob, named by its digest
     pointers/NAME.json       a pointer's manifest
   A file is written under a temporary name, synced and renamed, so readers see it whole or not at
   all, and writers need no lock: the same blob has the same bytes, and the last pointer wins.
   Files of other users of the folder are hostile input: no link is followed below the folder, only
   regular files are read, and never more of one than its manifest says.

   Prune must not remove an old blob that a publisher is about to use again. So a publisher who
   looks up a blob renews its time of change, and prune keeps files younger than a day. */
#include "share/remote_state.h"

#include "base/fs.h"
#include "base/fs_output.h"
#include "base/fs_replace.h"
#include "base/path.h"
#include "text/uri.h"

#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>

/* Names read from one folder of the remote. Pointers are some thousand; further ones are not
   seen. */
#define NAMES_MAX 1000000
/* Names of new files are random, so a second attempt is rare. */
#define NEW_TRIES_MAX 5
#define NEW_PREFIX ".new-"
#define POINTER_SUFFIX ".json"

typedef struct Folder {
    FsRoot root;
    FsTree tree; /* the same descriptor, for reading */
} Folder;

static Folder *folder_of(const Remote *remote)
{
    return remote->state;
}

/* ---- opening ---- */

/* Makes the missing components of the folder's path. */
static bool make_folder(Arena *arena, Str path, Err *err)
{
    Str above = path;
    while (!fs_is_directory(arena, above) && above.len > 1)
        above = path_directory(above);
    if (str_equal(above, path))
        return true;
    FsRoot root SCOPED(fs_root_close) = {.fd = -1};
    if (!fs_root_open(arena, above, &root, err))
        return false;
    Str below = str_from_offset(path, above.len + (above.len > 1));
    for (size_t i = 1; i <= below.len; i++) {
        bool made;
        if ((i == below.len || below.ptr[i] == '/') &&
            !fs_new_directory(*arena, &root, str_slice(below, 0, i), &made, err))
            return false;
    }
    return true;
}

static bool file_open(Remote *remote, Err *err)
{
    Arena *arena = remote->arena;
    Folder *folder = NEW(arena, Folder, 1);
    Str path = uri_decode(arena, remote->rest);
    remote->state = folder;
    folder->root.fd = -1;
    if (!path_is_absolute(path) || str_find_byte(path, '\0') != STR_NONE) {
        remote_fail(remote, ERR_USAGE, err, "the path of a folder is absolute");
        return err_hint(err, "write file:///path, with three slashes");
    }
    path = path_normalise(arena, path);
    if (remote->options.write && !make_folder(arena, path, err))
        return false;
    if (!fs_is_directory(arena, path)) {
        remote_fail(remote, ERR_NOT_FOUND, err, "there is no such folder");
        return err_hint(err, "is the path right, and the file system mounted?");
    }
    if (!fs_root_open(arena, path, &folder->root, err))
        return false;
    folder->tree = (FsTree){.fd = folder->root.fd, .root = folder->root.path};
    return true;
}

static void file_close(Remote *remote)
{
    if (remote->state)
        fs_root_close(&folder_of(remote)->root);
}

/* ---- reading ---- */

static Str blob_folder(Arena *arena, Str digest)
{
    return str_format(arena, "blobs/sha256/%.2s", remote_digest_hex(digest).ptr);
}

static Str blob_path(Arena *arena, Str digest)
{
    Str hex = remote_digest_hex(digest);
    return str_format(arena, "blobs/sha256/%.2s/%.*s", hex.ptr, STR_ARG(hex));
}

static Str pointer_path(Arena *arena, Str name)
{
    return str_format(arena, "pointers/%.*s" POINTER_SUFFIX, STR_ARG(name));
}

/* Seconds since the file was changed. Clocks of network file systems may be ahead. */
static int64_t age_of(const FsFile *file)
{
    struct stat info;
    if (fstat(file->fd, &info) != 0)
        return 0;
    return (int64_t)time(NULL) - (int64_t)info.st_mtim.tv_sec;
}

/* Whether prune will spare the file for long enough to publish a pointer to it. A user may renew
   only writable files; others count as missing. */
static bool renew(const FsFile *file)
{
    return age_of(file) < REMOTE_GRACE_SECONDS / 2 || futimens(file->fd, NULL) == 0;
}

static bool file_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        arena_reset(&scratch);
        if (!remote_go_on(remote, err))
            return false;
        has[i] =
            fs_tree_file(&folder_of(remote)->tree, blob_path(&scratch, blobs[i].digest), &file) &&
            file.size == blobs[i].size && (!remote->options.write || renew(&file));
    }
    return true;
}

static bool file_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                     Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (size_t i = 0; i < count; i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        arena_reset(&scratch);
        if (!remote_go_on(remote, err))
            return false;
        if (!fs_tree_file(&folder_of(remote)->tree, blob_path(&scratch, blobs[i].digest), &file))
            return remote_fail_missing(remote, blobs[i].digest, err);
        size_t got = 0, len = (size_t)MIN(blobs[i].size, file.size);
        char *bytes = arena_bytes(&scratch, len);
        if (!fs_read_at(&file, 0, bytes, len, &got, err))
            return false;
        if (file.size > blobs[i].size)
            got = (size_t)file.size; /* refused by its size, unread */
        if (!remote_give(remote, take, blobs, i, (Str){bytes, got}, err))
            return false;
    }
    return true;
}

static bool read_pointer(const Remote *remote, Arena *arena, Str path, bool *found, Str *manifest,
                         Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    *found = false;
    if (!fs_tree_file(&folder_of(remote)->tree, path, &file))
        return true;
    if (file.size > REMOTE_MANIFEST_BYTES_MAX)
        return remote_fail(remote, ERR_FAILED, err, "'%.*s' is larger than 4 MB", STR_ARG(path));
    size_t got = 0, len = (size_t)file.size;
    char *bytes = arena_bytes(arena, len);
    if (!fs_read_at(&file, 0, bytes, len, &got, err))
        return false;
    *manifest = (Str){bytes, got};
    return *found = true;
}

static bool file_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                             Err *err)
{
    return read_pointer(remote, arena, pointer_path(arena, name), found, manifest, err);
}

/* ---- writing ---- */

/* Makes a new file with a unique name. */
static bool write_new(Arena *arena, const FsRoot *root, Str folder, Str bytes, Str *path, Err *err)
{
    Err failed = {0};
    for (unsigned i = 0; i < NEW_TRIES_MAX; i++) {
        uint64_t random = 0;
        FsInode made;
        if (getrandom(&random, sizeof random, 0) != sizeof random)
            return err_set(err, ERR_FAILED, "the system provides no random numbers");
        *path = str_format(arena, "%.*s/" NEW_PREFIX "%016llx", STR_ARG(folder),
                           (unsigned long long)random);
        if (fs_new_file(*arena, root, *path, &(FsNew){.bytes = bytes}, &made, &failed))
            return true;
    }
    *err = failed;
    return false;
}

static bool write_over(Arena scratch, const FsRoot *root, Str path, Str bytes, Err *err)
{
    Str fresh;
    Err ignored = {0};
    if (!write_new(&scratch, root, path_directory(path), bytes, &fresh, err))
        return false;
    if (fs_put_over(scratch, root, fresh, path, err) == FS_MOVED)
        return true;
    (void)!fs_drop(scratch, root, fresh, &ignored);
    return false;
}

/* Makes the directories of a path below the root, and syncs their parents. */
static bool make_directories(Arena scratch, const FsRoot *root, Str path, Err *err)
{
    for (size_t i = 1; i <= path.len; i++) {
        Str part = str_slice(path, 0, i);
        bool made = false;
        if ((i == path.len || path.ptr[i] == '/') &&
            (!fs_new_directory(scratch, root, part, &made, err) ||
             (made && !fs_sync_below(scratch, root, path_directory(part), err))))
            return false;
    }
    return true;
}

static bool file_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    const FsRoot *root = &folder_of(remote)->root;
    arena_open(&scratch, 0);
    Str folder = blob_folder(&scratch, blob->digest);
    return make_directories(scratch, root, folder, err) &&
           write_over(scratch, root, blob_path(&scratch, blob->digest), bytes, err) &&
           fs_sync_below(scratch, root, folder, err);
}

static bool file_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    const FsRoot *root = &folder_of(remote)->root;
    arena_open(&scratch, 0);
    if (!make_directories(scratch, root, STR("pointers"), err))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!write_over(scratch, root, pointer_path(&scratch, pointers[i].name),
                        pointers[i].manifest, err))
            return false;
    return fs_sync_below(scratch, root, STR("pointers"), err);
}

/* ---- pruning ---- */

typedef struct Pointer {
    Str path;
    int64_t age;
    bool of_commit;
} Pointer;

typedef VEC(Pointer) PointerVec;

static int compare_ages(const void *a, const void *b)
{
    const Pointer *left = a, *right = b;
    if (left->of_commit != right->of_commit)
        return left->of_commit ? 1 : -1;
    if (left->age != right->age)
        return left->age < right->age ? -1 : 1;
    return str_compare(left->path, right->path);
}

static Str absolute(Arena *arena, const Remote *remote, Str path)
{
    return path_join(arena, folder_of(remote)->root.path, path);
}

/* Lists the names of a directory of the remote; empty if it is missing or a link. */
static bool list_names(const Remote *remote, Arena *arena, Str path, Str **names, size_t *count,
                       Err *err)
{
    Str directory = absolute(arena, remote, path);
    *count = 0;
    if (fs_kind(*arena, directory) != FS_DIRECTORY ||
        fs_list_names(arena, directory, NAMES_MAX, names, count))
        return true;
    return remote_fail(remote, ERR_FAILED, err, "'%.*s' cannot be read", STR_ARG(path));
}

/* Lists pointers: those of branches, then those of commits, the most recent first. */
static bool list_pointers(const Remote *remote, Arena *arena, PointerVec *pointers, Err *err)
{
    Str *names;
    size_t count;
    if (!list_names(remote, arena, STR("pointers"), &names, &count, err))
        return false;
    if (count == NAMES_MAX)
        return remote_fail(remote, ERR_FAILED, err, "it has too many pointers to be pruned");
    for (size_t i = 0; i < count; i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        Str name = names[i];
        if (!str_ends(name, STR(POINTER_SUFFIX)))
            continue;
        name.len -= STR(POINTER_SUFFIX).len;
        Pointer pointer = {.path = pointer_path(arena, name),
                           .of_commit = remote_name_is_commit(name)};
        if (!remote_name_is_valid(name) ||
            !fs_tree_file(&folder_of(remote)->tree, pointer.path, &file))
            continue;
        pointer.age = age_of(&file);
        *VEC_PUSH(arena, pointers) = pointer;
    }
    if (pointers->len)
        qsort(pointers->ptr, pointers->len, sizeof *pointers->ptr, compare_ages);
    return true;
}

typedef struct Prune {
    PointerVec pointers; /* of branches, then of commits, the most recent first */
    size_t kept;         /* how many of them are kept */
    Map needed;          /* digests that the kept ones need */
} Prune;

/* Counts the pointers to keep, and notes their blobs. An unreadable manifest ends the prune: its
   blobs are unknown. */
static bool note_pointers(const Remote *remote, Arena *arena, size_t keep, Prune *prune, Err *err)
{
    size_t commits = 0;
    prune->needed = map_open(arena);
    for (; prune->kept < prune->pointers.len; prune->kept++) {
        const Pointer *pointer = &prune->pointers.ptr[prune->kept];
        bool found;
        Str manifest;
        if (pointer->of_commit && commits++ >= keep)
            break;
        if (!read_pointer(remote, arena, pointer->path, &found, &manifest, err) ||
            (found && !remote_note_needed(arena, &prune->needed, manifest, err)))
            return false;
    }
    return true;
}

/* Removes a file of the remote that is old enough; counts its bytes. */
static bool drop_old(const Remote *remote, Arena scratch, Str path, uint64_t *freed, Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    if (!fs_tree_file(&folder_of(remote)->tree, path, &file) ||
        age_of(&file) < REMOTE_GRACE_SECONDS)
        return true;
    if (!fs_drop(scratch, &folder_of(remote)->root, path, err))
        return false;
    *freed += file.size;
    return true;
}

/* Prunes one of the directories of files: of blobs, or, with `needed` NULL, of pointers. */
static bool prune_directory(const Remote *remote, Arena scratch, Str path, const Map *needed,
                            uint64_t *freed, Err *err)
{
    Str *names;
    size_t count;
    if (!list_names(remote, &scratch, path, &names, &count, err))
        return false;
    for (size_t i = 0; i < count; i++) {
        Arena work = scratch;
        Str digest = str_join(&work, STR("sha256:"), names[i]);
        bool is_blob = needed && remote_digest_is_valid(digest) && !map_find(needed, digest);
        if (!is_blob && !str_starts(names[i], STR(NEW_PREFIX)))
            continue;
        if (!remote_go_on(remote, err) ||
            !drop_old(remote, work, path_join(&work, path, names[i]), freed, err))
            return false;
    }
    return true;
}

static bool prune_blobs(const Remote *remote, Arena scratch, const Map *needed, uint64_t *freed,
                        Err *err)
{
    for (unsigned i = 0; i < 256; i++) {
        Arena work = scratch;
        Str path = str_format(&work, "blobs/sha256/%02x", i);
        if (!prune_directory(remote, work, path, needed, freed, err))
            return false;
    }
    return true;
}

static bool file_prune(Remote *remote, size_t keep, uint64_t *freed, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    Prune prune = {0};
    arena_open(&scratch, 0);
    if (!list_pointers(remote, &scratch, &prune.pointers, err) ||
        !note_pointers(remote, &scratch, keep, &prune, err))
        return false;
    for (size_t i = prune.kept; i < prune.pointers.len; i++)
        if (!fs_drop(scratch, &folder_of(remote)->root, prune.pointers.ptr[i].path, err))
            return false;
    return prune_directory(remote, scratch, STR("pointers"), NULL, freed, err) &&
           prune_blobs(remote, scratch, &prune.needed, freed, err);
}

const RemoteBackend remote_file_backend = {
    .prefix = STR_INIT("file://"),
    .open = file_open,
    .close = file_close,
    .has = file_has,
    .get = file_get,
    .put = file_put,
    .pointer_get = file_pointer_get,
    .pointers_put = file_pointers_put,
    .prune = file_prune,
};
