/* Citations: every `path:line` and symbol that an answer names is looked up in the index. A wrong
   citation is marked in place, so that no reader takes it for a fact. */
#pragma once

#include "agent/index_lookup.h"
#include "base/vec.h"

typedef struct Citations {
    uint32_t found, wrong;
    VEC(Str) marked; /* the wrong ones, each once */
} Citations;

/* The lines with marks added: `src/a.c:99 [no such line: the file has 80]`. A symbol that occurs in
   `shown`, the text that the model got, is not marked. In code blocks only paths with a folder and
   a known ending count; *in_code: the text ends within a code block. Addresses, times, versions and
   Windows paths are no citations. */
Str cite_check(Arena *arena, const ToolContext *context, Str text, Str shown, bool *in_code,
               Citations *citations);

/* ---- the steps of cite_check ---- */

typedef struct Cited {
    size_t end;   /* where the mark goes in the text */
    Str text;     /* as written */
    bool is_weak; /* may be something else: a missing file is not marked */
} Cited;

typedef struct CiteScan {
    VEC(Cited) cited;    /* by `end` */
    VEC(Lookup) lookups; /* of each */
} CiteScan;

/* The citations of a text. `root` is cut off absolute paths; it may be empty. */
CiteScan cite_scan(Arena *arena, Str text, Str root, bool *in_code);
/* The text with marks after the citations that the look-ups found wrong. */
Str cite_mark(Arena *arena, Str text, const CiteScan *scan, Str shown, Citations *citations);
