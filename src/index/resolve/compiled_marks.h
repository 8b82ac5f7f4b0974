/* What an imported index of a compiler says about references (store/compiled.h). Where it says
   something, and the file and the target still have the contents that the compiler saw, its word
   counts instead of the rules of the language:
   - A symbol is the only target, exact and compiled. If it is a class with a constructor, or a
     declaration with a definition, the target is the one that the rules find. If the symbol is a
     variable whose value the rules know, their edge stays.
   - A local variable: likely and ambiguous edges go.
   Edges to the receiver of a name are not about the name, and stay. */
#pragma once

#include "index/resolve/resolver.h"
#include "index/store/compiled.h"

/* Rows of all files of the catalog whose content is the compiler's; NULL without any. */
Compiled *compiled_load(Arena *arena, const Catalog *catalog);

/* The marks of a file, in order. */
typedef struct CompiledReader {
    const struct CompiledFile *file; /* NULL: none */
    VarintReader marks;
    CompiledMark next; /* .reference is UINT32_MAX at the end */
} CompiledReader;
CompiledReader compiled_read(const Compiled *compiled, uint32_t file);
/* Whether there is a valid mark for the reference of that number; numbers must ascend. *target: the
   symbol, or SYMBOL_NOWHERE. */
bool compiled_find(CompiledReader *reader, const Catalog *catalog, uint32_t reference,
                   uint32_t *target) MUST_USE;
/* Replaces the edges that the reference has by the resolver's own rules. */
void compiled_resolve(Scope *scope, const Reference *reference, uint32_t target);
