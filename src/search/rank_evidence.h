/* Kinds of evidence for a file as the answer to a question, with their weights: the table that
   tuning changes (bench/tune_search.mjs). Each value but the last is a share of the question's
   weight, the sum of its words' inverse document frequencies. */
#pragma once

#define RANK_EVIDENCE(X) \
    X(PART, part, 0.80F)                 /* BM25 of a declaration */ \
    X(PARTS, parts, 0.45F)               /* of the next two */ \
    X(WHOLE, whole, 0.50F)               /* BM25 of the file */ \
    X(COVERED, covered, 0.30F)           /* words it contains */ \
    X(HEAD, head, 0.15F)                 /* BM25 outside declarations */ \
    X(PART_NAME, part_name, 0.20F)       /* words in a part's name */ \
    X(DEFINES, defines, 0.15F)           /* declares a word */ \
    X(DEFINES_NAME, defines_name, 0.40F) /* declares an identifier */ \
    X(NAMED, named, 1.50F)               /* the question is a name */ \
    X(DEFINES_PAIR, defines_pair, 0.30F) /* declares two words as one */ \
    X(FILE_WORDS, file_words, 0.46F)     /* words in the file name */ \
    X(FILE_FULL, file_full, 0.60F)       /* share of its name's words that match */ \
    X(FILE_PAIR, file_pair, 0.48F)       /* two words as one in it */ \
    X(FOLDER, folder, 0.28F)             /* words in folder names */ \
    X(PLACE, place, 2.00F)               /* the question has the path */

typedef enum RankEvidence {
#define X(id, name, weight) RANK_##id,
    RANK_EVIDENCE(X)
#undef X
    RANK_EVIDENCE_COUNT
} RankEvidence;
