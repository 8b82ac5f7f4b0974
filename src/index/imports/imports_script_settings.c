/* Settings of TypeScript and JavaScript: package.json (name, main, module, types, exports,
   imports) and tsconfig.json or jsconfig.json (baseUrl, paths, extends, references). Each is
   read once, when first needed. A published file is often built from a source in the repository:
   `dist/x.js` also matches `src/x.ts`. */
#include "index/imports/imports_script.h"

#include "base/path.h"

/* Name mapping in effect for a folder. */
typedef struct ScriptConfig {
    const Json *paths;
    Str paths_folder; /* folder to which its targets are relative */
    Str base_folder;  /* of baseUrl */
    bool has_base;
} ScriptConfig;

struct ImportScripts {
    Map named;    /* package name -> file id of its package.json */
    Map packages; /* folder -> const Manifest *; NULL: invalid */
    Map configs;  /* folder -> const ScriptConfig * */
};

static const Manifest *read_package(Imports *imports, Str folder)
{
    ImportScripts *scripts = imports->scripts;
    uint32_t file = imports_paths_joined(&imports->paths, folder,
                                         folder.len ? STR("/package.json") : STR("package.json"));
    if (file == FILE_NOWHERE)
        return NULL;
    Str path = imports->catalog->files.ptr[file].path;
    bool added;
    uint64_t *slot = map_put(&scripts->packages, imports_folder(path), &added);
    if (added) {
        Manifest *read = NEW(imports->arena, Manifest, 1);
        *read = imports_settings_manifest(imports, imports->arena, file);
        *slot = (uint64_t)(uintptr_t)(read->root ? read : NULL);
    }
    return (const Manifest *)(uintptr_t)*slot;
}

/* Collects the names of all packages that are not vendored; of equal names the first counts. */
static void open_scripts(Imports *imports)
{
    if (imports->scripts)
        return;
    ImportScripts *scripts = imports->scripts = NEW(imports->arena, ImportScripts, 1);
    *scripts = (ImportScripts){.named = map_open(imports->arena),
                               .packages = map_open(imports->arena),
                               .configs = map_open(imports->arena)};
    IdSpan files = imports_paths_called(&imports->paths, imports->arena, STR("package.json"));
    for (size_t i = 0; i < files.len; i++) {
        uint32_t file = files.ptr[i];
        Str folder = imports_folder(imports->catalog->files.ptr[file].path);
        if (imports->catalog->files.ptr[file].class == FILE_VENDORED)
            continue;
        const Manifest *package = read_package(imports, folder);
        Str name = package ? package->name : (Str){0};
        bool added;
        uint64_t *slot = name.len ? map_put(&scripts->named, name, &added) : NULL;
        if (slot && added)
            *slot = file;
    }
}

bool imports_script_named(Imports *imports, Str package, Str *folder)
{
    open_scripts(imports);
    const uint64_t *file = map_find(&imports->scripts->named, package);
    if (file)
        *folder = imports_folder(imports->catalog->files.ptr[*file].path);
    return file != NULL;
}

bool imports_script_own_package(const ImportQuery *query, Str *folder)
{
    *folder = query->folder;
    open_scripts(query->imports);
    do {
        if (read_package(query->imports, *folder))
            return true;
    } while (imports_climb(folder));
    return false;
}

/* ---- targets of a package ---- */

/* Whether the name matches the pattern; *star gets the text matched by `*`. */
static bool fits(Str pattern, Str name, Str *star)
{
    size_t at = str_find_byte(pattern, '*');
    *star = (Str){0};
    if (at == STR_NONE)
        return str_equal(pattern, name);
    Str end = str_from_offset(pattern, at + 1);
    if (name.len < pattern.len - 1 || !str_starts(name, str_slice(pattern, 0, at)) ||
        !str_ends(name, end))
        return false;
    *star = str_slice(name, at, name.len - end.len);
    return true;
}

static Str filled(Arena *arena, Str target, Str star)
{
    size_t at = str_find_byte(target, '*');
    if (at == STR_NONE)
        return target;
    return str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(target, 0, at)), STR_ARG(star),
                      STR_ARG(str_from_offset(target, at + 1)));
}

static Str without_end(Str path)
{
    Str name = path_base(path);
    size_t dot = str_find_byte(name, '.');
    return str_slice(path, 0, path.len - (dot == STR_NONE || !dot ? 0 : name.len - dot));
}

static bool is_made_folder(Str part)
{
    static const char *const names[] = {"dist", "lib", "build", "out",   "es",
                                        "esm",  "cjs", "umd",   "types", "bundles"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(part, str_from(names[i])))
            return true;
    return false;
}

/* The file that a target names, or the source from which it is built. */
static uint32_t find_target(const ImportQuery *query, Str folder, Str target)
{
    Str path, part;
    if (!imports_join(query->scratch, folder, target, &path))
        return FILE_NOWHERE;
    uint32_t file = imports_paths_file(&query->imports->paths, path);
    if (file == FILE_NOWHERE && path.len > folder.len)
        file = imports_script_file(query, path);
    if (file != FILE_NOWHERE || !imports_join(query->scratch, (Str){0}, target, &path))
        return file;
    Str rest = path;
    while (str_take_until(&path, '/', &part) && is_made_folder(part))
        rest = path;
    Str sources = path_join(query->scratch, STR("src"), without_end(rest));
    return imports_script_below(query, folder, sources);
}

/* The first file among the strings of a target, in which conditions and lists may nest. */
static uint32_t find_targets(const ImportQuery *query, Str folder, const Json *targets, Str star)
{
    const Json *stack[IMPORT_CONDITIONS_DEPTH];
    size_t depth = 0;
    uint32_t file = FILE_NOWHERE;
    for (const Json *at = targets; at && file == FILE_NOWHERE;) {
        bool nested = at->type == JSON_OBJECT || at->type == JSON_ARRAY;
        if (at->type == JSON_STRING)
            file = find_target(query, folder, filled(query->scratch, at->text, star));
        if (nested && at->first && depth < COUNT(stack)) {
            stack[depth++] = at;
            at = at->first;
            continue;
        }
        while (depth && !at->next)
            at = stack[--depth];
        at = depth ? at->next : NULL;
    }
    return file;
}

/* The matching row of a pattern table with the longest text before its star. */
static const Json *find_pattern(const Json *table, Str name, Str *star)
{
    const Json *best = NULL;
    size_t best_len = 0;
    if (!table || table->type != JSON_OBJECT)
        return NULL;
    for (const Json *row = table->first; row; row = row->next) {
        Str own;
        if (!fits(row->key, name, &own))
            continue;
        size_t at = str_find_byte(row->key, '*');
        size_t len = at == STR_NONE ? row->key.len + 1 : at + 1; // an exact key wins
        if (!best || len > best_len) {
            best = row;
            best_len = len;
            *star = own;
        }
    }
    return best;
}

static const Json *exports_of(const Manifest *package, Str key, Str *star)
{
    const Json *exports = json_get(package->root, STR("exports"));
    bool table = exports && exports->type == JSON_OBJECT && exports->first &&
                 str_starts(exports->first->key, STR("."));
    *star = (Str){0};
    if (table)
        return find_pattern(exports, key, star);
    return str_equal(key, STR(".")) ? exports : NULL;
}

static uint32_t find_main(const ImportQuery *query, const Manifest *package, Str folder)
{
    static const char *const keys[] = {"source", "types", "typings", "module", "main"};
    static const char *const usual[] = {"src/index", "index", "lib/index"};
    uint32_t file = FILE_NOWHERE;
    for (size_t i = 0; i < COUNT(keys) && file == FILE_NOWHERE; i++) {
        Str target = json_text(package->root, str_from(keys[i]));
        bool self = !target.len || str_equal(target, STR(".")) || str_equal(target, STR("./"));
        file = self ? FILE_NOWHERE : find_target(query, folder, target);
    }
    for (size_t i = 0; i < COUNT(usual) && file == FILE_NOWHERE; i++)
        file = imports_script_below(query, folder, str_from(usual[i]));
    return file;
}

uint32_t imports_script_package(const ImportQuery *query, Str folder, Str below)
{
    open_scripts(query->imports);
    const Manifest *package = read_package(query->imports, folder);
    if (!package)
        return FILE_NOWHERE;
    Str key = below.len ? str_format(query->scratch, "./%.*s", STR_ARG(below)) : STR("."), star;
    const Json *targets = exports_of(package, key, &star);
    uint32_t file = targets ? find_targets(query, folder, targets, star) : FILE_NOWHERE;
    if (file != FILE_NOWHERE)
        return file;
    if (!below.len)
        return find_main(query, package, folder);
    return find_target(query, folder, str_format(query->scratch, "src/%.*s", STR_ARG(below)));
}

/* ---- tsconfig.json ---- */

/* Files still to read: those that the current one extends, then those that it references. */
typedef struct ConfigQueue {
    uint32_t files[IMPORT_CONFIGS_MAX];
    size_t len;
} ConfigQueue;

static void add_config(const ImportQuery *query, ConfigQueue *queue, Str folder, Str name)
{
    static const char *const ends[] = {"", ".json", "/tsconfig.json"};
    Str path;
    if (!name.len || name.ptr[0] != '.' || !imports_join(query->scratch, folder, name, &path))
        return;
    for (size_t i = 0; i < COUNT(ends) && queue->len < COUNT(queue->files); i++) {
        uint32_t file = imports_paths_joined(&query->imports->paths, path, str_from(ends[i]));
        if (file == FILE_NOWHERE)
            continue;
        queue->files[queue->len++] = file;
        return;
    }
}

static void add_extended(const ImportQuery *query, ConfigQueue *queue, Str folder,
                         const Json *extends)
{
    bool list = extends && extends->type == JSON_ARRAY;
    for (const Json *at = list ? extends->first : extends; at; at = list ? at->next : NULL)
        if (at->type == JSON_STRING)
            add_config(query, queue, folder, at->text);
}

static void add_references(const ImportQuery *query, ConfigQueue *queue, Str folder,
                           const Json *references)
{
    bool list = references && references->type == JSON_ARRAY;
    for (const Json *at = list ? references->first : NULL; at; at = at->next)
        add_config(query, queue, folder, json_text(at, STR("path")));
}

/* Takes settings that no earlier file of the queue has set. */
static void take_options(const ImportQuery *query, ScriptConfig *config, const Json *file,
                         Str folder)
{
    const Json *options = json_get(file, STR("compilerOptions"));
    const Json *paths = json_get(options, STR("paths")), *base = json_get(options, STR("baseUrl"));
    Str base_folder = folder;
    bool has_base = base && base->type == JSON_STRING &&
                    imports_join(query->imports->arena, folder, base->text, &base_folder);
    if (has_base && !config->has_base) {
        config->has_base = true;
        config->base_folder = base_folder;
    }
    if (paths && !config->paths) {
        config->paths = paths;
        config->paths_folder = config->has_base ? config->base_folder : base_folder;
    }
}

static const ScriptConfig *read_config(const ImportQuery *query, uint32_t file)
{
    Imports *imports = query->imports;
    ScriptConfig *config = NEW(imports->arena, ScriptConfig, 1);
    ConfigQueue queue = {{file}, 1}, referenced = {0};
    for (size_t i = 0; i < queue.len; i++) {
        Str folder = imports_folder(imports->catalog->files.ptr[queue.files[i]].path);
        const Json *json = imports_settings_json(imports, imports->arena, queue.files[i]);
        take_options(query, config, json, folder);
        add_extended(query, &queue, folder, json_get(json, STR("extends")));
        if (!i)
            add_references(query, &referenced, folder, json_get(json, STR("references")));
        bool last = i + 1 == queue.len && !config->paths && referenced.len;
        for (size_t r = 0; last && r < referenced.len && queue.len < COUNT(queue.files); r++)
            queue.files[queue.len++] = referenced.files[r];
        referenced.len = last ? 0 : referenced.len;
    }
    return config;
}

/* The settings of the nearest folder above the file that has settings; NULL if none has. */
static const ScriptConfig *config_of(const ImportQuery *query)
{
    static const char *const names[] = {"tsconfig.json", "jsconfig.json"};
    ImportScripts *scripts = query->imports->scripts;
    const ImportPaths *paths = &query->imports->paths;
    bool added;
    uint64_t *slot = map_put(&scripts->configs, query->folder, &added);
    if (!added)
        return (const ScriptConfig *)(uintptr_t)*slot;
    const ScriptConfig *config = NULL;
    Str folder = query->folder;
    do {
        for (size_t i = 0; i < COUNT(names) && !config; i++) {
            uint32_t file =
                imports_paths_file(paths, path_join(query->scratch, folder, str_from(names[i])));
            config = file == FILE_NOWHERE ? NULL : read_config(query, file);
        }
    } while (!config && imports_climb(&folder));
    *slot = (uint64_t)(uintptr_t)config;
    return config;
}

/* A file that the package names for itself, as `#name`. */
static uint32_t find_own(const ImportQuery *query, Str name)
{
    Str folder, star = {0};
    if (!imports_script_own_package(query, &folder))
        return FILE_NOWHERE;
    const Json *table = json_get(read_package(query->imports, folder)->root, STR("imports"));
    const Json *targets = find_pattern(table, name, &star);
    return targets ? find_targets(query, folder, targets, star) : FILE_NOWHERE;
}

uint32_t imports_script_mapped(const ImportQuery *query, Str name)
{
    open_scripts(query->imports);
    if (str_starts(name, STR("#")))
        return find_own(query, name);
    const ScriptConfig *config = config_of(query);
    Str star = {0};
    const Json *targets = config ? find_pattern(config->paths, name, &star) : NULL;
    uint32_t file = FILE_NOWHERE;
    for (const Json *at = targets && targets->type == JSON_ARRAY ? targets->first : NULL;
         at && file == FILE_NOWHERE; at = at->next)
        if (at->type == JSON_STRING)
            file = imports_script_below(query, config->paths_folder,
                                        filled(query->scratch, at->text, star));
    if (file == FILE_NOWHERE && config && config->has_base)
        file = imports_script_below(query, config->base_folder, name);
    return file;
}
