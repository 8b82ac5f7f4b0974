/* What a coding agent's read tool answers: lines of a file as they are, and when they are too many,
   the first of them and a note; a map of the file follows. The texts here are exact bytes of the
   file. */
#pragma once

#include "view/format.h"

typedef struct ReadLimits {
    uint64_t lines, bytes;
} ReadLimits;

/* How much of a text fits. */
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
    Str content; /* what is shown; empty where it was streamed */
    uint64_t content_bytes;
    bool open_line;      /* the content's last line has no line end */
    uint64_t first_line; /* of the content; 1-based */
    uint64_t line_count; /* of the content */
    uint64_t extent_end; /* last line of what was asked for: the file, a symbol */
    uint64_t extent_bytes;
    uint64_t total_lines, total_bytes; /* the file */
    bool partly;                       /* it has more lines than total_lines */
    ReadCut cut;
    ReadLimits limits;
    bool ranged;         /* lines were asked for: no map, the note says how to go on */
    uint64_t page_at;    /* first_line_exceeds: where `page` reads the line, in characters */
    uint64_t line_bytes; /* first_line_exceeds: how long it is */
    Str map;             /* text form, or empty */
    Str no_map;          /* why what was cut has no map: `mapping is switched off` */
} ReadAnswer;

/* What follows the content: a blank line, the notice, the map or why there is none. */
void read_put_tail(Buf *out, Arena scratch, const ReadAnswer *answer);
Json *read_value(Arena *arena, const ReadAnswer *answer);
