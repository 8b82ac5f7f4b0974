/* Texts of a repository in a form that PostgreSQL accepts. Its texts are valid UTF-8 without NUL,
   whereas paths and names may hold any bytes. A byte that is not part of valid UTF-8 becomes a
   private character, U+EF00 plus the byte. So does each byte of those characters themselves: the
   mapping is reversible, and two texts never collide. */
#pragma once

#include "base/buf.h"

Str org_text(Arena *arena, Str text);
/* The original text of a result of org_text. */
Str org_text_back(Arena *arena, Str text);

/* A field of a row of COPY in PostgreSQL's text format, without the tab after it. */
void org_field_put(Buf *out, Str text);
void org_field_put_number(Buf *out, int64_t number);
void org_field_put_hash(Buf *out, Str bytes); /* bytea */
/* The bytes of a bytea as a value of a result. */
Str org_bytes(Arena *arena, Str text);

/* Array literals, as values of parameters. */
void org_array_put(Buf *out, Str text); /* appends an element to `{…` */
