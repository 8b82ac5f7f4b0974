/* What the own small scanners share: lines, words, signatures, doc comments, cut points.
   All positions are byte offsets into the scan's text. */
#pragma once

#include "lang/scan/scan.h"

/* Cut points of files above this size keep this distance, so that their list stays small. */
#define CUTS_DENSE_BYTES (1 * MB)
#define CUTS_GAP_BYTES 256

typedef struct Line {
    size_t start;
    size_t end;  /* before its LF or CRLF */
    size_t next; /* where the next line starts */
} Line;

/* The line that starts at *at, which moves on; false at the end of the text. */
bool line_take(Str text, size_t *at, Line *line);
/* Starts with nothing but white space before its end. */
bool line_is_blank(Str text, const Line *line);
/* The offset of the line end (LF or end of text) at or after `at`. */
size_t line_end(Str text, size_t at);

/* First offset at or after `at` that is no blank (space, tab) or no white space, at most `end`. */
size_t skip_blanks(Str text, size_t at, size_t end);
size_t skip_space(Str text, size_t at, size_t end);
/* The identifier at `at`: letters, digits, underscore, non-ASCII, and the bytes of `extra`. */
Str word_at(Str text, size_t at, size_t end, const char *extra);
bool word_is(Str word, const char *lower); /* ASCII case ignored */
/* Whether the word is one of a NULL-terminated list, ASCII case ignored. */
bool word_in(Str word, const char *const *list);
/* First occurrence at or after `at`, or STR_NONE. */
size_t find_from(Str text, size_t at, Str needle);
size_t find_byte_from(Str text, size_t at, size_t end, char byte);

/* [from, to) with white space folded, cut at SIGNATURE_CHARS_MAX. Costs no more than the cap,
   however long the range is. */
Str scan_signature(Scan *scan, size_t from, size_t to);
/* The same of a line, without what opens a body or ends a statement there. */
Str scan_head(Scan *scan, size_t from, size_t to);
/* The same for text that was put together. */
Str scan_shown(Scan *scan, Str text);
/* The offset of a Str that points into the text. */
static inline size_t scan_offset(const Scan *scan, Str part)
{
    return (size_t)(part.ptr - scan->text.ptr);
}

/* A place to cut a chunk, when asked for: moved back to its line's start; at most one a line (the
   shallower wins), and in texts above CUTS_DENSE_BYTES one in CUTS_GAP_BYTES. Offsets must ascend
   by line. */
void scan_cut(Scan *scan, size_t offset, uint32_t depth);

/* The first sentence of a comment, comment marks at line starts removed. */
Str scan_sentence(Scan *scan, size_t from, size_t to);
/* That of a paragraph, of which only the mark of a list or quote goes. */
Str scan_prose(Scan *scan, size_t from, size_t to);

/* Comments that stand right before a declaration. Feed lines in order; a blank line forgets. */
typedef struct Lead {
    size_t start, end;
    bool any;
} Lead;

void lead_add(Lead *lead, size_t start, size_t end);
void lead_clear(Lead *lead);
/* Behind white space and comments, which begin with the mark; `end_of` says where one ends. */
size_t lead_skip(Lead *lead, Str text, size_t at, char mark, size_t (*end_of)(Str, size_t));
/* Where the declaration at `start` begins with its comments. */
size_t lead_start(const Lead *lead, size_t start);
/* Gives the symbol its lead and doc, and forgets them. */
void lead_take(Scan *scan, Lead *lead, Symbol *symbol);

/* Sections by rank: a heading closes those of its own and of lower rank. */
#define SECTION_LEVELS_MAX 24

typedef struct Sections {
    size_t levels[SECTION_LEVELS_MAX];
    size_t count;
} Sections;

/* Opens a section, inside the sections of higher rank only: what else is open is closed. Its
   signature is `mark name`. */
Symbol *section_open(Scan *scan, Sections *sections, size_t level, Str name, size_t start,
                     Str mark);

/* [from, to) with white space folded, short enough for a name; points into the text when it can. */
Str scan_name(Scan *scan, size_t from, size_t to);

/* Outlines [start, end) as another language (the script block of a page) and appends the result
   below the open symbol, with its positions shifted. A language that is not known adds nothing. */
void scan_embed(Scan *scan, Str language_id, size_t start, size_t end);
/* The same of text that is written in another way in the page: `map` has for each of its offsets,
   and for its end, where that is. It must not fall, and must stay while the scan lasts. */
void scan_embed_text(Scan *scan, Str language_id, Str text, const uint32_t *map);
