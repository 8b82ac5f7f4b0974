/* What identifies and describes a symbol beyond its outline: its portable hash, arity,
   sub-words. */
#pragma once

#include "base/buf.h"
#include "lang/outline.h"

/* FNV-free, seedless XXH3 of the repo-relative path, low 32 bits: the first half of a symbol
   hash. */
uint32_t symbol_file_hash(Str path);
/* What makes a symbol the same one wherever its file is. */
typedef struct SymbolIdentity {
    Str package, qualified;
    SymbolKind kind;
    uint32_t arity;
    uint32_t ordinal; /* among those of the file that are alike in everything else, from 0 */
} SymbolIdentity;
/* Of `package:qualified name:kind:arity`, and `#ordinal` when > 0: the second half. */
uint64_t symbol_identity_hash(Arena scratch, const SymbolIdentity *identity);
/* `1a2b3c4d:0123456789abcdef`, as users see it. */
Str symbol_hash_text(Arena *arena, uint32_t file, uint64_t symbol);

/* The parameters that a signature lists behind the name; a Go receiver is none, nor is C's `void`.
 */
typedef struct SymbolParameters {
    uint32_t count;
    bool flexible; /* some may be left out or repeated: `= 1`, `...`, `*args` */
    bool self;     /* the first is the receiver: `self`, `&mut self`, `cls` */
} SymbolParameters;
/* Where the list of parameters opens, or the signature's length. */
size_t symbol_list_open(Str signature, Str name);
SymbolParameters symbol_parameters(Str signature, Str name);

/* Sub-words of a name, lower case, joined by spaces: getHTTPUser_2 is `get http user 2`. */
Str symbol_words(Arena *arena, Str name);
/* Whether one of these sub-words begins at a place in the name. */
bool symbol_word_begins(Str name, size_t at);
