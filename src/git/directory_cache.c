/* A walk reads directories in the same order each time, so the cache is a list with a cursor. A map
   is built only when a walk takes another order. */
#include "git/directory_cache.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/varint.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Buffer of one getdents64: about a thousand names, so most directories take one call. */
#define DIRECTORY_BYTES (32 * KB)
#define NANOSECONDS 1000000000
/* Below this many new directories, reading them costs less than saving the list. */
#define OUTDATED_MIN 64
#define OUTDATED_SHARE 32
#define FORMAT 1
#ifndef ZFS_SUPER_MAGIC
#define ZFS_SUPER_MAGIC 0x2fc12fc1
#endif

/* Identity and times of a directory: equal stamps mean equal names. */
typedef struct Stamp {
    uint64_t inode;
    int64_t mtime_ns, ctime_ns;
} Stamp;

typedef struct Known {
    Str key;
    Stamp stamp;
    Str names; /* packed */
} Known;
typedef VEC(Known) KnownVec;

struct Listings {
    Arena *arena;
    KnownVec known; /* as saved by an earlier process */
    size_t at;      /* cursor: where the next one is expected */
    Map places;     /* index of `known` by key, built on first use */
    bool mapped;
    KnownVec now;
    size_t read, added;
    int64_t rest_ns;
    uint64_t device; /* of `known`; after look_at_root that of the tree */
    bool looked, trusted, foreign;
};

/* ---- stamps ---- */

static int64_t time_ns(struct timespec time)
{
    return (int64_t)time.tv_sec * NANOSECONDS + time.tv_nsec;
}

static Stamp stamp_of(const struct stat *info)
{
    return (Stamp){info->st_ino, time_ns(info->st_mtim), time_ns(info->st_ctim)};
}

static bool is_same(const Stamp *a, const Stamp *b)
{
    return a->inode == b->inode && a->mtime_ns == b->mtime_ns && a->ctime_ns == b->ctime_ns;
}

static bool has_rested(const Listings *listings, const Stamp *stamp)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return MAX(stamp->mtime_ns, stamp->ctime_ns) < time_ns(now) - listings->rest_ns;
}

/* Network file systems answer from a cache of their own, and others round times: only these are
   trusted. */
static bool is_trusted(int fd)
{
    static const uint32_t magics[] = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC,       BTRFS_SUPER_MAGIC,
                                      TMPFS_MAGIC,      OVERLAYFS_SUPER_MAGIC, F2FS_SUPER_MAGIC,
                                      ZFS_SUPER_MAGIC};
    struct statfs info;
    if (fstatfs(fd, &info) != 0)
        return false;
    for (size_t i = 0; i < COUNT(magics); i++)
        if ((uint32_t)info.f_type == magics[i])
            return true;
    return false;
}

/* Checks the tree's device once; directories on other devices are not cached. */
static void look_at_root(Listings *listings, int root_fd)
{
    struct stat info;
    if (listings->looked)
        return;
    listings->looked = true;
    listings->trusted = fstat(root_fd, &info) == 0 && is_trusted(root_fd);
    if (listings->trusted && listings->device != info.st_dev)
        listings->known.len = 0;
    listings->device = listings->trusted ? info.st_dev : 0;
}

/* ---- names ---- */

static void pack_names(Buf *out, const NameVec *names)
{
    varint_put(out, names->len);
    for (size_t i = 0; i < names->len; i++) {
        buf_put_byte(out, (char)names->ptr[i].kind);
        varint_put_str(out, names->ptr[i].text);
    }
}

static bool is_name(Str text)
{
    return text.len && str_find_byte(text, '/') == STR_NONE && !str_equal(text, STR(".")) &&
           !str_equal(text, STR(".."));
}

static bool unpack_names(Arena *arena, Str packed, NameVec *names)
{
    VarintReader in = varint_open(packed);
    uint64_t count = varint_take(&in);
    if (in.failed || count > packed.len)
        return false;
    *names = (NameVec){.ptr = NEW(arena, ListedName, count), .len = count, .cap = count};
    for (size_t i = 0; i < count; i++) {
        uint64_t kind = varint_take(&in);
        names->ptr[i] = (ListedName){varint_str(&in), (NameKind)kind};
        if (in.failed || kind > NAME_OTHER || !is_name(names->ptr[i].text))
            return false;
    }
    return varint_is_done(&in);
}

/* The kernel's record of a directory entry (linux_dirent64), read directly: no copies and no heap
   buffer. */
typedef struct DirectoryEntry {
    uint64_t inode;
    int64_t offset;
    uint16_t len;
    unsigned char type;
    char name[];
} DirectoryEntry;

static NameKind kind_of(int fd, const DirectoryEntry *entry)
{
    struct stat info;
    if (entry->type != DT_UNKNOWN)
        return entry->type == DT_REG   ? NAME_FILE
               : entry->type == DT_DIR ? NAME_DIRECTORY
                                       : NAME_OTHER;
    if (fstatat(fd, entry->name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return NAME_OTHER;
    return S_ISREG(info.st_mode) ? NAME_FILE : S_ISDIR(info.st_mode) ? NAME_DIRECTORY : NAME_OTHER;
}

static bool read_names(int fd, Arena *arena, NameVec *names)
{
    _Alignas(DirectoryEntry) char bytes[DIRECTORY_BYTES];
    long got;
    while ((got = syscall(SYS_getdents64, fd, bytes, sizeof bytes)) > 0)
        for (const char *at = bytes; at < bytes + got;) {
            const DirectoryEntry *entry = (const DirectoryEntry *)(const void *)at;
            Str text = str_from(entry->name);
            at += entry->len;
            if (is_name(text))
                *VEC_PUSH(arena, names) = (ListedName){str_copy(arena, text), kind_of(fd, entry)};
        }
    return got == 0;
}

static int compare_names(const void *a, const void *b)
{
    const ListedName *x = a, *y = b;
    size_t len = MIN(x->text.len, y->text.len);
    int order = memcmp(x->text.ptr, y->text.ptr, len);
    if (order)
        return order;
    int next_x =
        x->text.len > len ? (unsigned char)x->text.ptr[len] : (x->kind == NAME_DIRECTORY ? '/' : 0);
    int next_y =
        y->text.len > len ? (unsigned char)y->text.ptr[len] : (y->kind == NAME_DIRECTORY ? '/' : 0);
    return next_x - next_y;
}

/* ---- reading ---- */

static const Known *find_known(Listings *listings, Str key)
{
    const KnownVec *known = &listings->known;
    if (listings->at < known->len && str_equal(known->ptr[listings->at].key, key))
        return &known->ptr[listings->at++];
    if (!listings->mapped) {
        listings->places = map_open(listings->arena);
        for (size_t i = 0; i < known->len; i++)
            *map_put(&listings->places, known->ptr[i].key, NULL) = i;
        listings->mapped = true;
    }
    const uint64_t *place = map_find(&listings->places, key);
    if (!place)
        return NULL;
    listings->at = *place + 1;
    return &known->ptr[*place];
}

/* Takes the names from the cache if the directory's stamp is unchanged. */
static bool recall(Listings *listings, Arena *arena, int root_fd, const char *path, Str key,
                   NameVec *names)
{
    struct stat info;
    const Known *known = find_known(listings, key);
    if (!known || fstatat(root_fd, path, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(info.st_mode) || info.st_dev != listings->device)
        return false;
    Stamp stamp = stamp_of(&info);
    if (!is_same(&stamp, &known->stamp) || !unpack_names(arena, known->names, names))
        return false;
    *VEC_PUSH(listings->arena, &listings->now) = *known;
    return true;
}

static void remember(Listings *listings, const struct stat *info, Str key, const NameVec *names)
{
    Stamp stamp = stamp_of(info);
    listings->foreign = listings->foreign || info->st_dev != listings->device;
    if (info->st_dev != listings->device || !has_rested(listings, &stamp))
        return;
    listings->added++;
    Buf packed = buf_open(listings->arena, 0);
    pack_names(&packed, names);
    *VEC_PUSH(listings->arena, &listings->now) =
        (Known){str_copy(listings->arena, key), stamp, buf_str(&packed)};
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

bool directory_cache_read(Listings *listings, Arena *arena, int root_fd, Str path, Str key,
                          NameVec *names)
{
    struct stat before;
    const char *name = path.len ? str_terminate(arena, path) : ".";
    *names = (NameVec){0};
    if (listings)
        look_at_root(listings, root_fd);
    bool trusted = listings && listings->trusted;
    if (trusted && recall(listings, arena, root_fd, name, key, names))
        return true;
    *names = (NameVec){0};
    int fd SCOPED(close_fd) =
        openat(root_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    if (listings)
        listings->read++;
    trusted = trusted && fstat(fd, &before) == 0; /* later changes give another stamp */
    bool whole = read_names(fd, arena, names);
    if (names->len)
        qsort(names->ptr, names->len, sizeof *names->ptr, compare_names);
    if (trusted && whole)
        remember(listings, &before, key, names);
    return true;
}

/* ---- serialisation ---- */

Listings *listings_open(Arena *arena, Str saved)
{
    Listings *listings = NEW(arena, Listings, 1);
    VarintReader in = varint_open(saved);
    listings->arena = arena;
    listings->rest_ns = LISTING_REST_MS * (int64_t)(NANOSECONDS / 1000);
    uint64_t count = varint_take(&in) == FORMAT ? varint_take(&in) : 0;
    listings->device = varint_take(&in);
    for (uint64_t i = 0; i < count && !in.failed; i++) {
        Known known = {.key = varint_str(&in), .stamp.inode = varint_take(&in)};
        known.stamp.mtime_ns = (int64_t)varint_take(&in);
        known.stamp.ctime_ns = (int64_t)varint_near(&in, (uint64_t)known.stamp.mtime_ns);
        known.names = varint_str(&in);
        if (!in.failed)
            *VEC_PUSH(arena, &listings->known) = known;
    }
    return listings;
}

void listings_set_rest_ms(Listings *listings, int64_t rest_ms)
{
    listings->rest_ns = rest_ms * (NANOSECONDS / 1000);
}

bool listings_are_outdated(const Listings *listings)
{
    size_t gone = listings->known.len - MIN(listings->known.len, listings->now.len);
    size_t fresh = listings->added + gone;
    return fresh > OUTDATED_MIN && fresh > listings->now.len / OUTDATED_SHARE;
}

bool listings_are_local(const Listings *listings)
{
    return listings->trusted && !listings->foreign;
}

size_t listings_read_count(const Listings *listings)
{
    return listings->read;
}

Str listings_pack(const Listings *listings, Arena *arena)
{
    Buf out = buf_open(arena, 0);
    varint_put(&out, FORMAT);
    varint_put(&out, listings->now.len);
    varint_put(&out, listings->device);
    for (size_t i = 0; i < listings->now.len; i++) {
        const Known *known = &listings->now.ptr[i];
        varint_put_str(&out, known->key);
        varint_put(&out, known->stamp.inode);
        varint_put(&out, (uint64_t)known->stamp.mtime_ns);
        varint_put_near(&out, (uint64_t)known->stamp.ctime_ns, (uint64_t)known->stamp.mtime_ns);
        varint_put_str(&out, known->names);
    }
    return buf_str(&out);
}

const ListedName *directory_cache_find(const NameVec *names, Str wanted)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i].text, wanted))
            return &names->ptr[i];
    return NULL;
}

bool directory_cache_is_bare(const NameVec *names)
{
    const ListedName *head = directory_cache_find(names, STR("HEAD")), *objects, *refs;
    if (!head || head->kind != NAME_FILE)
        return false;
    objects = directory_cache_find(names, STR("objects"));
    refs = directory_cache_find(names, STR("refs"));
    return objects && refs && objects->kind == NAME_DIRECTORY && refs->kind == NAME_DIRECTORY;
}
