/* What a first pass finds in one file, as bytes between processes. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

typedef struct FirstPassText {
    Str path, text;
} FirstPassText;
/* Its language, its class, and likely definitions when there may be any. */
void first_pass_encode(Buf *out, Arena work, Arena scratch, const FirstPassText *file);

/* The head of what first_pass_encode wrote; its entries follow. */
typedef struct FirstPassHead {
    const Language *language;
    FileClass class;
    uint32_t lines;
    bool degraded;
    Str package;
    uint32_t count; /* of symbols */
} FirstPassHead;
/* The bytes may come from anybody: false when they make no sense. */
bool first_pass_take_head(VarintReader *in, FirstPassHead *head) MUST_USE;
/* The symbol with this index in the file (from 1) and its names, which are not put into it. */
bool first_pass_take_entry(VarintReader *in, uint32_t index, const Entry *before, Entry *entry,
                           Str *name, Str *owner) MUST_USE;
