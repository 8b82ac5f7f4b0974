/* Decided by the entries of one file, so nothing has to be indexed. */
#include "index/catalog/merged.h"

#include "lang/lang.h"

/* Priority as the leading declaration: values and possible bases before mere types; 0 for kinds
   that never merge. */
static int rank_of(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_CLASS: return 7;
    case SYMBOL_ENUM: return 6;
    case SYMBOL_INTERFACE: return 5;
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR: return 4;
    case SYMBOL_CONSTANT:
    case SYMBOL_VARIABLE: return 3;
    case SYMBOL_TYPE: return 2;
    case SYMBOL_NAMESPACE: return 1;
    default: return 0;
    }
}

/* A name may have one type and one value; a class is both. */
static bool is_value(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_CONSTANT || kind == SYMBOL_VARIABLE ||
           kind == SYMBOL_CLASS || kind == SYMBOL_ENUM;
}

static SymbolKind kind_of(const Catalog *catalog, uint32_t symbol)
{
    return (SymbolKind)catalog_entry(catalog, symbol)->kind;
}

bool merged_kinds(SymbolKind lead, SymbolKind part)
{
    bool method = lead == SYMBOL_METHOD || lead == SYMBOL_CONSTRUCTOR || part == SYMBOL_METHOD ||
                  part == SYMBOL_CONSTRUCTOR;
    bool merged = part == SYMBOL_NAMESPACE || is_value(lead) != is_value(part) ||
                  (lead == SYMBOL_INTERFACE && part == SYMBOL_INTERFACE);
    return merged && !method && rank_of(part) && rank_of(lead) >= rank_of(part);
}

/* Whether `part` is an overload signature of the function `lead`. */
static bool is_overload(const Entry *lead, const Entry *part)
{
    bool functions = symbol_is_function((SymbolKind)lead->kind);
    return functions && lead->kind == part->kind && lead->modifiers & ENTRY_HAS_BODY &&
           !(part->modifiers & ENTRY_HAS_BODY);
}

bool merged_leads(const Catalog *catalog, uint32_t lead, uint32_t part)
{
    const Entry *first = catalog_entry(catalog, lead), *second = catalog_entry(catalog, part);
    return lead != part && (is_overload(first, second) ||
                            merged_kinds((SymbolKind)first->kind, (SymbolKind)second->kind));
}

bool merged_is_language(const Language *language)
{
    return lang_facts(language)->declarations_merge;
}

/* The symbols of a file with the name and parent of this one, itself included. */
static void find_namesakes(const Catalog *catalog, uint32_t symbol, uint32_t *found, size_t *count)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    *count = 0;
    if (!place.index || !merged_is_language(file->language) || !rank_of((SymbolKind)entry->kind))
        return;
    for (uint32_t i = 1; i < file->count && *count < MERGED_MAX; i++)
        if (file->entries[i].name == entry->name && file->entries[i].parent == entry->parent &&
            rank_of((SymbolKind)file->entries[i].kind))
            found[(*count)++] = file->first + i;
}

uint32_t merged_choose(const Catalog *catalog, const uint32_t *symbols, size_t count)
{
    uint32_t lead = symbols[0];
    for (size_t i = 1; i < count; i++)
        if (rank_of(kind_of(catalog, symbols[i])) > rank_of(kind_of(catalog, lead)) ||
            merged_leads(catalog, symbols[i], lead))
            lead = symbols[i];
    return lead;
}

uint32_t merged_lead(const Catalog *catalog, uint32_t symbol)
{
    uint32_t found[MERGED_MAX];
    size_t count;
    find_namesakes(catalog, symbol, found, &count);
    uint32_t lead = count > 1 ? merged_choose(catalog, found, count) : symbol;
    return merged_leads(catalog, lead, symbol) ? lead : symbol;
}

void merged_parts(const Catalog *catalog, Arena *arena, uint32_t lead, IdVec *parts)
{
    uint32_t found[MERGED_MAX];
    size_t count;
    find_namesakes(catalog, lead, found, &count);
    if (count < 2 || merged_choose(catalog, found, count) != lead)
        return;
    for (size_t i = 0; i < count; i++)
        if (merged_leads(catalog, lead, found[i]))
            *VEC_PUSH(arena, parts) = found[i];
}

void merged_range(const Catalog *catalog, uint32_t lead, uint32_t *first, uint32_t *last)
{
    SymbolPlace place = catalog_place(catalog, lead);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Arena work SCOPED(arena_close) = {0};
    IdVec parts = {0};
    uint32_t others = 0;
    arena_open(&work, 0);
    *first = entry->start_line;
    *last = entry->end_line;
    merged_parts(catalog, &work, lead, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        *first = MIN(*first, catalog_entry(catalog, parts.ptr[i])->start_line);
        *last = MAX(*last, catalog_entry(catalog, parts.ptr[i])->end_line);
    }
    for (uint32_t i = 1; i < file->count && parts.len; i++) {
        const Entry *other = &file->entries[i];
        others += other->parent == entry->parent && other->name != entry->name &&
                  other->start_line >= *first && other->start_line <= *last;
    }
    if (others) {
        *first = entry->start_line;
        *last = entry->end_line;
    }
}

uint32_t merged_part_at(const Catalog *catalog, uint32_t lead, uint32_t line)
{
    const Entry *entry = catalog_entry(catalog, lead);
    Arena work SCOPED(arena_close) = {0};
    IdVec parts = {0};
    if (!line || (entry->start_line <= line && line <= entry->end_line))
        return lead;
    arena_open(&work, 0);
    merged_parts(catalog, &work, lead, &parts);
    for (size_t i = 0; i < parts.len; i++) {
        const Entry *part = catalog_entry(catalog, parts.ptr[i]);
        if (part->start_line <= line && line <= part->end_line)
            return parts.ptr[i];
    }
    return lead;
}
