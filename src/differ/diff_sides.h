/* The two sides of a diff: files that differ between two states, with contents and outlines. */
#pragma once

#include "change/change.h"
#include "git/objects.h"
#include "session/send.h"
#include "session/session.h"

/* The text of a file that has not been saved. */
typedef struct DiffUnsaved {
    Str path, text;
} DiffUnsaved;

typedef struct DiffAsked {
    Str base, head;   /* revisions or paths as they were given, or empty */
    const Str *paths; /* only these files and directories; none: all */
    size_t path_count;
    bool staged;
    Str commit; /* compared with its first parent; the rest is empty then */
    /* Of the work tree: files that count with these texts instead of their own. */
    const DiffUnsaved *unsaved;
    size_t unsaved_count;
} DiffAsked;

typedef struct DiffSides {
    ChangeSet set;
    Str base, head; /* what was compared, for a reader */
    /* Set by diff_sides_of_git if no paths were given: the same for git, and all files that
       differ. */
    GitRange range;
    GitChangeVec changes;
    Str note;
    /* Set by diff_graph_consequences: where names that are gone were not sought, and how many files
       that may use what changes were not read. */
    Str unlooked;
    size_t unread;
    size_t skipped; /* names that the change takes away and that were not looked for */
} DiffSides;

/* Reads two states of the session's repository. */
bool diff_sides_of_git(SessionRequest *request, const IndexSession *session, GitObjects *objects,
                       const DiffAsked *asked, DiffSides *sides, Err *err) MUST_USE;
/* Adds the submodules whose files differ from the commit that they are at; they are not compared.
   For comparisons with the work tree. */
void diff_add_submodules(SessionRequest *request, const GitRepo *repo, const GitRange *range,
                         ChangeSet *set);
/* Whether a text names one revision of the repository, or two. An error if its name may mean two
   things. `objects` may be NULL. */
bool diff_is_revision(SessionRequest *request, GitObjects *objects, Str text, bool *is,
                      Err *err) MUST_USE;
typedef struct DiffUnknown {
    GitObjects *objects;
    const GitRepo *repo;
    Str base, head; /* both sides, for a reader */
} DiffUnknown;
/* Fails if one of the range's paths is on no side, with the nearest name of a ref or a path. */
bool diff_check_paths(SessionRequest *request, const DiffUnknown *unknown, const GitRange *range,
                      const GitChangeVec *changes, Err *err) MUST_USE;
/* Announces that all contents of one side of these changes will be read. */
bool diff_expect(SessionRequest *request, GitObjects *objects, const GitChangeVec *changes,
                 bool old, Err *err) MUST_USE;
/* The content of a side. If the repository lacks it, as a partial clone may, or it is larger than
   `max`, `unseen` says so; that is no error. */
typedef struct DiffContent {
    Str text, unseen;
} DiffContent;
bool diff_read_content(SessionRequest *request, GitObjects *objects, const GitSide *side,
                       size_t max, DiffContent *content, Err *err) MUST_USE;
/* Reads two directories or two files. */
bool diff_sides_of_paths(SessionRequest *request, const DiffAsked *asked, DiffSides *sides,
                         Err *err) MUST_USE;
/* Outlines the files and compares them; paths and texts are set. Outlines come from the session's
   store, if there is a session. */
bool diff_sides_compare(SessionRequest *request, const IndexSession *session, DiffSides *sides,
                        Err *err) MUST_USE;
