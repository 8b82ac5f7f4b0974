/* Refusals that teach: what is wrong in one sentence, and what is in the file now. */
#pragma once

#include "edit/hunk_match.h"

/* At most this many places, and lines of the nearest text, for a refused part: enough to correct a
   patch, and short for a model to read. */
#define REFUSE_PLACES_MAX 20
#define REFUSE_NEAREST_LINES 40
#define REFUSE_NEAREST_BYTES (4 * KB)
/* At most this many refusals of a patch are listed, and only the first ones show the nearest lines:
   a model this far from the files must read them again. */
#define REFUSALS_MAX 100
#define REFUSALS_WITH_NEAREST 10

/* Appends a plain refusal. Beyond REFUSALS_MAX it is not added to the set. */
EditRefusal *refuse(Arena *arena, EditSet *set, Str path, EditReason reason, Str message);
/* The hunk is not in the file: the most similar lines are given. */
void refuse_missing(Arena *arena, EditSet *set, MatchFile *file, const Hunk *hunk, const char *why);
/* The hunk is in the file several times: the places are given. */
void refuse_ambiguous(Arena *arena, EditSet *set, const MatchFile *file, const Hunk *hunk,
                      const Match *match);
