/* Encoder and decoder of Token-Oriented Object Notation (TOON), a text form of JSON with few
   tokens: specification 4.0 (with the clarifications of 4.1 to 4.4), and 3.3 for older readers.
   JSON -> TOON -> JSON gives the same value for every document. Only the text may differ:
   - Numbers keep every digit, whatever their size. They are written in TOON's canonical form (no
     exponent from 1e-6 up to 1e21, else one with a sign; no redundant zeros; -0 is 0) and decoded
     literally. Other decoders may round or reject numbers that do not fit a double.
   - In a table, members come back in the order of the table's first element.
   - A key that repeats within one object is an error when strict, else its last value wins.
   Nesting is limited to JSON_DEPTH_MAX both ways; nothing here recurses over the input. */
#pragma once

#include "base/json.h"

typedef enum ToonShape {
    TOON_V4, /* nested field groups, keyed tables, comment lines on input */
    TOON_V3, /* none of these: for consumers that read TOON 3.x */
} ToonShape;

/* All zero is the default: comma, two spaces, strict, version 4. */
typedef struct ToonOptions {
    char delimiter; /* ',' '\t' or '|'; 0 is ',' (encoding; a decoder reads it from the headers) */
    int indent;     /* spaces a level, 1 to INDENT_MAX; 0 is 2 */
    bool lenient;   /* decoding: wrong counts, odd indentation, blank lines, repeats are accepted */
    ToonShape shape;
    /* Shape 3 only: a chain of one-member objects becomes one dotted key, and back. */
    bool fold_keys;
    int fold_depth; /* maximum number of segments of a key; 0: no limit; 1: none */
    bool expand_paths;
} ToonOptions;

/* Appends to buf, without a final line end. Fails for bad options and for values nested too deep.
   Bytes that are not UTF-8 are written as U+FFFD, as json_write does. Temporaries go to `scratch`,
   which is restored and must not be the buffer's arena. */
bool toon_encode(Arena *scratch, const Json *value, const ToonOptions *options, Buf *buf,
                 Err *err) MUST_USE;

/* Errors name the line. Bytes that are not UTF-8 are rejected with their position. Strings without
   escapes, keys and numbers point into the text, which must outlive the value. */
bool toon_decode(Arena *arena, Str text, const ToonOptions *options, Json **value,
                 Err *err) MUST_USE;

/* Streams a table too long to be one value, as a member of the document's top object with default
   options. First the head `key[rows]{a,b}:`, then exactly `rows` rows of scalars, one cell a field.
 */
void toon_put_table(Buf *buf, Str key, uint64_t rows, const Str *fields, size_t count);
void toon_put_table_row(Buf *buf, const Json *cells, size_t count);
/* Appends the line `key: text`. */
void toon_put_member(Buf *buf, Str key, Str text);
