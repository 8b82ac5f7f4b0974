/* Rules of a review: rows of a table (rules.def), each with a function that produces findings. To
   add a rule, add a row and its function in a rule_*.c file. */
#pragma once

#include "review/context.h"

/* Arguments of a rule's function. */
typedef struct ReviewFind {
    const ReviewContext *review;
    const ReviewRule *rule;
    FindingVec *findings;
    ReviewUnseenVec *limits; /* what rules could not examine */
} ReviewFind;

typedef bool ReviewFinder(const ReviewFind *find, Err *err);

struct ReviewRule {
    const char *id;
    ReviewType type;
    ReviewSeverity severity;
    bool on; /* by default */
    ReviewFinder *find;
    const char *looks;       /* what it examines */
    const char *why;         /* why that matters */
    const char *suppression; /* how to suppress it where the finding is intended */
};

size_t review_rule_count(void);
const ReviewRule *review_rule_at(size_t index);
const ReviewRule *review_rule_find(Str id); /* or NULL */
size_t review_rule_index(const ReviewRule *rule);

/* ---- for rule functions ---- */

/* Adds a finding with the rule's severity. The caller fills in the rest; lines refer to the new
   side. */
Finding *review_add(const ReviewFind *find, const ChangedFile *file, Str message);
/* The same for a reported symbol, with its lines and name. */
Finding *review_add_symbol(const ReviewFind *find, const ChangedSymbol *changed, Str message);
void review_add_evidence(const ReviewFind *find, Finding *finding, Str text);
/* Findings that may occur on every line of a file are reported individually up to this number; the
   last one then counts the rest. False: this one was counted there. */
#define REVIEW_LINES_TOLD 10
bool review_tells_line(const ReviewFind *find, size_t *count);
/* Notes that the rule could not examine everything, why, and what to do about that. The change is
   then not approved. */
void review_add_limit(const ReviewFind *find, Str reason, Str action);
/* Its path on the new side, or on the old one if it is gone. */
Str review_path(const ChangedFile *file);
/* Whether its contents were compared and are written by the repository's people: neither
   third-party, nor generated, nor minified. */
bool review_is_own(const ReviewContext *review, const ChangedFile *file);

/* Whether it is in a directory of examples, fixtures or benchmarks, and was. */
bool review_is_aside(const ChangedFile *file);
/* Whether it is production code of the repository that exists on the new side. */
bool review_is_code(const ReviewContext *review, const ChangedFile *file);
/* Whether it is in Rust's `mod tests`, or in something named like a test. */
bool review_is_within_tests(const ChangeSide *side, uint32_t index);
/* Calls `visit` for each reported function in such code; `old` is NULL if it is new. */
typedef void ReviewVisit(const ReviewFind *find, const ChangedSymbol *changed, const Symbol *new,
                         const Symbol *old);
void review_visit_functions(const ReviewFind *find, ReviewVisit *visit);

/* Iterator over the added (or removed) lines of a file. */
typedef struct ReviewLines {
    const ChangedFile *file;
    bool old;
    uint32_t line; /* number of the last returned line, from 1 */
    size_t hunk;   /* index of the next hunk */
    uint32_t left; /* lines left in the current hunk */
    size_t at;     /* offset after that line */
} ReviewLines;
ReviewLines review_lines(const ChangedFile *file, bool old);
/* The next line in *text; false at the end. */
bool review_next_line(ReviewLines *lines, Str *text);
/* Whether the change removes the same line somewhere, so that it was only moved. */
bool review_is_moved(const ReviewContext *review, Str line);
