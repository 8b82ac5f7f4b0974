/* Names that a file of the new state gives to those who import it. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* Whether a file declares that name at top level, imports it, or gives it to others. */
bool offered_names_have(const ChangeSet *set, Catalog *catalog, Arena scratch, uint32_t file,
                        Str name);
