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
void toon_put_number(Buf *buf, Str number);

ToonRowWalk *toon_row_walk(Arena *arena);

typedef enum ToonTable {
    TOON_NO_TABLE,
    TOON_TABLE,         /* every element has its members in the first one's order */
    TOON_TABLE_REORDER, /* the same members, in another order here or there */
} ToonTable;

/* Whether the siblings from `rows` on are objects of one shape: a table's rows. */
ToonTable toon_table_detect(ToonWriter *writer, const Json *rows);
/* {a,b{c,d}} */
void toon_put_fields(ToonWriter *writer, const Json *first);
/* The row's cells with delimiters between them. */
void toon_put_row(ToonWriter *writer, ToonTable table, const Json *first, const Json *row);
