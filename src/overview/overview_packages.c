/* Packages of a monorepo, which are shown because its readers look for one of them. The workspace's
   manifest lists them by patterns; each package's manifest has the details. */
#include "base/path.h"
#include "git/ignore.h"
#include "index/catalog/classify.h"
#include "overview/overview.h"
#include "text/toml.h"

#include <stdlib.h>

/* Maximum numbers of packages whose manifests are read, and of patterns. */
#define PACKAGES_MAX 200
#define PATTERNS_MAX 200
#define ABOUT_BYTES 100
#define PACKAGES_SHOWN 12
/* Without a manifest at the top: depth of the search for packages, and their minimum number. */
#define UNDECLARED_DEEP 2
#define UNDECLARED_MIN 2

typedef struct Finder {
    SessionRequest *request;
    const IndexSession *session;
    Overview *overview;
    VEC(Str) patterns; /* of directories; `!` negates */
    size_t read;
} Finder;

static bool is_listed(const IndexSession *session, Str path)
{
    const Catalog *catalog = session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (str_equal(catalog->files.ptr[i].path, path))
            return true;
    return false;
}

static bool read_object(SessionRequest *request, const IndexSession *session, Str path, Json **root)
{
    Str text;
    Err err;
    bool toml = str_ends(path, STR(".toml"));
    return overview_read(request, session, path, &text) &&
           (toml ? toml_parse(request->arena, text, root, &err)
                 : json_parse(request->arena, text, root, &err));
}

static Str text_of(const Json *object, const char *key)
{
    const Json *value = json_get(object, str_from(key));
    return value && value->type == JSON_STRING ? value->text : (Str){0};
}

/* ---- the workspace ---- */

static void add_pattern(Finder *finder, Str pattern)
{
    bool negated = str_starts(pattern, STR("!"));
    pattern = str_trim(str_from_offset(pattern, negated));
    if (str_starts(pattern, STR("./")))
        pattern = str_from_offset(pattern, 2);
    while (str_ends(pattern, STR("/")))
        pattern = str_slice(pattern, 0, pattern.len - 1);
    if (pattern.len && finder->patterns.len < PATTERNS_MAX)
        *VEC_PUSH(finder->request->arena, &finder->patterns) =
            negated ? str_join(finder->request->arena, STR("!"), pattern) : pattern;
}

static void add_patterns(Finder *finder, const Json *list)
{
    if (list && list->type == JSON_OBJECT) /* `workspaces: { packages: […] }` of yarn */
        list = json_get(list, STR("packages"));
    for (const Json *item = list && list->type == JSON_ARRAY ? list->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING)
            add_pattern(finder, item->text);
}

/* Reads `packages:` and its list of patterns, one per line after a dash. */
static void read_pnpm(Finder *finder, Str text)
{
    bool inside = false;
    Str line;
    while (str_take_line(&text, &line)) {
        Str item = str_trim(line);
        if (line.len && !byte_is_space(line.ptr[0]) && line.ptr[0] != '-' && line.ptr[0] != '#')
            inside = str_starts(line, STR("packages:"));
        if (!inside || !str_starts(item, STR("-")))
            continue;
        item = str_trim(str_from_offset(item, 1));
        char quote = item.len ? item.ptr[0] : 0;
        if (quote == '"' || quote == '\'')
            item = str_slice(item, 1,
                             1 + MIN(str_find_byte(str_from_offset(item, 1), quote), item.len - 1));
        add_pattern(finder, item);
    }
}

/* Reads `use ./a`, or `use (` with one directory per line. */
static void read_go_work(Finder *finder, Str text)
{
    bool inside = false;
    Str line;
    while (str_take_line(&text, &line)) {
        Str rest = str_trim(str_slice(line, 0, MIN(str_find(line, STR("//")), line.len)));
        if (str_starts(rest, STR("use"))) {
            rest = str_trim(str_from_offset(rest, 3));
            inside = str_equal(rest, STR("("));
            if (!inside)
                add_pattern(finder, rest);
        } else if (str_equal(rest, STR(")"))) {
            inside = false;
        } else if (inside) {
            add_pattern(finder, rest);
        }
    }
}

/* ---- one package ---- */

static void add_commands(Arena *arena, const Json *scripts, Str *commands)
{
    static const char *const wanted[] = {"build", "test", "start", "dev", "lint"};
    for (size_t i = 0; scripts && i < COUNT(wanted); i++)
        if (json_get(scripts, str_from(wanted[i])))
            *commands = str_format(arena, "%.*s%s%s", STR_ARG(*commands), commands->len ? ", " : "",
                                   wanted[i]);
}

static bool is_false(const Json *value)
{
    return value && value->type == JSON_FALSE;
}

static bool is_true(const Json *value)
{
    return value && value->type == JSON_TRUE;
}

static void read_package(Finder *finder, Str path)
{
    Json *root = NULL;
    Arena *arena = finder->request->arena;
    Package package = {.directory = path_directory(path)};
    if (finder->read++ >= PACKAGES_MAX)
        return;
    bool go = str_equal(path_base(path), STR("go.mod"));
    if (!go && !read_object(finder->request, finder->session, path, &root))
        return;
    const Json *table = root;
    if (str_equal(path_base(path), STR("Cargo.toml")))
        table = json_get(root, STR("package"));
    else if (str_equal(path_base(path), STR("pyproject.toml")))
        table = json_get(root, STR("project"));
    package.name = text_of(table, "name");
    package.about =
        view_cut_end(arena, str_fold_space(arena, text_of(table, "description")), ABOUT_BYTES);
    if (str_equal(path_base(path), STR("package.json")))
        add_commands(arena, json_get(root, STR("scripts")), &package.commands);
    package.hidden = is_true(json_get(table, STR("private"))) ||
                     is_false(json_get(table, STR("publish"))) ||
                     classify_folder(package.directory) != FOLDER_OWN;
    if (package.name.len || package.about.len || go)
        *VEC_PUSH(arena, &finder->overview->packages) = package;
}

/* ---- all packages ---- */

static bool is_member(const Finder *finder, Str directory)
{
    bool member = false;
    for (size_t i = 0; i < finder->patterns.len; i++) {
        Str pattern = finder->patterns.ptr[i];
        bool negated = str_starts(pattern, STR("!"));
        if (ignore_match(str_from_offset(pattern, negated), directory))
            member = !negated;
    }
    return member;
}

static void read_members(Finder *finder, const char *manifest)
{
    const Catalog *catalog = finder->session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (str_find_byte(file->path, '/') != STR_NONE && file->class != FILE_VENDORED &&
            str_equal(path_base(file->path), str_from(manifest)) &&
            is_member(finder, path_directory(file->path)))
            read_package(finder, file->path);
    }
}

static bool find_declared(Finder *finder)
{
    static const struct {
        const char *source, *member;
    } kinds[] = {{"pnpm-workspace.yaml", "package.json"},
                 {"package.json", "package.json"},
                 {"lerna.json", "package.json"},
                 {"Cargo.toml", "Cargo.toml"},
                 {"go.work", "go.mod"},
                 {"pyproject.toml", "pyproject.toml"}};
    for (size_t i = 0; i < COUNT(kinds); i++) {
        Str text, source = str_from(kinds[i].source);
        Json *root = NULL;
        finder->patterns.len = 0;
        if (!is_listed(finder->session, source))
            continue;
        if (str_ends(source, STR(".yaml")) || str_ends(source, STR(".work"))) {
            if (overview_read(finder->request, finder->session, source, &text))
                (str_ends(source, STR(".yaml")) ? read_pnpm : read_go_work)(finder, text);
        } else if (read_object(finder->request, finder->session, source, &root)) {
            add_patterns(finder, json_get(root, STR("workspaces")));
            add_patterns(finder, json_get(root, STR("packages")));
            add_patterns(finder, json_get(json_get(root, STR("workspace")), STR("members")));
            const Json *uv = json_get(json_get(root, STR("tool")), STR("uv"));
            add_patterns(finder, json_get(json_get(uv, STR("workspace")), STR("members")));
        }
        if (finder->patterns.len)
            read_members(finder, kinds[i].member);
        finder->overview->packages_source = source;
        if (finder->overview->packages.len)
            return true;
    }
    return false;
}

static bool is_manifest(Str path)
{
    static const char *const names[] = {"package.json", "Cargo.toml", "go.mod", "pyproject.toml"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(path_base(path), str_from(names[i])))
            return true;
    return false;
}

static void find_undeclared(Finder *finder)
{
    const Catalog *catalog = finder->session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (is_manifest(catalog->files.ptr[i].path) && !path_depth(catalog->files.ptr[i].path))
            return;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->class != FILE_VENDORED && is_manifest(file->path) &&
            path_depth(file->path) <= UNDECLARED_DEEP)
            read_package(finder, file->path);
    }
    if (finder->overview->packages.len < UNDECLARED_MIN)
        finder->overview->packages.len = 0;
}

static int for_users_first(const void *a, const void *b)
{
    const Package *x = a, *y = b;
    if (x->hidden != y->hidden)
        return x->hidden ? 1 : -1;
    return str_compare(x->directory, y->directory);
}

void overview_find_packages(SessionRequest *request, const IndexSession *session,
                            Overview *overview)
{
    Finder finder = {.request = request, .session = session, .overview = overview};
    if (!find_declared(&finder)) {
        overview->packages_source = (Str){0};
        find_undeclared(&finder);
    }
    PackageVec *packages = &overview->packages;
    if (packages->len)
        qsort(packages->ptr, packages->len, sizeof *packages->ptr, for_users_first);
}

/* ---- text ---- */

void overview_put_packages(Buf *out, const Overview *overview)
{
    const PackageVec *packages = &overview->packages;
    if (!packages->len)
        return;
    buf_put(out, STR("packages"));
    if (overview->packages_source.len)
        buf_printf(out, " (%.*s)", STR_ARG(overview->packages_source));
    buf_put(out, STR(":\n"));
    for (size_t i = 0; i < MIN(packages->len, (size_t)PACKAGES_SHOWN); i++) {
        const Package *package = &packages->ptr[i];
        buf_put(out, STR("  "));
        view_put_line_text(out, package->directory);
        if (package->name.len && !str_equal(package->name, path_base(package->directory))) {
            buf_put(out, STR("  "));
            view_put_line_text(out, package->name);
        }
        if (package->about.len) {
            buf_put(out, STR(": "));
            view_put_line_text(out, package->about);
        }
        if (package->commands.len)
            buf_printf(out, " [%.*s]", STR_ARG(package->commands));
        buf_put_byte(out, '\n');
    }
    if (packages->len > PACKAGES_SHOWN)
        buf_printf(out, "  [%zu more]\n", packages->len - PACKAGES_SHOWN);
}

Json *overview_packages_value(Arena *arena, const Overview *overview)
{
    Json *rows = json_array(arena);
    for (size_t i = 0; i < MIN(overview->packages.len, (size_t)PACKAGES_SHOWN); i++) {
        const Package *package = &overview->packages.ptr[i];
        Json *row = json_object(arena);
        json_set(row, STR("directory"), json_str(arena, package->directory));
        json_set(row, STR("name"), json_str(arena, package->name));
        json_set(row, STR("about"), json_str(arena, package->about));
        json_set(row, STR("commands"), json_str(arena, package->commands));
        json_add(rows, row);
    }
    return rows;
}
