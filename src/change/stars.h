/* Modules that are given on as a whole: `export * from "./money"`. When such a statement is gone,
   the names that it gave may be given otherwise, by a list or from where the module is now. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* Replaces `* of MODULE` among the exports that a file lost by the names that are really lost, as
   far as both states are known. The set is measured in both; the catalog is as of the new state. */
void stars_settle(Arena *arena, ChangeSet *set, Catalog *catalog);
