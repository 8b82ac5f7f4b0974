/* Import resolution for Python. A module is looked for in these roots, in this order:
       the file's folder, when it is no package: it is in the sys.path of scripts and tests
       each folder above that is no package, nearest first: the one that holds the package first
       the usual source folders of these
       the repository's only folder that holds a package of that name
   Only the file's folder and folders above it can shadow a module of the standard library. */
#include "languages_imports.h"

#include "index/imports/imports_names.h"

#include "base/path.h"

static const char python_modules[] =
#include "languages/python/modules.def"
    ;

/* Whether the first component of the module, such as `os`, is in the standard library. */
static bool is_standard(Str module)
{
    return imports_names_have(python_modules, module);
}

struct ImportPythons {
    Map tops; /* top-level package name -> index in `roots` + 1 of its folder */
    VEC(Str) roots;
    VEC(size_t) next; /* index + 1 of the next root with a package of that name */
    Map known;        /* every last component of a module or folder */
};

/* A module that was found: a file, or only the folder of a namespace package. */
typedef struct Module {
    uint32_t file;
    Str base; /* path without `.py` or `/__init__.py` */
    bool found;
} Module;

static uint32_t module_file(const ImportPaths *paths, Str base)
{
    static const char *const ends[] = {"/__init__.py", ".py", "/__init__.pyi", ".pyi"};
    if (!base.len)
        return imports_paths_file(paths, STR("__init__.py"));
    for (size_t i = 0; i < COUNT(ends); i++) {
        uint32_t file = imports_paths_joined(paths, base, str_from(ends[i]));
        if (file != FILE_NOWHERE)
            return file;
    }
    return FILE_NOWHERE;
}

static bool is_package(const ImportPaths *paths, Str folder)
{
    return folder.len && imports_paths_joined(paths, folder, STR("/__init__.py")) != FILE_NOWHERE;
}

/* ---- packages of the repository ---- */

static void add_top(ImportPythons *pythons, Arena *arena, Str package)
{
    bool added;
    uint64_t *first = map_put(&pythons->tops, path_base(package), &added);
    *VEC_PUSH(arena, &pythons->roots) = imports_folder(package);
    *VEC_PUSH(arena, &pythons->next) = (size_t)*first;
    *first = pythons->roots.len;
}

static void add_known(ImportPythons *pythons, Str path, bool same_folder)
{
    Str name = path_base(path), folder = same_folder ? (Str){0} : imports_folder(path);
    map_put(&pythons->known, str_slice(name, 0, str_find_byte(name, '.')), NULL);
    for (; folder.len; imports_climb(&folder))
        map_put(&pythons->known, path_base(folder), NULL);
}

static ImportPythons *read_tree(Imports *imports)
{
    Arena *arena = imports->arena;
    ImportPythons *pythons = NEW(arena, ImportPythons, 1);
    pythons->tops = map_open(arena);
    pythons->known = map_open(arena);
    Str before = {0};
    for (size_t i = 0; i < imports->catalog->files.len; i++) {
        Str path = imports->catalog->files.ptr[i].path, folder = imports_folder(path);
        if (!str_ends(path, STR(".py")) && !str_ends(path, STR(".pyi")))
            continue;
        add_known(pythons, path, str_equal(folder, before));
        before = folder;
        if (folder.len && str_equal(path_base(path), STR("__init__.py")) &&
            !is_package(&imports->paths, imports_folder(folder)))
            add_top(pythons, arena, folder);
    }
    return pythons;
}

/* ---- absolute imports ---- */

/* The path of the module a.b below a root: root/a/b. */
static Str module_base(Arena *arena, Str root, Str dotted)
{
    Buf out = buf_open(arena, 0);
    Str part;
    buf_put(&out, root);
    while (str_take_until(&dotted, '.', &part)) {
        buf_put(&out, out.len ? STR("/") : (Str){0});
        buf_put(&out, part);
    }
    return buf_str(&out);
}

/* Looks in one root. False when a file was found, which ends the search. A folder alone is
   remembered and the search continues. */
static bool look_in(ImportQuery *query, Str root, Str dotted, Module *module)
{
    const ImportPaths *paths = &query->imports->paths;
    Str base = module_base(query->scratch, root, dotted);
    uint32_t file = module_file(paths, base);
    if (file != FILE_NOWHERE)
        *module = (Module){file, base, true};
    else if (!module->found && imports_paths_is_folder(paths, base))
        *module = (Module){FILE_NOWHERE, base, true};
    return file == FILE_NOWHERE;
}

static bool look_in_usual(ImportQuery *query, Str above, Str dotted, Module *module)
{
    static const char *const names[] = {"src", "lib", "Lib", "python"};
    for (size_t i = 0; i < COUNT(names); i++) {
        Str root = path_join(query->scratch, above, str_from(names[i]));
        root = above.len ? root : str_from(names[i]);
        if (imports_paths_is_folder(&query->imports->paths, root) &&
            !is_package(&query->imports->paths, root) && !look_in(query, root, dotted, module))
            return false;
    }
    return true;
}

static bool look_above(ImportQuery *query, Str dotted, bool usual, Module *module)
{
    Str folder = query->folder;
    do {
        if (is_package(&query->imports->paths, folder))
            continue;
        bool more = usual ? look_in_usual(query, folder, dotted, module)
                          : look_in(query, folder, dotted, module);
        if (!more)
            return false;
    } while (imports_climb(&folder));
    return true;
}

/* Looks for the package of that name nearest to the file; none if two are equally near. */
static void look_anywhere(ImportQuery *query, Str dotted, Module *module)
{
    const ImportPythons *pythons = query->imports->pythons;
    const uint64_t *first = map_find(&pythons->tops, imports_first_part(dotted));
    size_t best = 0, depth = 0;
    bool tie = false;
    for (size_t i = first ? (size_t)*first : 0; i; i = pythons->next.ptr[i - 1]) {
        size_t shared = imports_shared_depth(query->folder, pythons->roots.ptr[i - 1]);
        tie = best && (shared == depth || (tie && shared < depth));
        if (!best || shared > depth) {
            best = i;
            depth = shared;
        }
    }
    if (best && !tie)
        look_in(query, pythons->roots.ptr[best - 1], dotted, module);
}

static Module find_absolute(ImportQuery *query, Str dotted)
{
    Imports *imports = query->imports;
    Module module = {.file = FILE_NOWHERE};
    imports->pythons = imports->pythons ? imports->pythons : read_tree(imports);
    if (!map_find(&imports->pythons->known, imports_first_part(dotted)) ||
        !look_above(query, dotted, false, &module))
        return module;
    if (is_standard(imports_first_part(dotted)))
        return (Module){.file = FILE_NOWHERE};
    if (look_above(query, dotted, true, &module) && !module.found)
        look_anywhere(query, dotted, &module);
    if (!module.found && is_package(&imports->paths, query->folder))
        look_in(query, query->folder, dotted, &module);
    return module;
}

/* ---- relative imports ---- */

static Module find_relative(ImportQuery *query, Str name)
{
    Str folder = query->folder;
    Module module = {.file = FILE_NOWHERE};
    size_t dots = 0;
    while (dots < name.len && name.ptr[dots] == '.')
        dots++;
    for (size_t i = 1; i < dots; i++)
        if (!imports_climb(&folder))
            return module;
    look_in(query, folder, str_from_offset(name, dots), &module);
    return module;
}

/* ---- rows ---- */

static bool declares(const Catalog *catalog, uint32_t file, uint32_t name)
{
    const CatalogFile *row = catalog_row(catalog, file);
    for (uint32_t i = 1; name && i < row->count; i++)
        if (!row->entries[i].parent && row->entries[i].name == name)
            return true;
    return false;
}

/* Adds a row for a name of the module or for a module below it, or both: the one for the module
   first. */
static void add_name(ImportQuery *query, const Module *module, const Binding *binding)
{
    Catalog *catalog = query->imports->catalog;
    Str below = path_join(query->scratch, module->base, binding->name);
    uint32_t file = binding->name.len && module->found ? module_file(&query->imports->paths, below)
                                                       : FILE_NOWHERE;
    bool own = module->file != FILE_NOWHERE && file != FILE_NOWHERE &&
               declares(catalog, module->file, names_find(&catalog->names, binding->name));
    Binding whole = {.alias = binding->alias, .flags = binding->flags};
    bool below_it = file != FILE_NOWHERE && !own && file != query->file;
    if (below_it)
        imports_add(query, &whole, file, (Str){0});
    /* `from .search import search` in the package replaces its module of that name */
    bool both = below_it && module->file != FILE_NOWHERE && module->file != query->file &&
                declares(catalog, file, names_find(&catalog->names, binding->name));
    if (both || !below_it)
        imports_add(query, binding, module->file, query->import->name);
}

/* `import a.b` makes `a` visible, too: adds a row for that package. */
static void add_top_package(ImportQuery *query, Str dotted, const Binding *binding)
{
    Str top = imports_first_part(dotted);
    bool named = binding->name.len || !str_equal(binding->alias, dotted) || top.len == dotted.len;
    Module package = named ? (Module){.file = FILE_NOWHERE} : find_absolute(query, top);
    if (package.file != FILE_NOWHERE && package.file != query->file)
        imports_add(query, &(Binding){.alias = top, .flags = binding->flags}, package.file,
                    (Str){0});
}

void imports_python(ImportQuery *query)
{
    Str name = query->import->name;
    bool relative = str_starts(name, STR("."));
    Module module = relative ? find_relative(query, name) : find_absolute(query, name);
    const BindingVec *bindings = &query->import->bindings;
    for (size_t i = 0; i < bindings->len; i++) {
        add_name(query, &module, &bindings->ptr[i]);
        if (!relative && module.file != FILE_NOWHERE)
            add_top_package(query, name, &bindings->ptr[i]);
    }
    if (!bindings->len)
        imports_add(query, &(Binding){0}, module.file, name);
}
