/* What ranking knows while it works; for the files that make it up. */
#pragma once

#include "search/rank.h"

typedef struct RankTerm {
    const QuestionTerm *asked;
    TermHitVec hits;
    float idf, file_idf;
    float weight; /* of its hits, by kind */
} RankTerm;

typedef struct RankState {
    const TermIndex *index;
    const Question *question;
    bool docs; /* of code only comments count */
    RankTerm *terms;
    size_t term_count;
    float weight;      /* of the question: idf of its words */
    float file_weight; /* the same by files */
    float *part_score; /* by part */
    float *part_name;  /* by part: idf of the words in its name */
    float *whole;      /* by file */
    float *defined;    /* by part: a name that it declares */
    float *defines, *defines_name, *defines_pair, *named;
    uint64_t *words; /* by file */
    float *best;     /* by file: of its parts */
} RankState;

/* Of paths and roles, of one file. */
void rank_add_place(const RankState *state, RankedFile *file);
/* What its role is worth for this question: 1 for a source. */
float rank_role(const RankState *state, uint32_t file);
