/* The longest front of a path that names a type or a package is taken. */
#include "index/resolve/packages.h"

#include "base/limits.h"
#include "index/resolve/closest.h"
#include "index/resolve/file_scope.h"
#include "index/resolve/finds.h"
#include "index/resolve/lookup.h"
#include "index/resolve/name_path.h"

/* What the front of a path is: the type that it names, else the package. */
static Value value_of_front(Resolver *resolver, uint32_t at, Str front)
{
    uint32_t own = resolver_file_of(resolver, at);
    uint32_t file = imports_find_named(resolver->imports, resolver->work, own, front);
    Finds finds = {0};
    if (file != FILE_NOWHERE)
        lookup_members(resolver, resolver->units[file],
                       names_find(&resolver->catalog->names, name_path_last(front)), FIND_SCOPES,
                       &finds);
    uint32_t only = closest_scope(resolver, at, &finds);
    if (only != SYMBOL_NOWHERE)
        return (Value){.kind = VALUE_TYPE, .symbol = only};
    file = imports_find_package(resolver->imports, resolver->work, own, front);
    return file == FILE_NOWHERE ? (Value){0}
                                : (Value){.kind = VALUE_MODULE, .symbol = resolver->units[file]};
}

/* The longest front of the path that names something in the package; *len is its length. */
static Value find_front(Resolver *resolver, uint32_t at, Str package, Str path, size_t *len)
{
    for (int part = 0; path.len && part < RESOLVE_PARTS_MAX; part++) {
        const Str parts[] = {package, package.len ? STR(".") : STR(""), path};
        Arena work = resolver->made;
        Value value = value_of_front(resolver, at, str_join_all(&work, parts, COUNT(parts)));
        *len = path.len;
        if (value.kind != VALUE_UNKNOWN)
            return value;
        size_t dot = str_find_last_byte(path, '.');
        path.len = dot == STR_NONE ? 0 : dot;
    }
    return (Value){0};
}

/* Scala: relative to the file's own package, then to the packages around it. */
static Value find_relative(Resolver *resolver, uint32_t at, Str path, size_t *len)
{
    const CatalogFile *files = resolver->catalog->files.ptr;
    uint32_t file = resolver_file_of(resolver, at);
    const FileScope *scope = file_scope_of(resolver, file);
    Str own = imports_package_name(resolver->catalog, &files[file]);
    Value value = own.len ? find_front(resolver, at, own, path, len) : (Value){0};
    for (size_t i = scope->links.len; i-- > 0 && value.kind == VALUE_UNKNOWN;) {
        const ImportLink *link = &scope->links.ptr[i];
        bool package = link->flags & BINDING_OUTER &&
                       str_equal(catalog_name(resolver->catalog, link->name), STR("*"));
        Str name = link->target == FILE_NOWHERE
                       ? catalog_name(resolver->catalog, link->package)
                       : imports_package_name(resolver->catalog, &files[link->target]);
        if (package)
            value = find_front(resolver, at, name, path, len);
    }
    return value;
}

bool packages_take_path(Resolver *resolver, uint32_t at, Str path, Str *rest, Value *value)
{
    uint32_t file = resolver_file_of(resolver, at);
    const Rules *rules = resolver->rules[file];
    Str first = str_slice(path, 0, MIN(str_find_byte(path, '.'), path.len));
    size_t len = 0;
    Value found = {0};
    if (first.len == path.len || !rules->paths_begin_with_packages)
        return false;
    if (rules->objects_and_types_share_names)
        found = find_relative(resolver, at, path, &len);
    if (found.kind == VALUE_UNKNOWN &&
        imports_has_root(resolver->imports, resolver->work, file, first))
        found = find_front(resolver, at, (Str){0}, path, &len);
    if (found.kind == VALUE_UNKNOWN)
        return false;
    *rest = str_from_offset(*rest, len);
    *value = found;
    return true;
}
