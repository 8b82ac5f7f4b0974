/* One remark of a review: what a rule has found, where, and what to do about it. Texts may be made
   of the change under review: whoever writes them out quotes them for his format. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

#define REVIEW_TYPES(X) \
    X(SECURITY, "security") \
    X(TESTING, "testing") \
    X(ARCHITECTURE, "architecture") \
    X(COMPATIBILITY, "compatibility") \
    X(COMPLEXITY, "complexity") \
    X(DUPLICATION, "duplication") \
    X(ERRORS, "error-handling") \
    X(HYGIENE, "hygiene")

typedef enum ReviewType {
#define X(name, text) REVIEW_##name,
    REVIEW_TYPES(X)
#undef X
    REVIEW_TYPE_COUNT
} ReviewType;

Str review_type_name(ReviewType type);

/* The worst last. An error blocks, a warning asks for a change, a note does neither. */
typedef enum ReviewSeverity {
    REVIEW_NOTE,
    REVIEW_WARNING,
    REVIEW_ERROR,
} ReviewSeverity;

Str review_severity_name(ReviewSeverity severity);
bool review_severity_find(Str name, ReviewSeverity *severity);

typedef VEC(Str) ReviewTexts;

typedef struct ReviewRule ReviewRule;

typedef struct Finding {
    const ReviewRule *rule;
    ReviewSeverity severity;
    Str message; /* a sentence without its full stop */
    Str path;    /* of the new side, or of the old one where the file is gone */
    /* Lines from 1. Of the new side; 0: the file as a whole. `gone`: of the old side. */
    uint32_t start, end;
    bool gone;
    bool in_diff; /* its lines touch lines that changed, of which `anchor` is the first */
    uint32_t anchor;
    Str symbol; /* qualified, or empty */
    Str key;    /* what tells it from others of its rule and file, whatever its lines; or empty */
    Str fingerprint;
    ReviewTexts evidence;
    Str suggestion; /* what to do, or empty */
} Finding;
typedef VEC(Finding) FindingVec;

/* Rule, path and key, or the symbol, as hexadecimal digits; the n-th of the same gets another one.
   To be called with all findings of a report in their order. */
void review_put_fingerprints(Arena *arena, FindingVec *findings);
