/* What readers of a store's catalog see, as text. */
#pragma once

#include "catalog_dump.h"
#include "test.h"

static Catalog *load(Store *store)
{
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_ALL, &catalog, &err));
    EXPECT(!catalog->damaged);
    return catalog;
}

static Str catalog_text(const Catalog *catalog)
{
    return catalog_dump(test_arena(), test_scratch(), catalog);
}

static inline Str contents(Store *store)
{
    return catalog_text(load(store));
}
