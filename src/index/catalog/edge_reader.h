/* Reads the packed edges of a file. Only included by catalog*.c and edge_reader.c. */
#pragma once

#include "index/catalog/catalog_lazy.h"
#include "index/catalog/links_columns.h"

/* The present index for an index in packed links; SYMBOL_NOWHERE if that symbol is gone. */
static inline uint32_t edge_reader_index(const CatalogFile *file, uint32_t index)
{
    return !file->moved ? index : index < file->moved_count ? file->moved[index] : SYMBOL_NOWHERE;
}

/* An edge in its packed form. Most readers skip most edges, so ids are translated only for the
   edges they need. */
typedef struct PackedEdge {
    uint32_t caller;       /* index in the file */
    uint32_t file, number; /* callee: 0 and a name id if external, else file id + 1 and index */
    uint32_t line, count;
    uint8_t kind, confidence, step;
    bool compiled;
} PackedEdge;

typedef enum EdgeSort {
    EDGES_USES, /* all but parts */
    EDGES_PARTS,
    EDGES_ALL,
} EdgeSort;

typedef struct EdgeReader {
    const Catalog *catalog;
    VarintReader columns[LINK_COLUMNS];
    uint32_t file, caller;
    uint64_t line;
    EdgeSort sort;
    bool failed;
} EdgeReader;

/* Imports and edges of a file, fetched if necessary. */
LinksCut catalog_links(const Catalog *catalog, uint32_t file);

static inline EdgeReader edge_reader_open(const Catalog *catalog, uint32_t file)
{
    EdgeReader reader = {.catalog = catalog, .file = file};
    LinksCut cut = catalog_links(catalog, file);
    for (size_t i = LINK_CALLER; i < LINK_COLUMNS; i++)
        reader.columns[i] = varint_open(cut.columns[i]);
    return reader;
}

/* False at the end. A column that ends too early yields 0. */
static inline bool edge_reader_next(EdgeReader *reader, PackedEdge *packed)
{
    VarintReader *in = reader->columns;
    if (varint_is_done(&in[LINK_CALLER]) || reader->failed)
        return false;
    reader->caller += varint_u32(&in[LINK_CALLER]);
    uint64_t sort = varint_take(&in[LINK_SORT]), distance = varint_take(&in[LINK_FILE]);
    packed->caller = reader->caller;
    packed->file = distance ? link_target(reader->file, distance - 1) + 1 : 0;
    packed->number = varint_u32(&in[distance ? LINK_NUMBER : LINK_NAME]);
    reader->line = varint_near(&in[LINK_LINE], reader->line);
    packed->line = (uint32_t)reader->line;
    packed->count = varint_u32(&in[LINK_COUNT]);
    packed->kind = (uint8_t)(sort >> 2 & 7);
    packed->compiled = sort >> 5 & 1;
    packed->step = (uint8_t)(sort >> 6);
    packed->confidence = (uint8_t)(sort & 3);
    return !in[LINK_CALLER].failed && !in[LINK_COUNT].failed;
}

/* Translates an edge. False if one of its ends is gone, or it is not of the wanted sort. */
bool edge_reader_unfold(EdgeReader *reader, const PackedEdge *packed, Edge *edge);
