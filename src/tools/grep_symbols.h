/* Symbols in the answer of a text search: what encloses a hit, and where the name that was searched
   is defined. Files that are shown are outlined, up to a sum of bytes, all others only read by the
   lexical tier. */
#pragma once

#include "tools/tool.h"
#include "view/hits.h"

typedef struct GrepSymbols {
    ToolCall *call;
    Str name;          /* the pattern, where it is a name; else empty */
    uint64_t outlined; /* bytes so far, in full … */
    uint64_t read;     /* … and by the lexical tier, for definitions */
} GrepSymbols;

void grep_symbols_open(ToolCall *call, Str pattern, PatternOptions options, GrepSymbols *symbols);

/* Of a file that is shown; without symbols where its text is empty. */
void grep_outline(GrepSymbols *symbols, Arena *scratch, Str path, Str text, Outline *outline);
/* The symbol around each line of the file that has a match. */
void grep_find_symbols(Arena *arena, const Outline *outline, HitFile *file);

/* Whether another file is worth a look for definitions. */
bool grep_wants_more(const GrepSymbols *symbols, const HitAnswer *answer);
/* Likely definitions of a file that is not shown; false when it cannot be read. */
bool grep_outline_likely(GrepSymbols *symbols, Arena *scratch, const FsTree *tree,
                         const TextFile *file, Outline *outline) MUST_USE;
/* Adds the symbols of that name. */
void grep_find_definitions(const GrepSymbols *symbols, const Outline *outline, Str path,
                           HitDefinitionVec *definitions);
