/* Ranking of declarations across files. A declaration is scored by its own words and by its file;
   then, for the best of them, by what only the text says: where the words are (rank_text.h). */
#pragma once

#include "search/rank.h"

/* Kinds of evidence for a declaration, with their weights. All but SIZE are shares of the
   question's weight, or between 0 and 1. */
#define DECLARATION_EVIDENCE(X) \
    X(WORDS, words, 1.00F)         /* BM25 of the declaration */ \
    X(FILE, file, 0.38F)           /* score of its file */ \
    X(NEAR, near, 1.00F)           /* cosine of its embedding */ \
    X(ASKED, asked, 1.50F)         /* declares the name that the question is about */ \
    X(MENTIONED, mentioned, 0.50F) /* is a function, whose name the question has */ \
    X(NAME, name, 0.80F)           /* words in its name */ \
    X(OWNER, owner, 0.30F)         /* words in the names of its containers */ \
    X(HEAD, head, 1.10F)           /* words in its signature */ \
    X(PASSAGE, passage, 1.00F)     /* words in a few lines */ \
    X(LINE, line, 0.50F)           /* words in one line */ \
    X(QUOTED, quoted, 1.00F)       /* words in a row in a string literal */ \
    X(SIZE, size, 0.10F)           /* logarithm of its lines */

typedef enum DeclarationEvidence {
#define X(id, name, weight) DECLARATION_##id,
    DECLARATION_EVIDENCE(X)
#undef X
    DECLARATION_EVIDENCE_COUNT
} DeclarationEvidence;

/* Lines of a declaration that match best, each with words that the others lack. */
#define RANK_LINES_MAX 4

typedef struct RankedDeclaration {
    const RankedFile *file;
    const RankedPart *part;
    uint32_t entry;
    uint32_t order; /* of the part's file and its place there; breaks ties */
    float evidence[DECLARATION_EVIDENCE_COUNT];
    uint32_t lines[RANK_LINES_MAX]; /* best first; 0: no more, or the text was not read */
    float worth; /* factor for its kind and its file's role, contained in score */
    float score;
} RankedDeclaration;
typedef VEC(RankedDeclaration) RankedDeclarationVec;

/* What the question is after. */
typedef struct DeclarationOptions {
    const Catalog *catalog;
    const Question *question;
    size_t limit;
    bool docs; /* prose counts as much as code */
} DeclarationOptions;

/* Finds the best declarations of the ranked files by index alone, best first. The ranking must
   stay as it is. */
void rank_declarations(const DeclarationOptions *options, Arena *arena, const Ranking *ranking,
                       RankedDeclarationVec *list);
/* Sums up all evidence and sorts. */
void rank_settle(RankedDeclarationVec *list);
