/* What a diff compares: the files of two states that differ, with their contents and outlines. */
#pragma once

#include "change/change.h"
#include "git/objects.h"
#include "session/session.h"
#include "tools/tool.h"

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
    /* The same for git, of diff_sides_of_git, without paths; and all files that differ, which are
       none when paths were given. */
    GitRange range;
    GitChangeVec changes;
    Str note;
} DiffSides;

/* Two states of the session's repository, whose objects these are. */
bool diff_sides_of_git(ToolCall *call, const IndexSession *session, GitObjects *objects,
                       const DiffAsked *asked, DiffSides *sides, Err *err) MUST_USE;
/* Whether a text names a revision of the repository, or two. */
bool diff_is_revision(ToolCall *call, GitObjects *objects, Str text);
/* All contents of one side of these changes, which are about to be read. */
bool diff_expect(ToolCall *call, GitObjects *objects, const GitChangeVec *changes, bool old,
                 Err *err) MUST_USE;
/* The content of a side; one that the repository lacks, as a partial clone does, or that is larger
   than `max` is no error: *unseen says so. */
typedef struct DiffContent {
    Str text, unseen;
} DiffContent;
bool diff_read_content(ToolCall *call, GitObjects *objects, const GitSide *side, size_t max,
                       DiffContent *content, Err *err) MUST_USE;
/* Two directories or two files. */
bool diff_sides_of_paths(ToolCall *call, const DiffAsked *asked, DiffSides *sides,
                         Err *err) MUST_USE;
/* Outlines, differing lines and the comparison, once paths and texts are there. The session, which
   may be NULL, has the store. */
bool diff_sides_compare(ToolCall *call, const IndexSession *session, DiffSides *sides,
                        Err *err) MUST_USE;
