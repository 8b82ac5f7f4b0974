/* Messages from the child of a Live to its parent: records over a socket. A result is sent as the
   names the child added, the files whose links differ, and later the files whose metrics differ. */
#pragma once

#include "index/live/live_state.h"

typedef enum WordKind {
    LIVE_MESSAGE_PROGRESS,
    LIVE_MESSAGE_BUILT,   /* the build ended; `number` is an ErrCode, 0: success */
    LIVE_MESSAGE_NAMES,   /* `len` bytes of names, each terminated by NUL */
    LIVE_MESSAGE_LINKS,   /* `number`: file id; `len` bytes of its links follow */
    LIVE_MESSAGE_LINKED,  /* all links are right now */
    LIVE_MESSAGE_METRICS, /* `number`: file id; metrics of `count` entries follow */
    LIVE_MESSAGE_SETTLED  /* `generation`: 0 when nothing was saved; `number`: a SettleResult */
} WordKind;

typedef enum SettleResult {
    SETTLE_OK,
    SETTLE_ADRIFT,  /* another process saved first */
    SETTLE_UNSAVED, /* saving is not possible now, as with a full disk */
    SETTLE_RELOAD,  /* saved; the result is too large for records: reload it from the store */
    SETTLE_FAILED,
    SETTLE_LOST, /* facts that are needed are missing in the store */
} SettleResult;

typedef struct LiveMessage {
    uint32_t kind, number, count, len;
    uint64_t generation, total;
} LiveMessage;

/* Entry points of the children; `state` is the Live. */
void live_settle(int fd, void *state);
void live_build(int fd, void *state);
