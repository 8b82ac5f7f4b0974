/* What a first look finds in one file, as bytes between processes. */
#pragma once

#include "base/pack.h"
#include "index/catalog/catalog.h"

typedef struct LookText {
    Str path, text;
} LookText;
/* Its language, its class, and likely definitions when there may be any. */
void look_encode(Buf *out, Arena work, Arena scratch, const LookText *file);

/* The head of what look_encode wrote; its entries follow. */
typedef struct LookHead {
    const Language *language;
    FileClass class;
    uint32_t lines;
    bool degraded;
    Str package;
    uint32_t count; /* of symbols */
} LookHead;
/* The bytes may come from anybody: false when they make no sense. */
bool look_take_head(Unpack *in, LookHead *head) MUST_USE;
/* The symbol with this index in the file (from 1) and its names, which are not put into it. */
bool look_take_entry(Unpack *in, uint32_t index, const Entry *before, Entry *entry, Str *name,
                     Str *owner) MUST_USE;
