/* Wire format of the first pass: a worker's results for one file, as bytes. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

typedef struct FirstPassText {
    Str path, text;
} FirstPassText;
/* Appends language, class and, if the file may have any, likely definitions. */
void first_pass_encode(Buf *out, Arena work, Arena scratch, const FirstPassText *file);

/* The head of a record of first_pass_encode; `count` entries follow. */
typedef struct FirstPassHead {
    const Language *language;
    FileClass class;
    uint32_t lines;
    bool degraded;
    Str package;
    uint32_t count; /* symbols */
} FirstPassHead;
/* False when the bytes make no sense; they need not come from a sane worker. */
bool first_pass_take_head(VarintReader *in, FirstPassHead *head) MUST_USE;
/* Reads the symbol with this index in the file (from 1); `before` is the entry with the previous
   index. Its names are returned in *name and *owner and not set in *entry. */
bool first_pass_take_entry(VarintReader *in, uint32_t index, const Entry *before, Entry *entry,
                           Str *name, Str *owner) MUST_USE;
