/* Leads are read segment by segment: from their stored row, or from the links of a segment that was
   changed in memory or has no row. */
#include "index/catalog/file_leads.h"

#include "base/id_map.h"
#include "index/catalog/catalog_lazy.h"
#include "index/catalog/edge_reader.h"

size_t file_leads_words(const Catalog *catalog)
{
    return (catalog->files.len / CATALOG_SEGMENT_FILES + 1) * (CATALOG_SEGMENT_FILES / 64);
}

/* Takes the file into which the next edge leads: `*distance` from its own; FILE_NOWHERE: out of the
   tree. False at the end. */
static bool next_lead(const Catalog *catalog, VarintReader *in, uint32_t file, uint64_t *distance,
                      uint32_t *into)
{
    if (varint_is_done(in))
        return false;
    uint64_t packed = varint_take(in);
    *distance = packed - (packed > 0);
    *into = packed ? link_target(file, *distance) : FILE_NOWHERE;
    if (*into >= catalog->files.len)
        *into = FILE_NOWHERE;
    return true;
}

/* ---- writing ---- */

static void put_file(Buf *out, Arena scratch, const Catalog *catalog, uint32_t file)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    VarintReader *in = &reader.columns[LINK_FILE];
    IdMap seen = {0};
    VEC(uint64_t) distances = {0};
    uint64_t distance;
    uint32_t into;
    while (next_lead(catalog, in, file, &distance, &into))
        if (into != FILE_NOWHERE && id_map_put(&seen, &scratch, into, 0) == ID_MAP_NONE)
            *VEC_PUSH(&scratch, &distances) = distance;
    varint_put(out, distances.len);
    for (size_t i = 0; i < distances.len; i++)
        varint_put(out, distances.ptr[i]);
}

void file_leads_put_segment(Buf *out, Arena scratch, const Catalog *catalog, FileSpan files)
{
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        put_file(out, scratch, catalog, (uint32_t)(file - catalog->files.ptr));
}

/* ---- reading ---- */

static void open_leads(FileLeads *leads, const Catalog *catalog)
{
    size_t files = catalog->files.len;
    if (leads->read)
        return;
    leads->read = NEW(leads->arena, bool, segment_count(catalog) + 1);
    leads->first = NEW(leads->arena, uint32_t, files + 1);
    leads->latest = NEW(leads->arena, uint32_t, files + 1);
}

static void note_lead(FileLeads *leads, uint32_t from, uint32_t into)
{
    if (leads->latest[into] == from + 1)
        return;
    leads->latest[into] = from + 1;
    *VEC_PUSH(leads->arena, &leads->leads) = (FileLead){from, leads->first[into]};
    leads->first[into] = (uint32_t)leads->leads.len;
}

/* Takes a stored row. False if it is damaged; leads that were taken from it stay, and do no harm:
   they make a walk read more files. */
static bool take_segment(FileLeads *leads, const Catalog *catalog, FileSpan files, Str plain)
{
    VarintReader in = varint_open(plain);
    for (const CatalogFile *file = files.ptr; file < files.end; file++) {
        uint32_t from = (uint32_t)(file - catalog->files.ptr);
        for (uint64_t left = varint_take(&in); left && !in.failed; left--) {
            uint32_t into = link_target(from, varint_take(&in));
            if (into < catalog->files.len)
                note_lead(leads, from, into);
        }
    }
    return varint_is_done(&in) && !in.failed;
}

/* Notes the files into which the edges of a file lead; reads one column of them. */
static void read_links(FileLeads *leads, const Catalog *catalog, uint32_t file)
{
    EdgeReader reader = edge_reader_open(catalog, file);
    uint64_t distance;
    uint32_t into;
    while (next_lead(catalog, &reader.columns[LINK_FILE], file, &distance, &into))
        if (into != FILE_NOWHERE)
            note_lead(leads, file, into);
}

static void read_segment(FileLeads *leads, const Catalog *catalog, size_t number)
{
    Arena scratch SCOPED(arena_close) = {0};
    FileSpan files = segment_files(catalog, number);
    Str plain;
    leads->read[number] = true;
    arena_open(&scratch, 0);
    if (catalog->lazy && catalog_fetch_leads(catalog, &scratch, number, &plain) &&
        take_segment(leads, catalog, files, plain))
        return;
    for (const CatalogFile *file = files.ptr; file < files.end; file++)
        read_links(leads, catalog, (uint32_t)(file - catalog->files.ptr));
}

static bool is_in(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> number % 64 & 1;
}

/* Whether one of a segment's files is in the set. */
static bool has_some(const uint64_t *set, size_t number)
{
    const size_t words = CATALOG_SEGMENT_FILES / 64;
    uint64_t any = 0;
    for (size_t i = number * words; i < (number + 1) * words; i++)
        any |= set[i];
    return any;
}

uint64_t *file_leads_narrow(FileLeads *leads, const Catalog *catalog, Arena *arena,
                            const uint64_t *callers, const uint64_t *callees)
{
    uint64_t *narrow = NEW(arena, uint64_t, file_leads_words(catalog));
    open_leads(leads, catalog);
    for (size_t i = 0; i < segment_count(catalog); i++)
        if (!leads->read[i] && (!callers || has_some(callers, i)))
            read_segment(leads, catalog, i);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        if (!is_in(callees, file))
            continue;
        for (uint32_t at = leads->first[file]; at; at = leads->leads.ptr[at - 1].next) {
            uint32_t from = leads->leads.ptr[at - 1].from;
            if (!callers || is_in(callers, from))
                narrow[from / 64] |= UINT64_C(1) << from % 64;
        }
    }
    return narrow;
}
