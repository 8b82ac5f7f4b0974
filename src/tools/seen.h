/* What a caller was shown before, so that it is not shown again while it stays the same: a text
   file of one line for each declaration, the oldest first. Several callers may share one. */
#pragma once

#include "base/id_map.h"
#include "tools/tool.h"

typedef struct Seen {
    Arena *arena;
    Str path; /* empty: nothing is remembered */
    uint64_t session;
    Str before; /* the file's lines */
    IdMap keys; /* of this session */
    Buf added;  /* lines */
} Seen;

/* Reads it; a file that is not there is as good as empty. `session` tells callers apart, and may be
   empty. A file that is something else is an error. */
bool seen_open(ToolCall *call, Str path, Str session, Seen *seen, Err *err) MUST_USE;
/* Whether a declaration of this file and name was shown with this text. */
bool seen_has(const Seen *seen, Str path, Str name, Str text);
void seen_add(Seen *seen, Str path, Str name, Str text);
/* Writes what was added; the oldest go beyond SEEN_LINES_MAX. */
bool seen_save(ToolCall *call, const Seen *seen, Err *err) MUST_USE;
