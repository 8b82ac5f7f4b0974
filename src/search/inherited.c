#include "search/inherited.h"

#include "base/id_map.h"
#include "search/handle.h"
#include "search/members.h"
#include "search/parts.h"

/* Maximum number of bases examined. */
#define BASES_MAX 200

static bool is_type(SymbolKind kind)
{
    return symbol_is_type(kind) || kind == SYMBOL_TYPE || kind == SYMBOL_UNION ||
           kind == SYMBOL_ENUM || kind == SYMBOL_OBJECT || kind == SYMBOL_MODULE;
}

/* The text before the last separator. */
static Str owner_of(Str text, Str last)
{
    size_t end = last.len ? (size_t)(last.ptr - text.ptr) : 0;
    while (end && strchr(".:#\\/>-", text.ptr[end - 1]))
        end--;
    return str_slice(text, 0, end);
}

/* A member of that name of one type; SYMBOL_NOWHERE: none. */
static uint32_t own_member(const Catalog *catalog, Arena scratch, uint32_t type, uint32_t name)
{
    IdVec members = {0};
    members_of(catalog, &scratch, type, &members);
    for (size_t i = 0; i < members.len; i++)
        if (catalog_entry(catalog, members.ptr[i])->name == name)
            return members.ptr[i];
    return SYMBOL_NOWHERE;
}

static void add_bases(const Catalog *catalog, Arena *arena, uint32_t type, IdMap *seen,
                      IdVec *bases)
{
    EdgeVec edges = {0};
    Arena scratch = *arena;
    parts_edges_of(catalog, &scratch, type, &edges);
    IdVec found = {0};
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            edges.ptr[i].confidence > EDGE_AMBIGUOUS)
            *VEC_PUSH(&scratch, &found) = edges.ptr[i].callee;
    *arena = scratch; // keep `found` alive below the additions
    for (size_t i = 0; i < found.len && bases->len < BASES_MAX; i++)
        if (id_map_put(seen, arena, found.ptr[i], 0) == ID_MAP_NONE)
            *VEC_PUSH(arena, bases) = found.ptr[i];
}

Inherited inherited_find(Catalog *catalog, Arena *arena, Str text)
{
    Inherited none = {SYMBOL_NOWHERE, SYMBOL_NOWHERE, false};
    Str last = handle_last_part(text), owner = owner_of(text, last);
    uint32_t name = last.len ? names_find(&catalog->names, last) : 0;
    HandleMatch match;
    if (!name || !owner.len || last.len == text.len)
        return none;
    handle_find(catalog, arena, owner, &match);
    if (!match.clear || !is_type((SymbolKind)catalog_entry(catalog, match.symbols.ptr[0])->kind))
        return none;
    Arena work SCOPED(arena_close) = {0}, scratch SCOPED(arena_close) = {0};
    IdVec bases = {0};
    IdMap seen = {0};
    arena_open(&work, 0);
    arena_open(&scratch, 0);
    id_map_put(&seen, &work, match.symbols.ptr[0], 0);
    uint32_t within = own_member(catalog, scratch, match.symbols.ptr[0], name);
    if (within != SYMBOL_NOWHERE) // a member of something it holds: a companion
        return (Inherited){match.symbols.ptr[0], within, true};
    add_bases(catalog, &work, match.symbols.ptr[0], &seen, &bases);
    for (size_t i = 0; i < bases.len; i++) {
        uint32_t member = own_member(catalog, scratch, bases.ptr[i], name);
        if (member != SYMBOL_NOWHERE)
            return (Inherited){match.symbols.ptr[0], member, false};
        add_bases(catalog, &work, bases.ptr[i], &seen, &bases);
    }
    return none;
}
