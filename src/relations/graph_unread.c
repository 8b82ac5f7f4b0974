#include "relations/graph_unread.h"

#include "base/shell.h"
#include "index/resolve/resolve.h"
#include "query/query.h"
#include "query/unled_places.h"
#include "search/usage.h"

Str graph_unread(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    Str kind = symbol_kind_name((SymbolKind)entry->kind);
    return str_format(arena,
                      "where the %.*s %.*s is read or written is not followed: "
                      "fovea grep %.*s --whole-word",
                      STR_ARG(kind), STR_ARG(name), STR_ARG(shell_quote(arena, name)));
}

/* The same with the reason. */
static Str unread_because(Arena *arena, const Catalog *catalog, uint32_t symbol, Str reason)
{
    Str text = graph_unread(arena, catalog, symbol);
    return reason.len ? str_format(arena, "%.*s (%.*s)", STR_ARG(text), STR_ARG(reason)) : text;
}

/* What is left when all places of the name were judged: those of unknown meaning, or, without any
   user, the lines that have the word. */
static Str unread_places(SessionRequest *request, IndexSession *session, uint32_t symbol,
                         const CallsSeen *seen, const FoundUses *uses, Json **named)
{
    Arena *arena = request->arena;
    if (!seen->any && !uses->unclear)
        return calls_unresolved(request, session, symbol, seen, named);
    if (!uses->unclear && !uses->elsewhere)
        return (Str){0};
    Str name = catalog_name(session->catalog, catalog_entry(session->catalog, symbol)->name);
    Buf out = buf_open(arena, 0);
    if (uses->unclear)
        buf_printf(&out, "%llu other place%s of the word %s a receiver of unknown type",
                   (unsigned long long)uses->unclear, uses->unclear == 1 ? "" : "s",
                   uses->unclear == 1 ? "has" : "have");
    if (uses->elsewhere)
        buf_printf(&out, "%s%llu place%s in code of other languages %s not judged",
                   uses->unclear ? "; " : "", (unsigned long long)uses->elsewhere,
                   uses->elsewhere == 1 ? "" : "s", uses->elsewhere == 1 ? "is" : "are");
    buf_printf(&out, ": fovea grep %.*s --whole-word",
               STR_ARG(shell_quote(arena, str_slice(name, 0, PATH_SHOWN_BYTES))));
    return buf_str(&out);
}

/* The number of references that lead to a symbol. */
static uint64_t count_into(SessionRequest *request, const Catalog *catalog, uint32_t symbol)
{
    uint64_t *set = NEW(request->arena, uint64_t, catalog->symbol_count / 64 + 1), count = 0;
    EdgeVec edges = {0};
    set[symbol / 64] |= (uint64_t)1 << symbol % 64;
    catalog_edges_into(catalog, request->arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        count += edges.ptr[i].count;
    return count;
}

/* Where else the name of the constructor's type is written: it may be constructed through that. */
static Str unmade_places(SessionRequest *request, IndexSession *session, uint32_t symbol,
                         const CallsSeen *seen, Json **named)
{
    const Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    uint32_t parent = file->entries[place.index].parent;
    uint32_t type = parent ? file->first + parent : symbol;
    CallsSeen all = *seen;
    all.sites = count_into(request, session->catalog, type);
    all.any = all.sites > 0;
    Str own = calls_unresolved(request, session, type, &all, named);
    bool counted = own.len && own.ptr[0] >= '1' && own.ptr[0] <= '9';
    return counted && seen->any
               ? str_join(request->arena, STR("constructions through values are not seen: "), own)
               : own;
}

bool graph_unread_kind(SymbolKind kind, bool found)
{
    bool value = kind == SYMBOL_CONSTANT || kind == SYMBOL_PROPERTY || kind == SYMBOL_ENUM_MEMBER;
    return kind == SYMBOL_VARIABLE || kind == SYMBOL_FIELD || (value && !found);
}

Str graph_unread_places(SessionRequest *request, IndexSession *session, uint32_t symbol,
                        const CallsSeen *seen, const FoundUses *uses, Json **named)
{
    if (!uses->looked)
        return unread_because(request->arena, session->catalog, symbol, uses->reason);
    return catalog_entry(session->catalog, symbol)->kind == SYMBOL_CONSTRUCTOR
               ? unmade_places(request, session, symbol, seen, named)
               : unread_places(request, session, symbol, seen, uses, named);
}

static bool takes_address(void *taken, const Edge *edge)
{
    *(uint32_t *)taken += edge->kind == REFERENCE_USE;
    return true;
}

Str graph_unread_pointers(Arena *arena, const Catalog *catalog, uint32_t symbol)
{
    const Entry *entry = catalog_entry(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    Str name = str_slice(catalog_name(catalog, entry->name), 0, PATH_SHOWN_BYTES);
    uint32_t taken = 0;
    if (resolve_follows_pointers(file->language) || entry->kind != SYMBOL_FUNCTION)
        return (Str){0};
    catalog_edges_to(catalog, symbol, takes_address, &taken);
    return taken ? str_format(arena,
                              "it is used as a value: calls through a pointer are not followed: "
                              "fovea grep %.*s --whole-word",
                              STR_ARG(shell_quote(arena, name)))
                 : (Str){0};
}

Str graph_unread_others(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                        const IdVec *joined)
{
    const Catalog *catalog = session->catalog;
    SymbolKind kind = (SymbolKind)catalog_entry(catalog, symbol)->kind;
    const CatalogFile *file = &catalog->files.ptr[catalog_place(catalog, symbol).file];
    bool called = symbol_is_callable(kind) || usage_has_mentions(kind);
    return called && catalog_follows_calls(file)
               ? unled_places_text(request, session, symbol, joined)
               : (Str){0};
}
