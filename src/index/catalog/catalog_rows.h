/* Tables of the catalog as bytes: entries and metrics of a segment's files, stored column by
   column. Used by catalog_store.c and catalog_lazy.c. */
#pragma once

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/catalog/catalog.h"

typedef struct FileSpan {
    CatalogFile *ptr, *end;
} FileSpan;

/* Whether the part is a table: CATALOG_NAMED, CATALOG_SYMBOLS or CATALOG_METRICS. */
bool rows_are_of(CatalogPart part);
/* Appends the table of some files. The columns' offsets are noted in `cuts`, because each is
   compressed as a block of its own. */
void rows_put(Buf *out, FileSpan files, CatalogPart part, ZstdFrameCuts *cuts);
/* Fills in the files' rows. CATALOG_NAMED allocates them and must come first. False if the bytes
   are damaged. */
bool rows_take(Catalog *catalog, VarintReader *in, FileSpan files, CatalogPart part) MUST_USE;
/* Reads only the names of a CATALOG_NAMED segment, into catalog->symbol_names. */
bool rows_take_names(Catalog *catalog, VarintReader *in, FileSpan files) MUST_USE;
/* Reads a CATALOG_NAMED segment into arrays (see Entry for their meaning). The files' symbols
   follow one another in the order of the segment. */
typedef struct RowsAround {
    uint32_t *names, *owners, *parents;
} RowsAround;
bool rows_take_around(const Catalog *catalog, Arena *arena, Str plain, FileSpan files,
                      RowsAround *around) MUST_USE;
/* An index into an unpacked segment: the offset of each file's values in each column. */
typedef struct RowsPlaces {
    Str plain;
    uint32_t *places;
} RowsPlaces;
/* Indexes a segment of CATALOG_SYMBOLS or CATALOG_METRICS. The bytes must outlive `found`. */
bool rows_find(Arena *arena, Str plain, FileSpan files, CatalogPart part,
               RowsPlaces *found) MUST_USE;
/* Reads the rows of one file, which must be allocated already. */
bool rows_take_file(const RowsPlaces *found, FileSpan files, CatalogFile *file,
                    CatalogPart part) MUST_USE;

/* Whether all ids and kinds in the entries are in range. A checksum does not protect against a
   file that was changed on purpose. */
bool rows_are_sound(const Catalog *catalog, FileSpan files);
