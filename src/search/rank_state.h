/* Internals of ranking, shared by rank*.c. */
#pragma once

#include "base/id_map.h"
#include "search/rank.h"

typedef struct RankTerm {
    const QuestionTerm *asked;
    TermPostingVec *hits, *named; /* by segment: occurrences, and declarations of that name */
    size_t hit_count, named_count;
    float idf, file_idf;
    float weight; /* of its hits, by kind */
    float rare;   /* 1 if one file declares the name, less if more do */
    float share;  /* of the question: 1 when it is nothing but this name */
} RankTerm;

typedef struct RankFileSums {
    uint64_t words;    /* a bit for each term */
    float whole, best; /* BM25 of the file; of its best part */
    float defines, defines_name, defines_pair, named;
} RankFileSums;

typedef struct RankPartSums {
    float score;     /* BM25 */
    float name;      /* share of the question's words in its name */
    float defined;   /* a name of the question that it declares */
    float asked;     /* the same, where that name is most of the question */
    float mentioned; /* the same, where that name is an identifier */
    uint32_t words;  /* a bit for each of the first 32 terms */
} RankPartSums;

typedef struct RankState {
    const TermIndex *index;
    const Question *question;
    bool docs; /* in code, only comments count */
    bool widened, declarations;
    RankTerm *terms;
    size_t term_count;
    float weight;         /* of the question: sum of its words' idf */
    float file_weight;    /* the same by files */
    RankFileSums *files;  /* by file id */
    RankPartSums *parts;  /* by part, of the current segment; zero between segments */
    VEC(TermPosting) met; /* parts of it with any hit, unordered */
    IdMap versions;       /* folders with v1/, v2/ in them: the latest version */
    bool versions_known;
} RankState;

/* ---- rank_sum.c ---- */

/* Looks up all terms in the index. Fails when it cannot be read. */
bool rank_find_terms(RankState *state, Arena *arena, Err *err) MUST_USE;
/* Sums up scores by file. */
void rank_sum_files(RankState *state);
/* Sums up scores by part, one segment at a time, and calls `visit` for each part with a hit.
   `only`: by file id, nonzero for files to be summed; NULL: all. */
typedef void (*RankPartVisit)(void *context, uint32_t file, uint32_t entry,
                              const RankPartSums *sums);
void rank_sum_parts(RankState *state, Arena *arena, const uint32_t *only, RankPartVisit visit,
                    void *context);
float rank_part_total(const RankState *state, const RankPartSums *sums);

/* ---- rank_place.c ---- */

/* Adds the evidence of the file's path, and lowers the role of former versions. */
void rank_add_place(RankState *state, Arena *arena, RankedFile *file);
/* Refines a declaration's score by its container and its kind. */
void rank_refine_part(const RankState *state, uint32_t file, RankedPart *part);
/* Factor for a file's role: 1 for source code. */
float rank_role(const RankState *state, uint32_t file);
