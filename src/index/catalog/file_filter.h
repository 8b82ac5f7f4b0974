/* What a file's entries and shape may be of concern for, so that they need not be gone through when
   a few names mean something else: a filter of the words in its types, owners and bases. Made when
   there is time, with the marks (hash_prefixes_make.h); they stay as long as the file's entries do.
 */
#pragma once

#include "index/catalog/catalog.h"

struct FileFilter {
    bool plain;    /* nothing stands in a namespace or a block, or names its owner */
    bool based;    /* the shape tells of bases, or of what is opened */
    uint32_t bits; /* of the filter, a power of two */
    uint64_t filter[];
};
typedef struct FileFilter FileFilter;

const FileFilter *file_filter_make(const Catalog *catalog, Arena *arena, uint32_t id);
/* Of a name, or of a word in one. */
uint64_t file_filter_hash(Str word);
static inline bool file_filter_has(const FileFilter *filter, uint64_t hash)
{
    uint64_t at = hash & (filter->bits - 1);
    return filter->filter[at / 64] >> at % 64 & 1;
}

/* The next word of a text; empty at the end. */
Str file_filter_next_word(Str *rest);
/* Whether it has members, or gives some to others. */
bool entry_is_type(const Entry *entry);
