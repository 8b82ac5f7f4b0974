/* The view of edits: applied and refused parts, and the journal. */
#pragma once

#include "edit/transaction.h"
#include "view/format.h"

/* Characters of a refusal's nearest text in a text answer, about 40 lines. */
#define EDIT_NEAREST_BYTES 2000

typedef struct EditView {
    const char *action; /* apply, rollback, redo */
    bool applied;
    bool dry_run;
    Str id;   /* empty: nothing was entered in the journal */
    Str note; /* a notice for the user, or empty */
    Str next; /* the call that undoes it, or empty */
    const EditFileVec *files;
    const EditRefusalVec *refused;
} EditView;

/* Appends the result. A dry run is shown as a unified diff. */
bool edit_view_put_text(Buf *out, Arena scratch, const EditView *view, Err *err) MUST_USE;
/* Adds to an answer of _type "edit". */
void edit_view_add_value(Arena *arena, Json *value, const EditView *view);

/* The journal, newest first. */
void edit_view_put_log(Buf *out, Arena scratch, const EditCommitVec *commits);
Json *edit_view_log_value(Arena *arena, const EditCommitVec *commits);
