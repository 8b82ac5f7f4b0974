/* A finding: one remark of a review, with its place, evidence and advice. Texts may contain parts
   of the change under review, so writers must quote them for their format. */
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

/* Ascending. An error blocks, a warning requests changes, a note does neither. */
typedef enum ReviewSeverity {
    REVIEW_NOTE,
    REVIEW_WARNING,
    REVIEW_ERROR,
} ReviewSeverity;

Str review_severity_name(ReviewSeverity severity);
/* The severity of that name; false if no severity has it. */
bool review_severity_find(Str name, ReviewSeverity *severity);

typedef VEC(Str) ReviewTexts;

/* Something that the review could not examine. */
typedef struct ReviewUnseen {
    Str path; /* empty: not about one file */
    Str reason;
    Str action; /* what to do about it */
} ReviewUnseen;
typedef VEC(ReviewUnseen) ReviewUnseenVec;

typedef struct ReviewRule ReviewRule;

typedef struct Finding {
    const ReviewRule *rule;
    ReviewSeverity severity;
    Str message; /* a sentence without its full stop */
    Str path;    /* on the new side; on the old side if the file is gone */
    /* Lines from 1; start 0: the file as a whole. They refer to the new side, with `gone` to the
       old one. */
    uint32_t start, end;
    bool gone;
    bool in_diff; /* its lines include changed lines; `anchor` is the first */
    uint32_t anchor;
    Str symbol; /* qualified name, or empty */
    Str key; /* identifies it among findings of its rule and file, whatever its lines; or empty */
    Str fingerprint;
    ReviewTexts evidence;
    size_t more;  /* places that the evidence leaves out */
    Str use_path; /* of a file that is gone: the first place that still uses it; or empty */
    uint32_t use_line;
    Str suggestion; /* what to do, or empty */
} Finding;
typedef VEC(Finding) FindingVec;

/* How many places a report does not show that shows `shown` lines of evidence. */
size_t finding_left_out(const Finding *finding, size_t shown);
/* Sets fingerprints: a hash of rule, path and key (or symbol), as hexadecimal digits. Repetitions
   are numbered, so call it with all findings of a report, in order. */
void review_put_fingerprints(Arena *arena, FindingVec *findings);
