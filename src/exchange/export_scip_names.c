/* Two symbols of a file may have equal descriptors: overloads, alternatives under conditions. The
   later ones are numbered. The descriptors of an entry depend only on its ancestors, so a name can
   be written on demand. */
#include "exchange/export_scip_names.h"

#include "base/map.h"
#include "index/catalog/counterparts.h"
#include "index/catalog/merged.h"

/* Symbols of one name that are searched for a definition. */
#define NAMESAKES_MAX 500

static ScipSuffix suffix_of(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR: return SCIP_METHOD;
    case SYMBOL_MACRO: return SCIP_MACRO;
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_PACKAGE: return SCIP_IN_NAMESPACE;
    case SYMBOL_TYPE:
    case SYMBOL_OBJECT: return SCIP_IN_TYPE;
    default: return symbol_is_type(kind) ? SCIP_IN_TYPE : SCIP_TERM;
    }
}

/* The scopes named by a declaration itself: `A::b`. */
static void put_owner(Buf *out, Str owner)
{
    while (owner.len) {
        size_t at = str_find(owner, STR("::"));
        Str part = str_slice(owner, 0, at);
        if (part.len)
            scip_put_descriptor(out, part, SCIP_IN_TYPE, 0);
        owner = at == STR_NONE ? (Str){0} : str_from_offset(owner, at + 2);
    }
}

static void put_entry(const ScipNames *names, Buf *out, const CatalogFile *file, uint32_t index,
                      uint32_t ordinal)
{
    const Entry *entry = &file->entries[index];
    Str name = catalog_name(names->catalog, entry->name);
    Str owner = catalog_name(names->catalog, entry->owner);
    if (entry->owner && str_is_utf8(owner))
        put_owner(out, owner);
    bool named = name.len && str_is_utf8(name);
    scip_put_descriptor(out, named ? name : STR("(anonymous)"), suffix_of((SymbolKind)entry->kind),
                        ordinal);
}

static void put_path(Buf *out, Str path)
{
    Str rest = path, part;
    while (str_take_until(&rest, '/', &part))
        if (part.len)
            scip_put_descriptor(out, part, SCIP_IN_NAMESPACE, 0);
}

/* The descriptors of an entry below its file. */
static void put_within(const ScipNames *names, Buf *out, const CatalogFile *file, uint32_t index)
{
    uint32_t depth = 0;
    for (uint32_t i = index; i; i = file->entries[i].parent)
        depth++;
    while (depth--) {
        uint32_t i = index;
        for (uint32_t up = 0; up < depth; up++)
            i = file->entries[i].parent;
        put_entry(names, out, file, i, names->ordinals[file->first + i]);
    }
}

void scip_names_put(const ScipNames *names, Buf *out, uint32_t symbol)
{
    SymbolPlace place = catalog_place(names->catalog, symbol);
    const CatalogFile *file = catalog_row(names->catalog, place.file);
    scip_put_scheme(out, (Str){0});
    put_path(out, file->path);
    put_within(names, out, file, place.index);
}

/* The last single colon: `ext:node:fs:read`, `ext:std:fs::read`. */
static size_t last_colon(Str text)
{
    for (size_t i = text.len; i-- > 1;)
        if (text.ptr[i] == ':' && text.ptr[i - 1] != ':' &&
            (i + 1 == text.len || text.ptr[i + 1] != ':'))
            return i;
    return STR_NONE;
}

/* The next part of a path of names, without its separator: a dot or two colons. */
static Str take_part(Str *path)
{
    size_t end = 0;
    while (end < path->len && path->ptr[end] != '.' && path->ptr[end] != ':')
        end++;
    Str part = str_slice(*path, 0, end);
    while (end < path->len && (path->ptr[end] == '.' || path->ptr[end] == ':'))
        end++;
    *path = str_from_offset(*path, end);
    return part;
}

Str scip_names_put_external(Buf *out, Str external, bool is_type)
{
    size_t colon = last_colon(external);
    if (!str_starts(external, STR("ext:")) || colon == STR_NONE || colon <= 4 ||
        !str_is_utf8(external))
        return (Str){0};
    Str path = str_from_offset(external, colon + 1), part = {0};
    scip_put_scheme(out, str_slice(external, 4, colon));
    while (path.len) {
        part = take_part(&path);
        ScipSuffix suffix = path.len ? SCIP_IN_NAMESPACE : is_type ? SCIP_IN_TYPE : SCIP_TERM;
        if (part.len)
            scip_put_descriptor(out, part, suffix, 0);
    }
    return part;
}

/* ---- definitions ---- */

/* The single definition of a declaration, or itself. */
static uint32_t definition_of(Catalog *catalog, uint32_t symbol)
{
    uint32_t found = symbol;
    IdSpan named = catalog_named(catalog, catalog_entry(catalog, symbol)->name);
    if (named.len > NAMESAKES_MAX)
        return symbol;
    for (size_t i = 0; i < named.len; i++) {
        uint32_t other = named.ptr[i];
        if (other == symbol || counterpart_is_declaration(catalog, other) ||
            !counterpart_stands_for(catalog, other, symbol))
            continue;
        if (found != symbol)
            return symbol; /* the build decides between several */
        found = other;
    }
    return found;
}

static uint32_t meant_by(const ScipNames *names, uint32_t symbol)
{
    Catalog *catalog = names->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_name(catalog, entry->name);
    if (!entry->name || !name.len || !str_is_utf8(name))
        return SYMBOL_NOWHERE;
    uint32_t lead = merged_lead(catalog, symbol);
    if (lead != symbol || !counterpart_is_declaration(catalog, symbol))
        return lead;
    return definition_of(catalog, symbol);
}

/* Follows `meant` to a symbol that means itself; without one, each means itself. */
static void settle(const ScipNames *names, size_t count)
{
    uint32_t *meant = names->meant;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t next = meant[i];
        if (next == SYMBOL_NOWHERE || meant[next] == next)
            continue;
        uint32_t last = meant[next];
        meant[i] = last != SYMBOL_NOWHERE && meant[last] == last ? last : i;
    }
}

static Str written(const ScipNames *names, Arena *scratch, const CatalogFile *file, uint32_t index)
{
    Buf out = buf_open(scratch, 0);
    put_within(names, &out, file, index);
    return buf_str(&out);
}

/* Numbers the symbols of a file with equal descriptors. */
static void number(const ScipNames *names, Arena *scratch, const CatalogFile *file)
{
    Map seen = map_open(scratch);
    for (uint32_t i = 1; i < file->count; i++) {
        uint32_t symbol = file->first + i, meant = names->meant[symbol];
        if (meant != symbol && meant != SYMBOL_NOWHERE)
            continue;
        bool added;
        Str first = written(names, scratch, file, i);
        uint64_t last = *map_put(&seen, first, &added);
        if (added)
            continue;
        while (!added) {
            names->ordinals[symbol] = (uint32_t)++last;
            map_put(&seen, written(names, scratch, file, i), &added);
        }
        *map_put(&seen, first, NULL) = last;
    }
}

void scip_names_open(Arena *arena, Catalog *catalog, const CatalogPath *paths, size_t count,
                     ScipNames *names)
{
    size_t room = (size_t)catalog->symbol_count + 1;
    *names = (ScipNames){.catalog = catalog,
                         .meant = NEW(arena, uint32_t, room),
                         .ordinals = NEW(arena, uint32_t, room)};
    for (size_t i = 0; i < room; i++)
        names->meant[i] = SYMBOL_NOWHERE;
    catalog_warm(catalog);
    for (size_t f = 0; f < count; f++) {
        const CatalogFile *file = catalog_row(catalog, paths[f].id);
        for (uint32_t i = 1; i < file->count && str_is_utf8(file->path); i++)
            names->meant[file->first + i] = meant_by(names, file->first + i);
    }
    settle(names, room);
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    for (size_t f = 0; f < count; f++) {
        arena_reset(&work);
        number(names, &work, catalog_row(catalog, paths[f].id));
    }
}
