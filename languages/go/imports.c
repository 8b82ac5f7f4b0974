/* Import resolution for Go. A package is a folder; its path is the module's path followed by the
   folders below. The module's path is in go.mod; for the standard library's own source it is
   empty. A package of no module may be in a `vendor` folder above the file. */
#include "languages_imports.h"

#include "base/path.h"

struct ImportGo {
    Map modules;  /* module path -> file id of its go.mod */
    Map packages; /* `folder:name` -> index in spans */
    VEC(IdSpan) spans;
    uint32_t asked; /* a file of the package of the last question */
    IdSpan found;
};

static void open_go(Imports *imports)
{
    if (imports->go)
        return;
    ImportGo *go = imports->go = NEW(imports->arena, ImportGo, 1);
    go->modules = map_open(imports->arena);
    go->packages = map_open(imports->arena);
    IdSpan files = imports_paths_called(&imports->paths, imports->arena, STR("go.mod"));
    for (size_t i = 0; i < files.len; i++) {
        uint32_t file = files.ptr[i];
        Str path = imports_settings_manifest(imports, imports->arena, file).name;
        bool added;
        uint64_t *slot = path.len ? map_put(&go->modules, path, &added) : NULL;
        if (slot && added)
            *slot = file;
    }
}

static bool is_go(Str path)
{
    return str_ends(path, STR(".go"));
}

/* The first file of a folder; a test only if the folder has no other files. */
static uint32_t first_file(const Imports *imports, Str folder)
{
    IdSpan files = imports_paths_folder(&imports->paths, folder);
    uint32_t test = FILE_NOWHERE;
    for (size_t i = 0; i < files.len; i++) {
        Str path = imports->catalog->files.ptr[files.ptr[i]].path;
        if (is_go(path) && !str_ends(path, STR("_test.go")))
            return files.ptr[i];
        test = is_go(path) && test == FILE_NOWHERE ? files.ptr[i] : test;
    }
    return test;
}

/* Finds the module that contains the path, by the longest module path that is a prefix. *below
   gets the rest of the path. */
static bool find_module(const Imports *imports, Str path, Str *folder, Str *below)
{
    bool standard = str_find_byte(str_slice(path, 0, str_find_byte(path, '/')), '.') == STR_NONE;
    Str prefix = path;
    const uint64_t *file = NULL;
    do
        file = map_find(&imports->go->modules, prefix);
    while (!file && imports_climb(&prefix) && prefix.len);
    if (!file && standard)
        file = map_find(&imports->go->modules, STR("std"));
    if (!file)
        return false;
    *folder = imports_folder(imports->catalog->files.ptr[*file].path);
    *below = str_from_offset(path, prefix.len ? prefix.len + (prefix.len < path.len) : 0);
    return true;
}

static uint32_t find_vendored(ImportQuery *query, Str path)
{
    Str folder = query->folder, place;
    do {
        Str vendor = folder.len ? path_join(query->scratch, folder, STR("vendor")) : STR("vendor");
        if (imports_paths_is_folder(&query->imports->paths, vendor) &&
            imports_join(query->scratch, vendor, path, &place)) {
            uint32_t file = first_file(query->imports, place);
            if (file != FILE_NOWHERE)
                return file;
        }
    } while (imports_climb(&folder));
    return FILE_NOWHERE;
}

static uint32_t find_package(ImportQuery *query, Str path)
{
    Imports *imports = query->imports;
    Str folder, below, place;
    open_go(imports);
    bool relative = str_starts(path, STR("."));
    if (relative)
        folder = query->folder, below = path;
    if (relative || find_module(imports, path, &folder, &below)) {
        uint32_t file = imports_join(query->scratch, folder, below, &place)
                            ? first_file(imports, place)
                            : FILE_NOWHERE;
        if (file != FILE_NOWHERE)
            return file;
    }
    return find_vendored(query, path);
}

/* Whether the component is only a version: `v2`. */
static bool is_version(Str part)
{
    bool digits = part.len > 1 && part.ptr[0] == 'v';
    for (size_t i = 1; i < part.len; i++)
        digits = digits && byte_is_digit(part.ptr[i]);
    return digits;
}

/* The conventional name of a package whose files are not available: `a/go-yaml.v3` and
   `a/yaml/v3` are both yaml. */
static Str custom_name(Str path)
{
    Str name = {0}, part;
    while (str_take_until(&path, '/', &part))
        if (!name.len || !is_version(part))
            name = part;
    size_t dot = str_find(name, STR(".v"));
    name = str_slice(name, 0, dot == STR_NONE ? name.len : dot);
    if (str_starts(name, STR("go-")))
        name = str_from_offset(name, strlen("go-"));
    if (str_ends(name, STR("-go")))
        name.len -= strlen("-go");
    return name;
}

void imports_go(ImportQuery *query)
{
    const Catalog *catalog = query->imports->catalog;
    Str path = query->import->name;
    uint32_t target = find_package(query, path);
    const BindingVec *bindings = &query->import->bindings;
    for (size_t i = 0; i < bindings->len; i++) {
        Binding binding = bindings->ptr[i];
        uint32_t package = target == FILE_NOWHERE ? 0 : catalog->files.ptr[target].package;
        if (!binding.alias.len && !binding.name.len)
            binding.alias = package ? catalog_name(catalog, package) : custom_name(path);
        imports_add(query, &binding, target, path);
    }
    if (!bindings->len)
        imports_add(query, &(Binding){0}, target, path);
}

/* The files of the folder that declare the same package; its tests may declare another. */
static IdSpan collect_package(Imports *imports, Str folder, uint32_t name)
{
    IdSpan all = imports_paths_folder(&imports->paths, folder), package = {0};
    uint32_t *ids = NEW(imports->arena, uint32_t, all.len);
    for (size_t i = 0; i < all.len; i++) {
        const CatalogFile *file = catalog_row(imports->catalog, all.ptr[i]);
        if (is_go(file->path) && file->package == name)
            ids[package.len++] = all.ptr[i];
    }
    package.ptr = ids;
    return package;
}

static IdSpan find_own_package(Imports *imports, const CatalogFile *file)
{
    Str folder = imports_folder(file->path), name = catalog_name(imports->catalog, file->package);
    const Str parts[] = {folder, STR(":"), name};
    Arena before = *imports->arena;
    Str key = str_join_all(imports->arena, parts, COUNT(parts));
    const uint64_t *known = map_find(&imports->go->packages, key);
    if (known) {
        *imports->arena = before;
        return imports->go->spans.ptr[*known];
    }
    *map_put(&imports->go->packages, key, NULL) = imports->go->spans.len;
    return *VEC_PUSH(imports->arena, &imports->go->spans) =
               collect_package(imports, folder, file->package);
}

/* Whether the file is of the package of the last question. Questions come in path order, so most
   are. */
static bool is_beside(const Imports *imports, const CatalogFile *file)
{
    if (!imports->go->found.len)
        return false;
    const CatalogFile *before = &imports->catalog->files.ptr[imports->go->asked];
    return before->package == file->package &&
           str_equal(imports_folder(before->path), imports_folder(file->path));
}

IdSpan imports_go_package(Imports *imports, uint32_t id)
{
    const CatalogFile *file = catalog_row(imports->catalog, id);
    if (!is_go(file->path) || !file->package)
        return (IdSpan){0};
    open_go(imports);
    if (is_beside(imports, file))
        return imports->go->found;
    imports->go->asked = id;
    return imports->go->found = find_own_package(imports, file);
}
