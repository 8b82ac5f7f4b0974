/* Global scope of TypeScript: files that neither import nor export anything share it with others of
   their package (the nearest folder with a package.json). Tests are excluded, since each is
   normally a separate program. */
#include "index/catalog/catalog_shape.h"
#include "languages_imports.h"

struct ImportGlobals {
    uint32_t *group_of; /* by file: index in spans + 1, or 0 */
    VEC(IdSpan) spans;
};

bool imports_is_script(const CatalogFile *file)
{
    if (!file->count || file->class == FILE_TEST ||
        !imports_facts(file->language)->scripts_share_a_scope)
        return false;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        bool exported = entry->modifiers & (MODIFIER(EXPORTED) | MODIFIER(DEFAULT)) ||
                        entry->kind == SYMBOL_EXPORT;
        if (!entry->parent && exported)
            return false;
    }
    return !catalog_shape_import_count(file->shape);
}

static Str package_folder(const Imports *imports, Str path)
{
    Str folder = imports_folder(path);
    while (folder.len &&
           imports_paths_joined(&imports->paths, folder, STR("/package.json")) == FILE_NOWHERE)
        imports_climb(&folder);
    return folder;
}

static void group_files(Imports *imports)
{
    const Catalog *catalog = imports->catalog;
    ImportGlobals *globals = imports->globals;
    Map groups = map_open(imports->arena);
    for (size_t i = 0; i < imports->paths.order.len; i++) {
        uint32_t id = imports->paths.order.ptr[i];
        if (!imports_is_script(catalog_row(catalog, id)))
            continue;
        uint64_t *group =
            map_put(&groups, package_folder(imports, catalog->files.ptr[id].path), NULL);
        if (!*group) {
            VEC_PUSH(imports->arena, &globals->spans);
            *group = globals->spans.len;
        }
        globals->group_of[id] = (uint32_t)*group;
        globals->spans.ptr[*group - 1].len++;
    }
}

IdSpan imports_script_globals(Imports *imports, uint32_t id)
{
    ImportGlobals *globals = imports->globals;
    if (!globals) {
        globals = imports->globals = NEW(imports->arena, ImportGlobals, 1);
        globals->group_of = NEW(imports->arena, uint32_t, imports->catalog->files.len + 1);
        group_files(imports);
        imports_paths_fill(&imports->paths, globals->group_of, globals->spans.ptr,
                           globals->spans.len);
    }
    uint32_t group = globals->group_of[id];
    return group ? globals->spans.ptr[group - 1] : (IdSpan){0};
}
