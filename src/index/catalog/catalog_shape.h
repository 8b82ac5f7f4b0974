/* Packing and reading shapes: the part of a file's facts that the resolution of other files needs.
   catalog_shape (catalog.h) decodes a whole one. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

/* The name of a row with a function's signature (index/resolve/call_signature.h). */
#define SHAPE_SIGNATURE "()"

/* Packs the shape of an outline. The result is in the catalog's arena, empty if there is nothing
   to keep. May add names. */
Str catalog_pack_shape(Catalog *catalog, Arena scratch, const Outline *outline);

/* A reference of a shape in packed form, with name ids instead of texts. */
typedef struct ShapeRow {
    uint32_t symbol;         /* index in the file */
    uint32_t name, receiver; /* name ids */
    uint16_t arguments;
    uint8_t kind, flags;
} ShapeRow;

/* An iterator over these. */
typedef struct ShapeReader {
    VarintReader in;
    uint32_t names;
} ShapeReader;

/* Number of imports in a shape. */
uint64_t catalog_shape_import_count(Str shape);
ShapeReader catalog_shape_rows(const Catalog *catalog, Str shape);
/* False at the end, or if the bytes are damaged. */
bool catalog_shape_next(ShapeReader *reader, ShapeRow *row);
