/* Runners of Python: pytest by nodes, `test_a.py::Class::method`, unittest by dotted names. */
#include "base/path.h"
#include "project/test_naming.h"
#include "project/test_role.h"

static Str replace(Arena *arena, Str text, char from, const char *to)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == from)
            buf_put(&out, str_from(to));
        else
            buf_put_byte(&out, text.ptr[i]);
    return buf_str(&out);
}

static Str node_of(TestNaming *naming, Str path, Str chain)
{
    bool dash = path.len && path.ptr[0] == '-';
    return str_format(naming->arena, "%s%.*s::%.*s%s%.*s", dash ? "./" : "", STR_ARG(path),
                      STR_ARG(chain), chain.len ? "::" : "", STR_ARG(naming->name));
}

static Str module_of(TestNaming *naming, Str path)
{
    if (naming->run->form == RUN_DJANGO && str_starts(path, STR("tests/")))
        path = str_from_offset(path, 6);
    bool named = path.len && path.ptr[0] != '-'; /* an option is no module */
    return named ? replace(naming->arena, test_naming_stem(path), '/', ".") : (Str){0};
}

/* The directory above the highest one around the file that is a package. */
static Str import_root(TestNaming *naming, Str path)
{
    Str directory = project_directory(path), above = naming->run->directory;
    const char *start = above.len ? str_terminate(naming->arena, above) : "";
    while (directory.len) {
        Str file = str_format(naming->arena, "%.*s/__init__.py", STR_ARG(directory));
        if (!project_file(naming->project, str_from(start), str_terminate(naming->arena, file))
                 ->exists)
            break;
        (void)project_climb(&directory);
    }
    return directory;
}

/* Adds a name for pytest. A file is imported under the name of its module. Its run may ask for
   another way to import. */
static void put_for_pytest(TestNaming *naming, Str path, Str name)
{
    Str root = import_root(naming, path);
    size_t from = root.len ? root.len + 1 : 0;
    bool apart = naming->run->imports_apart;
    test_naming_put(
        naming,
        (TestName){.name = name,
                   .module = apart ? (Str){0} : test_naming_stem(str_from_offset(path, from)),
                   .path = path});
}

static void put_node(TestNaming *naming, Str path, Str chain)
{
    if (naming->run->form == RUN_NODE && str_find_byte(path, '[') != STR_NONE)
        return; /* pytest takes a bracket for the beginning of a parameter */
    if (naming->run->form == RUN_NODE) {
        put_for_pytest(naming, path,
                       node_of(naming, path, replace(naming->arena, chain, '.', "::")));
        return;
    }
    Str module = module_of(naming, path);
    if (module.len && chain.len) /* functions are no tests of unittest */
        test_naming_put(
            naming, (TestName){.name = str_format(naming->arena, "%.*s.%.*s.%.*s", STR_ARG(module),
                                                  STR_ARG(chain), STR_ARG(naming->name))});
}

/* A doctest: `units/length.py::units.length.Span.clamp`; that of a module has its name alone. */
static void name_example(TestNaming *naming)
{
    Str path = naming->path, root = import_root(naming, path);
    Str module =
        replace(naming->arena, test_naming_stem(str_from_offset(path, root.len ? root.len + 1 : 0)),
                '/', ".");
    Str inside = naming->is_file
                     ? (Str){0}
                     : catalog_qualified_name(naming->catalog, naming->arena, naming->symbol);
    Str name = str_format(naming->arena, "%.*s::%.*s%s%.*s", STR_ARG(path), STR_ARG(module),
                          inside.len ? "." : "", STR_ARG(inside));
    if (str_ends(path, STR(".py")))
        test_naming_put(naming, (TestName){.name = name});
    else
        test_naming_put(naming, (TestName){.name = path});
}

void test_naming_for_python(TestNaming *naming)
{
    const Catalog *catalog = naming->catalog;
    if (naming->doc && naming->run->form == RUN_NODE) {
        name_example(naming);
        return;
    }
    uint32_t type = test_class(catalog, naming->symbol);
    if (naming->is_file || naming->whole) {
        Str name = naming->run->form == RUN_NODE ? test_naming_path(naming)
                                                 : module_of(naming, naming->path);
        bool bracket = naming->run->form == RUN_NODE && str_find_byte(name, '[') != STR_NONE;
        if (naming->run->form == RUN_DOTTED && !test_naming_is_run_by_name(path_base(naming->path)))
            return; /* a base class, which unittest skips */
        if (name.len && !bracket && naming->run->form == RUN_NODE)
            put_for_pytest(naming, naming->path, name);
        else if (name.len && !bracket)
            test_naming_put(naming, (TestName){.name = name});
        return;
    }
    IdVec derived = {0};
    size_t before = naming->names->len;
    bool own = type == SYMBOL_NOWHERE || naming->run->collects(naming->project, type);
    bool base =
        own && type != SYMBOL_NOWHERE && !test_naming_is_run_by_name(path_base(naming->path));
    if (!own || base)
        test_derived(naming->project, type, &derived);
    for (size_t i = 0; i < derived.len; i++)
        if (naming->run->collects(naming->project, derived.ptr[i]))
            put_node(
                naming,
                test_naming_below(
                    naming, catalog->files.ptr[catalog_place(catalog, derived.ptr[i]).file].path),
                test_naming_class_chain(naming, derived.ptr[i], "."));
    if (own && naming->names->len == before)
        put_node(naming, naming->path,
                 type == SYMBOL_NOWHERE ? (Str){0} : test_naming_class_chain(naming, type, "."));
}
