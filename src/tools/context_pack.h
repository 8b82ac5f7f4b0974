/* A pack of context: what of a repository answers a question, chosen so that it fits a budget. The
   best declarations verbatim, then the heads of what they use, then names of what else was near. */
#pragma once

#include "base/id_map.h"
#include "tools/search_places.h"
#include "tools/seen.h"

/* A declaration that is shown whole, or of a large one among the best, how it begins. */
typedef struct PackBody {
    uint32_t file, entry;
    uint32_t first, last; /* lines, its comment with them */
    float score;
    Str why;
    Str text;
    uint32_t shown; /* of a large one: the last line that is shown; else 0 */
} PackBody;
typedef VEC(PackBody) PackBodyVec;

/* The last line of it that is shown. */
static inline uint32_t pack_body_end(const PackBody *body)
{
    return body->shown ? body->shown : body->last;
}

/* One of which only a line is shown: a signature, or a name. */
typedef struct PackLine {
    uint32_t file, entry;
    Str signature; /* empty: only its name is shown */
    Str why;
} PackLine;
typedef VEC(PackLine) PackLineVec;

/* What else the best files declare: `name line, name line`. */
typedef struct PackFile {
    uint32_t file;
    Str names;
} PackFile;
typedef VEC(PackFile) PackFileVec;

typedef struct Pack {
    PackBodyVec bodies; /* by file, the best first, then by line */
    PackLineVec heads, names;
    PackFileVec files;
    size_t left_out; /* candidates that are nowhere in it */
    size_t seen;     /* … for they were shown before */
} Pack;

/* A declaration that may go into the pack. */
typedef struct PackCandidate {
    uint32_t file, entry;
    float score;
    uint32_t order; /* in which it was found: of equal ones the first comes first */
    bool brief;     /* never verbatim */
    uint32_t calls; /* the place, from 1, of the best that it calls; 0: none of those looked at */
    Str why;
} PackCandidate;
typedef VEC(PackCandidate) PackCandidateVec;

typedef struct PackQuestion {
    Str text;
    const uint32_t *seeds; /* dense ids: these first */
    size_t seed_count;
    const bool *left_out; /* by file id; NULL: none */
} PackQuestion;

/* What search finds, and what calls it or is called, the best first. */
bool context_pack_candidates(ToolCall *call, IndexSession *session, const PackQuestion *question,
                             PackCandidateVec *candidates, Err *err) MUST_USE;
/* What was read of files, for all choices of one call. */
typedef struct PackTexts {
    IdMap at; /* by file, into the list */
    VEC(struct PackText *) list;
    const Seen *seen;
} PackTexts;
/* Chooses among them what takes at most so many bytes as text; nothing that was seen and is the
   same. */
void context_pack_choose(ToolCall *call, const IndexSession *session,
                         const PackCandidateVec *candidates, uint64_t bytes, PackTexts *texts,
                         Pack *pack);
