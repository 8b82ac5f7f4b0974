/* How the answer of a structural diff looks: files with what happened to their symbols, the most
   important first, under a ceiling for each file. */
#pragma once

#include "change/consequences.h"
#include "change/groups.h"
#include "view/format.h"

/* Of one file in text: 200 tokens. */
#define DIFF_FILE_BYTES 700

typedef struct DiffUnseen {
    Str reason;
    size_t count;
    StrVec paths; /* the first of them */
} DiffUnseen;
typedef VEC(DiffUnseen) DiffUnseenVec;

/* Tests that reach what changed, nearest first. */
typedef struct DiffTests {
    StrVec shown; /* `path:12-40  function name` */
    size_t all;
    bool more;       /* not all that reaches it was looked at */
    StrVec commands; /* that run those */
} DiffTests;

typedef struct DiffView {
    const ChangeSet *set;
    const uint32_t *order; /* of all files: diff_order */
    Str base, head;        /* what was compared, as a reader would say it */
    size_t first, shown;   /* this page's files, in that order */
    bool summary_only;
    Str cursor; /* of the next page, or empty */
    Str next;   /* the call that shows it, or empty */
    Str all;    /* what shows everything of what is shown */
    DiffUnseenVec unseen;
    Str unseen_code; /* what consequences and groups do not know of the rest; or empty */
    const ConsequenceVec *consequences; /* NULL: they were not asked for */
    const ChangeGroups *groups;         /* NULL: they were not asked for; then files are no part */
    const DiffTests *tests;             /* NULL: they were not asked for */
    Str note;                           /* a line of its own, or empty */
} DiffView;

/* Files in the order of what a reader should look at first: what breaks callers, then how much of
   the code changed, then by path. */
const uint32_t *diff_order(Arena *arena, const ChangeSet *set);
/* The same of a file's symbols, indexes in ChangedFile.symbols: what breaks callers, then where
   most lines of code were added, then by what became of them. */
const uint32_t *diff_symbol_order(Arena *arena, const ChangedFile *file);
/* Where a mistake is most likely found, whatever file it is in: functions by the lines that were
   added to them, the most first. Of what was tried nothing finds what a later fix touches better
   (docs/quality.md). Nothing where little changed. */
#define DIFF_START_SHOWN 5
typedef VEC(const ChangedSymbol *) ChangedVec;
ChangedVec diff_start(Arena *arena, const ChangeSet *set);
/* `!` may break callers, `+` new, `-` gone, `~` any other change. */
char diff_mark(const ChangedSymbol *changed);
/* By index in ChangedFile.symbols: what was added or removed with all that is in it tells of its
   members, too: index + 1 of the symbol that tells of it, 0 where it is told itself. */
const uint32_t *diff_reported_with(Arena *arena, const ChangedFile *file);
/* What was not compared, by reason. */
DiffUnseenVec diff_unseen(Arena *arena, const ChangeSet *set);

/* What differs in a symbol beside what its change is called for: ` + body + comment`. */
void diff_put_parts(Buf *out, const ChangedSymbol *changed);
void diff_put_text(Buf *out, Arena scratch, const DiffView *view);
Json *diff_value(Arena *arena, const DiffView *view);
