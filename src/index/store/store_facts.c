/* Facts of contents and their terms, which always come and go together. */
#include "index/store/store_state.h"

bool store_facts_put(Store *store, Str hash, const Facts *facts, Err *err)
{
    return shelf_put(store->shelf, hash, facts, err) &&
           term_shelf_put(store->terms, shelf_key(hash), facts->terms, err);
}

bool store_facts_get(Store *store, Arena *arena, Str hash, bool references, Facts *facts, Err *err)
{
    return shelf_get(store->shelf, arena, hash, references, facts, err);
}

void store_be_thrifty(Store *store)
{
    shelf_be_thrifty(store->shelf);
}

bool store_facts_flush(Store *store, Err *err)
{
    return shelf_flush(store->shelf, err) && term_shelf_flush(store->terms, err) &&
           term_shelf_tidy(store->terms, err);
}

bool store_facts_tidy(Store *store, Err *err)
{
    return shelf_tidy(store->shelf, err) && term_shelf_tidy(store->terms, err);
}
