#include "search/handle_disambiguate.h"

#include "index/catalog/classify.h"

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
    bool own;  /* in own code that is no test */
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
