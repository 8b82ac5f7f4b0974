/* What an answer did not look at. Every sentence that denies something (no symbol, no callers, no
   hits) adds what of the tree could still hold it. Such are files that are too large, generated or
   read in part, ignored sources, and submodules that are not checked out. */
#pragma once

#include "git/gaps.h"
#include "session/send.h"
#include "session/session.h"

typedef enum UnseenReason {
    /* Listed, and a search of all text reads them, but symbols or calls are missing. */
    UNSEEN_LARGE,
    UNSEEN_DEGRADED, /* read in part: syntax errors, or the parse gave up */
    UNSEEN_GENERATED,
    UNSEEN_MINIFIED,
    UNSEEN_VENDORED,
    /* Listed, but their text is not known. */
    UNSEEN_FAILED,  /* cannot be read, or the parse died */
    UNSEEN_BINARY,  /* with the name of a source */
    UNSEEN_POINTER, /* of git LFS */
    /* Not listed. */
    UNSEEN_IGNORED,    /* sources */
    UNSEEN_USUAL,      /* ignored directories of packages or build results, which are not counted */
    UNSEEN_UNREADABLE, /* directories */
    UNSEEN_DEEP,       /* directories */
    UNSEEN_LINK,       /* links that lead out of the tree */
    UNSEEN_SUBMODULE,
    UNSEEN_SPARSE,
    UNSEEN_WORKTREE, /* other work trees of the repository */
    UNSEEN_REASON_COUNT
} UnseenReason;

#define UNSEEN_BIT(reason) (1u << (reason))
/* For denials about symbols or calls. */
#define UNSEEN_ALL (UNSEEN_BIT(UNSEEN_REASON_COUNT) - 1)
/* For denials after the text of all listed files was searched. */
#define UNSEEN_TEXT (UNSEEN_ALL & ~(UNSEEN_BIT(UNSEEN_FAILED) - 1))
/* For sums above 0: ignored directories of packages and build results are left out on purpose. */
#define UNSEEN_SUM (UNSEEN_TEXT & ~UNSEEN_BIT(UNSEEN_USUAL))
/* For sums of lines and symbols: files that are listed and add none. */
#define UNSEEN_LISTED (UNSEEN_BIT(UNSEEN_MINIFIED) | UNSEEN_BIT(UNSEEN_VENDORED))
/* For denials about tests: files that are not indexed are not searched as tests. */
#define UNSEEN_TESTS (UNSEEN_TEXT | UNSEEN_LISTED | UNSEEN_BIT(UNSEEN_LARGE))
/* For denials about paths: what is not listed. */
#define UNSEEN_LISTING (UNSEEN_ALL & ~(UNSEEN_BIT(UNSEEN_IGNORED) - 1))
#define UNSEEN_PATHS 3

typedef struct UnseenSum {
    uint32_t files;           /* or directories, links, … */
    bool more;                /* files is a lower bound */
    Str paths[UNSEEN_PATHS];  /* the first, in byte order; unused ones are empty */
    uint64_t bytes;           /* of the first one */
    const Language *language; /* the only one of these files; NULL: none or several */
    bool languages_differ;
} UnseenSum;

typedef struct Unseen {
    UnseenSum of[UNSEEN_REASON_COUNT];
    Str rule;         /* the ignore rule that hides most sources: `*.c (.gitignore:1)` */
    uint32_t by_rule; /* sources that it hides */
    uint32_t sources; /* source files that are listed */
} Unseen;

/* Gathers all reasons; of files whose path contains `within` (empty: all). Waits for the listing of
   the tree. Takes some milliseconds in a large tree: ask only before a denial. */
void unseen_gather(SessionRequest *request, const IndexSession *session, Str within,
                   Unseen *unseen);
/* Gathers what the walk of a tree did not list, for an answer without an index. */
void unseen_gather_gaps(SessionRequest *request, Str root, const WalkGaps *noted, Unseen *unseen);
/* Adds one file that is listed. */
void unseen_add(Unseen *unseen, UnseenReason reason, Str path);
/* Whether ignore rules hide a large part of the tree's sources: UNSEEN_HIDDEN_MIN files, or a share
   of 1 / UNSEEN_HIDDEN_SHARE. Then every answer that sums up the tree says so. */
#define UNSEEN_HIDDEN_MIN 100
#define UNSEEN_HIDDEN_SHARE 5
/* The reasons that an answer about the whole tree states: those for which something is missing that
   belongs to it. Generated, vendored and some ignored files are left out on purpose. */
unsigned unseen_of_tree(const Unseen *unseen);

/* `1 file too large to index (huge.py, 18 MB of Python; the limit is 5 MB); 40 ignored source files
   (/gen (.gitignore:3))`, for the reasons of the mask; empty: none. */
Str unseen_words(Arena *arena, const Unseen *unseen, unsigned reasons);
/* What to call for them: `fovea grep f5 searches their text; --no-ignore reads ignored files`;
   empty: nothing. `name`: the name that was asked for, or empty. */
Str unseen_advice(SessionRequest *request, const Unseen *unseen, unsigned reasons, Str name);
/* All of it as a sentence for a denial: `not looked at: 1 file …; fovea grep f5 …`; empty when
   everything was looked at. Callers add it to the answer's notes (session_note) or to a hint. */
Str unseen_denial(SessionRequest *request, const IndexSession *session, Str within,
                  unsigned reasons, Str name);
/* Adds that sentence to the notes of an answer that denies. */
void unseen_note(SessionRequest *request, IndexSession *session, Str within, unsigned reasons,
                 Str name);
/* The same in at most that many bytes, else where it is shown: for answers with a budget. Returns
   whether something was not looked at. */
bool unseen_note_short(SessionRequest *request, IndexSession *session, unsigned reasons,
                       size_t bytes);
/* The same for an answer that sums up the tree or a part of it (unseen_of_tree), and `more`
 * reasons. */
void unseen_note_tree(SessionRequest *request, IndexSession *session, unsigned more);
/* Bytes of the note where the answer itself is short. */
#define UNSEEN_NOTE_BYTES 400
/* The same as rows {reason, files, more, paths, rule}. */
Json *unseen_value(Arena *arena, const Unseen *unseen, unsigned reasons);
