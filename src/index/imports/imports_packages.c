/* Languages whose files declare their package or namespace: Java, Kotlin, Scala, Groovy, C#,
   PHP. Packages and their top-level declarations are found by name, whatever the folders are. If
   several files declare a name, the nearest is taken. Names are stored with dots. */
#include "languages_imports.h"

typedef struct Members {
    uint32_t file;
    uint32_t next; /* index + 1; 0 ends the chain */
} Members;

struct ImportPackages {
    Map packages; /* `jvm:a.b` -> index of its span + 1 */
    VEC(IdSpan) spans;
    Map roots;  /* `jvm:a`, for packages `a.b` */
    Map opened; /* `net:a.b`, declared as a block -> first file by path + 1 */
    Map names;  /* `jvm:a.b.Name` -> index in members + 1 */
    VEC(Members) members;
};

static Str family_of(const Language *language)
{
    const char *family = imports_facts(language)->packages;
    return family ? str_from(family) : (Str){0};
}

/* The key `family:a.b` or, with a name, `family:a.b.name`. */
static Str key_of(Arena *arena, Str family, Str package, Str name)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, family);
    for (size_t i = 0; i < package.len; i++)
        buf_put_byte(&out, package.ptr[i] == '\\' ? '.' : package.ptr[i]);
    if (package.len && name.len)
        buf_put_byte(&out, '.');
    buf_put(&out, name);
    return buf_str(&out);
}

/* ---- index of the repository ---- */

Str imports_package_name(const Catalog *catalog, const CatalogFile *file)
{
    if (!family_of(file->language).len)
        return (Str){0};
    const ImportFacts *facts = imports_facts(file->language);
    if (facts->package_name)
        return facts->package_name(file->path);
    if (file->package)
        return catalog_name(catalog, file->package);
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_NAMESPACE)
            return catalog_name(catalog, file->entries[i].name);
    return (Str){0};
}

static void add_name(Imports *imports, Str key, uint32_t file)
{
    ImportPackages *packages = imports->packages;
    uint64_t *first = map_put(&packages->names, key, NULL);
    *VEC_PUSH(imports->arena, &packages->members) = (Members){file, (uint32_t)*first};
    *first = packages->members.len;
}

/* The qualified name of a namespace. */
static Str space_name(Arena *arena, const Catalog *catalog, const CatalogFile *file, uint32_t entry)
{
    Str name = catalog_name(catalog, file->entries[entry].name);
    while ((entry = file->entries[entry].parent)) {
        const Str parts[] = {catalog_name(catalog, file->entries[entry].name), STR("."), name};
        name = str_join_all(arena, parts, COUNT(parts));
    }
    return name;
}

/* Adds the names of a file. Files come in reverse path order, so that the first by path replaces
   later ones. */
static void add_names(Imports *imports, uint32_t id, Str family)
{
    const Catalog *catalog = imports->catalog;
    const CatalogFile *file = catalog_row(catalog, id);
    Arena *arena = imports->arena;
    for (uint32_t i = 1; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        if (!imports_is_outer(file, i) || !entry->name)
            continue;
        Str package = entry->parent ? space_name(arena, catalog, file, entry->parent)
                                    : catalog_name(catalog, file->package);
        if (entry->kind == SYMBOL_NAMESPACE)
            *map_put(&imports->packages->opened,
                     key_of(arena, family, space_name(arena, catalog, file, i), (Str){0}), NULL) =
                id + 1;
        else
            add_name(imports, key_of(arena, family, package, catalog_name(catalog, entry->name)),
                     id);
    }
}

static void open_packages(Imports *imports)
{
    if (imports->packages)
        return;
    const Catalog *catalog = imports->catalog;
    ImportPackages *packages = imports->packages = NEW(imports->arena, ImportPackages, 1);
    packages->packages = map_open(imports->arena);
    packages->opened = map_open(imports->arena);
    packages->roots = map_open(imports->arena);
    packages->names = map_open(imports->arena);
    uint32_t *package_of_file = NEW(imports->arena, uint32_t, catalog->files.len + 1);
    for (size_t i = imports->paths.order.len; i-- > 0;) {
        uint32_t id = imports->paths.order.ptr[i];
        const CatalogFile *file = catalog_row(catalog, id);
        Str family = file->count ? family_of(file->language) : (Str){0};
        if (!family.len)
            continue;
        Str name = imports_package_name(catalog, file);
        uint64_t *slot =
            map_put(&packages->packages, key_of(imports->arena, family, name, (Str){0}), NULL);
        if (!*slot) {
            map_put(&packages->roots,
                    key_of(imports->arena, family, imports_first_part(name), (Str){0}), NULL);
            VEC_PUSH(imports->arena, &packages->spans);
            *slot = packages->spans.len;
        }
        package_of_file[id] = (uint32_t)*slot;
        packages->spans.ptr[*slot - 1].len++;
        add_names(imports, id, family);
    }
    imports_paths_fill(&imports->paths, package_of_file, packages->spans.ptr, packages->spans.len);
}

/* ---- look-up ---- */

static IdSpan find_package(Imports *imports, Arena *scratch, Str family, Str package)
{
    const uint64_t *index =
        map_find(&imports->packages->packages, key_of(scratch, family, package, (Str){0}));
    return index ? imports->packages->spans.ptr[*index - 1] : (IdSpan){0};
}

/* The first file that is in the package, else one that declares it as a block. */
static uint32_t find_first(const ImportQuery *query, Str family, Str package)
{
    IdSpan files = find_package(query->imports, query->scratch, family, package);
    const uint64_t *opened = map_find(&query->imports->packages->opened,
                                      key_of(query->scratch, family, package, (Str){0}));
    return files.len ? files.ptr[0] : opened ? (uint32_t)*opened - 1 : FILE_NOWHERE;
}

/* The nearest file that declares the path. */
static uint32_t find_name(const ImportQuery *query, Str family, Str path)
{
    const Imports *imports = query->imports;
    const ImportPackages *packages = imports->packages;
    const uint64_t *first =
        map_find(&packages->names, key_of(query->scratch, family, path, (Str){0}));
    uint32_t best = FILE_NOWHERE;
    size_t depth = 0;
    for (uint32_t i = first ? (uint32_t)*first : 0; i; i = packages->members.ptr[i - 1].next) {
        uint32_t file = packages->members.ptr[i - 1].file;
        Str folder = imports_folder(imports->catalog->files.ptr[file].path);
        size_t shared = imports_shared_depth(query->folder, folder);
        if (best == FILE_NOWHERE || shared > depth) {
            best = file;
            depth = shared;
        }
    }
    return best;
}

uint32_t imports_package_first(const ImportQuery *query, Str package)
{
    open_packages(query->imports);
    return find_first(query, family_of(query->outline->language), package);
}

uint32_t imports_package_named(const ImportQuery *query, Str path)
{
    open_packages(query->imports);
    return find_name(query, family_of(query->outline->language), path);
}

static size_t last_joint(Str path)
{
    size_t at = path.len;
    while (at && !byte_in(path.ptr[at - 1], ".\\"))
        at--;
    return at ? at - 1 : STR_NONE;
}

/* Adds a row. In languages with namespaces it gives the namespace meant, because the file may
   declare several. */
static void add_row(ImportQuery *query, const Binding *binding, uint32_t target, Str package)
{
    Imports *imports = query->imports;
    imports_add(query, binding, target, package);
    if (imports_facts(query->outline->language)->names_namespaces)
        query->links->ptr[query->links->len - 1].package =
            names_put(&imports->catalog->names, package);
}

/* The longest front of the path that a file declares at its top level, and that file. */
static Str front_of(const ImportQuery *query, Str family, Str path, uint32_t *file)
{
    size_t joint;
    *file = find_name(query, family, path);
    while (*file == FILE_NOWHERE && (joint = last_joint(path)) != STR_NONE) {
        path = str_slice(path, 0, joint);
        *file = find_name(query, family, path);
    }
    return path;
}

/* A query for a name in a file's code. */
static ImportQuery query_in(Imports *imports, Arena *scratch, uint32_t file)
{
    open_packages(imports);
    return (ImportQuery){.imports = imports,
                         .scratch = scratch,
                         .file = file,
                         .folder = imports_folder(imports->catalog->files.ptr[file].path)};
}

bool imports_has_root(Imports *imports, Arena scratch, uint32_t file, Str name)
{
    open_packages(imports);
    Str family = family_of(imports->catalog->files.ptr[file].language);
    return family.len &&
           map_find(&imports->packages->roots, key_of(&scratch, family, name, (Str){0}));
}

uint32_t imports_find_package(Imports *imports, Arena scratch, uint32_t file, Str package)
{
    ImportQuery query = query_in(imports, &scratch, file);
    return find_first(&query, family_of(imports->catalog->files.ptr[file].language), package);
}

uint32_t imports_find_named(Imports *imports, Arena scratch, uint32_t file, Str path)
{
    ImportQuery query = query_in(imports, &scratch, file);
    return find_name(&query, family_of(imports->catalog->files.ptr[file].language), path);
}

Str imports_package_front(const ImportQuery *query, Str path, uint32_t *file)
{
    open_packages(query->imports);
    return front_of(query, family_of(query->outline->language), path, file);
}

/* Adds a row for a class, a member or a nested class. The row's name is the rest of the path,
   with the last component of the front. For a static import of a member of a top-level class it
   is only the last component. */
static void add_path(ImportQuery *query, const Binding *binding, Str family, Str path)
{
    uint32_t file;
    Str front = front_of(query, family, path, &file);
    Binding row = *binding;
    bool plain =
        imports_facts(query->outline->language)->names_namespaces || last_joint(path) == front.len;
    bool member = binding->flags & BINDING_STATIC && front.len < path.len && plain;
    size_t joint = last_joint(member ? path : front);
    Str named = str_from_offset(path, joint == STR_NONE ? 0 : joint + 1);
    if (file != FILE_NOWHERE) {
        row.name = named;
        add_row(query, &row, file, str_slice(path, 0, joint == STR_NONE ? 0 : joint));
        return;
    }
    joint = last_joint(path);
    row.name = str_from_offset(path, joint == STR_NONE ? 0 : joint + 1);
    imports_add(query, &row, FILE_NOWHERE,
                str_slice(path, 0, joint == STR_NONE ? path.len : joint));
}

/* Adds a row for everything in a package or class. For a class A it is named `A.B.*`, except for
   static members of a top-level class. */
static void add_star(ImportQuery *query, const Binding *binding, Str family, Str path)
{
    uint32_t file = find_first(query, family, path);
    Binding row = *binding;
    if (file == FILE_NOWHERE && imports_facts(query->outline->language)->names_namespaces) {
        file = find_name(query, family, path);
    } else if (file == FILE_NOWHERE) {
        Str front = front_of(query, family, path, &file);
        size_t joint = last_joint(front);
        Str named = str_from_offset(path, joint == STR_NONE ? 0 : joint + 1);
        bool inside = front.len < path.len || !(binding->flags & BINDING_STATIC);
        if (file != FILE_NOWHERE && inside)
            row.name = str_format(query->scratch, "%.*s.*", STR_ARG(named));
    }
    add_row(query, &row, file, path);
}

static void add_binding(ImportQuery *query, const Binding *binding, Str family)
{
    Str path = query->import->name;
    path = str_from_offset(path, str_starts(path, STR("\\"))); // PHP: `use \A\B`
    if (str_equal(binding->name, STR("*"))) {
        add_star(query, binding, family, path);
        return;
    }
    if (binding->name.len)
        path = str_format(query->scratch, "%.*s.%.*s", STR_ARG(path), STR_ARG(binding->name));
    uint32_t file = find_first(query, family, path);
    if (file != FILE_NOWHERE) // `using D = A.B;`: a namespace by another name
        add_row(query, &(Binding){.alias = binding->alias, .flags = binding->flags}, file, path);
    else
        add_path(query, binding, family, path);
}

void imports_package(ImportQuery *query)
{
    const BindingVec *bindings = &query->import->bindings;
    Str family = family_of(query->outline->language);
    Str name = query->import->name;
    open_packages(query->imports);
    bool path = str_find_byte(name, '/') != STR_NONE || str_ends(name, STR(".php"));
    if (path)
        imports_path(query);
    else if (!bindings->len)
        add_binding(query, &(Binding){0}, family);
    for (size_t i = 0; i < bindings->len; i++)
        add_binding(query, &bindings->ptr[i], family);
}

IdSpan imports_package_of(Imports *imports, uint32_t id)
{
    const CatalogFile *file = catalog_row(imports->catalog, id);
    Str family = family_of(file->language);
    Arena scratch SCOPED(arena_close) = {0};
    if (!family.len)
        return (IdSpan){0};
    open_packages(imports);
    arena_open(&scratch, 0);
    return find_package(imports, &scratch, family, imports_package_name(imports->catalog, file));
}
