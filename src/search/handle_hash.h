/* Symbols by hash: `file:symbol`, a prefix of one, or of either half alone (6 digits or more). */
#pragma once

#include "index/catalog/catalog.h"

/* Calls back for each, of no file's order in particular. */
void handle_by_hash(const Catalog *catalog, Str text, void (*visit)(void *context, uint32_t symbol),
                    void *context);
