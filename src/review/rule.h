/* The rules of a review, rows of a table (rules.def), each with a function that finds what it is
   about. To add one: a row, and its function in a rule_*.c. */
#pragma once

#include "review/context.h"

/* What a function of a rule works with. */
typedef struct ReviewFind {
    const ReviewContext *review;
    const ReviewRule *rule;
    FindingVec *findings;
    ReviewTexts *limits; /* what rules could not look at */
} ReviewFind;

typedef bool ReviewFinder(const ReviewFind *find, Err *err);

struct ReviewRule {
    const char *id;
    ReviewType type;
    ReviewSeverity severity;
    bool on; /* unless the policy says otherwise */
    ReviewFinder *find;
    const char *looks;       /* what it looks at */
    const char *why;         /* why that matters */
    const char *suppression; /* how to silence it where it is meant so */
};

size_t review_rule_count(void);
const ReviewRule *review_rule_at(size_t index);
const ReviewRule *review_rule_find(Str id); /* NULL: there is none */
size_t review_rule_index(const ReviewRule *rule);

/* ---- for the functions of rules ---- */

/* A finding of the rule with its severity; the caller fills in the rest. Lines: of the new side. */
Finding *review_add(const ReviewFind *find, const ChangedFile *file, Str message);
/* The same about a symbol that is told: its lines and its name. */
Finding *review_add_symbol(const ReviewFind *find, const ChangedSymbol *changed, Str message);
void review_add_evidence(const ReviewFind *find, Finding *finding, Str text);
/* Of findings that may be on every line of a file, so many are told one by one; of the rest the
   last says how many there are. False: this one is counted there. */
#define REVIEW_LINES_TOLD 10
bool review_tells_line(const ReviewFind *find, size_t *count);
/* Says that not everything was looked at, and why: then the change is not approved. */
void review_add_limit(const ReviewFind *find, Str text);
Str review_path(const ChangedFile *file);
/* Whether its contents were compared, and are what people of the repository write: neither other
   people's code, nor generated, nor minified. */
bool review_is_own(const ReviewContext *review, const ChangedFile *file);

/* Code of the repository itself that runs when it does its work, on the new side. */
bool review_is_code(const ReviewContext *review, const ChangedFile *file);
/* Rust's `mod tests`, and what is called like a test. */
bool review_is_within_tests(const ChangeSide *side, uint32_t index);
/* Calls back for each function of such code that is told; `old` is NULL where it is new. */
typedef void ReviewVisit(const ReviewFind *find, const ChangedSymbol *changed, const Symbol *new,
                         const Symbol *old);
void review_visit_functions(const ReviewFind *find, ReviewVisit *visit);

/* Goes through the lines that were added (or removed) of a file. */
typedef struct ReviewLines {
    const ChangedFile *file;
    bool old;
    uint32_t line; /* the one that was given, from 1 */
    size_t hunk;   /* the next one */
    uint32_t left; /* lines of the present one */
    size_t at;     /* offset behind the line */
} ReviewLines;
ReviewLines review_lines(const ChangedFile *file, bool old);
bool review_next_line(ReviewLines *lines, Str *text);
/* Whether the change only moves a line: it was removed somewhere. */
bool review_is_moved(const ReviewContext *review, Str line);
