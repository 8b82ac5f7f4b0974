/* Import resolution for Rust. A path leads from module to module (imports_tree.h); the part
   after the last module is a name in that module's file. A crate is known by its Cargo.toml, and
   under the name that a dependent crate gives it. */
#include "languages_imports.h"

#include "languages/rust/imports_tree.h"

#include "base/path.h"

struct ImportCrates {
    Map roots;    /* crate name, with `_` for `-` -> file id of its lib.rs */
    Map packages; /* package name, which may differ from `[lib] name`, likewise */
    Map renamed;  /* rename_key -> name id of the package it refers to */
};

/* ---- crates ---- */

static Str crate_name(Arena *arena, Str name)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++)
        buf_put_byte(&out, name.ptr[i] == '-' ? '_' : name.ptr[i]);
    return buf_str(&out);
}

/* Key of `renamed`: a name in the Cargo.toml of this folder. */
static Str rename_key(Arena *arena, Str folder, Str name)
{
    const Str parts[] = {folder, STR("\n"), name};
    return str_join_all(arena, parts, COUNT(parts));
}

/* Adds renamed dependencies: `near = { package = "far" }`. */
static void add_renames(Imports *imports, Str folder, const DependencyVec *list)
{
    for (size_t i = 0; i < list->len; i++) {
        const Dependency *one = &list->ptr[i];
        Str key = rename_key(imports->arena, folder, crate_name(imports->arena, one->name));
        if (one->package.len)
            *map_put(&imports->crates->renamed, key, NULL) =
                names_put(&imports->catalog->names, crate_name(imports->arena, one->package));
    }
}

static void add_crate(Imports *imports, uint32_t file)
{
    Manifest manifest = imports_settings_manifest(imports, imports->arena, file);
    const Json *library = json_get(manifest.root, STR("lib"));
    Str root = json_text(library, STR("path")), path;
    Str package = manifest.name, name = manifest.library.len ? manifest.library : package;
    Str folder = imports_folder(imports->catalog->files.ptr[file].path);
    add_renames(imports, folder, manifest_dependencies(&manifest));
    if (!name.len ||
        !imports_join(imports->arena, folder, root.len ? root : STR("src/lib.rs"), &path))
        return;
    uint32_t found = imports_paths_file(&imports->paths, path);
    if (found == FILE_NOWHERE)
        return;
    *map_put(&imports->crates->roots, crate_name(imports->arena, name), NULL) = found;
    if (package.len)
        *map_put(&imports->crates->packages, crate_name(imports->arena, package), NULL) = found;
}

static void open_crates(Imports *imports)
{
    if (imports->crates)
        return;
    imports->crates = NEW(imports->arena, ImportCrates, 1);
    imports->crates->roots = map_open(imports->arena);
    imports->crates->packages = map_open(imports->arena);
    imports->crates->renamed = map_open(imports->arena);
    IdSpan files = imports_paths_called(&imports->paths, imports->arena, STR("Cargo.toml"));
    for (size_t i = 0; i < files.len; i++)
        add_crate(imports, files.ptr[i]);
}

/* The package that the name means by the nearest Cargo.toml that renames one; empty if none does.
 */
static Str renamed_package(const ImportQuery *query, Str name)
{
    const ImportCrates *crates = query->imports->crates;
    Str folder = query->folder;
    if (!crates->renamed.len)
        return (Str){0};
    do {
        const uint64_t *id = map_find(&crates->renamed, rename_key(query->scratch, folder, name));
        if (id)
            return catalog_name(query->imports->catalog, (uint32_t)*id);
    } while (imports_climb(&folder));
    return (Str){0};
}

/* The root file of a crate in the repository, or FILE_NOWHERE. */
static uint32_t find_crate(const ImportQuery *query, Str name)
{
    open_crates(query->imports);
    const ImportCrates *crates = query->imports->crates;
    Str package = renamed_package(query, name);
    const uint64_t *root =
        package.len ? map_find(&crates->packages, package) : map_find(&crates->roots, name);
    return root ? (uint32_t)*root : FILE_NOWHERE;
}

/* ---- paths ---- */

/* Components of a path; further ones are dropped. */
typedef struct Path {
    Str parts[IMPORT_PATH_PARTS_MAX];
    size_t len;
} Path;

static void push_all(Path *path, Str text)
{
    Str part;
    while (str_take_until(&text, ':', &part))
        if (part.len && path->len < COUNT(path->parts))
            path->parts[path->len++] = part;
}

/* How far a path has been resolved: the modules reached, and the first component that is not a
   module. */
typedef struct Walk {
    RustModules modules;
    size_t at;
} Walk;

static void start_at(Walk *walk, RustModule module, size_t at)
{
    *walk = (Walk){.modules = {.list = {module}, .len = 1}, .at = at};
}

/* Descends one component. False, without effect, if no module reached has it as a submodule. */
static bool step_down(const ImportQuery *query, Walk *walk, Str name)
{
    RustModules next = {.len = 0};
    for (size_t i = 0; i < walk->modules.len; i++)
        rust_module_children(query->imports, *query->scratch, walk->modules.list[i], name, &next);
    if (!next.len)
        return false;
    walk->modules = next;
    walk->at++;
    return true;
}

static void walk_down(const ImportQuery *query, Walk *walk, const Path *path)
{
    while (walk->at < path->len && step_down(query, walk, path->parts[walk->at]))
        ;
}

static RustModule module_here(const ImportQuery *query)
{
    return rust_module_at(query->imports->catalog, query->file, query->import->line);
}

static bool is_standard(Str name)
{
    return str_equal(name, STR("std")) || str_equal(name, STR("core")) ||
           str_equal(name, STR("alloc"));
}

/* Resolves leading `crate`, `self` and `super`; false if the path begins with another word. *lost:
   the path leads above the crate. */
static bool take_start(Imports *imports, RustModule here, const Path *path, Walk *walk, bool *lost)
{
    bool found = false;
    for (; walk->at < path->len; walk->at++, found = true) {
        Str part = path->parts[walk->at];
        if (!walk->at && str_equal(part, STR("crate")))
            here = rust_module_root(imports, here);
        else if (str_equal(part, STR("super")))
            *lost = !rust_module_parent(imports, &here) || *lost;
        else if (!str_equal(part, STR("self")))
            break;
    }
    if (found)
        start_at(walk, here, walk->at);
    return found;
}

/* ---- rows ---- */

/* Adds rows for each module reached: the rest of the path is the name imported from there. */
static void add_rows(ImportQuery *query, const Binding *binding, const Walk *walk, const Path *path)
{
    for (size_t m = 0; m < walk->modules.len; m++) {
        RustModule module = walk->modules.list[m];
        Buf name = buf_open(query->scratch, 0);
        buf_put(&name, rust_module_within(query->imports->catalog, query->scratch, module));
        for (size_t i = walk->at; i < path->len; i++) {
            buf_put(&name, name.len ? STR("::") : (Str){0});
            buf_put(&name, path->parts[i]);
        }
        Binding rest = {.name = buf_str(&name), .alias = binding->alias, .flags = binding->flags};
        imports_add(query, &rest, module.file, (Str){0});
    }
}

static bool declares(const ImportQuery *query, Str name)
{
    Catalog *catalog = query->imports->catalog;
    const CatalogFile *file = catalog_row(catalog, query->file);
    uint32_t id = names_find(&catalog->names, name);
    for (uint32_t i = 1; id && !is_standard(name) && i < file->count; i++)
        if (file->entries[i].name == id && file->entries[i].kind != SYMBOL_IMPL &&
            file->entries[i].kind != SYMBOL_FIELD)
            return true;
    return false;
}

/* Resolves a first component that is not `crate`, `self` or `super`. It is, in this order: a
   module here, a crate of the repository, a module of the crate (edition 2015), a type or module
   in this file, else an external crate. */
static void add_named(ImportQuery *query, const Binding *binding, const Path *path)
{
    Str first = path->parts[0];
    RustModule here = module_here(query);
    Walk walk;
    start_at(&walk, here, 0);
    bool plain = !is_standard(first) && !str_starts(query->import->name, STR("::"));
    bool found = plain && step_down(query, &walk, first);
    uint32_t crate = found ? FILE_NOWHERE : find_crate(query, first);
    if (crate != FILE_NOWHERE) {
        start_at(&walk, (RustModule){.file = crate}, 1);
        found = true;
    }
    if (!found && plain) {
        start_at(&walk, rust_module_root(query->imports, here), 0);
        found = step_down(query, &walk, first);
    }
    walk_down(query, &walk, path);
    if (found) {
        add_rows(query, binding, &walk, path);
    } else if (declares(query, first)) {
        start_at(&walk, (RustModule){.file = query->file}, 0);
        add_rows(query, binding, &walk, path);
    } else {
        Binding rest = *binding;
        rest.name = path->len > 1 ? path->parts[path->len - 1] : (Str){0};
        imports_add(query, &rest, FILE_NOWHERE, first);
    }
}

static void add_use(ImportQuery *query, const Binding *binding)
{
    Path path = {.len = 0};
    bool lost = false;
    Walk walk = {.at = 0};
    push_all(&path, query->import->name);
    push_all(&path, binding->name);
    if (!path.len)
        return;
    if (!take_start(query->imports, module_here(query), &path, &walk, &lost)) {
        add_named(query, binding, &path);
    } else if (!lost) {
        walk_down(query, &walk, &path);
        add_rows(query, binding, &walk, &path);
    }
}

/* `include!("gen.rs")`: all names of the file. */
static bool add_included(ImportQuery *query)
{
    Str path;
    if (!str_ends(query->import->name, STR(".rs")))
        return false;
    Binding all = {.name = STR("*")};
    if (imports_join(query->scratch, query->folder, query->import->name, &path)) {
        uint32_t file = imports_paths_file(&query->imports->paths, path);
        if (file != FILE_NOWHERE)
            imports_add(query, &all, file, (Str){0});
    }
    return true;
}

void imports_rust(ImportQuery *query)
{
    if (add_included(query))
        return;
    const BindingVec *bindings = &query->import->bindings;
    for (size_t i = 0; i < bindings->len; i++)
        add_use(query, &bindings->ptr[i]);
    if (!bindings->len)
        add_use(query, &(Binding){0});
}

void imports_rust_modules(ImportQuery *query)
{
    const Catalog *catalog = query->imports->catalog;
    const CatalogFile *file = catalog_row(catalog, query->file);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind != SYMBOL_MODULE || entry->modifiers & ENTRY_HAS_BODY)
            continue;
        RustModules modules = {.len = 0};
        Import import = {.line = entry->start_line};
        ImportQuery own = *query;
        own.import = &import;
        Binding binding = {.alias = catalog_name(catalog, entry->name)};
        rust_module_declared(query->imports, (RustModule){query->file, i}, &modules);
        for (size_t k = 0; k < modules.len; k++)
            imports_add(&own, &binding, modules.list[k].file, (Str){0});
    }
}

/* ---- paths in code ---- */

/* Starts at a module declared here, or at a crate of the repository. */
static bool start_named(const ImportQuery *query, RustModule here, Str name, Walk *walk)
{
    start_at(walk, here, 0);
    if (step_down(query, walk, name))
        return true;
    uint32_t crate = find_crate(query, name);
    if (crate != FILE_NOWHERE)
        start_at(walk, (RustModule){.file = crate}, 1);
    return crate != FILE_NOWHERE;
}

size_t rust_module_path(Imports *imports, Arena scratch, RustModule here, Str path,
                        RustModule *module)
{
    Path parts = {.len = 0};
    Walk walk = {.at = 0};
    bool lost = false;
    ImportQuery query = {.imports = imports,
                         .scratch = &scratch,
                         .folder = imports_folder(imports->catalog->files.ptr[here.file].path)};
    push_all(&parts, path);
    if (!parts.len)
        return 0;
    if (!take_start(imports, here, &parts, &walk, &lost) &&
        (is_standard(parts.parts[0]) || !start_named(&query, here, parts.parts[0], &walk)))
        return 0;
    if (lost)
        return 0;
    walk_down(&query, &walk, &parts);
    *module = walk.modules.list[0];
    return walk.at;
}
