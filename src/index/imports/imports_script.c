/* Import resolution for TypeScript and JavaScript, in this order: a relative path; the nearest
   tsconfig.json or jsconfig.json (paths, baseUrl); a package of the repository by name;
   node_modules; else an external package. A file may be written without extension, with the
   extension of its compiled form, or as a folder with an index file. */
#include "languages_imports.h"

#include "index/imports/imports_names.h"
#include "index/imports/imports_script.h"

#include "base/path.h"

/* ---- files ---- */

static const char *const typed_ends[] = {".ts",  ".tsx", ".d.ts", ".mts",    ".cts",  ".js", ".jsx",
                                         ".mjs", ".cjs", ".vue",  ".svelte", ".json", NULL};
static const char *const plain_ends[] = {".js",     ".jsx",  ".mjs", ".cjs",  ".ts",
                                         ".tsx",    ".mts",  ".cts", ".d.ts", ".vue",
                                         ".svelte", ".json", NULL};

static uint32_t with_end(const ImportPaths *paths, Str base, const char *const *ends)
{
    for (; *ends; ends++) {
        uint32_t file = imports_paths_joined(paths, base, str_from(*ends));
        if (file != FILE_NOWHERE)
            return file;
    }
    return FILE_NOWHERE;
}

/* The source of a compiled file: `x.ts` for `x.js`. */
static uint32_t source_of(const ImportPaths *paths, Str path)
{
    static const struct {
        Str made;
        const char *const ends[4];
    } rows[] = {{STR_INIT(".js"), {".ts", ".tsx", ".d.ts"}},
                {STR_INIT(".jsx"), {".tsx", ".d.ts"}},
                {STR_INIT(".mjs"), {".mts", ".d.mts"}},
                {STR_INIT(".cjs"), {".cts", ".d.cts"}}};
    for (size_t i = 0; i < COUNT(rows); i++)
        if (str_ends(path, rows[i].made))
            return with_end(paths, str_slice(path, 0, path.len - rows[i].made.len), rows[i].ends);
    return FILE_NOWHERE;
}

static bool is_typed(const ImportQuery *query)
{
    return imports_facts(query->outline->language)->prefers_typed_files;
}

static uint32_t find_index(const ImportQuery *query, Str folder)
{
    const ImportPaths *paths = &query->imports->paths;
    const char *const *ends = is_typed(query) ? typed_ends : plain_ends;
    Str index =
        folder.len ? str_format(query->scratch, "%.*s/index", STR_ARG(folder)) : STR("index");
    return imports_paths_is_folder(paths, folder) ? with_end(paths, index, ends) : FILE_NOWHERE;
}

/* The file with that path, its source, or the file with an extension added. */
static uint32_t find_loose(const ImportQuery *query, Str path)
{
    const ImportPaths *paths = &query->imports->paths;
    bool typed = is_typed(query);
    uint32_t exact = imports_paths_file(paths, path), source = source_of(paths, path);
    if (exact != FILE_NOWHERE || source != FILE_NOWHERE)
        return source != FILE_NOWHERE && (typed || exact == FILE_NOWHERE) ? source : exact;
    return path.len ? with_end(paths, path, typed ? typed_ends : plain_ends) : FILE_NOWHERE;
}

uint32_t imports_script_file(const ImportQuery *query, Str path)
{
    uint32_t file = find_loose(query, path);
    return file != FILE_NOWHERE ? file : find_index(query, path);
}

uint32_t imports_script_below(const ImportQuery *query, Str folder, Str name)
{
    Str path;
    return imports_join(query->scratch, folder, name, &path) ? imports_script_file(query, path)
                                                             : FILE_NOWHERE;
}

/* The file of a path in an import; a folder's package.json may say which file it is. */
static uint32_t find_path(const ImportQuery *query, Str folder, Str name)
{
    Str path;
    if (!imports_join(query->scratch, folder, name, &path))
        return FILE_NOWHERE;
    uint32_t file = find_loose(query, path);
    if (file == FILE_NOWHERE && imports_paths_is_folder(&query->imports->paths, path))
        file = imports_script_package(query, path, (Str){0});
    return file != FILE_NOWHERE ? file : find_index(query, path);
}

/* ---- names ---- */

/* The package in an import: `react` of `react/jsx`, `@a/b` of `@a/b/c`. */
static Str package_of(Str name)
{
    size_t scope = str_starts(name, STR("@")) ? str_find_byte(name, '/') : STR_NONE;
    size_t from = scope == STR_NONE ? 0 : scope + 1;
    size_t end = str_find_byte(str_from_offset(name, from), '/');
    return str_slice(name, 0, end == STR_NONE ? name.len : from + end);
}

static bool is_relative(Str name)
{
    return str_starts(name, STR("./")) || str_starts(name, STR("../")) ||
           str_equal(name, STR(".")) || str_equal(name, STR(".."));
}

static uint32_t find_in_modules(const ImportQuery *query, Str package, Str below)
{
    const ImportPaths *paths = &query->imports->paths;
    Str folder = query->folder;
    do {
        Str place = path_join(query->scratch, folder.len ? folder : STR("."), STR("node_modules"));
        if (!imports_join(query->scratch, place, package, &place) ||
            !imports_paths_is_folder(paths, place))
            continue;
        uint32_t file = imports_script_package(query, place, below);
        return file != FILE_NOWHERE ? file : imports_script_below(query, place, below);
    } while (imports_climb(&folder));
    return FILE_NOWHERE;
}

/* The file of `@/x` or `~/x`, by which bundlers conventionally name the sources of the package. */
static uint32_t find_by_custom(const ImportQuery *query, Str name)
{
    if (!str_starts(name, STR("@/")) && !str_starts(name, STR("~/")))
        return FILE_NOWHERE;
    Str rest = str_from_offset(name, 2), package, sources;
    if (!imports_script_own_package(query, &package) ||
        !imports_join(query->scratch, package, STR("src"), &sources))
        return FILE_NOWHERE;
    uint32_t file = imports_script_below(query, sources, rest);
    return file != FILE_NOWHERE ? file : imports_script_below(query, package, rest);
}

static uint32_t find_named(const ImportQuery *query, Str name)
{
    uint32_t file = imports_script_mapped(query, name);
    if (file == FILE_NOWHERE)
        file = find_by_custom(query, name);
    if (file != FILE_NOWHERE || imports_is_node_builtin(name))
        return file;
    Str package = package_of(name), below = str_from_offset(name, package.len), folder;
    below = str_from_offset(below, below.len > 0);
    if (!imports_script_named(query->imports, package, &folder))
        return find_in_modules(query, package, below);
    file = imports_script_package(query, folder, below);
    return file != FILE_NOWHERE ? file : imports_script_below(query, folder, below);
}

void imports_script(ImportQuery *query)
{
    Str name = query->import->name;
    name = str_slice(name, 0, str_find_byte(name, '?'));
    if (is_relative(name)) {
        imports_add_all(query, find_path(query, query->folder, name), name);
        return;
    }
    if (str_starts(name, STR("node:"))) {
        imports_add_all(query, FILE_NOWHERE, str_from_offset(name, strlen("node:")));
        return;
    }
    bool url = str_find(name, STR("://")) != STR_NONE;
    uint32_t target = url || path_is_absolute(name) ? FILE_NOWHERE : find_named(query, name);
    imports_add_all(query, target, url ? name : package_of(name));
}
