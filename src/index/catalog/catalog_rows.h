/* Segments of the catalog that are tables (entries and metrics of some files), as bytes; for
   catalog_store.c. */
#pragma once

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog.h"

typedef struct FileSpan {
    CatalogFile *ptr, *end;
} FileSpan;

/* CATALOG_NAMED, CATALOG_SYMBOLS or CATALOG_STANDINGS. */
bool rows_are_of(CatalogPart part);
/* Each column is a block of its own when it is compressed. */
void rows_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts);
/* CATALOG_NAMED makes the rows and comes first. False when the bytes are damaged. */
bool rows_take(Catalog *catalog, VarintReader *in, FileSpan files, CatalogPart part) MUST_USE;
/* Of CATALOG_NAMED only the names, into catalog->symbol_names. */
bool rows_take_names(Catalog *catalog, VarintReader *in, FileSpan files) MUST_USE;
/* Of CATALOG_NAMED what symbols are called and stand in (Entry), of one file behind the other. */
typedef struct RowsAround {
    uint32_t *names, *owners, *parents;
} RowsAround;
bool rows_take_around(const Catalog *catalog, Arena *arena, Str plain, FileSpan files,
                      RowsAround *around) MUST_USE;
/* Where in a segment's bytes the numbers of each file are, by column. */
typedef struct RowsPlaces {
    Str plain;
    uint32_t *places;
} RowsPlaces;
/* Of CATALOG_SYMBOLS or CATALOG_STANDINGS; the bytes must stay. */
bool rows_find(Arena *arena, Str plain, FileSpan files, CatalogPart part,
               RowsPlaces *found) MUST_USE;
/* Those of one of the files, which has room for them. */
bool rows_take_file(const RowsPlaces *found, FileSpan files, CatalogFile *file,
                    CatalogPart part) MUST_USE;

/* Whether all that entries name is there: bytes that were changed on purpose may claim more. */
bool rows_are_sound(const Catalog *catalog, FileSpan files);
