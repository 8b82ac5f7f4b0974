/* A Bloom filter of the words in a file's types, owners and bases. It tells which files cannot be
   affected when a few names change their meaning, so that these files' entries and shapes are not
   read. Made in idle time together with the hash prefixes (hash_prefixes.h); dropped with the
   file's entries. */
#pragma once

#include "index/catalog/catalog.h"

/* The words of types, owners, type names and shapes, one bit each. */
struct FileFilter {
    bool plain;    /* no symbol is in a namespace or SYMBOL_IMPL block, or names its owner */
    bool based;    /* the shape has bases, uses, or names opened by `using` */
    uint32_t bits; /* size of the filter, a power of two */
    uint64_t filter[];
};
typedef struct FileFilter FileFilter;

/* The filter of a file, allocated in the arena. */
const FileFilter *file_filter_make(const Catalog *catalog, Arena *arena, uint32_t id);
/* The hash under which a name, or a word of one, is stored. */
uint64_t file_filter_hash(Str word);
static inline bool file_filter_has(const FileFilter *filter, uint64_t hash)
{
    uint64_t at = hash & (filter->bits - 1);
    return filter->filter[at / 64] >> at % 64 & 1;
}

/* Takes the next word off a text; empty at the end. */
Str file_filter_next_word(Str *rest);
/* Whether symbols of this kind have members, or (SYMBOL_IMPL) add members to a type. */
bool entry_is_type(const Entry *entry);
