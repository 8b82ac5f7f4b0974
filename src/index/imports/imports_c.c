/* A quoted header is looked for beside the file that includes it; then, like one in angle brackets,
   in the include directories. Which these are only the build knows, so they are found by the
   headers' paths: of the files whose path ends with what is written, the one that shares most
   folders with the includer, then the one with the fewest folders before what is written. Two that
   are equal in both are none. */
#include "index/imports/imports_names.h"
#include "languages_imports.h"

#include "base/limits.h"

/* What is left of `../x/y.h` when nobody knows where it starts. */
static Str without_climbs(Str path)
{
    while (str_starts(path, STR("../")) || str_starts(path, STR("./")))
        path = str_from_offset(path, str_find_byte(path, '/') + 1);
    return path;
}

typedef struct UnitRow {
    uint32_t file, next; /* next: 1 + index; 0 ends */
} UnitRow;

struct ImportUnits {
    Map modules; /* name, `a.b:c` -> 1 + index in rows */
    VEC(UnitRow) rows;
};

/* The files of C++ that say which module they are a unit of. */
static void open_units(Imports *imports)
{
    const Catalog *catalog = imports->catalog;
    ImportUnits *units = imports->units = NEW(imports->arena, ImportUnits, 1);
    units->modules = map_open(imports->arena);
    for (size_t i = imports->paths.order.len; i-- > 0;) {
        uint32_t id = imports->paths.order.ptr[i];
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->count || !file->package || !import_facts(file->language)->has_module_units)
            continue;
        uint64_t *first = map_put(&units->modules, catalog_name(catalog, file->package), NULL);
        *VEC_PUSH(imports->arena, &units->rows) = (UnitRow){id, (uint32_t)*first};
        *first = units->rows.len;
    }
}

/* `import a.b;`, `import :part;` in a unit of the module: all its units of that name. */
static void add_module(ImportQuery *query)
{
    Imports *imports = query->imports;
    const Catalog *catalog = imports->catalog;
    Str name = query->import->name, own;
    if (!imports->units)
        open_units(imports);
    own = catalog_name(catalog, catalog->files.ptr[query->file].package);
    const Str parts[] = {str_slice(own, 0, MIN(str_find_byte(own, ':'), own.len)), name};
    if (str_starts(name, STR(":")))
        name = str_join_all(query->scratch, parts, COUNT(parts));
    const uint64_t *first = map_find(&imports->units->modules, name);
    size_t count = 0;
    for (uint32_t i = first ? (uint32_t)*first : 0; i && count < MODULE_UNITS_MAX;
         i = imports->units->rows.ptr[i - 1].next)
        if (imports->units->rows.ptr[i - 1].file != query->file) {
            imports_add(query, &(Binding){0}, imports->units->rows.ptr[i - 1].file, (Str){0});
            count++;
        }
    if (!count)
        imports_add(query, &(Binding){0}, FILE_NOWHERE, name);
}

void imports_c(ImportQuery *query)
{
    if (query->import->bindings.len) {
        add_module(query);
        return;
    }
    const ImportPaths *paths = &query->imports->paths;
    Str name = query->import->name, beside;
    uint32_t target = FILE_NOWHERE;
    bool angled = query->import->angled;
    if (!angled && import_join(query->scratch, query->folder, name, &beside))
        target = import_paths_file(paths, beside);
    bool found = target != FILE_NOWHERE;
    if (!found && !(angled && import_is_c_standard(name)))
        target = import_paths_nearest(paths, query->folder, without_climbs(name));
    Binding whole = {.flags = !found && query->import->doubtful ? BINDING_MAYBE : 0};
    imports_add(query, &whole, target, name);
}
