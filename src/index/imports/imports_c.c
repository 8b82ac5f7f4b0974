/* Header resolution for C. A quoted header is looked for in the folder of the including file;
   then, like one in angle brackets, in the include directories. Only the build knows these, so
   headers are found by their paths. Among the files whose path ends with the written one, the
   best shares most folders with the including file, then has the fewest folders before the
   written part. If two are equal in both, none is taken. */
#include "index/imports/imports_names.h"
#include "languages_imports.h"

#include "base/limits.h"

/* The path without leading `..`, for look-ups where the start is unknown: `x/y.h` of `../x/y.h`. */
static Str without_climbs(Str path)
{
    while (str_starts(path, STR("../")) || str_starts(path, STR("./")))
        path = str_from_offset(path, str_find_byte(path, '/') + 1);
    return path;
}

typedef struct UnitRow {
    uint32_t file, next; /* next: index + 1; 0 ends the chain */
} UnitRow;

struct ImportUnits {
    Map modules; /* module name, `a.b:c` -> index in rows + 1 */
    VEC(UnitRow) rows;
};

/* Collects the C++ files that declare which module they are a unit of. */
static void open_units(Imports *imports)
{
    const Catalog *catalog = imports->catalog;
    ImportUnits *units = imports->units = NEW(imports->arena, ImportUnits, 1);
    units->modules = map_open(imports->arena);
    for (size_t i = imports->paths.order.len; i-- > 0;) {
        uint32_t id = imports->paths.order.ptr[i];
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!file->count || !file->package || !imports_facts(file->language)->has_module_units)
            continue;
        uint64_t *first = map_put(&units->modules, catalog_name(catalog, file->package), NULL);
        *VEC_PUSH(imports->arena, &units->rows) = (UnitRow){id, (uint32_t)*first};
        *first = units->rows.len;
    }
}

/* Adds rows for `import a.b;`, or for `import :part;` in a unit of the module: to all units of
   that name. */
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

uint32_t imports_c_target(const ImportPaths *paths, Arena *scratch, Str folder,
                          const Import *import, bool *is_near)
{
    Str name = import->name, near;
    uint32_t target = FILE_NOWHERE;
    bool angled = import->angled;
    if (!angled && imports_join(scratch, folder, name, &near))
        target = imports_paths_file(paths, near);
    *is_near = target != FILE_NOWHERE;
    if (!*is_near && !(angled && imports_is_c_standard(name)))
        target = imports_paths_nearest(paths, folder, without_climbs(name));
    return target;
}

void imports_c(ImportQuery *query)
{
    if (query->import->bindings.len) {
        add_module(query);
        return;
    }
    bool is_near;
    uint32_t target = imports_c_target(&query->imports->paths, query->scratch, query->folder,
                                       query->import, &is_near);
    bool guessed = !is_near && target != FILE_NOWHERE;
    Binding whole = {.flags = (!is_near && query->import->doubtful ? BINDING_MAYBE : 0) |
                              (guessed ? BINDING_GUESSED : 0)};
    imports_add(query, &whole, target, query->import->name);
}
