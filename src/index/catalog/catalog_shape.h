/* Packing what catalog_shape gives back. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

/* Lives in the catalog's arena; empty when there is nothing. Puts names. */
Str catalog_pack_shape(Catalog *catalog, Arena scratch, const Outline *outline);

/* The references of a shape without their texts, one after the other. */
typedef struct ShapeRow {
    uint32_t symbol;         /* index in the file */
    uint32_t name, receiver; /* name ids */
    uint16_t arguments;
    uint8_t kind, flags;
} ShapeRow;

typedef struct ShapeReader {
    VarintReader in;
    uint32_t names;
} ShapeReader;

uint64_t catalog_shape_import_count(Str shape);
ShapeReader catalog_shape_rows(const Catalog *catalog, Str shape);
/* False at the end. */
bool catalog_shape_next(ShapeReader *reader, ShapeRow *row);
