/* What a diff compares: the files of two states that differ, with their contents and outlines. */
#pragma once

#include "change/change.h"
#include "git/objects.h"
#include "tools/session.h"

typedef struct DiffAsked {
    Str base, head;   /* revisions or paths as they were given, or empty */
    const Str *paths; /* only these files and directories; none: all */
    size_t path_count;
    bool staged;
    Str commit; /* what this one did, against its first parent; the rest is empty then */
} DiffAsked;

typedef struct DiffSides {
    ChangeSet set;
    Str base, head; /* what was compared, as a reader would say it */
    GitRange range; /* the same for git, of diff_sides_of_git; without paths */
    Str note;
} DiffSides;

/* Two states of the session's repository. */
bool diff_sides_of_git(ToolCall *call, const IndexSession *session, const DiffAsked *asked,
                       DiffSides *sides, Err *err) MUST_USE;
/* Whether a text names a revision, or two, of the session's repository. */
bool diff_is_revision(ToolCall *call, const IndexSession *session, Str text);
/* Two directories or two files. */
bool diff_sides_of_paths(ToolCall *call, const DiffAsked *asked, DiffSides *sides,
                         Err *err) MUST_USE;
/* Outlines, differing lines and the comparison, once paths and texts are there. The session, which
   may be NULL, has the store. */
bool diff_sides_compare(ToolCall *call, const IndexSession *session, DiffSides *sides,
                        Err *err) MUST_USE;
