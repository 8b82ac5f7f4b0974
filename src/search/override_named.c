#include "search/override_named.h"

#include "lang/registry.h"

/* Interfaces above the one that a member names. */
#define ABOVE_MAX 64

static bool says_it(const Kin *kin, uint32_t method)
{
    return lang_facts(override_file(kin->catalog, method)->language)->members_name_interfaces;
}

static bool is_in_block(const Kin *kin, uint32_t method)
{
    const CatalogFile *file = override_file(kin->catalog, method);
    return file->entries[catalog_entry(kin->catalog, method)->parent].kind == SYMBOL_IMPL;
}

/* Appends the interfaces that the member, or the block around it, names. */
static void add_named(const Kin *kin, uint32_t method, IdVec *found)
{
    EdgeVec edges = {0};
    const CatalogFile *file = override_file(kin->catalog, method);
    uint32_t parent = catalog_entry(kin->catalog, method)->parent;
    bool block = is_in_block(kin, method);
    catalog_edges_of(kin->catalog, kin->arena, block ? file->first + parent : method, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool named = block ? override_is_base(edge) : edge->step == EDGE_STEP_EXPLICIT;
        if (named && edge->callee != SYMBOL_NOWHERE)
            *VEC_PUSH(kin->arena, found) = edge->callee;
    }
}

static bool has(const IdVec *list, uint32_t id)
{
    for (size_t i = 0; i < list->len; i++)
        if (list->ptr[i] == id)
            return true;
    return false;
}

/* Whether the interface is among the types or above one of them. */
static bool reaches(const Kin *kin, IdVec *types, uint32_t interface)
{
    for (size_t i = 0; i < types->len && types->len < ABOVE_MAX; i++) {
        EdgeVec edges = {0};
        catalog_edges_of(kin->catalog, kin->arena, types->ptr[i], &edges);
        for (size_t e = 0; e < edges.len; e++)
            if (override_is_base(&edges.ptr[e]) && !has(types, edges.ptr[e].callee))
                *VEC_PUSH(kin->arena, types) = edges.ptr[e].callee;
    }
    return has(types, interface);
}

/* The name of the type that a member belongs to. */
static uint32_t type_name(const Kin *kin, uint32_t method)
{
    const CatalogFile *file = override_file(kin->catalog, method);
    return file->entries[catalog_entry(kin->catalog, method)->parent].name;
}

bool override_named_may(Kin *kin, uint32_t method, uint32_t interface)
{
    IdVec own = {0};
    if (!says_it(kin, method))
        return true;
    add_named(kin, method, &own);
    if (own.len)
        return reaches(kin, &own, interface);
    if (is_in_block(kin, method))
        return false; // of the type alone
    IdSpan all = override_namesakes(kin, catalog_entry(kin->catalog, method)->name);
    for (size_t i = 0; i < all.len; i++) {
        IdVec named = {0};
        if (all.ptr[i] == method || !says_it(kin, all.ptr[i]) ||
            type_name(kin, all.ptr[i]) != type_name(kin, method))
            continue;
        add_named(kin, all.ptr[i], &named);
        if (has(&named, interface))
            return false;
    }
    return true;
}
