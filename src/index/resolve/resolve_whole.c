#include "index/resolve/resolve_whole.h"

#include "index/resolve/resolve_dynamic.h"
#include "index/resolve/resolve_links.h"

/* ---- paths within a file ---- */

/* Scala: of an object and the type of its name the object. */
static void keep_object(const Resolver *resolver, Finds *finds)
{
    uint32_t object = SYMBOL_NOWHERE;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolve_kind(resolver, finds->ids[i]) == SYMBOL_OBJECT)
            object = finds->ids[i];
    if (object != SYMBOL_NOWHERE)
        *finds = (Finds){.ids = {object}, .len = 1};
}

/* Java and its kin: what `A.B` is in `A.B.name` and `A.B.*`; SYMBOL_NOWHERE: not in the file. */
static uint32_t home_of_path(Resolver *resolver, const ImportLink *link)
{
    Str rest = catalog_name(resolver->catalog, link->name), part;
    uint32_t home = resolver->units[link->target];
    size_t last = str_find_last_byte(rest, '.');
    rest.len = last == STR_NONE ? 0 : last;
    for (bool first = true; str_take_until(&rest, '.', &part); first = false) {
        Finds found = {0};
        uint32_t id = names_find(&resolver->catalog->names, part);
        if (first)
            find_members(resolver, home, id, FIND_SCOPES, &found);
        else
            find_inherited(resolver, home, id, FIND_SCOPES, &found);
        if (resolver->rules[link->target]->objects_and_types_share_names)
            keep_object(resolver, &found);
        if (found.len != 1)
            return SYMBOL_NOWHERE;
        home = found.ids[0];
    }
    return last == STR_NONE ? SYMBOL_NOWHERE : home;
}

static bool find_in_types(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                          Finds *finds)
{
    bool types =
        resolver->rules[link->target]->classes_inherit_overloads && !(link->flags & BINDING_STATIC);
    bool values = kind == FIND_VALUES || kind == FIND_FIELDS || kind == FIND_METHODS;
    uint32_t home = types && values ? SYMBOL_NOWHERE : home_of_path(resolver, link);
    if (home == SYMBOL_NOWHERE)
        return false;
    Str member = find_last_part(catalog_name(resolver->catalog, link->name));
    uint32_t wanted =
        str_equal(member, STR("*")) ? name : names_find(&resolver->catalog->names, member);
    find_inherited(resolver, home, wanted, types ? FIND_SCOPES : kind, finds);
    return finds->len || finds->too_many;
}

bool find_is_nested(Resolver *resolver, const ImportLink *link)
{
    return home_of_path(resolver, link) != SYMBOL_NOWHERE;
}

bool find_nested(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                 Finds *finds)
{
    return resolver->rules[link->target]->paths_name_modules
               ? rust_find_inside(resolver, link, name, kind, finds)
               : find_in_types(resolver, link, name, kind, finds);
}

/* ---- all of something ---- */

/* The types at the top of a file. */
static void top_types(Resolver *resolver, uint32_t id, Finds *finds)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count && finds->len < FINDS_MAX; i++)
        if (!file->entries[i].parent && find_fits((SymbolKind)file->entries[i].kind, FIND_SCOPES))
            finds->ids[finds->len++] = file->first + i;
}

void whole_find_static(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                       Finds *finds)
{
    Finds types = {0};
    if (find_nested(resolver, link, name, kind, finds))
        return;
    top_types(resolver, link->target, &types);
    for (uint32_t i = 0; i < types.len && !finds->len; i++)
        find_inherited(resolver, types.ids[i], name, kind, finds);
}

bool whole_is_path(const Resolver *resolver, const ImportLink *link)
{
    return str_find_byte(catalog_name(resolver->catalog, link->name), '.') != STR_NONE;
}

static bool is_whole(const Resolver *resolver, const ImportLink *link)
{
    return str_ends(catalog_name(resolver->catalog, link->name), STR("*"));
}

/* In what one import as a whole leads to. */
static void find_in_link(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                         Meaning *meaning)
{
    Str what = catalog_name(resolver->catalog, link->name);
    if (what.len > 1) {
        find_nested(resolver, link, name, kind, &meaning->finds);
        return;
    }
    meaning->is_imported = !(link->flags & BINDING_OUTER);
    if (link->flags & BINDING_STATIC)
        whole_find_static(resolver, link, name, kind, &meaning->finds);
    else
        find_in_unit(resolver, link->target, name, kind, meaning);
}

bool whole_hides(Resolver *resolver, SymbolPlace at, uint32_t line)
{
    const CatalogFile *file = catalog_row(resolver->catalog, at.file);
    const Rules *rules = resolver->rules[at.file];
    bool ml = rules->family && str_equal(str_from(rules->family), STR("ml"));
    if (!ml && !resolve_is_python(resolver, at.file))
        return false;
    const FileScope *scope = resolve_file_scope(resolver, at.file);
    for (size_t i = 0; i < scope->links.len && scope->has_foreign_wildcard; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        bool open = link->target == FILE_NOWHERE && link->line > line &&
                    (ml ? link->line <= file->entries[at.index].end_line
                        : str_equal(catalog_name(resolver->catalog, link->name), STR("*")));
        if (open && links_stands_around(file, at.index, link))
            return true;
    }
    return false;
}

void whole_find(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind, Meaning *meaning)
{
    const FileScope *scope = resolve_file_scope(resolver, at.file);
    bool last = resolve_is_python(resolver, at.file); // of several the last counts
    for (size_t i = 0; i < scope->links.len && !meaning->finds.len; i++) {
        const ImportLink *link = &scope->links.ptr[last ? scope->links.len - 1 - i : i];
        if (is_whole(resolver, link) && link->target != FILE_NOWHERE &&
            !(link->flags & BINDING_OUTER) && links_is_seen(resolver, at, link))
            find_in_link(resolver, link, name, kind, meaning);
        meaning->is_doubtful =
            meaning->is_doubtful || (meaning->finds.len && whole_hides(resolver, at, link->line));
    }
}

/* Whether nobody knows what an import as a whole makes visible at the place. */
static bool is_open(Resolver *resolver, SymbolPlace at)
{
    const FileScope *scope = resolve_file_scope(resolver, at.file);
    for (size_t i = 0; i < scope->links.len; i++) {
        const ImportLink *link = &scope->links.ptr[i];
        bool whole = is_whole(resolver, link) && !(link->flags & BINDING_OUTER);
        if (whole && links_is_seen(resolver, at, link) &&
            (link->target == FILE_NOWHERE ||
             (whole_is_path(resolver, link) && !find_is_nested(resolver, link))))
            return true;
    }
    return false;
}

void whole_find_around(Resolver *resolver, SymbolPlace at, uint32_t name, FindKind kind,
                       const Finds *package, Meaning *meaning)
{
    const FileScope *scope = resolve_file_scope(resolver, at.file);
    whole_find(resolver, at, name, kind, meaning);
    if (meaning->finds.len || meaning->value.kind != VALUE_UNKNOWN)
        return;
    meaning->finds = *package;
    for (size_t i = scope->links.len; i-- > 0 && !meaning->finds.len && !meaning->finds.too_many;) {
        const ImportLink *link = &scope->links.ptr[i];
        if (link->flags & BINDING_OUTER && link->target != FILE_NOWHERE)
            find_in_link(resolver, link, name, kind, meaning);
        find_drop_doubles(resolver, at.file, &meaning->finds);
    }
    meaning->is_doubtful = meaning->finds.len && is_open(resolver, at);
}
