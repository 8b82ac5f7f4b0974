/* Finds the old lines of a hunk in a file. Steps of growing tolerance are tried in turn: exact,
   trailing white space, indentation, Unicode, then anchors around the lines that differ. One place
   at a step decides, several make the hunk ambiguous; with no place the next step is tried. Nothing
   is guessed: only certain statements of the patch choose among equal places. */
#pragma once

#include "edit/file_text.h"
#include "edit/patch_parts.h"
#include "lang/outline.h"

/* Lines by index, from 0. */
typedef VEC(uint32_t) PlaceVec;
#define PLACE_NONE UINT32_MAX

/* A file and the state of matching in it. */
typedef struct MatchFile {
    Str path;
    FileText text;
    uint64_t work;    /* lines compared so far */
    Outline *outline; /* NULL: not made yet */
    Arena *scratch;   /* for the parse */
} MatchFile;

typedef enum MatchOutcome {
    MATCH_FOUND_NONE,
    MATCH_FOUND_ONE,
    MATCH_FOUND_SEVERAL,
} MatchOutcome;

typedef struct Match {
    MatchOutcome outcome;
    MatchStep step;
    uint32_t *at;       /* of each line of the hunk; PLACE_NONE for added and left-out lines */
    uint32_t insert_at; /* of a hunk without old lines */
    PlaceVec places;    /* first lines, in order, of MATCH_FOUND_SEVERAL */
    size_t lines;       /* old lines from there */
    const char *why;    /* more on why no place was found; may be NULL */
} Match;

void hunk_match_place(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match);
/* Chooses the place at a line (from 0) for an ambiguous hunk or one without old lines; false if the
   hunk has no place there. */
bool hunk_match_choose(Arena *arena, MatchFile *file, const Hunk *hunk, uint32_t line,
                       Match *match);

/* match_anchor.c: a hunk with left-out lines (`...`), or with context that differs. */
void hunk_match_anchored(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match);
/* match_scope.c: the file's outline, made on first use. */
const Outline *hunk_match_outline(Arena *arena, MatchFile *file);
/* Removes the places outside the scope that the anchors name, if one is left. */
void hunk_match_narrow_by_anchors(Arena *arena, MatchFile *file, const Hunk *hunk,
                                  PlaceVec *places);

/* Upper bound on lines compared for all hunks of a patch: half a second. It stops a patch of
   millions of hunks for millions of lines. */
#define MATCH_WORK_MAX (UINT64_C(500) * 1000 * 1000)
/* With more places than this the hunk is simply ambiguous. */
#define MATCH_PLACES_MAX 10000

/* All occurrences of a sequence of numbers in another, in order, at most MATCH_PLACES_MAX (Knuth,
   Morris, Pratt). */
void hunk_match_find_all(Arena *arena, const uint32_t *text, size_t count, const uint32_t *wanted,
                         size_t wanted_count, PlaceVec *places);
/* Whether the old lines identify a place even without their indentation. */
bool hunk_match_has_substance(const Hunk *hunk);
/* Whether each run of added lines is next to an old line that has a place. */
bool hunk_match_holds_additions(const Hunk *hunk, const uint32_t *at);
/* The indexes of the hunk's old lines. */
PlaceVec hunk_match_old_lines(Arena *arena, const Hunk *hunk);
/* Old lines [from, to) of a hunk. */
typedef struct OldRange {
    size_t from, to;
} OldRange;

/* Fills match->at for the old lines of `range`, which are at `place` and below; PLACE_NONE
   elsewhere. */
void hunk_match_set_at(Arena *arena, const Hunk *hunk, const PlaceVec *old, OldRange range,
                       uint32_t place, Match *match);
