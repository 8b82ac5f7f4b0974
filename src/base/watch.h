/* File events below directories (inotify). An event is queued by the time the call that caused it
   returns. A process that reads all events before it answers has therefore seen every earlier
   write, except writes through a shared mapping, which cause no event. */
#pragma once

#include "base/err.h"

typedef struct Watch Watch;

typedef struct WatchEvent {
    Str directory; /* as passed to watch_add; lives as long as the watch */
    Str name;      /* name in the directory; empty: the directory itself */
    bool is_directory;
    bool appeared;    /* created here, or moved here */
    bool disappeared; /* deleted, or moved away */
    bool overflow;    /* events were lost: anything may have changed; no other field is set */
} WatchEvent;

bool watch_open(Watch **watch, Err *err) MUST_USE;
void watch_close(Watch **watch); /* works as SCOPED(watch_close) */
int watch_fd(const Watch *watch);
/* Watches the directory `path` (empty: the root) below `root`, an absolute path. A watched one may
   be added again. False when the system's limit of watches is reached or watching is not supported;
   a directory that is gone is not a failure. */
bool watch_add(Watch *watch, Str root, Str path);
/* The next event, without waiting; false if none has arrived. event->name lives until the next
   call. */
bool watch_next(Watch *watch, WatchEvent *event);

/* For tests: simulates the system's limit at `count` directories of one watch; 0: the real limit.
 */
void watch_limit(size_t count);
