/* The answer of a coding agent's read tool: lines of a file, unchanged. If there are too many, the
   answer has the first of them, a notice and a map of the file. */
#pragma once

#include "view/format.h"

typedef struct ReadLimits {
    uint64_t lines, bytes;
} ReadLimits;

/* The prefix of a text that fits the limits. */
typedef struct ReadCut {
    size_t bytes; /* whole lines only */
    uint64_t lines;
    enum {
        READ_CUT_NONE,
        READ_CUT_LINES,
        READ_CUT_BYTES
    } by;
    bool first_line_exceeds; /* not even one line fits */
} ReadCut;

ReadCut read_cut(Str text, ReadLimits limits);

/* One answer of `read`. */
typedef struct ReadAnswer {
    Str path, language;
    Str content; /* the text shown; empty if it was streamed */
    uint64_t content_bytes;
    bool open_line;      /* the content's last line has no line end */
    uint64_t first_line; /* first line of the content, from 1 */
    uint64_t line_count; /* of the content */
    uint64_t extent_end; /* last line of the requested range: a file, a symbol */
    uint64_t extent_bytes;
    uint64_t total_lines, total_bytes; /* of the whole file */
    bool partly;                       /* the file has more lines than total_lines */
    ReadCut cut;
    ReadLimits limits;
    bool ranged;         /* a range was requested: no map */
    uint64_t page_at;    /* first_line_exceeds: the line's offset for `page`, in characters */
    uint64_t line_bytes; /* first_line_exceeds: the line's length */
    Str map;             /* text form, or empty */
    Str also;            /* where else the symbol is declared; usually empty */
    Str left_out; /* of a file that is not shown as it is written: what is not shown; or empty */
    Str no_map;   /* why what was cut has no map: `mapping is switched off` */
} ReadAnswer;

/* Writes the part after the content: a blank line, the notice, and the map or why it is missing. */
void read_put_tail(Buf *out, Arena scratch, const ReadAnswer *answer);
Json *read_value(Arena *arena, const ReadAnswer *answer);
