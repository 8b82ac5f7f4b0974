/* Splices: replacements of lines of a file. Line numbers are those of the original, so the order is
   free; everything else is copied byte for byte. */
#pragma once

#include "edit/file_text.h"
#include "edit/hunk_match.h"

typedef struct Splice {
    uint32_t from, count; /* lines removed, from 0 */
    StrVec lines;         /* lines inserted, without line ends */
    size_t patch_line;
} Splice;
typedef VEC(Splice) SpliceVec;

/* The final newline if the last line is new. */
typedef enum FinalNewline {
    FINAL_AS_BEFORE,
    FINAL_NONE,
    FINAL_PRESENT,
} FinalNewline;

/* Appends the runs of changed lines of a placed hunk; `texts` are the added lines (reindent.h). */
void splice_add_hunk(Arena *arena, const Hunk *hunk, const Match *match, const Str *texts,
                     SpliceVec *splices);
/* Appends the splices that turn the file into `text`. Unchanged lines keep their bytes. */
void splice_add_whole(Arena *arena, const FileText *file, Str text, SpliceVec *splices);

typedef struct Spliced {
    Str after;
    EditLines changed;   /* lines of `after` */
    const Splice *clash; /* changes the same lines as another splice; NULL: no clash */
} Spliced;

/* Applies the splices. False if two clash. */
bool splice_apply(Arena *arena, const FileText *file, SpliceVec *splices, FinalNewline final,
                  Spliced *result) MUST_USE;
