/* Mapping indices of a changed file. Packed links contain indices of symbols in their files. When
   a file changes, links into it stay valid through a map from its old indices to the new ones.

   Two symbols are the same if name, kind, owner and parent are; several such symbols are paired in
   order. Most changes touch few places, so a common beginning is paired first, without hashing. */
#include "index/catalog/catalog.h"

#include "base/id_map.h"

typedef struct Sides {
    const Entry *old, *now;
    uint32_t old_count, now_count;
    uint32_t *map; /* by old index */
} Sides;

static bool is_same(const Sides *sides, uint32_t old, uint32_t now)
{
    const Entry *a = &sides->old[old], *b = &sides->now[now];
    return a->name == b->name && a->kind == b->kind && a->owner == b->owner &&
           sides->map[a->parent] == b->parent;
}

/* Parents precede their members, so they are paired before them. */
static uint32_t pair_beginning(Sides *sides)
{
    uint32_t i = 0;
    while (i < sides->old_count && i < sides->now_count && (!i || is_same(sides, i, i))) {
        sides->map[i] = i;
        i++;
    }
    return i;
}

static uint64_t key_of(const Entry *entry, uint32_t parent)
{
    return id_pair(entry->name ^ entry->owner << 11, parent << 6 ^ entry->kind);
}

/* Pairs the rest by hash: symbols with equal keys are chained in the order of the new file, and
   each is used once. */
static void pair_rest(Sides *sides, Arena scratch, uint32_t from)
{
    IdMap first = {0};
    uint32_t *next = NEW(&scratch, uint32_t, (size_t)sides->now_count + 1);
    for (uint32_t i = sides->now_count; i-- > from;) {
        const Entry *entry = &sides->now[i];
        uint32_t before = id_map_put(&first, &scratch, key_of(entry, entry->parent), i);
        next[i] = before == ID_MAP_NONE ? 0 : before;
    }
    for (uint32_t old = from; old < sides->old_count; old++) {
        const Entry *entry = &sides->old[old];
        uint32_t parent = sides->map[entry->parent];
        sides->map[old] = SYMBOL_NOWHERE;
        if (parent == SYMBOL_NOWHERE)
            continue;
        uint64_t key = key_of(entry, parent);
        uint32_t now = id_map_get(&first, key);
        if (now == ID_MAP_NONE || !now || !is_same(sides, old, now))
            continue;
        sides->map[old] = now;
        (void)id_map_put(&first, &scratch, key, next[now]);
    }
}

static const uint32_t *make_map(Catalog *catalog, const CatalogFile *before, const CatalogFile *now)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Sides sides = {.old = before->entries,
                   .now = now->entries,
                   .old_count = before->count,
                   .now_count = now->count,
                   .map = NEW(catalog->arena, uint32_t, (size_t)before->count + 1)};
    pair_rest(&sides, scratch, pair_beginning(&sides));
    return sides.map;
}

/* The map `before->moved` followed by `map`. */
static const uint32_t *compose(Catalog *catalog, const CatalogFile *before, const uint32_t *map)
{
    uint32_t *both = NEW(catalog->arena, uint32_t, (size_t)before->moved_count + 1);
    for (uint32_t i = 0; i < before->moved_count; i++)
        both[i] = before->moved[i] < before->count ? map[before->moved[i]] : SYMBOL_NOWHERE;
    return both;
}

void catalog_keep_links(Catalog *catalog, uint32_t file, const CatalogFile *before)
{
    CatalogFile *row = &catalog->files.ptr[file];
    const uint32_t *map = make_map(catalog, before, row);
    row->links = row->count ? before->links : (Str){0};
    row->moved = before->moved ? compose(catalog, before, map) : map;
    row->moved_count = before->moved ? before->moved_count : before->count;
    for (uint32_t i = 0; i < before->count && row->metrics && before->metrics; i++)
        if (map[i] < row->count)
            row->metrics[map[i]] = before->metrics[i];
}
