/* Files that take effect without anybody calling them: on a build server, when a folder or an
   editor is opened, when git works, when something is built or installed, or on agents and on this
   program. One table for the gate of the agent and for the review. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* When a file takes effect. */
typedef enum DelicateReach {
    DELICATE_COMMAND, /* when somebody starts it */
    DELICATE_BUILD,   /* when something is built or tested, which editors do by themselves, too */
    DELICATE_UNASKED, /* when something else happens */
} DelicateReach;

typedef enum DelicateForm {
    DELICATE_JSON, /* members by their keys; comments are passed over */
    DELICATE_TOML,
    DELICATE_MARKS, /* lines by what is in them or above them */
} DelicateForm;

typedef struct DelicateKeys {
    DelicateForm form;
    const char *const *texts;
    size_t count;
} DelicateKeys;

typedef struct DelicatePlace {
    Str place;        /* in lower case */
    const char *what; /* why it is delicate, as a clause */
    DelicateReach reach;
    const DelicateKeys *keys; /* what of the file matters; NULL: all of it */
} DelicatePlace;

/* The place of a path in lower case; NULL: it is not delicate. */
const DelicatePlace *delicate_find(Str path);
/* What matters of a change. */
typedef struct DelicateTouch {
    uint32_t line; /* a line of the new text that has it, from 1; 0: all of the file */
    VEC(Str) keys; /* the members, such as `scripts.postinstall`; none: lines, or all of the file */
} DelicateTouch;

/* Whether a change of the file's text adds or changes what matters. A text that cannot be read
   counts. */
bool delicate_touches(Arena *arena, const DelicatePlace *place, Str before, Str after,
                      DelicateTouch *touch);
/* Whether a user's task names the path, its last part, or a folder of it with a dot in front, and
   does not say to leave it alone. Of members it must name each, too. */
bool delicate_is_named(Arena *arena, Str task, Str path, const DelicateTouch *touch);
