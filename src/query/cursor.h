/* A cursor: an opaque text that says where a long list continues. It belongs to one question and
   one state of the index. After the index has changed it is stale, so a list never skips or repeats
   rows. */
#pragma once

#include "session/send.h"
#include "session/session.h"

/* Makes a cursor after `offset` rows. `question`: the tool and its filters, which must be the same
   in the next call. */
Str cursor_make(Arena *arena, const IndexSession *session, Str question, uint64_t offset);
/* Reads a cursor; an empty text means offset 0. ERR_USAGE when it is no cursor or belongs to
   another question, ERR_STALE when the index has changed. */
bool cursor_read(const IndexSession *session, Str question, Str text, uint64_t *offset,
                 Err *err) MUST_USE;
/* The same for lists that do not come from the index. `state` must change with what is listed. */
Str cursor_make_at(Arena *arena, uint64_t state, Str question, uint64_t offset);
bool cursor_read_at(uint64_t state, Str question, Str text, uint64_t *offset, Err *err) MUST_USE;
