/* In Python the last wildcard import wins; elsewhere the first that has the name. */
#include "index/resolve/wildcard.h"

#include "index/resolve/assigned.h"
#include "index/resolve/dynamic.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/nested_import.h"
#include "index/resolve/test_code.h"
#include "index/resolve/unit.h"
#include "index/resolve/visible.h"

/* Adds the types at the top level of a file. */
static void top_types(Resolver *resolver, uint32_t id, Finds *finds)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count && finds->len < FINDS_MAX; i++)
        if (!file->entries[i].parent && finds_fits((SymbolKind)file->entries[i].kind, FIND_SCOPES))
            finds->ids[finds->len++] = file->first + i;
}

void wildcard_find_static(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                          Finds *finds)
{
    Finds types = {0};
    if (nested_import_find(resolver, link, name, kind, finds))
        return;
    top_types(resolver, link->target, &types);
    for (uint32_t i = 0; i < types.len && !finds->len; i++)
        lookup_inherited(resolver, types.ids[i], name, kind, finds);
}

static bool is_wildcard(const Resolver *resolver, const ImportLink *link)
{
    return str_ends(catalog_name(resolver->catalog, link->name), STR("*"));
}

/* Searches the modules that one wildcard import leads to. */
static void find_in_link(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                         Meaning *meaning)
{
    Str what = catalog_name(resolver->catalog, link->name);
    if (what.len > 1) {
        nested_import_find(resolver, link, name, kind, &meaning->finds);
        return;
    }
    if (dynamic_runs_in_order(resolver, link->target) &&
        !assigned_offers(resolver, link->target, name))
        return;
    meaning->is_imported = !(link->flags & BINDING_OUTER);
    if (link->flags & BINDING_STATIC)
        wildcard_find_static(resolver, link, name, kind, &meaning->finds);
    else
        unit_find(resolver, link->target, name, kind, meaning);
}

bool wildcard_may_hide(Resolver *resolver, SymbolPlace at, uint32_t line)
{
    const CatalogFile *file = catalog_row(resolver->catalog, at.file);
    const Rules *rules = resolver->rules[at.file];
    bool ml = rules->family && str_equal(str_from(rules->family), STR("ml"));
    if (!ml && !dynamic_runs_in_order(resolver, at.file))
        return false;
    const FileScope *scope = file_scope_of(resolver, at.file);
    for (size_t i = 0; i < scope->links.len && scope->has_foreign_wildcard; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        bool open = link->target == FILE_NOWHERE && link->line > line &&
                    (ml ? link->line <= file->entries[at.index].end_line
                        : str_equal(catalog_name(resolver->catalog, link->name), STR("*")));
        if (open && file_scope_contains(file, at.index, link))
            return true;
    }
    return false;
}

void wildcard_find(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                   Meaning *meaning)
{
    const FileScope *scope = file_scope_of(resolver, at.file);
    bool last = dynamic_runs_in_order(resolver, at.file); // the last one wins
    for (size_t i = 0; i < scope->links.len && !meaning->finds.len; i++) {
        const ImportLink *link = &scope->links.ptr[last ? scope->links.len - 1 - i : i];
        if (is_wildcard(resolver, link) && link->target != FILE_NOWHERE &&
            !(link->flags & BINDING_OUTER) && file_scope_shows(resolver, at, link))
            find_in_link(resolver, link, name, kind, meaning);
        meaning->is_doubtful = meaning->is_doubtful ||
                               (meaning->finds.len && wildcard_may_hide(resolver, at, link->line));
    }
}

/* Whether a wildcard import that applies at the place brings names that are not known. */
static bool is_open(Resolver *resolver, SymbolPlace at)
{
    const FileScope *scope = file_scope_of(resolver, at.file);
    for (size_t i = 0; i < scope->links.len; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        bool applies = is_wildcard(resolver, link) && !(link->flags & BINDING_OUTER);
        if (applies && file_scope_shows(resolver, at, link) &&
            (link->target == FILE_NOWHERE ||
             (nested_import_is_path(resolver, link) && !nested_import_exists(resolver, link))))
            return true;
    }
    return false;
}

void wildcard_find_around(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                          const Finds *package, Meaning *meaning)
{
    const FileScope *scope = file_scope_of(resolver, at.file);
    wildcard_find(resolver, at, name, kind, meaning);
    if (meaning->finds.len || meaning->value.kind != VALUE_UNKNOWN)
        return;
    meaning->finds = *package;
    for (size_t i = scope->links.len; i-- > 0 && !meaning->finds.len && !meaning->finds.too_many;) {
        const ImportLink *link = &scope->links.ptr[i];
        if (link->flags & BINDING_OUTER && link->target != FILE_NOWHERE)
            find_in_link(resolver, link, name, kind, meaning);
        test_code_drop_hidden(resolver, at.file, &meaning->finds);
    }
    meaning->is_doubtful = meaning->finds.len && is_open(resolver, at);
}
