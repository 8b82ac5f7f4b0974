/* Internal header of the TOON encoder: the writer, scalars and tables. Only for src/text/toon_*.c.
 */
#pragma once

#include "text/toon.h"

/* Walk over a table's row in parallel with the table's first element, which gives names and order.
 */
typedef struct ToonRowWalk ToonRowWalk;

typedef struct ToonWriter {
    Buf *buf;
    Arena scratch;
    ToonOptions options; /* no zero defaults left */
    ToonRowWalk *walk;
} ToonWriter;

static inline bool json_is_scalar(const Json *value)
{
    return value->type != JSON_ARRAY && value->type != JSON_OBJECT;
}

void toon_put_key(Buf *buf, Str key);
/* Whether a key can be one segment of a dotted key: no dots, quotes or signs. */
bool toon_key_is_segment(Str key);
/* Writes a scalar, quoted where the text would be read as something else or contains the delimiter.
 */
void toon_put_scalar(Buf *buf, const Json *value, const ToonOptions *options);
void toon_put_quoted(Buf *buf, Str text);
/* Writes a JSON number in canonical form. */
void toon_put_number(Buf *buf, Str text);

ToonRowWalk *toon_row_walk(Arena *arena);

/* Whether two elements can be rows of one table. Costs no more than the smaller of them. */
bool toon_rows_match(ToonWriter *writer, const Json *first, const Json *row);
/* Writes {a,b{c,d}}: the first element's names. False if it cannot be a table's row: it contains an
   array or an empty object, or groups that the shape lacks. Part of it may have been written by
   then. */
bool toon_put_fields(ToonWriter *writer, const Json *first) MUST_USE;
/* Writes the row's cells with delimiters between them. False if the row's names or nesting differ
   from the first element's. Part of it may have been written by then. */
bool toon_put_row(ToonWriter *writer, const Json *first, const Json *row) MUST_USE;
