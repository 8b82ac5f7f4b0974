#include "search/handle_disambiguate.h"

#include "index/catalog/classify.h"
#include "index/resolve/resolve.h"
#include "search/handle.h"

#include <stdlib.h>
#include <string.h>

/* A symbol is clearly meant when it is used this many times as often as every other one of its
   name. */
#define CLEAR_TIMES 4

/* Kinds that people refer to by bare name, rather than members of something. */
static bool stands_alone(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
    case SYMBOL_MACRO: return true;
    default: return false;
    }
}

typedef struct Weight {
    bool own;  /* in own code, not in a test */
    bool main; /* own, and of a kind that stands alone */
    uint64_t uses;
} Weight;

static Weight weigh(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    SymbolKind kind = (SymbolKind)file->entries[place.index].kind;
    bool own = file->class == FILE_SOURCE && !classify_is_foreign(file->path);
    return (Weight){.own = own,
                    .main = own && stands_alone(kind),
                    .uses = file->metrics ? file->metrics[place.index].fan_in : 0};
}

static bool is_clear(Weight best, Weight other)
{
    return other.main ? best.uses >= CLEAR_TIMES * other.uses + CLEAR_TIMES
                      : !other.own || best.uses >= other.uses;
}

bool handle_disambiguate(const Catalog *catalog, CandidateVec *found)
{
    Weight most = {0};
    size_t best = 0;
    for (size_t i = 0; i < found->len; i++) {
        Weight weight = weigh(catalog, found->ptr[i].symbol);
        if (weight.main && (!most.main || weight.uses > most.uses)) {
            most = weight;
            best = i;
        }
    }
    for (size_t i = 0; i < found->len; i++)
        if (!most.main || (i != best && !is_clear(most, weigh(catalog, found->ptr[i].symbol))))
            return false;
    Candidate first = found->ptr[best];
    memmove(found->ptr + 1, found->ptr, best * sizeof first);
    found->ptr[0] = first;
    return true;
}

/* The higher, the rather shown of those alike. */
static uint64_t lead_order(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    bool added = entry->kind == SYMBOL_ALTER || entry->kind == SYMBOL_IMPL;
    bool body = entry->modifiers & ENTRY_HAS_BODY, getter = entry->modifiers & MODIFIER(GETTER);
    uint32_t uses = file->metrics ? file->metrics[place.index].fan_in : 0;
    return (uint64_t)!added << 40 | (uint64_t)body << 39 | (uint64_t)getter << 38 | uses;
}

/* Puts the best in front; where a later declaration replaces the one before, the last of equals. */
static void put_lead_first(const Catalog *catalog, CandidateVec *found)
{
    bool last = resolve_is_dynamic(catalog->files.ptr[found->ptr[0].file].language);
    size_t best = 0;
    for (size_t i = 1; i < found->len; i++) {
        uint64_t order = lead_order(catalog, found->ptr[i].symbol),
                 had = lead_order(catalog, found->ptr[best].symbol);
        bool later = found->ptr[i].symbol > found->ptr[best].symbol;
        if (order > had || (order == had && later == last))
            best = i;
    }
    Candidate lead = found->ptr[best];
    memmove(found->ptr + 1, found->ptr, best * sizeof lead);
    found->ptr[0] = lead;
}

static int compare_places(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    return (x->symbol > y->symbol) - (x->symbol < y->symbol);
}

bool handle_alike(const Catalog *catalog, Arena scratch, CandidateVec *found)
{
    if (found->len < 2 || found->len > HANDLE_ALIKE_MAX)
        return false;
    Str name = catalog_qualified_name(catalog, &scratch, found->ptr[0].symbol);
    for (size_t i = 0; i < found->len; i++) {
        Arena one = scratch;
        const Candidate *other = &found->ptr[i];
        if (other->file != found->ptr[0].file || !catalog_place(catalog, other->symbol).index ||
            !str_equal(catalog_qualified_name(catalog, &one, other->symbol), name))
            return false;
    }
    qsort(found->ptr, found->len, sizeof *found->ptr, compare_places);
    put_lead_first(catalog, found);
    return true;
}
