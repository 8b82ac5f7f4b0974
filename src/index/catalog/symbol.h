/* Identity and description of a symbol beyond its outline: the portable hash, the arity, and the
   sub-words of its name. */
#pragma once

#include "base/buf.h"
#include "lang/outline.h"

/* The first half of a symbol hash: low 32 bits of the XXH3 of the path relative to the root. */
uint32_t symbol_file_hash(Str path);
/* What identifies a symbol within its file; the path is not part of it. */
typedef struct SymbolIdentity {
    Str package, qualified;
    SymbolKind kind;
    uint32_t arity;
    uint32_t ordinal; /* number of earlier symbols in the file that are equal in all else */
} SymbolIdentity;
/* The second half of a symbol hash: XXH3 of `package:qualified name:kind:arity`, with `#ordinal`
   if that is not 0. */
uint64_t symbol_identity_hash(Arena scratch, const SymbolIdentity *identity);
/* Both halves as users see them: `1a2b3c4d:0123456789abcdef`. */
Str symbol_hash_text(Arena *arena, uint32_t file, uint64_t symbol);

/* The parameters in a signature. A Go receiver does not count, nor does C's `void`. */
typedef struct SymbolParameters {
    uint32_t count;
    /* some are optional or variadic (`= 1`, `...`, `*args`), or the list is cut off */
    bool flexible;
    bool self; /* the first is the receiver: `self`, `&mut self`, `cls` */
} SymbolParameters;
/* Offset of the parenthesis that opens the parameter list, or the signature's length without a
   list. */
size_t symbol_list_open(Str signature, Str name);
SymbolParameters symbol_parameters(Str signature, Str name);

/* The sub-words of a name in lower case, separated by spaces: getHTTPUser_2 becomes `get http user
   2`. */
Str symbol_words(Arena *arena, Str name);
/* Whether a sub-word begins at this position. */
bool symbol_word_begins(Str name, size_t at);
