/* Entries come from the database in the order of content and index. Each file gets the entries of
   its content, renumbered; `indexes` maps them back. */
#include "org/tree.h"

#include "org/org_text.h"

#include <stdlib.h>

OrgPlace org_place(Arena *arena, const PostgresRows *rows, size_t row)
{
    int64_t number = postgres_number(rows, row, 2), size = postgres_number(rows, row, 3);
    int64_t lines = postgres_number(rows, row, 4), index = postgres_number(rows, row, 6);
    return (OrgPlace){.repository = postgres_text(rows, row, 0),
                      .path = org_text_back(arena, postgres_text(rows, row, 1)),
                      .class =
                          number > 0 && number < FILE_CLASS_COUNT ? (FileClass)number : FILE_SOURCE,
                      .size = (uint64_t)MAX(size, (int64_t)0),
                      .lines = (uint32_t)MIN(MAX(lines, (int64_t)0), (int64_t)UINT32_MAX),
                      .content = postgres_text(rows, row, 5),
                      .index = (uint32_t)MIN(MAX(index, (int64_t)0), (int64_t)INT32_MAX),
                      .language = postgres_text(rows, row, 7),
                      .package = org_text_back(arena, postgres_text(rows, row, 8)),
                      .degraded = postgres_flag(rows, row, 9)};
}

Str org_whole_path(Arena *arena, Str repository, Str path)
{
    const Str parts[] = {repository, STR("/"), path};
    return str_join_all(arena, parts, COUNT(parts));
}

/* ---- entries ---- */

typedef struct Making {
    Arena *arena;
    OrgTree *tree;
    const OrgPlaceVec *places;
    bool described;
    PostgresRows entries;
    Map contents;          /* ids as text -> first of their rows */
    VEC(Str) repositories; /* by file id */
    VEC(Str) paths;
    VEC(Str) ids;     /* of contents */
    VEC(size_t) rows; /* by file id: first row of its entries */
} Making;

#define ENTRY_COLUMNS \
    "content, index, name, kind, parent, start_line, end_line, modifiers, complexity, arity," \
    " identity, owner, type"
#define ENTRIES " FROM fovea.find_entries($1::bigint[], $2::int[], $3)"
static const char entries_sql[] = "SELECT " ENTRY_COLUMNS ENTRIES;
static const char described_sql[] = "SELECT " ENTRY_COLUMNS ", signature, doc" ENTRIES;
enum {
    SIGNATURE = 13,
    DOC
};

static bool fetch_entries(Org *org, Making *making, Str branch, Err *err)
{
    Arena *arena = making->arena;
    const OrgPlaceVec *places = making->places;
    Buf contents = buf_open(arena, 0), indexes = buf_open(arena, 0);
    buf_put_byte(&contents, '{');
    buf_put_byte(&indexes, '{');
    for (size_t i = 0; i < places->len; i++)
        if (places->ptr[i].index) {
            org_array_put(&contents, places->ptr[i].content);
            org_array_put(&indexes, str_format(arena, "%u", places->ptr[i].index));
        }
    buf_put_byte(&contents, '}');
    buf_put_byte(&indexes, '}');
    const PostgresValue values[] = {
        {.text = buf_str(&contents)}, {.text = buf_str(&indexes)}, {.text = branch}};
    const PostgresStatement statement = {.sql = making->described ? described_sql : entries_sql,
                                         .values = values,
                                         .count = COUNT(values)};
    return postgres_query(org->postgres, arena, &statement, &making->entries, err);
}

static SymbolKind kind_of(Str name)
{
    for (unsigned kind = 0; kind < SYMBOL_KIND_COUNT; kind++)
        if (str_equal(symbol_kind_name((SymbolKind)kind), name))
            return (SymbolKind)kind;
    return SYMBOL_NONE;
}

static uint32_t clip(int64_t value, uint32_t max)
{
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)max);
}

/* Rows of a content. */
typedef struct EntryRows {
    size_t from, end;
} EntryRows;

static EntryRows rows_of(const Making *making, Str content)
{
    const uint64_t *at = map_find(&making->contents, content);
    if (!at)
        return (EntryRows){0};
    EntryRows rows = {.from = (size_t)*at, .end = (size_t)*at};
    while (rows.end < making->entries.count &&
           str_equal(postgres_text(&making->entries, rows.end, 0), content))
        rows.end++;
    return rows;
}

/* Index among the rows of one content, from 1; 0: the file. Rows ascend by index. */
static uint32_t entry_at(const PostgresRows *rows, EntryRows own, int64_t index)
{
    size_t low = own.from, high = own.end;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (postgres_number(rows, middle, 1) < index)
            low = middle + 1;
        else
            high = middle;
    }
    return index > 0 && low < own.end && postgres_number(rows, low, 1) == index
               ? (uint32_t)(low - own.from + 1)
               : 0;
}

static Entry make_entry(Making *making, size_t row, EntryRows own)
{
    const PostgresRows *rows = &making->entries;
    Names *names = &making->tree->catalog->names;
    Arena *arena = making->arena;
    uint32_t self = (uint32_t)(row - own.from + 1);
    uint32_t parent = entry_at(rows, own, postgres_number(rows, row, 4));
    return (Entry){.name = names_put(names, org_text_back(arena, postgres_text(rows, row, 2))),
                   .kind = (uint8_t)kind_of(postgres_text(rows, row, 3)),
                   .parent = parent < self ? parent : 0,
                   .start_line = clip(postgres_number(rows, row, 5), UINT32_MAX),
                   .end_line = clip(postgres_number(rows, row, 6), UINT32_MAX),
                   .modifiers = (uint32_t)postgres_number(rows, row, 7),
                   .complexity = (uint16_t)clip(postgres_number(rows, row, 8), UINT16_MAX),
                   .arity = (uint8_t)clip(postgres_number(rows, row, 9), ENTRY_ARITY_UNKNOWN),
                   .owner = names_put(names, org_text_back(arena, postgres_text(rows, row, 11))),
                   .type = names_put(names, org_text_back(arena, postgres_text(rows, row, 12)))};
}

/* ---- files ---- */

static void put_file(Making *making, const OrgPlace *place, Str whole)
{
    Catalog *catalog = making->tree->catalog;
    Arena *arena = making->arena;
    EntryRows own = rows_of(making, place->content);
    uint32_t count = (uint32_t)(own.end - own.from);
    uint32_t id = catalog_put_file(catalog, whole);
    CatalogFile *file = &catalog->files.ptr[id];
    const Language *language = lang_find(place->language);
    file->language = language ? language : lang_detect(place->path, (Str){0});
    file->class = place->class;
    file->size = place->size;
    file->state = FILE_SYNTACTIC;
    Entry *entries = catalog_set_entries(catalog, id, place->lines, count);
    file = &catalog->files.ptr[id];
    file->package = names_put(&catalog->names, place->package);
    file->degraded = place->degraded;
    file->metrics = NEW(arena, SymbolMetrics, (size_t)count + 1);
    uint32_t *indexes = NEW(arena, uint32_t, (size_t)count + 1);
    for (uint32_t i = 0; i < count; i++) {
        size_t row = own.from + i;
        const PostgresRows *rows = &making->entries;
        entries[i + 1] = make_entry(making, row, own);
        indexes[i + 1] = clip(postgres_number(rows, row, 1), INT32_MAX);
        /* Callers are not counted over all repositories readable by the role: of otherwise equal
           symbols the longer one is more informative. */
        file->metrics[i + 1].rank = (uint16_t)MIN(
            entries[i + 1].end_line - MIN(entries[i + 1].start_line, entries[i + 1].end_line),
            (uint32_t)UINT16_MAX);
    }
    *VEC_PUSH(arena, &making->rows) = own.from;
    *VEC_PUSH(arena, &making->repositories) = place->repository;
    *VEC_PUSH(arena, &making->paths) = place->path;
    *VEC_PUSH(arena, &making->ids) = place->content;
    making->tree->indexes[id] = indexes;
    *map_put(&making->tree->files, whole, NULL) = id;
}

static int compare_places(const void *a, const void *b, void *context)
{
    const OrgPlaceVec *places = context;
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    const OrgPlace *one = &places->ptr[x], *other = &places->ptr[y];
    int order = str_compare(one->repository, other->repository);
    if (!order)
        order = str_compare(one->path, other->path);
    return order ? order : (x > y) - (x < y);
}

static void put_files(Making *making)
{
    const OrgPlaceVec *places = making->places;
    size_t *order = NEW(making->arena, size_t, places->len + 1);
    for (size_t i = 0; i < places->len; i++)
        order[i] = i;
    OrgPlaceVec sorted = *places;
    if (places->len)
        qsort_r(order, places->len, sizeof *order, compare_places, &sorted);
    for (size_t i = 0; i < places->len; i++) {
        const OrgPlace *place = &places->ptr[order[i]];
        Str whole = org_whole_path(making->arena, place->repository, place->path);
        if (!map_find(&making->tree->files, whole))
            put_file(making, place, whole);
    }
}

/* Hashes equal those that each repository shows itself. */
static void set_identity(Making *making)
{
    Catalog *catalog = making->tree->catalog;
    CatalogElsewhere *elsewhere = NEW(making->arena, CatalogElsewhere, 1);
    uint64_t *identity = NEW(making->arena, uint64_t, (size_t)catalog->symbol_count + 1);
    bool *known = NEW(making->arena, bool, (size_t)catalog->symbol_count + 1);
    for (size_t i = 0; i < making->rows.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        for (uint32_t k = 1; k < file->count; k++) {
            size_t row = making->rows.ptr[i] + k - 1;
            identity[file->first + k] = (uint64_t)postgres_number(&making->entries, row, 10);
            known[file->first + k] = true;
        }
    }
    *elsewhere =
        (CatalogElsewhere){.paths = making->paths.ptr, .identity = identity, .known = known};
    catalog->elsewhere = elsewhere;
}

static void set_described(Making *making)
{
    Arena *arena = making->arena;
    const Catalog *catalog = making->tree->catalog;
    Str *signature = NEW(arena, Str, (size_t)catalog->symbol_count + 1);
    Str *doc = NEW(arena, Str, (size_t)catalog->symbol_count + 1);
    for (size_t i = 0; i < making->rows.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        for (uint32_t k = 1; k < file->count; k++) {
            size_t row = making->rows.ptr[i] + k - 1;
            signature[file->first + k] =
                org_text_back(arena, postgres_text(&making->entries, row, SIGNATURE));
            doc[file->first + k] = org_text_back(arena, postgres_text(&making->entries, row, DOC));
        }
    }
    making->tree->signature = signature;
    making->tree->doc = doc;
}

static bool make(Making *making, Org *org, Str branch, Err *err)
{
    Arena *arena = making->arena;
    OrgTree *tree = making->tree;
    making->contents = map_open(arena);
    *tree = (OrgTree){.catalog = catalog_open(arena),
                      .files = map_open(arena),
                      .indexes = NEW(arena, const uint32_t *, making->places->len + 1)};
    if (!fetch_entries(org, making, branch, err))
        return false;
    for (size_t i = 0; i < making->entries.count; i++) {
        bool added;
        uint64_t *at = map_put(&making->contents, postgres_text(&making->entries, i, 0), &added);
        if (added)
            *at = i;
    }
    put_files(making);
    catalog_number(tree->catalog);
    tree->repository = making->repositories.ptr;
    tree->content = making->ids.ptr;
    set_identity(making);
    if (making->described)
        set_described(making);
    return true;
}

bool org_tree_make(Org *org, Arena *arena, Str branch, const OrgPlaceVec *places, OrgTree *tree,
                   Err *err)
{
    Making making = {.arena = arena, .tree = tree, .places = places};
    return make(&making, org, branch, err);
}

bool org_tree_make_described(Org *org, Arena *arena, Str branch, const OrgPlaceVec *places,
                             OrgTree *tree, Err *err)
{
    Making making = {.arena = arena, .tree = tree, .places = places, .described = true};
    return make(&making, org, branch, err);
}

uint32_t org_tree_symbol(const OrgTree *tree, Arena *arena, const OrgPlace *place)
{
    const uint64_t *id =
        map_find(&tree->files, org_whole_path(arena, place->repository, place->path));
    if (!id)
        return SYMBOL_NOWHERE;
    const CatalogFile *file = &tree->catalog->files.ptr[*id];
    const uint32_t *indexes = tree->indexes[*id];
    uint32_t low = 0, high = file->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (indexes[middle] < place->index)
            low = middle + 1;
        else
            high = middle;
    }
    return low < file->count && indexes[low] == place->index ? file->first + low : SYMBOL_NOWHERE;
}

OrgPlace org_tree_place(const OrgTree *tree, uint32_t symbol)
{
    SymbolPlace place = catalog_place(tree->catalog, symbol);
    const CatalogFile *file = &tree->catalog->files.ptr[place.file];
    return (OrgPlace){.repository = tree->repository[place.file],
                      .path = tree->catalog->elsewhere->paths[place.file],
                      .content = tree->content[place.file],
                      .language = lang_id(file->language),
                      .package = catalog_name(tree->catalog, file->package),
                      .index = tree->indexes[place.file][place.index],
                      .lines = file->lines,
                      .size = file->size,
                      .class = file->class};
}

/* Whether the text is the path, alone or with a symbol or a line after it. */
static bool names_file(Str text, Str path)
{
    Str rest = str_from_offset(text, path.len);
    return path.len && str_starts(text, path) && (!rest.len || rest.ptr[0] == ':');
}

Str org_tree_handle(const OrgTree *tree, Arena *arena, Str text)
{
    const Catalog *catalog = tree->catalog;
    uint32_t meant = FILE_NOWHERE;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        if (!names_file(text, catalog->elsewhere->paths[i]))
            continue;
        if (meant != FILE_NOWHERE)
            return text;
        meant = i;
    }
    if (meant == FILE_NOWHERE)
        return text;
    return str_join(arena, catalog->files.ptr[meant].path,
                    str_from_offset(text, catalog->elsewhere->paths[meant].len));
}
