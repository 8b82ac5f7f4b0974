/* Ranking of files and their parts for a question: BM25 (Robertson and Zaragoza, The Probabilistic
   Relevance Framework: BM25 and Beyond, 2009, 3.4) over declarations and over files. The best files
   are then scored by further evidence: names, paths, roles. */
#pragma once

#include "index/terms/term_index.h"
#include "search/question.h"
#include "search/rank_evidence.h"

/* Parts of a file that are ranked: a file of a thousand functions may hold several answers. */
#define RANK_PARTS_MAX 32

typedef struct RankedPart {
    uint32_t entry; /* index in the file's row; 0: the file itself */
    float score;
    float text;      /* BM25 alone, as a share of the question's weight */
    float near;      /* cosine of its embedding as a share of the file's best; 0: none */
    float defined;   /* more than 0: declares a name of the question */
    float asked;     /* more than 0: declares the name that the question is about */
    float mentioned; /* more than 0: declares an identifier that the question has */
    uint32_t words;  /* a bit for each of the question's first 32 terms it contains */
} RankedPart;

typedef struct RankedFile {
    uint32_t file;
    Str path; /* breaks ties */
    float score;
    float evidence[RANK_EVIDENCE_COUNT];
    float role;          /* factor for the file's role, contained in score */
    float near;          /* cosine of the embedding of its nearest part; 0: not among the nearest */
    uint64_t near_words; /* bits of the question's terms for which the file has only words of
                            similar meaning */
    uint64_t words;      /* a bit for each of the question's terms it contains */
    RankedPart parts[RANK_PARTS_MAX]; /* best first; score 0: no more */
} RankedFile;
typedef VEC(RankedFile) RankedFileVec;

typedef struct RankOptions {
    const bool *left_out; /* by file id; NULL: none */
    size_t limit;         /* number of files */
    bool docs;            /* only prose, comments and docstrings */
    bool widened;         /* words of similar meaning count wherever they occur */
    bool declarations;    /* the files' declarations are sought, so synonyms count more often */
} RankOptions;

typedef struct Ranking {
    RankedFileVec files; /* best first */
    uint32_t total;      /* files with any of the words */
    uint64_t found;      /* bits of the terms that the index has */
    /* Share of each term in the question's weight: more than 0 for words alone, and 1 in all. A
       word that the repository does not have weighs as much as the mean of the others. Identifiers
       and pairs as a whole, and words that were added, come on top of that. */
    float shares[QUESTION_TERMS_MAX];
} Ranking;

/* Documentation written for people. */
bool rank_is_prose(const CatalogFile *file);
/* Ranks the files of the index; the result lives in the arena. Fails when the index cannot be
   read. */
bool rank_files(const TermIndex *index, Arena *arena, const Question *question,
                const RankOptions *options, Ranking *ranking, Err *err) MUST_USE;
