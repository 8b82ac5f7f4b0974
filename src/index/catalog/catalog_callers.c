/* Lists are packed as differences between ascending file ids. A changed file is looked up by all
   dense ids that its symbols had when the lists were made. */
#include "index/catalog/catalog_callers.h"

/* With more changed files the index is dropped and made again. */
#define CHANGED_MAX 256
#define FORMER_MAX 64

typedef struct CallerPlace {
    uint32_t file, first, count;
} CallerPlace;

/* ---- making ---- */

/* The next file in a symbol's list, as the difference to the previous one. */
typedef struct CallerStep {
    uint32_t callee, more;
} CallerStep;

typedef struct Collecting {
    Arena *arena;
    uint32_t *latest; /* by symbol: id of the last file in its list, + 1; 0: none */
    uint32_t file;
    VEC(CallerStep) steps;
} Collecting;

/* Each pair of file and symbol once: the edges of a file come one after another. */
static bool collect(void *context, const Edge *edge)
{
    Collecting *all = context;
    uint32_t callee = edge->callee, file = all->file;
    if (callee == SYMBOL_NOWHERE || all->latest[callee] == file + 1)
        return true;
    *VEC_PUSH(all->arena, &all->steps) = (CallerStep){callee, file + 1 - all->latest[callee]};
    all->latest[callee] = file + 1;
    return true;
}

static uint32_t packed_bytes(uint32_t value)
{
    uint32_t bytes = 1;
    while (value >>= 7)
        bytes++;
    return bytes;
}

/* Writes a varint, as varint_put does. */
static uint32_t write_packed(char *bytes, uint32_t value)
{
    uint32_t len = 0;
    for (; value >= 0x80; value >>= 7)
        bytes[len++] = (char)(value | 0x80);
    bytes[len++] = (char)value;
    return len;
}

void catalog_warm_callers(Arena *arena, Arena scratch, Catalog *catalog)
{
    size_t symbols = catalog->symbol_count;
    if (catalog->callers.ready)
        return;
    Collecting all = {.arena = &scratch, .latest = NEW(&scratch, uint32_t, symbols + 1)};
    for (; all.file < catalog->files.len; all.file++) {
        catalog_visit_edges(catalog, all.file, EDGE_EXTERNAL, collect, &all);
        catalog_visit_parts(catalog, all.file, collect, &all);
    }
    CallerFiles callers = {.starts = NEW(arena, uint32_t, symbols + 2)};
    for (size_t i = 0; i < all.steps.len; i++)
        callers.starts[all.steps.ptr[i].callee + 2] += packed_bytes(all.steps.ptr[i].more);
    for (size_t i = 2; i < symbols + 2; i++)
        callers.starts[i] += callers.starts[i - 1];
    callers.files = NEW(arena, char, callers.starts[symbols + 1]);
    for (size_t i = 0; i < all.steps.len; i++) {
        uint32_t *at = &callers.starts[all.steps.ptr[i].callee + 1];
        *at += write_packed(callers.files + *at, all.steps.ptr[i].more);
    }
    callers.ready = true;
    catalog->callers = callers;
}

/* ---- changes ---- */

void callers_forget(Catalog *catalog)
{
    catalog->callers = (CallerFiles){0};
}

void callers_note_links(Catalog *catalog, uint32_t file)
{
    CallerFiles *callers = &catalog->callers;
    size_t at = callers->changed.len;
    while (at && callers->changed.ptr[at - 1] > file)
        at--;
    if (!callers->ready || (at && callers->changed.ptr[at - 1] == file))
        return;
    if (callers->changed.len == CHANGED_MAX) {
        callers_forget(catalog);
        return;
    }
    VEC_PUSH(catalog->arena, &callers->changed);
    for (size_t i = callers->changed.len - 1; i > at; i--)
        callers->changed.ptr[i] = callers->changed.ptr[i - 1];
    callers->changed.ptr[at] = file;
}

static const CallerPlace *find_former(const CallerFiles *callers, uint32_t file)
{
    for (size_t i = 0; i < callers->former.len; i++)
        if (callers->former.ptr[i].file == file)
            return &callers->former.ptr[i];
    return NULL;
}

void callers_note_symbols(Catalog *catalog, const FormerFile *former)
{
    CallerFiles *callers = &catalog->callers;
    if (!callers->ready || find_former(callers, former->id))
        return;
    if (callers->former.len == FORMER_MAX)
        callers_forget(catalog);
    else
        *VEC_PUSH(catalog->arena, &callers->former) =
            (CallerPlace){former->id, former->was.first, former->was.count};
}

/* ---- reading ---- */

static uint32_t next_listed(CallerList *list, uint32_t before)
{
    uint32_t more = 0;
    if (list->at == list->end)
        return FILE_NOWHERE;
    for (unsigned shift = 0;; shift += 7) {
        unsigned char byte = (unsigned char)*list->at++;
        more |= (uint32_t)(byte & 0x7F) << shift;
        if (byte < 0x80)
            return before + more;
    }
}

/* The list of a dense id that was valid when the lists were made. */
static CallerList open_listed(const CallerFiles *callers, uint32_t symbol)
{
    CallerList list = {.at = callers->files + callers->starts[symbol],
                       .end = callers->files + callers->starts[symbol + 1]};
    list.listed = next_listed(&list, UINT32_MAX);
    return list;
}

bool callers_open(const Catalog *catalog, uint32_t symbol, CallerList *list)
{
    const CallerFiles *callers = &catalog->callers;
    if (callers->former.len && find_former(callers, catalog_place(catalog, symbol).file))
        return false;
    *list = open_listed(callers, symbol);
    list->changed = callers->changed.ptr;
    list->changed_end = list->changed + callers->changed.len;
    return true;
}

uint32_t callers_next(CallerList *list)
{
    uint32_t changed = list->changed < list->changed_end ? *list->changed : FILE_NOWHERE;
    uint32_t file = MIN(list->listed, changed);
    list->changed += file != FILE_NOWHERE && file == changed;
    if (file != FILE_NOWHERE && file == list->listed)
        list->listed = next_listed(list, file);
    return file;
}

static void put_in(uint64_t *set, uint32_t number)
{
    set[number / 64] |= UINT64_C(1) << number % 64;
}

static void add_listed(const CallerFiles *callers, uint32_t symbol, uint64_t *files)
{
    CallerList list = open_listed(callers, symbol);
    for (uint32_t file; (file = callers_next(&list)) != FILE_NOWHERE;)
        put_in(files, file);
}

static void add_changed(const CallerFiles *callers, uint64_t *files)
{
    for (size_t i = 0; i < callers->changed.len; i++)
        put_in(files, callers->changed.ptr[i]);
}

static void add_former(const CallerFiles *callers, const CallerPlace *place, uint64_t *files)
{
    for (uint32_t i = 0; i < place->count; i++)
        add_listed(callers, place->first + i, files);
}

void callers_add(const Catalog *catalog, uint32_t file, uint64_t *files)
{
    const CallerFiles *callers = &catalog->callers;
    const CatalogFile *row = &catalog->files.ptr[file];
    const CallerPlace *former = find_former(callers, file);
    CallerPlace place = {file, row->first, row->count};
    add_former(callers, former ? former : &place, files);
    add_changed(callers, files);
}

static bool has_any(const uint64_t *set, const CatalogFile *row)
{
    bool any = false;
    for (uint32_t i = 0; i < row->count && !any; i++)
        any = set[(row->first + i) / 64] >> (row->first + i) % 64 & 1;
    return any;
}

void callers_add_all(const Catalog *catalog, const uint64_t *set, uint64_t *files)
{
    const CallerFiles *callers = &catalog->callers;
    for (uint32_t word = 0; word <= catalog->symbol_count / 64; word++)
        for (uint64_t bits = set[word]; bits; bits &= bits - 1) {
            uint32_t symbol = word * 64 + (uint32_t)__builtin_ctzll(bits);
            if (!callers->former.len || !find_former(callers, catalog_place(catalog, symbol).file))
                add_listed(callers, symbol, files);
        }
    for (size_t i = 0; i < callers->former.len; i++)
        if (has_any(set, &catalog->files.ptr[callers->former.ptr[i].file]))
            add_former(callers, &callers->former.ptr[i], files);
    add_changed(callers, files);
}
