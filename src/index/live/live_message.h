/* What a child of a Live tells its parent: records over its socket. What it found comes as names
   that it added, then the files whose links differ, and later those whose metrics do. */
#pragma once

#include "index/live/live_state.h"

typedef enum WordKind {
    WORD_PROGRESS,
    WORD_BUILT,     /* the build ended; `number` is an ErrCode */
    WORD_NAMES,     /* `len` bytes of names, each with a NUL behind it */
    WORD_LINKS,     /* number: a file's id; `len` bytes of its links */
    WORD_LINKED,    /* links are right now */
    WORD_STANDINGS, /* number: a file's id; count entries' metrics */
    WORD_SETTLED    /* generation: 0 when nothing was saved; number: a SettleResult */
} WordKind;

typedef enum SettleResult {
    SETTLE_OK,
    SETTLE_ADRIFT,  /* another process saved before */
    SETTLE_UNSAVED, /* it cannot be saved now: a full disk */
    SETTLE_RELOAD,  /* saved; too much for records */
    SETTLE_FAILED,
    SETTLE_LOST, /* facts that are needed are gone from the store */
} SettleResult;

typedef struct Word {
    uint32_t kind, number, count, len;
    uint64_t generation, total;
} Word;

/* What children run; `state`: the Live. */
void live_settle(int fd, void *state);
void live_build(int fd, void *state);
