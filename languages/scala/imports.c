/* Import resolution for Scala. The first name of a path comes from an earlier import, from an
   enclosing package, or from the root. An import with a wildcard is of a package, with its
   package object, of an object, or of a value. What a value contains depends on its type, so its
   row has no target. */
#include "languages_imports.h"

#include "base/limits.h"

static Str last_part(Str path)
{
    size_t joint = str_find_last_byte(path, '.');
    return str_from_offset(path, joint == STR_NONE ? 0 : joint + 1);
}

static Str join(Arena *arena, Str front, Str rest)
{
    const Str parts[] = {front, front.len && rest.len ? STR(".") : STR(""), rest};
    return str_join_all(arena, parts, COUNT(parts));
}

/* The path that an earlier import binds to the name; empty if no import binds it. */
static Str imported_path(const ImportQuery *query, Str name)
{
    const ImportVec *imports = &query->outline->imports;
    size_t seen = 0;
    for (size_t i = 0; i < imports->len && &imports->ptr[i] != query->import; i++)
        for (size_t k = 0; k < imports->ptr[i].bindings.len; k++) {
            const Binding *binding = &imports->ptr[i].bindings.ptr[k];
            if (str_equal(binding->alias, name) && str_find_byte(binding->name, '.') != STR_NONE)
                return binding->name;
            if (++seen == IMPORTS_SEEN_MAX)
                return (Str){0};
        }
    return (Str){0};
}

static bool is_there(const ImportQuery *query, Str path)
{
    return imports_package_first(query, path) != FILE_NOWHERE ||
           imports_package_named(query, path) != FILE_NOWHERE;
}

/* Whether an enclosing package contains the name; `joined` gets the path in that package. */
static bool in_package(const ImportQuery *query, Str package, Str path, Str *joined)
{
    if (!package.len || !is_there(query, join(query->scratch, package, imports_first_part(path))))
        return false;
    *joined = join(query->scratch, package, path);
    return true;
}

/* The path from the root. */
static Str whole_path(const ImportQuery *query, Str path)
{
    const Catalog *catalog = query->imports->catalog;
    const ImportVec *imports = &query->outline->imports;
    Str root = STR("_root_."), joined;
    if (str_starts(path, root))
        return str_from_offset(path, root.len);
    Str imported = imported_path(query, imports_first_part(path));
    if (imported.len) {
        path = join(query->scratch, imported,
                    str_from_offset(path, MIN(imports_first_part(path).len + 1, path.len)));
    }
    if (in_package(query, imports_package_name(catalog, &catalog->files.ptr[query->file]), path,
                   &joined))
        return joined;
    size_t seen = 0;
    for (size_t i = imports->len; i-- > 0 && seen++ < IMPORTS_SEEN_MAX;) {
        const BindingVec *bindings = &imports->ptr[i].bindings;
        bool outer = bindings->len == 1 && bindings->ptr[0].flags & BINDING_OUTER;
        Str package =
            outer ? str_slice(bindings->ptr[0].name, 0, bindings->ptr[0].name.len - 2) : (Str){0};
        if (in_package(query, package, path, &joined))
            return joined;
    }
    return path;
}

/* Adds the row of the path, whose front `front` leads to `file`; an empty path is the front
   itself. */
static void add_row(ImportQuery *query, const Binding *binding, uint32_t file, Str front, Str path,
                    Str ending)
{
    Binding row = *binding;
    size_t start = front.len - last_part(front).len;
    row.name = join(query->scratch, str_from_offset(path, start), ending);
    imports_add(query, &row, file, (Str){0});
}

static void add_star(ImportQuery *query, const Binding *binding, Str path)
{
    uint32_t package = imports_package_first(query, path), file;
    Str front = imports_package_front(query, path, &file);
    Binding row = *binding;
    row.name = STR("*");
    if (package != FILE_NOWHERE)
        imports_add(query, &row, package, (Str){0});
    bool object = package == FILE_NOWHERE || front.len == path.len;
    if (file != FILE_NOWHERE && object)
        add_row(query, binding, file, front, path, STR("*"));
    else if (package == FILE_NOWHERE)
        imports_add(query, &row, FILE_NOWHERE, path);
}

static void add_name(ImportQuery *query, const Binding *binding, Str path)
{
    uint32_t file;
    Str front = imports_package_front(query, path, &file);
    uint32_t package = front.len < path.len ? imports_package_first(query, path) : FILE_NOWHERE;
    Binding row = *binding;
    if (package != FILE_NOWHERE) {
        row.name = (Str){0};
        imports_add(query, &row, package, path);
    } else if (file != FILE_NOWHERE) {
        add_row(query, binding, file, front, path, (Str){0});
    } else {
        row.name = last_part(path);
        imports_add(query, &row, FILE_NOWHERE,
                    str_slice(path, 0, path.len - MIN(row.name.len + 1, path.len)));
    }
}

void imports_scala(ImportQuery *query)
{
    const BindingVec *bindings = &query->import->bindings;
    for (size_t i = 0; i < bindings->len; i++) {
        const Binding *binding = &bindings->ptr[i];
        bool star = str_ends(binding->name, STR(".*"));
        Str path = str_slice(binding->name, 0, binding->name.len - (star ? 2 : 0));
        bool outer = binding->flags & BINDING_OUTER;
        path = outer ? path : whole_path(query, path);
        if (star)
            add_star(query, binding, path);
        else
            add_name(query, binding, path);
    }
}

/* Adds the packages whose package objects the file declares: their code sees what is in them. */
static void add_opened(ImportQuery *query, Str package)
{
    Catalog *catalog = query->imports->catalog;
    const CatalogFile *row = catalog_row(catalog, query->file);
    for (uint32_t i = 1; i < row->count; i++) {
        const Entry *entry = &row->entries[i];
        if (entry->kind != SYMBOL_OBJECT || entry->parent)
            continue;
        Str name = catalog_name(catalog, entry->name);
        uint32_t file =
            imports_package_first(query, package.len ? join(query->scratch, package, name) : name);
        if (file != FILE_NOWHERE) // an object that is no package object has no package of its name
            imports_add(query, &(Binding){.name = STR("*"), .flags = BINDING_OUTER}, file,
                        (Str){0});
    }
}

/* Adds the package object of the file's own package, and the packages that its own objects open. */
void imports_scala_own(ImportQuery *query)
{
    const Catalog *catalog = query->imports->catalog;
    Str package = imports_package_name(catalog, &catalog->files.ptr[query->file]);
    uint32_t file = package.len ? imports_package_named(query, package) : FILE_NOWHERE;
    static const Import nothing;
    query->import = &nothing;
    add_opened(query, package);
    if (file != FILE_NOWHERE)
        add_row(query, &(Binding){.flags = BINDING_OUTER}, file, package, package, STR("*"));
}
