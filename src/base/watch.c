/* The kernel identifies a watch by a number; numbers only increase, so a list indexed by number
   holds the paths. A directory that is moved keeps its number: the caller adds it under its new
   name when it sees it appear. One that left the tree is reported under its old name until it is
   deleted, which is a false alarm. */
#include "base/watch.h"

#include "base/path.h"
#include "base/vec.h"

#include <errno.h>
#include <stdatomic.h>
#include <sys/inotify.h>
#include <unistd.h>

/* Buffer of one read: at least some hundred events, each with a name of up to 255 bytes. */
#define EVENTS_BYTES (64 * KB)
#define EVENTS_WANTED \
    (IN_MODIFY | IN_ATTRIB | IN_CREATE | IN_DELETE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE_SELF)
#define EVENTS_OF_ITSELF (IN_DELETE_SELF | IN_UNMOUNT | IN_IGNORED)

struct Watch {
    Arena arena;
    int fd;
    VEC(Str) paths; /* by number; ptr NULL: no longer watched */
    size_t count;
    size_t at, len; /* position in the buffer, and its length */
    _Alignas(struct inotify_event) char bytes[EVENTS_BYTES];
};

/* Only for tests. */
static atomic_size_t limit;

void watch_limit(size_t count)
{
    atomic_store(&limit, count);
}

bool watch_open(Watch **watch, Err *err)
{
    Arena arena;
    int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
    if (fd < 0)
        return err_set(err, ERR_FAILED, "cannot watch for changes: %s", strerror(errno));
    arena_open(&arena, 1 * GB);
    *watch = NEW(&arena, Watch, 1);
    (*watch)->arena = arena;
    (*watch)->fd = fd;
    return true;
}

void watch_close(Watch **watch)
{
    if (!*watch)
        return;
    close((*watch)->fd);
    Arena arena = (*watch)->arena;
    *watch = NULL;
    arena_close(&arena);
}

int watch_fd(const Watch *watch)
{
    return watch->fd;
}

bool watch_add(Watch *watch, Str root, Str path)
{
    size_t most = atomic_load(&limit);
    if (most && watch->count >= most)
        return false;
    Arena work = watch->arena;
    Str full = path.len ? path_join(&work, root, path) : root;
    int number = inotify_add_watch(watch->fd, str_terminate(&work, full),
                                   EVENTS_WANTED | IN_ONLYDIR | IN_DONT_FOLLOW | IN_EXCL_UNLINK);
    if (number < 0)
        return errno == ENOENT || errno == ENOTDIR || errno == EACCES || errno == ELOOP;
    while (watch->paths.len <= (size_t)number)
        *VEC_PUSH(&watch->arena, &watch->paths) = (Str){0};
    Str *known = &watch->paths.ptr[number];
    watch->count += !known->ptr;
    if (!known->ptr || !str_equal(*known, path))
        *known = path.len ? str_copy(&watch->arena, path) : STR("");
    return true;
}

static void forget(Watch *watch, int number)
{
    Str *path = &watch->paths.ptr[number];
    watch->count -= path->ptr != NULL;
    *path = (Str){0};
}

static bool read_more(Watch *watch)
{
    ssize_t n;
    do
        n = read(watch->fd, watch->bytes, sizeof watch->bytes);
    while (n < 0 && errno == EINTR);
    watch->at = 0;
    watch->len = n > 0 ? (size_t)n : 0;
    return n > 0;
}

/* Decodes an event; false if its directory is no longer watched. */
static bool take(Watch *watch, const struct inotify_event *raw, WatchEvent *event)
{
    *event = (WatchEvent){.overflow = raw->mask & IN_Q_OVERFLOW};
    if (event->overflow)
        return true;
    if (raw->wd < 0 || (size_t)raw->wd >= watch->paths.len || !watch->paths.ptr[raw->wd].ptr)
        return false;
    event->directory = watch->paths.ptr[raw->wd];
    event->name = raw->len ? str_from(raw->name) : (Str){0};
    event->is_directory = raw->mask & (IN_ISDIR | EVENTS_OF_ITSELF);
    event->appeared = raw->mask & (IN_CREATE | IN_MOVED_TO);
    event->disappeared = raw->mask & (IN_DELETE | IN_MOVED_FROM | EVENTS_OF_ITSELF);
    if (raw->mask & IN_IGNORED)
        forget(watch, raw->wd);
    return true;
}

bool watch_next(Watch *watch, WatchEvent *event)
{
    for (;;) {
        if (watch->at >= watch->len && !read_more(watch))
            return false;
        const struct inotify_event *raw = (const void *)(watch->bytes + watch->at);
        watch->at += sizeof *raw + raw->len;
        if (take(watch, raw, event))
            return true;
    }
}
