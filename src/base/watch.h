/* The kernel's word on what changes below directories (inotify). An event is in the queue when the
   call that caused it returns, so who reads all events before it answers has seen every write that
   came before; writes through a shared mapping alone are not told. */
#pragma once

#include "base/err.h"

typedef struct Watch Watch;

typedef struct WatchEvent {
    Str directory; /* as it was added; lives as long as the watch */
    Str name;      /* in it; empty: the directory itself */
    bool is_directory;
    bool came;     /* made here, or moved here */
    bool went;     /* deleted, or moved away */
    bool overflow; /* events were lost: anything may have changed; no other field is set */
} WatchEvent;

bool watch_open(Watch **watch, Err *err) MUST_USE;
void watch_close(Watch **watch); /* works as SCOPED(watch_close) */
int watch_fd(const Watch *watch);
/* Below `root`, an absolute path, the directory `path` (empty: the root). One that is watched may
   be added again. False when the system's limit of watches is reached or watching is not supported;
   one that is gone is no failure. */
bool watch_add(Watch *watch, Str root, Str path);
/* The next event, without waiting; false when there is none. event->name lives until the next
   call. */
bool watch_next(Watch *watch, WatchEvent *event);

/* Tests have the system's limit reached at so many directories of one watch; 0: where it is. */
void watch_limit(size_t count);
