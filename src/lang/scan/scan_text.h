/* Text utilities for hand-written scanners: lines, words, signatures, doc comments, cut points.

   All positions are byte offsets into the scan's text. */
#pragma once

#include "lang/scan/scan.h"

/* In files above this size, cut points are at least CUTS_GAP_BYTES apart, so that their list
   stays small. */
#define CUTS_DENSE_BYTES (1 * MB)
#define CUTS_GAP_BYTES 256

typedef struct Line {
    size_t start;
    size_t end;  /* before its LF or CRLF */
    size_t next; /* start of the next line */
} Line;

/* The line that starts at *at, which moves to the next line; false at the end of the text. */
bool line_take(Str text, size_t *at, Line *line);
/* Whether the line holds only white space. */
bool line_is_blank(Str text, const Line *line);
/* The offset of the line end (LF or end of the text) at or after `at`. */
size_t line_end(Str text, size_t at);

/* The first offset at or after `at`, at most `end`, that holds no space or tab; or no white
   space. */
size_t skip_blanks(Str text, size_t at, size_t end);
size_t skip_space(Str text, size_t at, size_t end);
/* The identifier at `at`: letters, digits, underscore, non-ASCII, and the bytes of `extra`. */
Str word_at(Str text, size_t at, size_t end, const char *extra);
bool word_is(Str word, const char *lower); /* ASCII case ignored */
/* Whether the word is in the NULL-terminated list, ASCII case ignored. */
bool word_in(Str word, const char *const *list);
/* The first occurrence at or after `at`, or STR_NONE. */
size_t find_from(Str text, size_t at, Str needle);
/* The first occurrence in [at, end), or `end`. */
size_t find_byte_from(Str text, size_t at, size_t end, char byte);

/* The text of [from, to) with white space folded, cut at SIGNATURE_CHARS_MAX. The cost is
   bounded by that limit, not by the range. */
Str scan_signature(Scan *scan, size_t from, size_t to);
/* Signature of a line: the same without a trailing token that opens a body or ends a statement. */
Str scan_head(Scan *scan, size_t from, size_t to);
/* The same for a text that is not in the source. */
Str scan_shown(Scan *scan, Str text);
/* The offset of a Str that points into the text. */
static inline size_t scan_offset(const Scan *scan, Str part)
{
    return (size_t)(part.ptr - scan->text.ptr);
}

/* Adds a cut point for chunking, if these are wanted, at the start of the offset's line. If a line
   has several, the shallowest counts. In texts above CUTS_DENSE_BYTES there is at most one in
   CUTS_GAP_BYTES. Lines must ascend. */
void scan_cut(Scan *scan, size_t offset, uint32_t depth);

/* The first sentence of a comment; comment marks at line starts are removed. */
Str scan_sentence(Scan *scan, size_t from, size_t to);
/* The first sentence of a paragraph; only a list or quote mark at its start is removed. */
Str scan_prose(Scan *scan, size_t from, size_t to);

/* Doc comment that directly precedes a declaration. Add comments in source order and clear at a
   blank line. */
typedef struct Lead {
    size_t start, end;
    bool any;
} Lead;

/* Extends the lead by a comment. */
void lead_add(Lead *lead, size_t start, size_t end);
void lead_clear(Lead *lead);
/* Skips white space and comments, which begin with `mark` and end where `end_of` says, and adds
   the comments. A blank line clears those before it. Returns the offset of the next code. */
size_t lead_skip(Lead *lead, Str text, size_t at, char mark, size_t (*end_of)(Str, size_t));
/* The start of the declaration at `start`, its doc comment included. */
size_t lead_start(const Lead *lead, size_t start);
/* Sets the symbol's lead and documentation, and clears the lead. */
void lead_take(Scan *scan, Lead *lead, Symbol *symbol);

/* Nesting of sections by rank: a heading closes the open sections of the same rank and of lower
   ranks. */
#define SECTION_LEVELS_MAX 24

typedef struct Sections {
    size_t levels[SECTION_LEVELS_MAX];
    size_t count;
} Sections;

/* Opens a section below the open sections of higher rank; all others are closed. Its signature
   is `mark name`. */
Symbol *section_open(Scan *scan, Sections *sections, size_t level, Str name, size_t start,
                     Str mark);

/* The text of [from, to) with white space folded, at most NAME_BYTES_MAX bytes. Points into the
   source text when possible. */
Str scan_name(Scan *scan, size_t from, size_t to);

/* Outlines [start, end) as another language (the script block of a page). The result is appended
   below the open symbol with its positions shifted. An unknown language adds nothing. */
void scan_embed(Scan *scan, Str language_id, size_t start, size_t end);
/* The same for text that was decoded from the source. map[i] is the source offset of byte i, and
   of the end; it must not decrease and must live as long as the scan. */
void scan_embed_text(Scan *scan, Str language_id, Str text, const uint32_t *map);
