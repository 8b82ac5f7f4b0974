/* What speaks for a file as the answer to a question, and how much each counts: the one table that
   tuning changes (bench/tune_search.mjs). All but the last are shares of the question's weight,
   which is the sum of its words' inverse document frequencies. */
#pragma once

#define RANK_EVIDENCE(X) \
    X(PART, part, 0.80F)                 /* BM25 of a declaration */ \
    X(PARTS, parts, 0.45F)               /* of the two behind it */ \
    X(WHOLE, whole, 0.50F)               /* BM25 of the file */ \
    X(COVERED, covered, 0.30F)           /* words that it has at all */ \
    X(HEAD, head, 0.15F)                 /* BM25 outside declarations */ \
    X(PART_NAME, part_name, 0.20F)       /* words in a part's name */ \
    X(DEFINES, defines, 0.15F)           /* a word is its name */ \
    X(DEFINES_NAME, defines_name, 0.40F) /* an identifier is */ \
    X(NAMED, named, 1.50F)               /* the question is a name */ \
    X(DEFINES_PAIR, defines_pair, 0.30F) /* two words, by name */ \
    X(FILE_WORDS, file_words, 0.46F)     /* words in its name */ \
    X(FILE_FULL, file_full, 0.60F)       /* share of its name's words asked for */ \
    X(FILE_PAIR, file_pair, 0.48F)       /* two words as one in its name */ \
    X(FOLDER, folder, 0.28F)             /* words in its folders' names */ \
    X(PLACE, place, 2.00F)               /* the path is in the question */

typedef enum RankEvidence {
#define X(id, name, weight) RANK_##id,
    RANK_EVIDENCE(X)
#undef X
    RANK_EVIDENCE_COUNT
} RankEvidence;
