/* Where a long list goes on: an opaque text that says of which answer it is the next part. A cursor
   of an index that has changed since still works when the place can be found again; it never skips
   or repeats silently: a changed index makes it stale. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

/* Parameters of lists that come in pages. */
#define CURSOR_PARAM \
    { \
        .name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", \
        .help = "where the last answer ended" \
    }
#define CURSOR_PARAM_LIMIT \
    { \
        .name = "limit", .type = TOOL_NUMBER, .fallback = "50", .min = 1, .max = 200, \
        .capped = true, .value = "N", .help = "how many" \
    }

/* `offset` rows were shown. `question` is what must be the same again: tool and filters. */
Str cursor_make(Arena *arena, const IndexSession *session, Str question, uint64_t offset);
/* Empty text is offset 0. ERR_USAGE when it is none of ours or of another question, ERR_STALE when
   the index has changed. */
bool cursor_read(const IndexSession *session, Str question, Str text, uint64_t *offset,
                 Err *err) MUST_USE;
/* The same of something else than the index: `state` is another number when that has changed. */
Str cursor_make_at(Arena *arena, uint64_t state, Str question, uint64_t offset);
bool cursor_read_at(uint64_t state, Str question, Str text, uint64_t *offset, Err *err) MUST_USE;
