/* The path is followed from the top of the file; each part but the last must name a type. */
#include "index/resolve/nested_import.h"

#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"

/* Scala: of a type and its companion object, keeps the object. */
static void keep_object(const Resolver *resolver, Finds *finds)
{
    uint32_t object = SYMBOL_NOWHERE;
    for (uint32_t i = 0; i < finds->len; i++)
        if (resolver_kind(resolver, finds->ids[i]) == SYMBOL_OBJECT)
            object = finds->ids[i];
    if (object != SYMBOL_NOWHERE)
        *finds = (Finds){.ids = {object}, .len = 1};
}

/* The type named by `A.B` in `A.B.name` or `A.B.*`; SYMBOL_NOWHERE when the file has none. */
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
            lookup_members(resolver, home, id, FIND_SCOPES, &found);
        else
            lookup_inherited(resolver, home, id, FIND_SCOPES, &found);
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
    Str member = name_path_last(catalog_name(resolver->catalog, link->name));
    uint32_t wanted =
        str_equal(member, STR("*")) ? name : names_find(&resolver->catalog->names, member);
    lookup_inherited(resolver, home, wanted, types ? FIND_SCOPES : kind, finds);
    return finds->len || finds->too_many;
}

bool nested_import_exists(Resolver *resolver, const ImportLink *link)
{
    return home_of_path(resolver, link) != SYMBOL_NOWHERE;
}

bool nested_import_find(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Finds *finds)
{
    const Rules *rules = resolver->rules[link->target];
    return rules->find_nested ? rules->find_nested(resolver, link, name, kind, finds)
                              : find_in_types(resolver, link, name, kind, finds);
}

bool nested_import_is_path(const Resolver *resolver, const ImportLink *link)
{
    return str_find_byte(catalog_name(resolver->catalog, link->name), '.') != STR_NONE;
}
