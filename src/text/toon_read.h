/* Internal header of the TOON decoder: lines, tokens and headers. Only for src/text/toon_*.c. */
#pragma once

#include "base/json_pool.h"
#include "base/vec.h"
#include "text/toon.h"

typedef struct ToonLine {
    Str content; /* without indentation and trailing spaces */
    size_t depth;
    size_t number; /* 1-based */
} ToonLine;

typedef struct ToonReader {
    Arena *arena;
    JsonPool pool; /* in the arena */
    Arena scratch; /* opened on first use */
    Str text;
    ToonOptions options; /* no zero defaults left */
    Err *err;
    size_t at;     /* start of the next line */
    size_t number; /* of the last line read */
    ToonLine line; /* the current one */
    size_t blank;  /* number of a blank line before it; 0: none */
    size_t values; /* values made in rows so far, and their limit */
    size_t values_max;
} ToonReader;

/* A field list in pre-order. */
typedef struct ToonField {
    Str name;
    bool group;
    size_t parent; /* index of the group it is in, plus one; 0 in the row itself */
    size_t depth;  /* 1 for fields of the row itself */
    size_t first;  /* index of an earlier field of the same name and group, plus one; or 0 */
    Json *node;    /* its node in the row under construction */
} ToonField;

typedef struct ToonHeader {
    bool has_key;
    Str key;
    size_t count;
    char delimiter;
    bool keyed;
    bool has_fields;
    VEC(ToonField) fields;
    size_t cells;  /* fields that are not groups */
    size_t depth;  /* nesting depth of a row: 1 without groups */
    Str values;    /* after the colon */
    size_t number; /* its line */
} ToonHeader;

/* Fails at the current line; returns false. err_hint() adds the hint. */
bool toon_fail(ToonReader *reader, const char *format, ...) PRINTF_LIKE(2, 3);

/* Moves to the next line that is neither blank nor a comment; *found is false at the end. */
bool toon_read_line(ToonReader *reader, bool *found) MUST_USE;

/* Position of the first of the two bytes outside quotes, or s.len. */
size_t toon_find_unquoted(Str s, size_t from, char a, char b);
/* Trims spaces only, as TOON requires. */
Str toon_trim(Str s);
/* Takes the next delimited token off *rest; false after the last. *more must be true at the start.
 */
bool toon_take_token(Str *rest, char delimiter, bool *more, Str *token);

/* Parses the token's value into the (empty) node. */
bool toon_read_scalar(ToonReader *reader, Str token, Json *node) MUST_USE;
/* Parses a key, quoted or not; the token ends at the line's colon, the header's bracket or the
   field's end. */
bool toon_read_name(ToonReader *reader, Str token, Str *name) MUST_USE;
/* The index after the closing quote of the string that s starts with; 0 if it is not closed. */
size_t toon_quoted_end(Str s);
/* Whether the decoder found the key in quotes; `text` is the document. */
bool toon_key_was_quoted(Str text, Str key);

typedef enum ToonHeaderKind {
    TOON_NO_HEADER,
    TOON_HEADER,
    TOON_BAD_HEADER, /* the error is set */
} ToonHeaderKind;

ToonHeaderKind toon_read_header(ToonReader *reader, Str content, ToonHeader *header);

/* Shape 3: dotted keys that were not quoted become nested objects, merged. */
bool toon_expand(ToonReader *reader, Json *root) MUST_USE;
