/* Splices: lines of a file that are replaced by others. All count lines of the original, so their
   order does not matter, and what no splice names stays as it is to the byte. */
#pragma once

#include "edit/file_text.h"
#include "edit/match.h"

typedef struct Splice {
    uint32_t from, count; /* lines that go, from 0 */
    StrVec lines;         /* lines that come, without line ends */
    size_t patch_line;
} Splice;
typedef VEC(Splice) SpliceVec;

/* What becomes of the final newline if the last line is a new one. */
typedef enum FinalNewline {
    FINAL_AS_BEFORE,
    FINAL_NONE,
    FINAL_PRESENT,
} FinalNewline;

/* The runs of changed lines of a placed hunk; `texts` are the added lines (reindent.h). */
void splice_add_hunk(Arena *arena, const Hunk *hunk, const Match *match, const Str *texts,
                     SpliceVec *splices);
/* From the file to a new content of the whole. Lines that stay keep their bytes. */
void splice_add_whole(Arena *arena, const FileText *file, Str text, SpliceVec *splices);

typedef struct Spliced {
    Str after;
    EditLines changed;   /* lines of `after` */
    const Splice *clash; /* changes lines that another one changes; NULL: none does */
} Spliced;

/* Applies them. False if there is a clash. */
bool splice_apply(Arena *arena, const FileText *file, SpliceVec *splices, FinalNewline final,
                  Spliced *result) MUST_USE;
