/* Translates packed edges, whose ends are places, into dense ids. */
#include "index/catalog/edge_reader.h"

/* Translates the callee. False if it no longer exists. */
static bool find_callee(EdgeReader *reader, const PackedEdge *packed, Edge *edge)
{
    const Catalog *catalog = reader->catalog;
    uint32_t file = packed->file, number = packed->number;
    edge->callee = SYMBOL_NOWHERE;
    if (!file) {
        edge->external = number < names_count(&catalog->names) ? number : 0;
        return true;
    }
    const CatalogFile *row = file <= catalog->files.len ? &catalog->files.ptr[file - 1] : NULL;
    uint32_t index = row ? edge_reader_index(row, number) : SYMBOL_NOWHERE;
    if (row && index < row->count)
        edge->callee = row->first + index;
    reader->failed = !row || (!row->moved && index >= row->count);
    return edge->callee != SYMBOL_NOWHERE;
}

bool edge_reader_unfold(EdgeReader *reader, const PackedEdge *packed, Edge *edge)
{
    const CatalogFile *file = &reader->catalog->files.ptr[reader->file];
    uint32_t caller = edge_reader_index(file, packed->caller);
    if (reader->sort != EDGES_ALL && (packed->kind == EDGE_PART) != (reader->sort == EDGES_PARTS))
        return false;
    *edge = (Edge){.caller = file->first + caller,
                   .line = packed->line,
                   .count = packed->count,
                   .kind = packed->kind,
                   .confidence = packed->confidence,
                   .step = packed->step,
                   .compiled = packed->compiled};
    reader->failed = !file->moved && caller >= file->count;
    return caller < file->count && find_callee(reader, packed, edge);
}
