/* Remembers the declarations shown to a caller, so that they are shown again only after a change.
   It is a text file with a line for each declaration, oldest first. Several callers may share
   one. */
#pragma once

#include "base/id_map.h"
#include "session/send.h"

typedef struct Seen {
    Arena *arena;
    Str path; /* empty: nothing is remembered */
    uint64_t session;
    Str before; /* the file's lines */
    IdMap keys; /* of this session's lines */
    Buf added;  /* new lines */
} Seen;

/* Reads the file; a missing one counts as empty. `session` distinguishes callers and may be empty.
   A file of another kind is an error. */
bool seen_open(SessionRequest *request, Str path, Str session, Seen *seen, Err *err) MUST_USE;
/* Whether the declaration of this path and name was shown with this text. */
bool seen_has(const Seen *seen, Str path, Str name, Str text);
void seen_add(Seen *seen, Str path, Str name, Str text);
/* Writes the additions. Keeps the latest SEEN_LINES_MAX lines. */
bool seen_save(SessionRequest *request, const Seen *seen, Err *err) MUST_USE;
