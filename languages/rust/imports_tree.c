/* Module tree of Rust. All `mod` declarations without a body are read at once, in file order. A
   file named by `#[path]` has its children in another folder, so this is repeated until nothing
   changes. */
#include "languages/rust/imports_tree.h"

#include "base/path.h"
#include "lang/registry.h"

/* Rounds: a file named by `#[path]` may declare others in the same way. */
#define PATH_ROUNDS_MAX 4
/* Nesting of modules. */
#define MODULE_DEPTH_MAX 64

typedef struct RustDeclaration {
    uint32_t file, entry;
    uint32_t target; /* FILE_NOWHERE: no such file */
} RustDeclaration;

struct ImportModules {
    VEC(RustDeclaration) rows; /* sorted by file */
    uint32_t *starts;          /* by file: index of its first row */
    uint32_t *parents;         /* by file: index + 1 of the row that declares it, or 0 */
    bool *beside;              /* by file: a `#[path]` names it */
};

typedef struct ImportModules Tree;

static const char *const root_names[] = {"lib.rs", "main.rs", "build.rs", NULL};
static const char *const root_folders[] = {"tests", "examples", "benches", "bin", NULL};

static bool is_rust(const Catalog *catalog, uint32_t file)
{
    return imports_facts(catalog->files.ptr[file].language)->has_module_tree;
}

static Str path_of(const Imports *imports, uint32_t file)
{
    return imports->catalog->files.ptr[file].path;
}

/* Whether cargo compiles the file as the root of a crate, by its path. */
static bool is_root(Str path)
{
    Str folder = imports_folder(path);
    return lang_lists(root_names, path_base(path)) ||
           (folder.len && lang_lists(root_folders, path_base(folder)));
}

/* ---- folders ---- */

static Str folder_below(Arena *arena, Str folder, Str name)
{
    return folder.len ? path_join(arena, folder, name) : name;
}

/* The path without extension: `a/b` of `a/b.rs`. */
static Str stem_of(Str path)
{
    return str_slice(path, 0, path.len - (str_ends(path, STR(".rs")) ? 3 : 0));
}

/* Whether the file's child modules are in its own folder, not in a folder of its name. */
static bool is_beside(const Imports *imports, uint32_t file)
{
    Str path = path_of(imports, file);
    return imports->modules->beside[file] || str_equal(path_base(path), STR("mod.rs")) ||
           is_root(path);
}

static uint32_t block_around(const CatalogFile *file, uint32_t entry)
{
    uint32_t at = file->entries[entry].parent;
    while (at && file->entries[at].kind != SYMBOL_MODULE)
        at = file->entries[at].parent;
    return at;
}

/* The folder of the module's child files; false when a path leads out of the repository. */
static bool children_folder(const Imports *imports, Arena *arena, RustModule module, Str *folder)
{
    const CatalogFile *file = catalog_row(imports->catalog, module.file);
    uint32_t blocks[MODULE_DEPTH_MAX];
    size_t count = 0;
    for (uint32_t at = module.entry; at && count < COUNT(blocks); at = block_around(file, at))
        blocks[count++] = at;
    bool stem = !is_beside(imports, module.file);
    *folder = imports_folder(file->path);
    while (count) {
        const Entry *block = &file->entries[blocks[--count]];
        Str path = catalog_name(imports->catalog, block->type);
        bool placed = path.len && !str_starts(path, STR("|"));
        Str name = placed ? path : catalog_name(imports->catalog, block->name);
        if (stem && !placed)
            *folder = stem_of(file->path);
        stem = false;
        if (!imports_join(arena, *folder, name, folder))
            return false;
    }
    if (stem)
        *folder = stem_of(file->path);
    return true;
}

/* The folder to which `#[path]` in a module is relative. */
static bool path_folder(const Imports *imports, Arena *arena, RustModule module, Str *folder)
{
    *folder = imports_folder(path_of(imports, module.file));
    return !module.entry || children_folder(imports, arena, module, folder);
}

/* The file of a module without `#[path]`: a.rs or a/mod.rs. */
static uint32_t custom_file(const Imports *imports, Arena *arena, Str folder, Str name)
{
    Str base = folder_below(arena, folder, name);
    uint32_t file = imports_paths_joined(&imports->paths, base, STR(".rs"));
    return file != FILE_NOWHERE ? file
                                : imports_paths_joined(&imports->paths, base, STR("/mod.rs"));
}

/* ---- declarations ---- */

static void add_row(Imports *imports, uint32_t file, uint32_t entry, uint32_t target)
{
    *VEC_PUSH(imports->arena, &imports->modules->rows) =
        (RustDeclaration){.file = file, .entry = entry, .target = target};
}

/* Adds a row for each path in the module's attributes (module_path_rust). */
static void add_paths(Imports *imports, Arena scratch, RustModule around, uint32_t entry, Str paths)
{
    Str folder, part, joined;
    if (!path_folder(imports, &scratch, around, &folder))
        return;
    while (str_take_until(&paths, '|', &part)) {
        bool inside = part.len && imports_join(&scratch, folder, part, &joined);
        uint32_t file = inside ? imports_paths_file(&imports->paths, joined) : FILE_NOWHERE;
        if (file != FILE_NOWHERE && file != around.file)
            add_row(imports, around.file, entry, file);
    }
}

static void add_declaration(Imports *imports, Arena scratch, uint32_t id, uint32_t entry)
{
    const CatalogFile *file = catalog_row(imports->catalog, id);
    const Entry *declared = &file->entries[entry];
    RustModule around = {id, block_around(file, entry)};
    Str paths = catalog_name(imports->catalog, declared->type), folder;
    size_t before = imports->modules->rows.len;
    if (paths.len)
        add_paths(imports, scratch, around, entry, paths);
    bool always = paths.len && !str_starts(paths, STR("|"));
    if (always || !children_folder(imports, &scratch, around, &folder))
        return;
    uint32_t target =
        custom_file(imports, &scratch, folder, catalog_name(imports->catalog, declared->name));
    if (target == FILE_NOWHERE && !around.entry && imports->modules->rows.len == before)
        target = custom_file(imports, &scratch, imports_folder(file->path),
                             catalog_name(imports->catalog, declared->name));
    if (target != FILE_NOWHERE && target != id)
        add_row(imports, id, entry, target);
}

static void read_declarations(Imports *imports, Arena scratch)
{
    const Catalog *catalog = imports->catalog;
    Tree *tree = imports->modules;
    tree->rows.len = 0;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        tree->starts[id] = (uint32_t)tree->rows.len;
        if (!catalog->files.ptr[id].count || !is_rust(catalog, id))
            continue;
        const CatalogFile *file = catalog_row(catalog, id);
        for (uint32_t i = 1; i < file->count; i++)
            if (file->entries[i].kind == SYMBOL_MODULE &&
                !(file->entries[i].modifiers & ENTRY_HAS_BODY))
                add_declaration(imports, scratch, id, i);
    }
    tree->starts[catalog->files.len] = (uint32_t)tree->rows.len;
}

static Str path_written(const Imports *imports, const RustDeclaration *row)
{
    const CatalogFile *file = catalog_row(imports->catalog, row->file);
    return catalog_name(imports->catalog, file->entries[row->entry].type);
}

/* Marks files that are named by a path; true when one was not marked before. */
static bool note_beside(Imports *imports)
{
    Tree *tree = imports->modules;
    bool changed = false;
    for (size_t i = 0; i < tree->rows.len; i++) {
        const RustDeclaration *row = &tree->rows.ptr[i];
        if (tree->beside[row->target] || !path_written(imports, row).len)
            continue;
        tree->beside[row->target] = changed = true;
    }
    return changed;
}

/* Order of preference among declarations of one file: without a path first, then in the library
   and not in a program, then by path. */
static uint64_t rank_of(const Imports *imports, const RustDeclaration *row)
{
    Str base = path_base(path_of(imports, row->file));
    uint64_t path = path_written(imports, row).len > 0;
    uint64_t library = !str_equal(base, STR("lib.rs"));
    return path << 33 | library << 32 | imports->paths.place[row->file];
}

static void choose_parents(Imports *imports)
{
    Tree *tree = imports->modules;
    for (size_t i = 0; i < tree->rows.len; i++) {
        const RustDeclaration *row = &tree->rows.ptr[i];
        uint32_t *parent = &tree->parents[row->target];
        if (!*parent || rank_of(imports, row) < rank_of(imports, &tree->rows.ptr[*parent - 1]))
            *parent = (uint32_t)i + 1;
    }
}

static const Tree *need_tree(Imports *imports)
{
    if (imports->modules)
        return imports->modules;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    size_t files = imports->catalog->files.len;
    Tree *tree = imports->modules = NEW(imports->arena, Tree, 1);
    tree->starts = NEW(imports->arena, uint32_t, files + 1);
    tree->parents = NEW(imports->arena, uint32_t, files + 1);
    tree->beside = NEW(imports->arena, bool, files + 1);
    for (int round = 0; round < PATH_ROUNDS_MAX; round++) {
        read_declarations(imports, scratch);
        if (!note_beside(imports))
            break;
    }
    choose_parents(imports);
    return tree;
}

/* ---- up ---- */

RustModule rust_module_at(const Catalog *catalog, uint32_t file, uint32_t line)
{
    const CatalogFile *row = catalog_row(catalog, file);
    RustModule module = {.file = file};
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        if (entry->kind == SYMBOL_MODULE && entry->modifiers & ENTRY_HAS_BODY &&
            entry->start_line <= line && line <= entry->end_line)
            module.entry = i;
    }
    return module;
}

/* The parent, by its path, of a file that no module declares. */
static uint32_t custom_parent(const Imports *imports, uint32_t file)
{
    static const char *const ends[] = {".rs", "/mod.rs", "/lib.rs", "/main.rs"};
    Str path = path_of(imports, file), folder = imports_folder(path);
    bool climbs = str_equal(path_base(path), STR("mod.rs")) && folder.len;
    if (climbs)
        folder = imports_folder(folder);
    for (size_t i = 0; i < COUNT(ends); i++) {
        Str end = str_from_offset(str_from(ends[i]), i && !folder.len);
        uint32_t parent = imports_paths_joined(&imports->paths, folder, end);
        if (parent != FILE_NOWHERE && parent != file)
            return parent;
    }
    return FILE_NOWHERE;
}

bool rust_module_parent(Imports *imports, RustModule *module)
{
    const Tree *tree = need_tree(imports);
    const CatalogFile *file = catalog_row(imports->catalog, module->file);
    if (module->entry) {
        module->entry = block_around(file, module->entry);
        return true;
    }
    uint32_t declared = tree->parents[module->file];
    if (declared) {
        const RustDeclaration *row = &tree->rows.ptr[declared - 1];
        file = catalog_row(imports->catalog, row->file);
        *module = (RustModule){row->file, block_around(file, row->entry)};
        return true;
    }
    uint32_t parent = is_root(file->path) ? FILE_NOWHERE : custom_parent(imports, module->file);
    if (parent != FILE_NOWHERE)
        *module = (RustModule){.file = parent};
    return parent != FILE_NOWHERE;
}

/* The crate of a file that no module declares: the root in the nearest folder above. */
static uint32_t root_around(const Imports *imports, uint32_t file)
{
    Str folder = imports_folder(path_of(imports, file));
    do
        for (size_t i = 0; i < 2; i++) {
            Str end = str_from_offset(str_from(i ? "/main.rs" : "/lib.rs"), !folder.len);
            uint32_t root = imports_paths_joined(&imports->paths, folder, end);
            if (root != FILE_NOWHERE)
                return root;
        }
    while (!(folder.len && lang_lists(root_folders, path_base(folder))) && imports_climb(&folder));
    return file;
}

RustModule rust_module_root(Imports *imports, RustModule module)
{
    for (int step = 0; step < MODULE_DEPTH_MAX && rust_module_parent(imports, &module); step++)
        ;
    if (!module.entry && !is_root(path_of(imports, module.file)))
        module.file = root_around(imports, module.file);
    return (RustModule){.file = module.file};
}

/* ---- down ---- */

static void add_module(RustModules *modules, RustModule module)
{
    for (size_t i = 0; i < modules->len; i++)
        if (modules->list[i].file == module.file && modules->list[i].entry == module.entry)
            return;
    if (modules->len < COUNT(modules->list))
        modules->list[modules->len++] = module;
}

void rust_module_declared(Imports *imports, RustModule declaration, RustModules *modules)
{
    const Tree *tree = need_tree(imports);
    const CatalogFile *file = catalog_row(imports->catalog, declaration.file);
    if (file->entries[declaration.entry].modifiers & ENTRY_HAS_BODY) {
        add_module(modules, declaration);
        return;
    }
    for (uint32_t i = tree->starts[declaration.file]; i < tree->starts[declaration.file + 1]; i++)
        if (tree->rows.ptr[i].entry == declaration.entry)
            add_module(modules, (RustModule){.file = tree->rows.ptr[i].target});
}

void rust_module_children(Imports *imports, Arena scratch, RustModule module, Str name,
                          RustModules *children)
{
    const Tree *tree = need_tree(imports);
    const CatalogFile *file = catalog_row(imports->catalog, module.file);
    uint32_t id = names_find(&imports->catalog->names, name);
    bool declared = false;
    for (uint32_t i = 1; id && i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->name != id || entry->kind != SYMBOL_MODULE ||
            block_around(file, i) != module.entry)
            continue;
        declared = true;
        rust_module_declared(imports, (RustModule){module.file, i}, children);
    }
    Str folder;
    if (declared || !children_folder(imports, &scratch, module, &folder))
        return;
    uint32_t found = custom_file(imports, &scratch, folder, name);
    if (found != FILE_NOWHERE && found != module.file && !tree->parents[found])
        add_module(children, (RustModule){.file = found});
}

Str rust_module_within(const Catalog *catalog, Arena *arena, RustModule module)
{
    const CatalogFile *file = catalog_row(catalog, module.file);
    Str path = {0};
    for (uint32_t at = module.entry; at; at = block_around(file, at)) {
        const Str parts[] = {catalog_name(catalog, file->entries[at].name),
                             path.len ? STR("::") : (Str){0}, path};
        path = str_join_all(arena, parts, COUNT(parts));
    }
    return path;
}

size_t rust_module_variants(Imports *imports, uint32_t file, uint32_t *files, size_t max)
{
    const Tree *tree = need_tree(imports);
    uint32_t declared = tree->parents[file];
    size_t count = 0;
    files[count++] = file;
    if (!declared)
        return count;
    const RustDeclaration *row = &tree->rows.ptr[declared - 1];
    const CatalogFile *around = catalog_row(imports->catalog, row->file);
    const Entry *entry = &around->entries[row->entry];
    for (uint32_t i = tree->starts[row->file]; i < tree->starts[row->file + 1]; i++) {
        const Entry *other = &around->entries[tree->rows.ptr[i].entry];
        if (other->name == entry->name && other->parent == entry->parent && count < max &&
            tree->rows.ptr[i].target != file)
            files[count++] = tree->rows.ptr[i].target;
    }
    return count;
}
