/* Modules are files by custom: `a::b` below the crate's folder is a/b.rs or a/b/mod.rs, and what
   has no file is a name in the file of what stands before it. The crate's folder is the nearest one
   that has a lib.rs or main.rs; a file in tests, examples, benches or bin is a crate of its own. */
#include "index/imports/imports_rules.h"

#include "base/path.h"

/* Components of a path; longer ones are cut. */
typedef struct Path {
    Str parts[IMPORT_PATH_PARTS_MAX];
    size_t len;
} Path;

struct ImportCrates {
    Map roots; /* name of a crate, with `_` -> file id of its lib.rs */
};

/* ---- crates ---- */

static Str crate_name(Arena *arena, Str name)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++)
        buf_put_byte(&out, name.ptr[i] == '-' ? '_' : name.ptr[i]);
    return buf_str(&out);
}

static void add_crate(Imports *imports, uint32_t manifest)
{
    const Json *toml = imports_settings_toml(imports, imports->arena, manifest);
    const Json *library = json_get(toml, STR("lib"));
    Str name = imports_settings_string(library, "name"), path;
    Str root = imports_settings_string(library, "path");
    if (!name.len)
        name = imports_settings_string(json_get(toml, STR("package")), "name");
    Str folder = import_folder(imports->catalog->files.ptr[manifest].path);
    if (!name.len ||
        !import_join(imports->arena, folder, root.len ? root : STR("src/lib.rs"), &path))
        return;
    uint32_t file = import_paths_file(&imports->paths, path);
    if (file != FILE_NOWHERE)
        *map_put(&imports->crates->roots, crate_name(imports->arena, name), NULL) = file;
}

static void open_crates(Imports *imports)
{
    if (imports->crates)
        return;
    imports->crates = NEW(imports->arena, ImportCrates, 1);
    imports->crates->roots = map_open(imports->arena);
    IdSpan files = import_paths_called(&imports->paths, imports->arena, STR("Cargo.toml"));
    for (size_t i = 0; i < files.len; i++)
        add_crate(imports, files.ptr[i]);
}

/* ---- where a file stands in its crate ---- */

typedef struct Place {
    Str folder;    /* of the crate */
    uint32_t root; /* file id */
    Path module;   /* of the file */
} Place;

static void push(Path *path, Str part)
{
    if (path->len < COUNT(path->parts))
        path->parts[path->len++] = part;
}

static void push_all(Path *path, Str text, char separator)
{
    Str part;
    while (str_take_until(&text, separator, &part))
        if (part.len)
            push(path, part);
}

static bool is_own_crate(Str folder)
{
    static const char *const names[] = {"tests", "examples", "benches", "bin"};
    Str name = path_base(folder);
    for (size_t i = 0; folder.len && i < COUNT(names); i++)
        if (str_equal(name, str_from(names[i])))
            return true;
    return false;
}

static uint32_t root_in(const ImportPaths *paths, Str folder)
{
    static const char *const names[] = {"lib.rs", "main.rs"};
    uint32_t file = FILE_NOWHERE;
    for (size_t i = 0; i < COUNT(names) && file == FILE_NOWHERE; i++)
        file = import_paths_joined(
            paths, folder, str_from_offset(str_from(i ? "/main.rs" : "/lib.rs"), !folder.len));
    return file;
}

static Place place_of(const ImportQuery *query)
{
    const ImportPaths *paths = &query->imports->paths;
    Place place = {.folder = query->folder, .root = query->file};
    Str name = path_base(query->path);
    if (str_equal(name, STR("lib.rs")) || str_equal(name, STR("main.rs")))
        return place;
    uint32_t root = FILE_NOWHERE;
    Str folder = query->folder;
    bool own = is_own_crate(folder);
    do
        root = own ? FILE_NOWHERE : root_in(paths, folder);
    while (!own && root == FILE_NOWHERE && !is_own_crate(folder) && import_climb(&folder));
    if (root == FILE_NOWHERE)
        return place;
    place.folder = folder;
    place.root = root;
    Str below = str_from_offset(query->path, folder.len ? folder.len + 1 : 0);
    below.len -= str_ends(below, STR(".rs")) ? 3 : 0;
    below.len -= str_ends(below, STR("/mod")) ? 4 : 0;
    push_all(&place.module, below, '/');
    return place;
}

/* ---- paths ---- */

/* The file of a module whose parent's children lie in the folder. */
static uint32_t child_file(const ImportQuery *query, Str folder, Str name)
{
    const ImportPaths *paths = &query->imports->paths;
    Str base = folder.len ? path_join(query->scratch, folder, name) : name;
    uint32_t file = import_paths_joined(paths, base, STR(".rs"));
    return file != FILE_NOWHERE ? file : import_paths_joined(paths, base, STR("/mod.rs"));
}

/* The deepest file on the way, and how many components lead to it. A module in a file may have
   children that are files: the search goes on as long as there are folders. */
static uint32_t walk_path(const ImportQuery *query, Str folder, uint32_t root, const Path *path,
                          size_t *used)
{
    uint32_t file = root;
    *used = 0;
    for (size_t i = 0; i < path->len; i++) {
        uint32_t child = child_file(query, folder, path->parts[i]);
        if (child != FILE_NOWHERE) {
            file = child;
            *used = i + 1;
        }
        folder = folder.len ? path_join(query->scratch, folder, path->parts[i]) : path->parts[i];
        if (!import_paths_is_folder(&query->imports->paths, folder))
            break;
    }
    return file;
}

/* The rest of the path is what the import names in the file. */
static void add_rest(ImportQuery *query, const Binding *binding, uint32_t file, const Path *path,
                     size_t used)
{
    Buf name = buf_open(query->scratch, 0);
    for (size_t i = used; i < path->len; i++) {
        buf_put(&name, name.len ? STR("::") : (Str){0});
        buf_put(&name, path->parts[i]);
    }
    Binding rest = {.name = buf_str(&name), .alias = binding->alias, .flags = binding->flags};
    imports_add(query, &rest, file, (Str){0});
}

/* The names of the modules in the file that are open where the import stands. */
static void push_inline(const ImportQuery *query, uint32_t line, Path *path)
{
    const Catalog *catalog = query->imports->catalog;
    const CatalogFile *file = catalog_row(catalog, query->file);
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (entry->kind == SYMBOL_MODULE && entry->modifiers & ENTRY_HAS_BODY &&
            entry->start_line <= line && line <= entry->end_line)
            push(path, catalog_name(catalog, entry->name));
    }
}

static bool is_standard(Str name)
{
    return str_equal(name, STR("std")) || str_equal(name, STR("core")) ||
           str_equal(name, STR("alloc"));
}

static bool has_inline(const ImportQuery *query, uint32_t id, Str name)
{
    const Catalog *catalog = query->imports->catalog;
    const CatalogFile *file = catalog_row(catalog, id);
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_MODULE && file->entries[i].modifiers & ENTRY_HAS_BODY &&
            str_equal(catalog_name(catalog, file->entries[i].name), name))
            return true;
    return false;
}

/* Whether the file's place tells its module: what it stands in is a file, or a module in one.
   Otherwise it is a file that `#[path]` brings into another module, and what is above it is not
   known. */
static bool has_parent(const ImportQuery *query, const Place *place)
{
    Path above = place->module;
    size_t used;
    above.len -= above.len > 0;
    uint32_t file = walk_path(query, place->folder, place->root, &above, &used);
    while (used < above.len && has_inline(query, file, above.parts[used]))
        used++;
    return used == above.len;
}

/* `self`, `super` and `crate` in front give the module that the rest starts from. */
static bool take_start(const ImportQuery *query, const Path *whole, size_t *at, Path *path)
{
    Place place = place_of(query);
    *path = place.module;
    push_inline(query, query->import->line, path);
    if (str_equal(whole->parts[0], STR("crate"))) {
        path->len = 0;
        *at = 1;
    }
    bool climbs = *at == 1;
    while (*at < whole->len) {
        bool up = str_equal(whole->parts[*at], STR("super"));
        if (!up && !str_equal(whole->parts[*at], STR("self")))
            break;
        path->len -= up && path->len;
        climbs = true;
        ++*at;
    }
    return climbs;
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

/* A first component without `crate` and its kin: a module here, a crate of the repository, a module
   of the crate (as before 2018), a type or module in this file, else a crate outside. */
static void add_named(ImportQuery *query, const Binding *binding, const Path *whole)
{
    Imports *imports = query->imports;
    Place place = place_of(query);
    Path here = place.module, below = {.len = 0};
    push_inline(query, query->import->line, &here);
    for (size_t i = 0; i < whole->len; i++)
        push(&here, whole->parts[i]);
    size_t own = here.len - MIN(here.len, whole->len), used;
    uint32_t file = walk_path(query, place.folder, place.root, &here, &used);
    if (!is_standard(whole->parts[0]) && used > own) {
        add_rest(query, binding, file, &here, used);
        return;
    }
    const uint64_t *crate = map_find(&imports->crates->roots, whole->parts[0]);
    for (size_t i = 1; i < whole->len; i++)
        push(&below, whole->parts[i]);
    if (crate) {
        Str root = imports->catalog->files.ptr[*crate].path;
        file = walk_path(query, import_folder(root), (uint32_t)*crate, &below, &used);
        add_rest(query, binding, file, &below, used);
        return;
    }
    file = walk_path(query, place.folder, place.root, whole, &used);
    if (used && !is_standard(whole->parts[0])) {
        add_rest(query, binding, file, whole, used);
    } else if (declares(query, whole->parts[0])) {
        add_rest(query, binding, query->file, whole, 0);
    } else {
        Binding rest = *binding;
        Str last = whole->parts[whole->len - 1];
        rest.name = whole->len > 1 ? last : (Str){0};
        imports_add(query, &rest, FILE_NOWHERE, whole->parts[0]);
    }
}

static void add_use(ImportQuery *query, const Binding *binding)
{
    Path whole = {.len = 0}, path;
    size_t at = 0, used;
    push_all(&whole, query->import->name, ':');
    push_all(&whole, binding->name, ':');
    if (!whole.len)
        return;
    if (!take_start(query, &whole, &at, &path)) {
        add_named(query, binding, &whole);
        return;
    }
    Place place = place_of(query);
    bool out = !str_equal(whole.parts[0], STR("crate")) && path.len < place.module.len;
    if (out && !has_parent(query, &place))
        return;
    for (; at < whole.len; at++)
        push(&path, whole.parts[at]);
    uint32_t file = walk_path(query, place.folder, place.root, &path, &used);
    add_rest(query, binding, file, &path, used);
}

void imports_rust(ImportQuery *query)
{
    const BindingVec *bindings = &query->import->bindings;
    open_crates(query->imports);
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
        Arena work = *query->scratch;
        ImportQuery own = *query;
        Import import = {.line = entry->start_line};
        own.scratch = &work;
        own.import = &import;
        Place place = place_of(&own);
        Binding binding = {.alias = catalog_name(catalog, entry->name)};
        size_t used;
        push_inline(&own, entry->start_line, &place.module);
        push(&place.module, binding.alias);
        uint32_t target = walk_path(&own, place.folder, place.root, &place.module, &used);
        if (used == place.module.len)
            imports_add(&own, &binding, target, (Str){0});
    }
}
