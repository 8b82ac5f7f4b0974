/* Deep copies of outlines. */
#include "lang/outline.h"

/* Room for aligning the arrays. */
#define PADDING_BYTES 32

static bool has_texts(const Symbol *symbol)
{
    return symbol_owner(symbol).len || symbol_doc(symbol).len;
}

static size_t symbol_bytes(const Symbol *symbol)
{
    size_t more = has_texts(symbol) ? sizeof *symbol->more : 0;
    return sizeof *symbol + more + symbol->name.len + symbol->signature.len +
           symbol_owner(symbol).len + symbol_doc(symbol).len;
}

size_t outline_bytes(const Outline *outline)
{
    size_t bytes = outline->note.len + outline->package.len + outline->package_word.len +
                   outline->facts.len + PADDING_BYTES;
    for (size_t i = 0; i < outline->symbols.len; i++)
        bytes += symbol_bytes(&outline->symbols.ptr[i]);
    for (size_t i = 0; i < outline->imports.len; i++) {
        const Import *import = &outline->imports.ptr[i];
        bytes += sizeof *import + import->name.len + import->detail.len;
    }
    return bytes;
}

static void own_symbol(Arena *arena, Symbol *symbol)
{
    symbol->name = str_copy(arena, symbol->name);
    symbol->signature = str_copy(arena, symbol->signature);
    if (!symbol->more)
        return;
    symbol->more->owner = str_copy(arena, symbol->more->owner);
    symbol->more->doc = str_copy(arena, symbol->more->doc);
}

static void own_import(Arena *arena, Import *import)
{
    import->name = str_copy(arena, import->name);
    import->detail = str_copy(arena, import->detail);
    import->bindings = (BindingVec){0};
}

/* Gives each symbol its own SymbolMore, without SymbolCode. */
static void own_more(Arena *arena, SymbolVec *symbols)
{
    for (size_t i = 0; i < symbols->len; i++) {
        Symbol *symbol = &symbols->ptr[i];
        SymbolMore *more = has_texts(symbol) ? NEW(arena, SymbolMore, 1) : NULL;
        if (more)
            *more = (SymbolMore){.owner = symbol_owner(symbol), .doc = symbol_doc(symbol)};
        symbol->more = more;
    }
}

/* Arrays are allocated before strings, which would leave the arena unaligned. */
Outline outline_copy(Arena *arena, const Outline *outline)
{
    const SymbolVec *symbols = &outline->symbols;
    const ImportVec *imports = &outline->imports;
    Outline copy = *outline;
    copy.references = (ReferenceVec){0};
    copy.cuts = (CutPointVec){0};
    copy.symbols = (SymbolVec){NEW(arena, Symbol, symbols->len), symbols->len, symbols->len};
    copy.imports = (ImportVec){NEW(arena, Import, imports->len), imports->len, imports->len};
    if (symbols->len)
        memcpy(copy.symbols.ptr, symbols->ptr, symbols->len * sizeof *symbols->ptr);
    own_more(arena, &copy.symbols);
    for (size_t i = 0; i < symbols->len; i++)
        own_symbol(arena, &copy.symbols.ptr[i]);
    for (size_t i = 0; i < imports->len; i++) {
        copy.imports.ptr[i] = imports->ptr[i];
        own_import(arena, &copy.imports.ptr[i]);
    }
    copy.note = str_copy(arena, outline->note);
    copy.package = str_copy(arena, outline->package);
    copy.package_word = str_copy(arena, outline->package_word);
    copy.facts = str_copy(arena, outline->facts);
    return copy;
}
