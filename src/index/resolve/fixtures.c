#include "index/resolve/fixtures.h"

#include "base/limits.h"
#include "base/path.h"
#include "index/resolve/assigned.h"
#include "lang/registry.h"

/* The length of the directory that the path has in common with the file's, if that is the whole
   directory of the path; else STR_NONE. */
static size_t depth_above(Str path, Str file)
{
    Str directory = path_directory(path);
    if (str_equal(directory, STR(".")))
        return 0;
    bool above = str_starts(file, directory) && file.ptr[directory.len] == '/';
    return above ? directory.len : STR_NONE;
}

uint32_t fixtures_find(Resolver *resolver, uint32_t at, Str name)
{
    Catalog *catalog = resolver->catalog;
    uint32_t own = resolver_file_of(resolver, at), best = SYMBOL_NOWHERE;
    const char *shared = resolver_facts(resolver, own)->fixtures_file;
    Str path = catalog_row(catalog, own)->path;
    uint32_t id = names_find(&catalog->names, name);
    IdSpan all = id ? catalog_named(catalog, id) : (IdSpan){0};
    size_t depth = 0;
    for (size_t i = 0; i < MIN(all.len, RESOLVE_NAMESAKES_MAX); i++) {
        uint32_t file = resolver_file_of(resolver, all.ptr[i]);
        Str other = catalog_row(catalog, file)->path;
        if (resolver_kind(resolver, all.ptr[i]) != SYMBOL_FUNCTION || all.ptr[i] == at)
            continue;
        if (file == own)
            return all.ptr[i];
        size_t above = shared && str_equal(path_base(other), str_from(shared))
                           ? depth_above(other, path)
                           : STR_NONE;
        if (above != STR_NONE && (best == SYMBOL_NOWHERE || above > depth)) {
            best = all.ptr[i];
            depth = above;
        }
    }
    return best;
}

Value fixtures_value(Resolver *resolver, uint32_t at, Str name)
{
    uint32_t fixture = fixtures_find(resolver, at, name);
    if (fixture == SYMBOL_NOWHERE || resolver->depth >= RESOLVE_DEPTH_MAX)
        return (Value){0};
    resolver->depth++;
    Value value = assigned_yielded(resolver, fixture, STR("0"));
    if (value.kind == VALUE_UNKNOWN)
        value = assigned_returned(resolver, fixture);
    resolver->depth--;
    return value;
}
