/* Inside of toon_encode.c: the writer, scalars, and tables. */
#pragma once

#include "text/toon.h"

/* A walk over a table's row beside the table's first element, which gives names and order. */
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
/* A dotted key's part: no dots, quotes or signs. */
bool toon_key_is_segment(Str key);
/* Quoted where the text would be read as something else, or has the delimiter in it. */
void toon_put_scalar(Buf *buf, const Json *value, const ToonOptions *options);
void toon_put_quoted(Buf *buf, Str text);
/* A JSON number in canonical form. */
void toon_put_number(Buf *buf, Str text);

ToonRowWalk *toon_row_walk(Arena *arena);

/* Whether two elements are rows of one table. Costs no more than the smaller of them. */
bool toon_rows_match(ToonWriter *writer, const Json *first, const Json *row);
/* {a,b{c,d}}: the first element's names. False when it is no table's row: something in it is an
   array or an empty object, or the shape has no groups; part of it may have been written then. */
bool toon_put_fields(ToonWriter *writer, const Json *first) MUST_USE;
/* The row's cells with delimiters between them. False when the row's names differ from the first
   element's or its values nest otherwise; part of it may have been written then. */
bool toon_put_row(ToonWriter *writer, const Json *first, const Json *row) MUST_USE;
