#include "change/places.h"

uint32_t places_file(const Places *places, Str path)
{
    const uint64_t *id = path.len ? map_find(&places->ids, path) : NULL;
    return id ? (uint32_t)*id : FILE_NOWHERE;
}

Places places_of(Arena *arena, const ChangeSet *set, const Catalog *catalog)
{
    Places places = {.set = set, .catalog = catalog, .ids = map_open(arena)};
    places.old = NEW(arena, uint32_t, set->files.len);
    places.new = NEW(arena, uint32_t, set->files.len);
    for (uint32_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].path.len)
            *map_put(&places.ids, catalog->files.ptr[i].path, NULL) = i;
    for (size_t i = 0; i < set->files.len; i++) {
        places.old[i] = places_file(&places, set->files.ptr[i].old.path);
        places.new[i] = places_file(&places, set->files.ptr[i].new.path);
    }
    return places;
}

uint32_t places_dense(const Places *places, uint32_t file, uint32_t symbol, bool old)
{
    uint32_t id = old ? places->old[file] : places->new[file];
    const ChangedFile *changed = &places->set->files.ptr[file];
    const ChangeSide *side = old ? &changed->old : &changed->new;
    if (id == FILE_NOWHERE || symbol == SYMBOL_ABSENT)
        return SYMBOL_NOWHERE;
    const CatalogFile *row = catalog_row(places->catalog, id);
    return row->count == side->outline.symbols.len + 1 ? row->first + 1 + symbol : SYMBOL_NOWHERE;
}
