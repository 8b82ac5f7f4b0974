/* State of one check, shared by the check_*.c files. */
#pragma once

#include "agent/check.h"
#include "differ/diff_graph.h"
#include "review/context.h"

/* One run; the index may require another (session/answer.h). Strings of the report are in `arena`,
   all else in the call's arenas. */
typedef struct Checking {
    SessionRequest *request;
    Arena *arena;
    const EditSet *edits;
    CheckReport *report;
    Str prefix;      /* the root within the repository, with a slash at its end; or empty */
    DiffSides sides; /* paths are relative to the repository */
    bool *broken;    /* by file of the set: the edit certainly adds a fault */
    DiffBroken around;
    IndexSession *session; /* NULL: there is no index */
    Catalog *catalog;      /* as of the edited state; NULL: none */
    Str unseen_code;       /* why uses may be missing, or empty */
    Buf unseen;
} Checking;

/* ---- check_text.c ---- */

/* Adds a finding; `path` is relative to the repository. Its texts are copied. */
void check_add(Checking *checking, const CheckFinding *finding);
/* Notes what could not be checked, and why. */
void check_note_unseen(Checking *checking, Str what, Str why);
/* A path of the repository, relative to the root. */
Str check_path(const Checking *checking, Str path);

/* ---- check_syntax.c ---- */

void check_syntax(Checking *checking);

/* ---- check_uses.c ---- */

/* Reports the consequences as lost symbols and calls that do not fit. */
void check_uses(Checking *checking);

/* ---- check_rules.c ---- */

/* Runs the rules of review on the set. */
bool check_rules(Checking *checking, Err *err) MUST_USE;
/* Lists the touched symbols, with the risk that the index measured, if any. */
void check_touched(Checking *checking, const ReviewContext *review);
