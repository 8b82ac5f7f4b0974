/* Packing what catalog_shape gives back. */
#pragma once

#include "index/catalog.h"

/* Lives in the catalog's arena; empty when there is nothing. Puts names. */
Str catalog_pack_shape(Catalog *catalog, Arena scratch, const Outline *outline);
