/* Symbols in the answer of a text search: the symbol around a hit, and definitions of the name that
   was searched for. Files that are shown are outlined, up to a total of bytes; the lexical tier
   reads the others. */
#pragma once

#include "query/adopted.h"
#include "session/send.h"
#include "view/hits.h"

typedef struct GrepSymbols {
    SessionRequest *request;
    Str root; /* of the paths */
    Adopted adopted;
    Str name;          /* the pattern if it is a name; else empty */
    uint64_t outlined; /* bytes parsed so far … */
    uint64_t read;     /* … and bytes read by the lexical tier */
} GrepSymbols;

void grep_symbols_open(SessionRequest *request, Str pattern, PatternOptions options,
                       GrepSymbols *symbols);

/* Outlines a file that is shown. The outline has no symbols if the text is empty. */
void grep_outline(GrepSymbols *symbols, Arena *scratch, Str path, Str text, Outline *outline);
/* Finds the symbol around each line with a match. */
void grep_find_symbols(Arena *arena, const Outline *outline, HitFile *file);

/* Whether more files should be searched for definitions. */
bool grep_wants_more(const GrepSymbols *symbols, const HitAnswer *answer);
/* Finds likely definitions in a file that is not shown; false when it cannot be read. */
bool grep_outline_likely(GrepSymbols *symbols, Arena *scratch, const FsTree *tree,
                         const TextFile *file, Outline *outline) MUST_USE;
/* Adds the symbols of that name. */
void grep_find_definitions(const GrepSymbols *symbols, const Outline *outline, Str path,
                           HitDefinitionVec *definitions);
