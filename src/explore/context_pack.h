/* `fovea explore`: a pack of context that answers a question within a budget. It has the best
   declarations verbatim, then signatures of the symbols that they use, then names of other
   candidates. */
#pragma once

#include "base/id_map.h"
#include "explore/search_places.h"
#include "explore/seen.h"

/* A declaration shown verbatim. Of a large one, its beginning and the lines that match best are
   shown, each piece as a body of its own. For repositories elsewhere PackElsewhere writes the
   text. */
typedef struct PackBody {
    uint32_t file, entry;
    uint32_t first, last; /* lines, including its comment */
    float score;
    Str why;
    Str text;
    Str key;        /* key of the text in `seen` */
    uint32_t shown; /* the last line shown, if it is cut; else 0 */
    bool bare;      /* elsewhere: shown without its edges */
    bool further;   /* a later piece of the declaration before it */
} PackBody;
typedef VEC(PackBody) PackBodyVec;

/* Returns the last line that is shown. */
static inline uint32_t pack_body_end(const PackBody *body)
{
    return body->shown ? body->shown : body->last;
}

/* A declaration shown as one line: its signature or name. */
typedef struct PackLine {
    uint32_t file, entry;
    Str signature; /* empty: the name is shown */
    Str why;
} PackLine;
typedef VEC(PackLine) PackLineVec;

/* Other declarations of the best files: `name line, name line`. */
typedef struct PackFile {
    uint32_t file;
    Str names;
} PackFile;
typedef VEC(PackFile) PackFileVec;

typedef struct Pack {
    PackBodyVec bodies; /* by file, best first, then by line */
    PackLineVec heads, names;
    PackFileVec files;
    size_t left_out; /* candidates not in it */
    size_t seen;     /* … because they were shown before */
    bool clear;      /* few hits lead: those left out are much worse */
} Pack;

/* A declaration that may go into the pack. */
typedef struct PackCandidate {
    uint32_t file, entry;
    float score;
    uint32_t order; /* order of discovery; breaks ties */
    float own;      /* the part of the score that the search gave; 0: a neighbour or a seed */
    const uint32_t *lines; /* RANK_LINES_MAX lines that match best, or NULL */
    bool asked;            /* a seed, or next to one */
    bool leads;            /* a hit about as good as the best */
    bool brief;            /* never verbatim */
    uint32_t calls;        /* rank, from 1, of the best candidate that it calls; 0: none */
    Str why;
} PackCandidate;
typedef VEC(PackCandidate) PackCandidateVec;

typedef struct PackQuestion {
    Str text;
    Str also;              /* further words that the code may have */
    const uint32_t *seeds; /* dense ids of the first candidates */
    size_t seed_count;
    const bool *left_out;          /* by file id; NULL: none */
    const struct SearchNear *near; /* search_vectors.h; hits of a database by vectors, or NULL */
} PackQuestion;

/* A symbol found by a search. */
typedef struct PackHit {
    uint32_t symbol; /* dense id */
    float score;
    const uint32_t *lines; /* RANK_LINES_MAX lines that match best, or NULL */
    Str why;
} PackHit;
typedef struct PackHits {
    VEC(PackHit) list;   /* best first */
    SearchWordVec words; /* that were looked for */
} PackHits;

/* At most this many callers of a hit are examined. */
#define PACK_CALLERS_MAX 24

/* The search for a question. */
SearchWanted context_pack_wanted(const PackQuestion *question);
/* Searches for the question, best first. */
bool context_pack_search(SessionRequest *request, IndexSession *session,
                         const PackQuestion *question, PackHits *hits, Err *err) MUST_USE;
/* Makes candidates of the seeds and hits and of their callers and callees, best first. In a catalog
   of repositories elsewhere neighbours are brief, since their own edges are unknown. */
void context_pack_expand(SessionRequest *request, const Catalog *catalog,
                         const PackQuestion *question, const PackHits *hits,
                         PackCandidateVec *candidates);

/* Declarations of repositories elsewhere, whose texts are not on this machine. */
typedef struct PackElsewhere {
    const void *state;
    Str (*signature)(const void *state, uint32_t symbol);
    /* The part that does not depend on the rest of the pack: signature and comment. */
    Str (*key)(const void *state, Arena *arena, uint32_t symbol);
    /* The text shown instead of a body: the same, and the edges unless it is `bare`. The last set
       has the symbols whose signatures the pack shows; those in this text are added. */
    Str (*tell)(const void *state, Arena *arena, uint32_t symbol, bool bare, IdMap *told);
    const bool *whole; /* by file id: the catalog has all functions of the file */
} PackElsewhere;

/* Texts of files read so far, shared by all choices of one call. */
typedef struct PackTexts {
    IdMap at; /* file id -> index into the list */
    VEC(struct PackText *) list;
    const Seen *seen;
    const PackElsewhere *elsewhere; /* NULL: files of this machine */
} PackTexts;
/* Chooses candidates that together take at most `bytes` as text. Leaves out unchanged declarations
   shown before. */
void context_pack_choose(SessionRequest *request, const IndexSession *session,
                         const PackCandidateVec *candidates, uint64_t bytes, PackTexts *texts,
                         Pack *pack);
