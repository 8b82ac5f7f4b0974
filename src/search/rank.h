/* Files and their parts, ranked for a question: BM25 (Robertson and Zaragoza, The Probabilistic
   Relevance Framework: BM25 and Beyond, 2009, 3.4) over declarations and over files, then what else
   is known of the best of them: names, paths, roles. */
#pragma once

#include "index/terms/term_index.h"
#include "search/question.h"
#include "search/rank_evidence.h"

/* Parts of a file that are ranked. */
#define RANK_PARTS_MAX 8

typedef struct RankedPart {
    uint32_t entry; /* in the file's row; 0: the file itself */
    float score;
    float defined;  /* more than 0: it declares a name that is asked for */
    uint32_t words; /* a bit for each of the question's first 32 terms that it has */
} RankedPart;

typedef struct RankedFile {
    uint32_t file;
    Str path; /* of two files that are equal otherwise the first comes first */
    float score;
    float evidence[RANK_EVIDENCE_COUNT];
    float role; /* what the score was multiplied by for the file's role */
    float near; /* cosine of the embedder's vectors, of its nearest part; 0: not among the near */
    uint64_t near_words; /* the same of those that only words of about the same meaning stand for */
    uint64_t words;      /* a bit for each of the question's terms that it has */
    RankedPart parts[RANK_PARTS_MAX]; /* best first; score 0: no more */
} RankedFile;
typedef VEC(RankedFile) RankedFileVec;

typedef struct RankOptions {
    const bool *left_out; /* by file id; NULL: none */
    size_t limit;         /* of files */
    bool docs;            /* only prose, comments and docstrings */
    bool widened;         /* words that mean about the same count wherever they stand */
} RankOptions;

typedef struct Ranking {
    RankedFileVec files; /* best first */
    uint32_t total;      /* files that have any of the words */
} Ranking;

/* Documentation that people read. */
bool rank_is_prose(const CatalogFile *file);
bool rank_files(const TermIndex *index, Arena *arena, const Question *question,
                const RankOptions *options, Ranking *ranking, Err *err) MUST_USE;
