/* What ranking knows while it works; for the files that make it up. */
#pragma once

#include "base/id_map.h"
#include "search/rank.h"

typedef struct RankTerm {
    const QuestionTerm *asked;
    TermPostingVec *hits, *named; /* of each segment: the word, and declarations called so */
    size_t hit_count, named_count;
    float idf, file_idf;
    float weight; /* of its hits, by kind */
    float rare;   /* 1 where one file declares the name, less where more do */
    float share;  /* of the question: 1 when it is nothing else than this name */
} RankTerm;

typedef struct RankFileSums {
    uint64_t words;    /* a bit for each term */
    float whole, best; /* BM25 of the file; of its best part */
    float defines, defines_name, defines_pair, named;
} RankFileSums;

typedef struct RankPartSums {
    float score;    /* BM25 */
    float name;     /* share of the question in its name */
    float defined;  /* a name that it declares */
    uint32_t words; /* a bit for each of the first 32 terms */
} RankPartSums;

typedef struct RankState {
    const TermIndex *index;
    const Question *question;
    bool docs; /* of code only comments count */
    bool widened;
    RankTerm *terms;
    size_t term_count;
    float weight;         /* of the question: idf of its words */
    float file_weight;    /* the same by files */
    RankFileSums *files;  /* by file */
    RankPartSums *parts;  /* of the segment at hand; all zero between two */
    VEC(TermPosting) met; /* its parts that have any, in no order */
    IdMap versions;       /* of folders with v1/, v2/ in them: the latest */
    bool versions_known;
} RankState;

/* ---- rank_sum.c ---- */

/* Looks for all terms. */
bool rank_find_terms(RankState *state, Arena *arena, Err *err) MUST_USE;
/* Sums by file. */
void rank_sum_files(RankState *state);
/* Sums by part, segment by segment; `only`: of these files, by id, or NULL. Calls back for each
   part with any. */
typedef void (*RankPartVisit)(void *context, uint32_t file, uint32_t entry,
                              const RankPartSums *sums);
void rank_sum_parts(RankState *state, Arena *arena, const uint32_t *only, RankPartVisit visit,
                    void *context);
float rank_part_total(const RankState *state, const RankPartSums *sums);

/* ---- rank_place.c ---- */

/* Of paths and roles, of one file. */
void rank_add_place(RankState *state, Arena *arena, RankedFile *file);
/* What else is known of a declaration. */
void rank_refine_part(const RankState *state, uint32_t file, RankedPart *part);
/* What its role is worth for this question: 1 for a source. */
float rank_role(const RankState *state, uint32_t file);
