/* An index is a file ending in .db, with further files next to it that have its name and an
   ending. Its modification time is the time of its last use. */
#include "index/store/cache.h"

#include "base/buf.h"
#include "base/limits.h"
#include "base/path.h"
#include "index/store/db.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* An index is touched at most once in this time, since readers should rarely write. */
#define TOUCH_SECONDS 3600
#define CACHE_TREES_BYTES (1 * MB)

static const char *const endings[] = {"",
                                      "-wal",
                                      "-shm",
                                      "-journal",
                                      "-lock",
                                      ANSWERS_ENDING,
                                      SEEN_ENDING,
                                      EMBED_LOCK_ENDING,
                                      FORMER_ENDING,
                                      "-former-wal",
                                      "-former-shm"};

static bool look(Arena scratch, Str path, const char *ending, struct stat *status)
{
    return stat(str_terminate(&scratch, str_join(&scratch, path, str_from(ending))), status) == 0;
}

static int latest_first(const void *a, const void *b)
{
    const CacheEntry *x = a, *y = b;
    if (x->used != y->used)
        return x->used < y->used ? 1 : -1;
    return str_compare(x->path, y->path);
}

static void add(Arena *arena, Str path, CacheEntryVec *entries)
{
    struct stat status;
    CacheEntry entry = {.path = path};
    for (size_t i = 0; i < COUNT(endings); i++)
        if (look(*arena, path, endings[i], &status)) {
            entry.size += (uint64_t)status.st_size;
            entry.used = i ? entry.used : (int64_t)status.st_mtime;
        }
    *VEC_PUSH(arena, entries) = entry;
}

void cache_list(Arena *arena, Str directory, CacheEntryVec *entries)
{
    DIR *listing = opendir(str_terminate(arena, directory));
    struct dirent *entry;
    if (!listing)
        return;
    while ((entry = readdir(listing)) && entries->len < CACHE_ENTRIES_MAX) {
        Str name = str_from(entry->d_name);
        if (str_ends(name, STR(".db")))
            add(arena, path_join(arena, directory, str_copy(arena, name)), entries);
    }
    closedir(listing);
    if (entries->len)
        qsort(entries->ptr, entries->len, sizeof *entries->ptr, latest_first);
}

Str cache_trees(Arena *arena, Str path)
{
    Db *db = NULL;
    Err ignored;
    Buf roots = buf_open(arena, CACHE_TREES_BYTES);
    if (db_open(str_terminate(arena, path), DB_READ, 100, &db, &ignored)) {
        Statement *get = db_prepare(db, "SELECT root FROM tree ORDER BY id");
        while (db_next(get, &ignored)) {
            buf_put(&roots, db_text(get, 0));
            buf_put_byte(&roots, '\0');
        }
    }
    db_close(&db);
    return roots.overflow ? (Str){0} : buf_str(&roots);
}

/* Removes the freshness sockets (live/freshness.h), one for each work tree. */
static void remove_sockets(Arena scratch, Str path)
{
    Str directory = path_directory(path);
    Str start = str_join(&scratch, path_base(path), STR("-live-"));
    DIR *listing = opendir(str_terminate(&scratch, directory));
    struct dirent *entry;
    while (listing && (entry = readdir(listing))) {
        Str name = str_from(entry->d_name);
        if (str_starts(name, start))
            unlink(str_terminate(&scratch, path_join(&scratch, directory, name)));
    }
    if (listing)
        closedir(listing);
}

/* Removes a directory that holds only files. */
static void remove_directory(Arena scratch, Str path)
{
    char *directory = str_terminate(&scratch, path);
    DIR *listing = opendir(directory);
    struct dirent *entry;
    while (listing && (entry = readdir(listing))) {
        Arena work = scratch;
        Str name = str_from(entry->d_name);
        if (!str_equal(name, STR(".")) && !str_equal(name, STR("..")))
            unlink(str_terminate(&work, path_join(&work, path, name)));
    }
    if (listing)
        closedir(listing);
    rmdir(directory);
}

void cache_remove(Arena scratch, Str path)
{
    remove_sockets(scratch, path);
    remove_directory(scratch, str_join(&scratch, path, STR(PULL_ENDING)));
    for (size_t i = 0; i < COUNT(endings); i++)
        unlink(str_terminate(&scratch, str_join(&scratch, path, str_from(endings[i]))));
}

void cache_remove_database(Arena scratch, Str path)
{
    static const char *const own[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < COUNT(own); i++)
        unlink(str_terminate(&scratch, str_join(&scratch, path, str_from(own[i]))));
}

void cache_remove_answers(Arena scratch, Str path)
{
    unlink(str_terminate(&scratch, path));
}

uint64_t cache_trim(Arena scratch, Str directory, uint64_t max, Str keep)
{
    CacheEntryVec entries = {0};
    uint64_t left = 0, freed = 0;
    Arena work = scratch;
    cache_list(&work, directory, &entries);
    for (size_t i = 0; i < entries.len; i++)
        left += entries.ptr[i].size;
    for (size_t i = entries.len; i-- && left > max;) {
        const CacheEntry *entry = &entries.ptr[i];
        if (str_equal(entry->path, keep))
            continue;
        cache_remove(work, entry->path);
        left -= entry->size;
        freed += entry->size;
    }
    return freed;
}

void cache_touch(Arena scratch, Str path)
{
    struct stat status;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (look(scratch, path, "", &status) && now.tv_sec - status.st_mtime > TOUCH_SECONDS)
        utimensat(AT_FDCWD, str_terminate(&scratch, path), NULL, 0);
}

Str cache_set_aside(Arena *arena, Str path)
{
    /* the log first: without its database it is useless */
    static const char *const parts[] = {"-wal", ""};
    Str aside = str_join(arena, path, STR(FORMER_ENDING));
    cache_remove(*arena, aside);
    for (size_t i = 0; i < COUNT(parts); i++) {
        const char *from = str_terminate(arena, str_join(arena, path, str_from(parts[i])));
        const char *to = str_terminate(arena, str_join(arena, aside, str_from(parts[i])));
        if (rename(from, to) != 0 && errno != ENOENT)
            break;
    }
    return aside;
}

void cache_unlock(int *lock)
{
    if (*lock)
        close(*lock - 1);
    *lock = 0;
}

bool cache_lock(Arena scratch, Str path, const char *ending, int *lock)
{
    int flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;
    Str file = str_join(&scratch, path, str_from(ending));
    int fd = open(str_terminate(&scratch, file), flags, 0600);
    bool locked = fd < 0 || flock(fd, LOCK_EX | LOCK_NB) == 0;
    *lock = fd + 1;
    if (!locked)
        cache_unlock(lock);
    return locked;
}

bool cache_lock_embedding(Arena scratch, Str path, int *lock)
{
    return cache_lock(scratch, path, EMBED_LOCK_ENDING, lock);
}
