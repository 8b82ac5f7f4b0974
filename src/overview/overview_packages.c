/* Packages of a monorepo, which are shown because its readers look for one of them. The workspace's
   manifest lists them by patterns; each package's manifest has the details. */
#include "base/path.h"
#include "git/ignore.h"
#include "index/catalog/classify.h"
#include "overview/overview_manifest.h"

#include <stdlib.h>

/* Maximum number of packages whose manifests are read. */
#define PACKAGES_MAX 200
#define ABOUT_BYTES 100
#define PACKAGES_SHOWN 12
/* Without a manifest at the top: depth of the search for packages, and their minimum number. */
#define UNDECLARED_DEEP 2
#define UNDECLARED_MIN 2

typedef struct Finder {
    SessionRequest *request;
    const IndexSession *session;
    Overview *overview;
    ManifestPatternVec members;
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

static Manifest read_manifest(const Finder *finder, Str path)
{
    Str text = {0};
    if (!overview_read(finder->request, finder->session, path, &text))
        return (Manifest){.path = path};
    return manifest_read(finder->request->arena, path, text);
}

static void add_commands(Arena *arena, const Manifest *manifest, Str *commands)
{
    for (size_t i = 0; overview_scripts[i]; i++)
        if (manifest_command(manifest, overview_scripts[i]).len)
            *commands = str_format(arena, "%.*s%s%s", STR_ARG(*commands), commands->len ? ", " : "",
                                   overview_scripts[i]);
}

static void read_package(Finder *finder, Str path)
{
    Arena *arena = finder->request->arena;
    if (finder->read++ >= PACKAGES_MAX)
        return;
    Manifest manifest = read_manifest(finder, path);
    Str about = str_fold_space(arena, manifest.description);
    Package package = {.directory = path_directory(path),
                       .name = manifest.name,
                       .about = view_cut_end(arena, about, ABOUT_BYTES)};
    add_commands(arena, &manifest, &package.commands);
    package.hidden = manifest.is_private || classify_folder(package.directory) != FOLDER_OWN;
    if (package.name.len || package.about.len)
        *VEC_PUSH(arena, &finder->overview->packages) = package;
}

/* ---- all packages ---- */

static bool is_member(const Finder *finder, Str directory)
{
    bool member = false;
    for (size_t i = 0; i < finder->members.len; i++) {
        Str pattern = finder->members.ptr[i];
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
    static const char *const roots[] = {"pnpm-workspace.yaml", "package.json", "lerna.json",
                                        "Cargo.toml",          "go.work",      "pyproject.toml"};
    for (size_t i = 0; i < COUNT(roots); i++) {
        Str source = str_from(roots[i]);
        if (!is_listed(finder->session, source))
            continue;
        Manifest workspace = read_manifest(finder, source);
        finder->members = workspace.members;
        if (workspace.members.len)
            read_members(finder, workspace.kind->members);
        finder->overview->packages_source = source;
        if (finder->overview->packages.len)
            return true;
    }
    return false;
}

static void find_undeclared(Finder *finder)
{
    const Catalog *catalog = finder->session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (manifest_is_of_member(catalog->files.ptr[i].path) &&
            !path_depth(catalog->files.ptr[i].path))
            return;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (file->class != FILE_VENDORED && manifest_is_of_member(file->path) &&
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

/* ---- the value ---- */

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
