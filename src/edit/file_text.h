/* A file as lines, and a lookup of a patch's lines in it. Lines that are equal at a step of
   tolerance share a number, so comparing lines is comparing numbers. */
#pragma once

#include "base/map.h"
#include "base/vec.h"

/* Steps of tolerance, each including those before. */
typedef enum MatchStep {
    MATCH_EXACT,   /* line ends may differ */
    MATCH_TRAIL,   /* white space at the end of lines, too */
    MATCH_INDENT,  /* indentation, too */
    MATCH_UNICODE, /* dashes, quotes and spaces of Unicode and of ASCII are the same */
    MATCH_STEP_COUNT
} MatchStep;

typedef struct FileLine {
    Str text; /* without its end */
    Str end;  /* "\n", "\r\n", or empty on the last line */
} FileLine;

typedef struct FileText {
    Str bytes;
    size_t mark_bytes; /* of a byte order mark */
    FileLine *lines;
    size_t count;
    Map numbers[MATCH_STEP_COUNT];            /* by a line's normal form */
    uint32_t *line_numbers[MATCH_STEP_COUNT]; /* NULL: not made yet */
    uint32_t *line_counts[MATCH_STEP_COUNT];  /* how many lines have a number */
} FileText;

FileText file_text_read(Arena *arena, Str bytes);
/* The text in the normal form of a step. */
Str file_text_normal(Arena *arena, Str line, MatchStep step);
/* The ASCII equivalent of a Unicode dash, quote or space; any other character unchanged. */
uint32_t file_text_plain_char(uint32_t c);
/* Numbers the lines for a step, unless done already. */
void file_text_number(Arena *arena, FileText *file, MatchStep step);
/* The number of a patch line; 0 if no line of the file equals it. */
uint32_t file_text_find(Arena *arena, FileText *file, Str line, MatchStep step);
/* How many lines of the file are equal to its line `at`. */
uint32_t file_text_count_equal(Arena *arena, FileText *file, size_t at, MatchStep step);
/* The most common line end; "\n" if the file has no line ends. */
Str file_text_line_end(const FileText *file);
Str file_text_indent(Str line);
