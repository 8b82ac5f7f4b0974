#include "project/test_naming.h"

#include "project/test_role.h"

void test_naming_put(TestNaming *naming, TestName name)
{
    *VEC_PUSH(naming->arena, naming->names) = name;
}

Str test_naming_stem(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    size_t slash = str_find_last_byte(path, '/');
    return dot == STR_NONE || (slash != STR_NONE && dot < slash) ? path : str_slice(path, 0, dot);
}

/* A path that no program takes for an option. */
Str test_naming_path(const TestNaming *naming)
{
    bool dash = naming->path.len && naming->path.ptr[0] == '-';
    return dash ? str_join(naming->arena, STR("./"), naming->path) : naming->path;
}

/* The names of the classes around the symbol, outermost first. */
Str test_naming_class_chain(TestNaming *naming, uint32_t type, const char *between)
{
    Str chain = catalog_name(naming->catalog, catalog_entry(naming->catalog, type)->name);
    for (uint32_t outer = test_class(naming->catalog, type); outer != SYMBOL_NOWHERE;
         outer = test_class(naming->catalog, outer)) {
        Str name = catalog_name(naming->catalog, catalog_entry(naming->catalog, outer)->name);
        chain = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(name), between, STR_ARG(chain));
    }
    return chain;
}

/* The path of a file relative to the command's directory. */
Str test_naming_below(const TestNaming *naming, Str path)
{
    return naming->run->directory.len ? str_from_offset(path, naming->run->directory.len + 1)
                                      : path;
}

/* Whether a runner finds tests in the file by its name; a file of another name has base classes. */
bool test_naming_is_run_by_name(Str base)
{
    Str stem = test_naming_stem(base);
    return str_starts(base, STR("test")) || str_ends(stem, STR("_test")) ||
           str_ends(stem, STR("tests"));
}

/* ---- classes that run a method ---- */

/* Whether only classes derived from it run its tests. */
static bool is_base(const Catalog *catalog, uint32_t type)
{
    const Entry *entry = catalog_entry(catalog, type);
    return (entry->modifiers & MODIFIER(ABSTRACT)) || entry->kind == SYMBOL_INTERFACE ||
           entry->kind == SYMBOL_TRAIT;
}

/* The class of the method, or those derived from it when it is abstract. */
IdVec test_naming_classes(TestNaming *naming)
{
    const Catalog *catalog = naming->catalog;
    bool own = naming->block &&
               (naming->entry->kind == SYMBOL_CLASS || naming->entry->kind == SYMBOL_OBJECT);
    uint32_t type = own ? naming->symbol : test_class(catalog, naming->symbol), base = type;
    IdVec classes = {0}, concrete = {0};
    while (base != SYMBOL_NOWHERE && !is_base(catalog, base))
        base = test_class(catalog, base);
    if (type != SYMBOL_NOWHERE && base == SYMBOL_NOWHERE)
        *VEC_PUSH(naming->arena, &classes) = type;
    if (base == SYMBOL_NOWHERE)
        return classes;
    naming->in_heirs = base != type;
    test_derived(naming->project, base, &classes);
    for (size_t i = 0; i < classes.len; i++)
        if (!(catalog_entry(catalog, classes.ptr[i])->modifiers & MODIFIER(ABSTRACT)))
            *VEC_PUSH(naming->arena, &concrete) = classes.ptr[i];
    return concrete;
}

/* The names of the namespaces around the symbol, outermost first. */
static Str namespaces_of(TestNaming *naming, const CatalogFile *file, uint32_t index)
{
    Str names = {0};
    while ((index = file->entries[index].parent)) {
        Str name = catalog_name(naming->catalog, file->entries[index].name);
        if (file->entries[index].kind == SYMBOL_NAMESPACE)
            names = str_format(naming->arena, "%.*s%s%.*s", STR_ARG(name), names.len ? "." : "",
                               STR_ARG(names));
    }
    return names;
}

/* `package.Outer$Inner` */
Str test_naming_full_class(TestNaming *naming, uint32_t type, const char *between)
{
    const CatalogFile *file =
        catalog_row(naming->catalog, catalog_place(naming->catalog, type).file);
    Str package = catalog_name(naming->catalog, file->package);
    if (!package.len)
        package = namespaces_of(naming, file, catalog_place(naming->catalog, type).index);
    return str_format(naming->arena, "%.*s%s%.*s", STR_ARG(package), package.len ? "." : "",
                      STR_ARG(test_naming_class_chain(naming, type, between)));
}
