/* Where the old lines of a hunk are in a file. Steps of growing tolerance are tried in turn: exact
   but for white space at the end of lines, indentation, Unicode, then anchors around what differs.
   At each step there is one place, or several and the hunk is ambiguous, or none and the next step
   is tried. Nothing is guessed: among equal places only what the patch says for certain decides. */
#pragma once

#include "edit/file_text.h"
#include "edit/patch_parts.h"
#include "lang/outline.h"

/* Lines by index, from 0. */
typedef VEC(uint32_t) PlaceVec;
#define PLACE_NONE UINT32_MAX

/* A file with what matching wants to know of it. */
typedef struct MatchFile {
    Str path;
    FileText text;
    uint64_t work;    /* lines that were looked at so far */
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
    const char *why;    /* more on why there is none; may be NULL */
} Match;

void match_hunk(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match);
/* Chooses the place at a line (from 0), of an ambiguous hunk or of one without old lines; false if
   it is none of the places. */
bool match_choose(Arena *arena, MatchFile *file, const Hunk *hunk, uint32_t line, Match *match);

/* match_anchor.c: a hunk with left-out lines (`...`), or with context that differs. */
void match_anchored(Arena *arena, MatchFile *file, const Hunk *hunk, Match *match);
/* match_scope.c: the file's outline, made when it is first asked for. */
const Outline *match_outline(Arena *arena, MatchFile *file);
/* Removes the places outside the scope that the anchors name, if one is left. */
void match_narrow_by_anchors(Arena *arena, MatchFile *file, const Hunk *hunk, PlaceVec *places);

/* Lines of a file that the hunks of a patch look at together: half a second. A patch of millions of
   hunks for millions of lines ends there. */
#define MATCH_WORK_MAX (UINT64_C(500) * 1000 * 1000)
/* More places are not told apart: the hunk is ambiguous. */
#define MATCH_PLACES_MAX 10000

/* All places of a sequence of numbers in another, in order, MATCH_PLACES_MAX at most (Knuth,
   Morris, Pratt). */
void match_find_all(Arena *arena, const uint32_t *text, size_t count, const uint32_t *wanted,
                    size_t wanted_count, PlaceVec *places);
/* Whether the old lines say enough to be known without their indentation. */
bool match_has_substance(const Hunk *hunk);
/* Whether each run of added lines is next to an old line that has a place. */
bool match_holds_additions(const Hunk *hunk, const uint32_t *at);
/* The indexes of the hunk's old lines. */
PlaceVec match_old_lines(Arena *arena, const Hunk *hunk);
/* Old lines [from, to) of a hunk. */
typedef struct OldRange {
    size_t from, to;
} OldRange;

/* Fills match->at for old lines that are at `place` and below; the rest is outside. */
void match_set_at(Arena *arena, const Hunk *hunk, const PlaceVec *old, OldRange range,
                  uint32_t place, Match *match);
