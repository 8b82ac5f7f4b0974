/* Symbols by hash: `file:symbol`, a prefix of it, or a prefix of either half (6 digits or more). */
#pragma once

#include "index/catalog/catalog.h"

/* Calls `visit` for each symbol with that hash. */
void handle_by_hash(const Catalog *catalog, Str text, void (*visit)(void *context, uint32_t symbol),
                    void *context);
