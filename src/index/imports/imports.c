/* Import resolution of one file, hashes for updates, and reading of settings. */
#include "index/imports/imports.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/path.h"
#include "languages_imports.h"
#include "text/jsonc.h"

static const ImportFacts facts[] = {
#include "languages_imports.inc"
};

const ImportFacts *imports_facts(const Language *language)
{
    static const ImportFacts others;
    const ImportFacts *own = lang_row(language, facts, COUNT(facts), sizeof facts[0]);
    return own ? own : &others;
}

bool imports_have_module_tree(const Language *language)
{
    return imports_facts(language)->has_module_tree;
}

bool imports_pass_on(const Language *language)
{
    return imports_facts(language)->imports_pass_on;
}

bool imports_links_depend_on_block(const Language *language)
{
    return imports_facts(language)->links_depend_on_block;
}

bool imports_star_replaces_names(const Language *language)
{
    return imports_facts(language)->star_replaces_names_before;
}

Imports *imports_open(Arena *arena, Catalog *catalog, const GitRepo *repo)
{
    Imports *imports = NEW(arena, Imports, 1);
    *imports = (Imports){.arena = arena, .catalog = catalog, .root = repo->root};
    imports_paths_open(&imports->paths, arena, catalog);
    return imports;
}

void imports_resolve(Imports *imports, Arena *arena, Arena scratch, uint32_t file,
                     const Outline *outline, ImportLinkVec *links)
{
    Str path = imports->catalog->files.ptr[file].path;
    ImportQuery query = {.imports = imports,
                         .arena = arena,
                         .file = file,
                         .path = path,
                         .folder = imports_folder(path),
                         .outline = outline,
                         .links = links};
    const ImportFacts *own = imports_facts(outline->language);
    for (size_t i = 0; i < outline->imports.len; i++) {
        Arena work = scratch;
        query.scratch = &work;
        query.import = &outline->imports.ptr[i];
        (own->rule ? own->rule : imports_path)(&query);
    }
    query.scratch = &scratch;
    if (own->own)
        own->own(&query);
}

IdSpan imports_package_files(Imports *imports, uint32_t file)
{
    const ImportFacts *known = imports_facts(imports->catalog->files.ptr[file].language);
    IdSpan files = known->package_files ? known->package_files(imports, file) : (IdSpan){0};
    const uint32_t *own = imports->paths.order.ptr + imports->paths.place[file];
    return files.len ? files : (IdSpan){own, 1};
}

IdSpan imports_files(const Imports *imports)
{
    return (IdSpan){imports->paths.order.ptr, imports->paths.order.len};
}

uint32_t imports_place(const Imports *imports, uint32_t file)
{
    return imports->paths.place[file];
}

uint32_t imports_find_file(const Imports *imports, Str path)
{
    return imports_paths_file(&imports->paths, path);
}

/* ---- hashes for updates ---- */

static uint64_t hash_ids(const uint64_t *ids, size_t count)
{
    return hash_fast((Str){(const char *)ids, count * sizeof *ids});
}

/* Hash of the namespaces that the file declares as blocks, enclosing ones included. */
static uint64_t sum_spaces(const CatalogFile *file)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < file->count; i++) {
        uint64_t key = 0;
        for (uint32_t k = file->entries[i].kind == SYMBOL_NAMESPACE ? i : 0; k;
             k = file->entries[k].parent)
            key = hash_ids((uint64_t[]){key, file->entries[k].name}, 2);
        sum += key;
    }
    return sum;
}

bool imports_is_outer(const CatalogFile *file, uint32_t entry)
{
    while ((entry = file->entries[entry].parent))
        if (file->entries[entry].kind != SYMBOL_NAMESPACE)
            return false;
    return true;
}

uint64_t imports_unit_key(const Catalog *catalog, const CatalogFile *file)
{
    uint64_t ids[] = {hash_fast(lang_id(file->language)), file->package,
                      hash_fast(imports_package_name(catalog, file)), imports_is_script(file),
                      imports_facts(file->language)->packages ? sum_spaces(file) : 0};
    return hash_ids(ids, COUNT(ids));
}

uint64_t imports_top_names(const CatalogFile *file)
{
    uint64_t sum = 0;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i], *parent = &file->entries[entry->parent];
        if (!imports_is_outer(file, i))
            continue;
        uint64_t ids[] = {entry->parent ? parent->name : 0, entry->name,
                          entry->kind == SYMBOL_NAMESPACE};
        sum += hash_ids(ids, COUNT(ids));
    }
    return sum;
}

static bool is_settings(Str path)
{
    return manifest_kind(path) || str_ends(path, STR(".json")) || str_ends(path, STR(".jsonc"));
}

uint64_t imports_modules_key(const CatalogFile *file)
{
    uint64_t sum = 0;
    bool tree = file->count && imports_facts(file->language)->has_module_tree;
    for (uint32_t i = 1; tree && i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        uint64_t ids[] = {entry->name, entry->type, file->entries[entry->parent].name,
                          entry->modifiers & ENTRY_HAS_BODY};
        sum += entry->kind == SYMBOL_MODULE ? hash_ids(ids, COUNT(ids)) : 0;
    }
    return sum;
}

uint64_t imports_face(const Catalog *catalog, const CatalogFile *file)
{
    const ImportFacts *known = imports_facts(file->language);
    uint64_t names = known->face ? known->face(file) : 0;
    uint64_t ids[] = {imports_unit_key(catalog, file), names,
                      is_settings(file->path) ? hash_fast(file->hash) : 0,
                      is_settings(file->path) ? file->class : 0};
    return hash_ids(ids, COUNT(ids));
}

/* ---- rows ---- */

void imports_add(ImportQuery *query, const Binding *binding, uint32_t target, Str package)
{
    Names *names = &query->imports->catalog->names;
    bool outside = target == FILE_NOWHERE;
    *VEC_PUSH(query->arena, query->links) =
        (ImportLink){.target = target,
                     .package = outside ? names_put(names, package) : 0,
                     .name = names_put(names, binding->name),
                     .alias = names_put(names, binding->alias),
                     .line = query->import->line,
                     .flags = binding->flags};
}

void imports_add_all(ImportQuery *query, uint32_t target, Str package)
{
    const BindingVec *bindings = &query->import->bindings;
    if (!bindings->len)
        imports_add(query, &(Binding){0}, target, package);
    for (size_t i = 0; i < bindings->len; i++)
        imports_add(query, &bindings->ptr[i], target, package);
}

/* ---- settings ---- */

/* The text of a settings file of the catalog. Empty when it cannot be read, is larger than
   IMPORT_SETTINGS_BYTES_MAX, or its path does not name a settings file. */
static Str imports_settings_text(Imports *imports, Arena *arena, uint32_t file)
{
    const CatalogFile *row = catalog_row(imports->catalog, file);
    if (row->size > IMPORT_SETTINGS_BYTES_MAX || !is_settings(row->path))
        return (Str){0};
    const Str *given = catalog_given_text(imports->catalog, row->hash);
    if (given)
        return *given;
    FsPolicy policy = {.root = imports->root, .roots = &imports->root, .root_count = 1};
    FsFile opened SCOPED(fs_close) = {.fd = -1};
    Str text = {0};
    Err ignored;
    bool ok = fs_open(arena, &policy, row->path, &opened, &ignored) &&
              opened.size <= IMPORT_SETTINGS_BYTES_MAX &&
              fs_read_all(arena, &opened, &text, &ignored);
    return ok ? text : (Str){0};
}

const Json *imports_settings_json(Imports *imports, Arena *arena, uint32_t file)
{
    Str text = jsonc_plain(arena, imports_settings_text(imports, arena, file));
    Json *value = NULL;
    Err ignored;
    return text.len && json_parse(arena, text, &value, &ignored) ? value : NULL;
}

Manifest imports_settings_manifest(Imports *imports, Arena *arena, uint32_t file)
{
    Str text = imports_settings_text(imports, arena, file);
    return manifest_read(arena, catalog_row(imports->catalog, file)->path, text);
}
