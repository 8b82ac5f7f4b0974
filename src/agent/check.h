/* Checks of staged edits by the program's own understanding of the code: syntax, symbols, callers,
   and the rules of review. No model, no command. */
#pragma once

#include "base/json.h"
#include "edit/edit.h"
#include "tools/tool.h"

typedef enum CheckKind {
    CHECK_SYNTAX,  /* the edit adds a syntax error */
    CHECK_LOST,    /* a symbol that is used elsewhere is gone */
    CHECK_CALLERS, /* a changed signature whose calls no longer fit */
    CHECK_RULE,    /* a finding of review */
    CHECK_KIND_COUNT
} CheckKind;

typedef struct CheckFinding {
    CheckKind kind;
    bool blocks; /* goes back to the model, or to the user */
    Str rule;    /* name of the review's rule, or empty */
    Str path;
    uint32_t line; /* of the new text; 0: the file */
    Str symbol;    /* qualified name, or empty */
    Str message;   /* one sentence, for people and models */
} CheckFinding;
typedef VEC(CheckFinding) CheckFindingVec;

/* A symbol that the edits touch. */
typedef struct CheckTouched {
    Str path, symbol;
    Str what;     /* `body`, `signature`, `removed`, … */
    uint8_t risk; /* before the edit, 0 to 100 */
    bool is_test;
    uint32_t callers;
} CheckTouched;
typedef VEC(CheckTouched) CheckTouchedVec;

typedef struct CheckReport {
    CheckFindingVec findings; /* by path and line */
    CheckTouchedVec touched;
    uint64_t lines_added, lines_removed;
    size_t blocking;
    Str unseen; /* what could not be checked, and why; or empty */
} CheckReport;

/* Checks a set against the files' previous contents. Without an index fewer checks run;
   report->unseen says so, and it is no error. */
bool check_edits(Arena *arena, const ToolContext *context, const EditSet *set, CheckReport *report,
                 Err *err) MUST_USE;
/* The changes by symbol, for a preview: a line each. */
Str check_outline_diff(Arena *arena, const CheckReport *report);
/* The findings as a list for a model or a person; empty without findings. */
Str check_text(Arena *arena, const CheckReport *report);
Json *check_value(Arena *arena, const CheckReport *report);
