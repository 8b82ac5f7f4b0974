/* Catalogs of files that have paths and no contents. */
#pragma once

#include "test.h"

#include "index/catalog/catalog.h"

static inline Catalog *catalog_of_paths(const char *const *paths, size_t count)
{
    Catalog *catalog = catalog_open(test_arena());
    for (size_t i = 0; i < count; i++)
        catalog_set_outline(catalog, test_scratch(), catalog_put_file(catalog, str_from(paths[i])),
                            NULL);
    catalog_number(catalog);
    return catalog;
}
