#include "lsp/lsp_scoped.h"

#include "refactor/rename_facts.h"

static bool list_sites(LspReader *reader, const LspSpot *spot, NameSiteVec *sites)
{
    const NameQuery query = {
        .language = spot->file->language, .text = spot->file->text.bytes, .name = spot->name};
    return lang_name_sites(&reader->arena, reader->scratch, &query, sites);
}

/* ---- type parameters ---- */

/* Comparisons of places with declarations; beyond that the name is not followed. */
#define COMPARISONS_MAX 1000000

/* A type parameter, and the bytes of the declaration that it belongs to. */
typedef struct Binder {
    uint32_t site, start, end;
} Binder;
typedef VEC(Binder) BinderVec;

static void list_binders(LspReader *reader, const Outline *outline, const NameSiteVec *sites,
                         const char *binds, BinderVec *binders)
{
    for (size_t i = 0; i < sites->len; i++) {
        uint32_t start = sites->ptr[i].start, around = name_site_symbol(outline, start);
        if (!around || !rename_node_is(binds, &sites->ptr[i]))
            continue;
        const Symbol *symbol = &outline->symbols.ptr[around - 1];
        *VEC_PUSH(&reader->arena, binders) =
            (Binder){.site = start, .start = symbol->start, .end = symbol->end};
    }
}

/* The innermost binder around an offset, or NULL. */
static const Binder *binder_around(const BinderVec *binders, size_t offset)
{
    const Binder *best = NULL;
    for (size_t i = 0; i < binders->len; i++) {
        const Binder *one = &binders->ptr[i];
        if (one->start <= offset && offset < one->end && (!best || one->start >= best->start))
            best = one;
    }
    return best;
}

static bool is_bare(const NameSite *site)
{
    return site->where == NAME_IN_CODE && site->access == ACCESS_NONE;
}

bool lsp_scoped_type(LspReader *reader, LspSpot *spot)
{
    const RenameFacts *facts = rename_facts(spot->file->language);
    NameSiteVec sites = {0};
    BinderVec binders = {0};
    if (!facts || !facts->type_binds || !list_sites(reader, spot, &sites))
        return false;
    list_binders(reader, &spot->file->outline, &sites, facts->type_binds, &binders);
    const Binder *binder = binder_around(&binders, spot->start);
    if (!binder || sites.len * binders.len > COMPARISONS_MAX)
        return false;
    for (size_t i = 0; i < sites.len; i++)
        if (is_bare(&sites.ptr[i]) && binder_around(&binders, sites.ptr[i].start) == binder) {
            *VEC_PUSH(&reader->arena, &spot->locals) = sites.ptr[i].start;
            spot->is_local |= sites.ptr[i].start == spot->start;
        }
    spot->local = binder->site;
    if (!spot->is_local)
        spot->locals.len = 0;
    return spot->is_local;
}

/* ---- what is written in the file ---- */

static const NameSite *site_of(const NameSiteVec *sites, size_t start)
{
    for (size_t i = 0; i < sites->len; i++)
        if (sites->ptr[i].start == start)
            return &sites->ptr[i];
    return NULL;
}

/* Whether the site is a bare name that can only be a type's. */
static bool names_type(const RenameFacts *facts, const NameSite *site)
{
    return site && is_bare(site) && rename_node_is(facts->types, site);
}

uint32_t lsp_scoped_around(LspReader *reader, const LspSpot *spot)
{
    const RenameFacts *facts = rename_facts(spot->file->language);
    const SymbolVec *symbols = &spot->file->outline.symbols;
    uint32_t around = name_site_symbol(&spot->file->outline, (uint32_t)spot->start);
    NameSiteVec sites = {0};
    while (around && symbols->ptr[around - 1].parent)
        around = symbols->ptr[around - 1].parent;
    if (!facts || !around || !str_equal(symbols->ptr[around - 1].name, spot->name) ||
        !symbol_is_type(symbols->ptr[around - 1].kind) || !list_sites(reader, spot, &sites) ||
        !names_type(facts, site_of(&sites, spot->start)))
        return SYMBOL_NOWHERE;
    return reader->catalog->files.ptr[spot->file->id].first + around;
}

/* The only place outside of all declarations that binds the name, or NULL. */
static const NameSite *file_binder(const LspSpot *spot, const NameSiteVec *sites, const char *binds)
{
    const NameSite *found = NULL;
    for (size_t i = 0; binds && i < sites->len; i++) {
        const NameSite *site = &sites->ptr[i];
        if (!is_bare(site) || !rename_node_is(binds, site) ||
            name_site_symbol(&spot->file->outline, site->start))
            continue;
        if (found)
            return NULL;
        found = site;
    }
    return found;
}

bool lsp_scoped_place(LspReader *reader, const LspSpot *spot, size_t *start)
{
    const RenameFacts *facts = rename_facts(spot->file->language);
    NameSiteVec sites = {0};
    if (!facts || !list_sites(reader, spot, &sites))
        return false;
    const NameSite *site = site_of(&sites, spot->start);
    if (!site || site->where != NAME_IN_CODE)
        return false;
    *start = spot->start;
    if (rename_node_is(facts->entries, site))
        return true;
    const NameSite *binder = is_bare(site) ? file_binder(spot, &sites, facts->binds) : NULL;
    if (binder)
        *start = binder->start;
    return binder;
}
