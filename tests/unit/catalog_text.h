/* The contents of a store's catalog as its readers see them, as text. */
#pragma once

#include "catalog_dump.h"
#include "terms_dump.h"
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

/* The same with the terms of its files. */
static inline Str catalog_text_of(Store *store, const Catalog *catalog)
{
    Buf out = buf_open(test_arena(), 0);
    buf_put(&out, catalog_text(catalog));
    terms_put(&out, test_scratch(), store, catalog);
    return buf_str(&out);
}

static inline Str contents(Store *store)
{
    return catalog_text_of(store, load(store));
}
