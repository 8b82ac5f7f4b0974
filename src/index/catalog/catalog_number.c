/* Dense ids in a catalog that changes. If a file with more symbols shifted all ids after it, every
   change would cost time proportional to the catalog. Instead a file that outgrows its range of
   ids gets a new range after all others, with some room to grow, and only its names are listed
   again (catalog_by_name.c). When this has left too many gaps, catalog_number renumbers all. */
#include "index/catalog/catalog_by_name.h"
#include "index/catalog/catalog_callers.h"
#include "index/graph/levels.h"

/* The file is stored for every PLACE_STEP-th symbol; the rest of the way is a short scan. */
#define PLACE_STEP 16
/* Limit of ranges after the others. Looking one up by file is a linear scan. */
#define BEHIND_MAX 4096
/* Unused ids, or ids listed twice, allowed before everything is renumbered: a share of all symbols
   plus a minimum. */
#define SCATTERED_SHARE 8
#define SCATTERED_MIN 4096
/* Room for growth in a new range: a file that grew will grow again. */
#define ROOM_SHARE 8
#define ROOM_MIN 16

/* A range of dense ids that belongs to a file. */
struct NumberedFile {
    uint32_t first, room, file;
};
typedef struct NumberedFile NumberedFile;

static SymbolPlace place_behind(const Numbering *numbering, uint32_t symbol)
{
    const NumberedFile *list = numbering->behind.ptr;
    size_t low = 0, high = numbering->behind.len;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (list[middle].first <= symbol)
            low = middle;
        else
            high = middle;
    }
    return (SymbolPlace){list[low].file, symbol - list[low].first};
}

SymbolPlace catalog_place(const Catalog *catalog, uint32_t symbol)
{
    const Numbering *numbering = &catalog->numbering;
    if (symbol >= numbering->end)
        return place_behind(numbering, symbol);
    uint32_t file = numbering->places[symbol / PLACE_STEP];
    while (file + 1 < numbering->files && numbering->firsts[file + 1] <= symbol)
        file++;
    return (SymbolPlace){file, symbol - numbering->firsts[file]};
}

static uint32_t *make_room(Catalog *catalog, uint32_t *list, size_t *room, size_t count)
{
    if (count <= *room)
        return list;
    *room = count + count / 8;
    return NEW(catalog->arena, uint32_t, *room);
}

static void forget(Catalog *catalog)
{
    catalog->renumber = catalog->has_hash_prefixes = false;
    catalog->modules = NULL;
}

/* Rows whose id is unchanged are not written to, because their pages may be shared with a forked
   process. */
static void number_files(Catalog *catalog)
{
    Numbering *numbering = &catalog->numbering;
    uint32_t next = 0, files = (uint32_t)catalog->files.len;
    numbering->firsts = make_room(catalog, numbering->firsts, &numbering->firsts_room, files + 1u);
    for (uint32_t i = 0; i < files; i++) {
        CatalogFile *file = &catalog->files.ptr[i];
        if (file->first != next)
            file->first = next;
        numbering->firsts[i] = next;
        next += file->count;
    }
    numbering->files = files;
    numbering->end = catalog->symbol_count = next;
}

void catalog_number(Catalog *catalog)
{
    Numbering *numbering = &catalog->numbering;
    bool moved = catalog->renumber || numbering->scattered;
    number_files(catalog);
    uint32_t count = catalog->symbol_count;
    numbering->places =
        make_room(catalog, numbering->places, &numbering->places_room, count / PLACE_STEP + 1);
    for (uint32_t i = 0, file = 0; i < count; i += PLACE_STEP) {
        while (i - numbering->firsts[file] >= catalog->files.ptr[file].count)
            file++;
        numbering->places[i / PLACE_STEP] = file;
    }
    numbering->behind.len = 0;
    numbering->empty = 0;
    numbering->scattered = false;
    catalog_forget_relisted(catalog);
    catalog->by_name_ready = catalog->by_name_ready && !moved;
    callers_forget(catalog);
    levels_forget(catalog);
    forget(catalog);
}

/* ---- changes ---- */

/* A file's range of ids; its room is 0 without a range. */
static NumberedFile place_of(const Numbering *numbering, uint32_t id)
{
    for (size_t i = numbering->behind.len; i-- > 0;)
        if (numbering->behind.ptr[i].file == id)
            return numbering->behind.ptr[i];
    if (id >= numbering->files)
        return (NumberedFile){.file = id};
    uint32_t first = numbering->firsts[id];
    uint32_t end = id + 1 < numbering->files ? numbering->firsts[id + 1] : numbering->end;
    return (NumberedFile){first, end - first, id};
}

/* Gives the file a new range after all others. */
static void put_behind(Catalog *catalog, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    uint32_t room = file->count + file->count / ROOM_SHARE + ROOM_MIN;
    file->first = catalog->symbol_count;
    *VEC_PUSH(catalog->arena, &catalog->numbering.behind) = (NumberedFile){file->first, room, id};
    catalog->symbol_count += room;
    catalog->numbering.empty += room;
}

/* Number of leading entries that kept both name and id. */
static uint32_t same_names(const CatalogFile *a, const CatalogFile *b)
{
    uint32_t same = 0, count = a->first == b->first ? MIN(a->count, b->count) : 0;
    while (same < count && a->entries[same].name == b->entries[same].name)
        same++;
    return same;
}

static void number_changed(Catalog *catalog, Arena scratch, const FormerFile *former)
{
    CatalogFile *now = &catalog->files.ptr[former->id];
    const CatalogFile *was = &former->was;
    NumberedFile place = place_of(&catalog->numbering, former->id);
    now->first = place.first;
    catalog->numbering.empty += was->count;
    if (now->count > place.room)
        put_behind(catalog, former->id);
    catalog->numbering.empty -= now->count;
    uint32_t same = same_names(was, now);
    catalog_relist(catalog, scratch,
                   &(NamedChange){was, now, same, was->first + same, was->first + was->count});
}

/* Whether enough has accumulated that a full renumbering is cheaper. */
static bool is_much(const Catalog *catalog, const FormerFileVec *files)
{
    const Numbering *numbering = &catalog->numbering;
    size_t most = catalog->symbol_count / SCATTERED_SHARE + SCATTERED_MIN;
    size_t listed = catalog->relisted.ids.len;
    for (size_t i = 0; i < files->len; i++)
        listed += files->ptr[i].was.count + catalog->files.ptr[files->ptr[i].id].count;
    return listed > most || numbering->empty > most ||
           numbering->behind.len + files->len > BEHIND_MAX;
}

void catalog_number_changed(Catalog *catalog, Arena scratch, const FormerFileVec *files)
{
    if (!catalog->by_name_ready || catalog->lazy || catalog->lean || is_much(catalog, files)) {
        catalog_number(catalog);
        return;
    }
    for (size_t i = 0; i < files->len; i++) {
        callers_note_symbols(catalog, &files->ptr[i]);
        number_changed(catalog, scratch, &files->ptr[i]);
    }
    catalog->numbering.scattered = true;
    forget(catalog);
}
