/* The view of a structural diff: files with the changes of their symbols, the most important first.
   Each file has its own limit. */
#pragma once

#include "change/consequences.h"
#include "change/groups.h"
#include "view/format.h"

/* Maximum size of one file's part of a text answer: about 200 tokens. */
#define DIFF_FILE_BYTES 700

typedef struct DiffUnseen {
    Str reason;
    size_t count;
    StrVec paths; /* the first of them */
} DiffUnseen;
typedef VEC(DiffUnseen) DiffUnseenVec;

/* Tests that reach changed code, nearest first. */
typedef struct DiffTests {
    StrVec shown; /* `path:12-40  function name` */
    size_t all;
    bool more;       /* the search for callers was cut off */
    Str named;       /* if no test reaches it: tests that name a changed symbol; or empty */
    Str unlooked;    /* the same: what of the tree may have further tests; or empty */
    StrVec commands; /* commands that run the listed tests */
} DiffTests;

typedef struct DiffView {
    const ChangeSet *set;
    const uint32_t *order; /* indices of all files, by diff_order */
    Str base, head;        /* names of the two versions, for the reader */
    size_t first, shown;   /* range in `order`: the files of this page */
    bool summary_only;
    Str cursor; /* cursor of the next page, or empty */
    Str next;   /* the call that shows it, or empty */
    Str all;    /* the call that shows everything of these files */
    DiffUnseenVec unseen;
    Str unseen_code; /* why consequences and groups may be incomplete; or empty */
    Str unlooked;    /* where names that are gone were not sought; or empty */
    const ConsequenceVec *consequences; /* NULL: not requested */
    const ChangeGroups *groups;         /* NULL: not requested; else listed in place of files */
    const DiffTests *tests;             /* NULL: not requested */
    Str note;                           /* a line of its own, or empty */
} DiffView;

/* Indices of the files in reading order: most breaking changes first, then most code symbols
   changed, then in the set's order. */
const uint32_t *diff_order(Arena *arena, const ChangeSet *set);
/* Indices in ChangedFile.symbols in reading order: breaking changes, then code by number of lines
   added, then by kind of change. */
const uint32_t *diff_symbol_order(Arena *arena, const ChangedFile *file);
/* Suggested starting points of a review: the changed functions with the most added lines, of any
   file. No other ranking that was tried predicts better which functions a later fix touches
   (docs/quality.md). Empty if little changed. */
#define DIFF_START_SHOWN 5
typedef VEC(const ChangedSymbol *) ChangedVec;
ChangedVec diff_start(Arena *arena, const ChangeSet *set);
/* `!` may break callers, `+` new, `-` gone, `~` any other change. */
char diff_mark(const ChangedSymbol *changed);
/* Names of the symbols whose callers may break in a way that consequences do not look for. */
StrVec diff_unchecked(Arena *arena, const ChangeSet *set);
/* For each entry of ChangedFile.symbols, the enclosing symbol that is reported in its place, as
   index + 1. That is so for members of something that was added or removed as a whole. 0: it is
   reported itself. */
const uint32_t *diff_reported_with(Arena *arena, const ChangedFile *file);
/* Files that were not compared, grouped by reason. */
DiffUnseenVec diff_unseen(Arena *arena, const ChangeSet *set);

/* Writes a symbol's differences in addition to its kind of change: ` + body + comment`. */
void diff_put_parts(Buf *out, const ChangedSymbol *changed);
void diff_put_text(Buf *out, Arena scratch, const DiffView *view);
Json *diff_value(Arena *arena, const DiffView *view);
