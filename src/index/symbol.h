/* What identifies and describes a symbol beyond its outline: its portable hash, arity,
   sub-words. */
#pragma once

#include "base/buf.h"
#include "lang/outline.h"

/* FNV-free, seedless XXH3 of the repo-relative path, low 32 bits: the first half of a symbol
   hash. */
uint32_t symbol_file_hash(Str path);
/* Of `package:qualified name:kind:arity`, and of the ordinal among true duplicates when > 0. */
uint64_t symbol_hash(Arena scratch, const Outline *outline, size_t index, uint32_t ordinal);
/* `1a2b3c4d:0123456789abcdef`, as users see it. */
Str symbol_hash_text(Arena *arena, uint32_t file, uint64_t symbol);

/* Parameters in a signature's first list of them; 0 without one. */
uint32_t symbol_arity(Str signature);

/* Sub-words of a name, lower case, joined by spaces: getHTTPUser_2 is `get http user 2`. */
Str symbol_words(Arena *arena, Str name);
