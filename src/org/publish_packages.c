/* Packages by their manifests, by the names under which others import them. Manifests are data of a
   repository: nothing is executed, and unknown syntax is skipped. Manifests in third-party code,
   tests and examples are ignored. */
#include "org/publish_state.h"

#include "base/limits.h"
#include "base/map.h"
#include "base/path.h"
#include "index/catalog/classify.h"
#include "manifest/manifest.h"

/* More headers indicate a copy of third-party code. */
#define HEADERS_MAX 20000
#define MODULES_MAX 2000 /* a distribution with more top-level modules is not a package */

typedef struct Packages {
    PublishWork *work;
    Buf rows;
    Map put; /* rows already put: the key of the table */
    Arena *arena;
    IdVec descriptions; /* files of pkg-config */
    size_t headers;
} Packages;

typedef struct PackageRow {
    const char *system;
    Str name, path;
    Str label; /* empty: the name */
} PackageRow;

static void put_package(Packages *packages, const PackageRow *package)
{
    const char *system = package->system;
    Str name = package->name, path = package->path, label = package->label;
    Arena *arena = packages->arena;
    Buf *row = &packages->rows;
    bool added;
    Str key = str_format(arena, "%s\n%.*s\n%.*s", system, STR_ARG(name), STR_ARG(path));
    if (!name.len || name.len > NAME_BYTES_MAX || path.len > NAME_BYTES_MAX)
        return;
    (void)map_put(&packages->put, key, &added);
    if (!added)
        return;
    buf_printf(row, "%s\t", system);
    org_field_put(row, name);
    buf_put_byte(row, '\t');
    org_field_put(row, path);
    buf_put_byte(row, '\t');
    org_field_put(row, str_slice(label.len ? label : name, 0, NAME_BYTES_MAX));
    buf_put_byte(row, '\n');
}

/* The directory of a path; empty for the root. */
static Str directory_of(Str path)
{
    Str directory = path_directory(path);
    return str_equal(directory, STR(".")) ? (Str){0} : directory;
}

/* The path below a directory; empty if it is not below. */
static Str path_below(Str path, Str directory)
{
    if (!directory.len)
        return path;
    bool below =
        str_starts(path, directory) && path.len > directory.len && path.ptr[directory.len] == '/';
    return below ? str_from_offset(path, directory.len + 1) : (Str){0};
}

/* ---- by system ---- */

static void put_npm(Packages *packages, const Manifest *manifest)
{
    if (!manifest->is_private)
        put_package(packages,
                    &(PackageRow){"npm", manifest->name, directory_of(manifest->path), (Str){0}});
}

static Str with_underscores(Arena *arena, Str name)
{
    Str copy = str_lower(arena, name);
    char *bytes = arena_bytes(arena, copy.len + 1);
    for (size_t i = 0; i < copy.len; i++)
        bytes[i] = copy.ptr[i] == '-' || copy.ptr[i] == '.' ? '_' : copy.ptr[i];
    return (Str){bytes, copy.len};
}

/* Modules that a distribution installs: packages next to its manifest or in src/, and the module of
   its own name. */
static void put_modules(Packages *packages, Str directory, Str distribution)
{
    const Catalog *catalog = packages->work->commit->catalog;
    Str own = with_underscores(packages->arena, distribution);
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len && count < MODULES_MAX; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        Str below = path_below(file->path, directory), root = directory;
        if (file->class == FILE_TEST || !str_ends(below, STR(".py")))
            continue;
        if (str_starts(below, STR("src/"))) {
            below = str_from_offset(below, 4);
            root = str_slice(file->path, 0, file->path.len - below.len - 1);
        }
        Str module = directory_of(below);
        bool package = str_equal(path_base(below), STR("__init__.py")) && module.len &&
                       str_find_byte(module, '/') == STR_NONE;
        if (!package && str_find_byte(below, '/') == STR_NONE)
            module = str_slice(below, 0, below.len - 3);
        if (!package && !(module.len && str_equal(module, own)))
            continue;
        put_package(packages, &(PackageRow){"python", module, root, distribution});
        count++;
    }
}

static void put_python(Packages *packages, const Manifest *manifest)
{
    if (manifest->name.len)
        put_modules(packages, directory_of(manifest->path), manifest->name);
}

static void put_go(Packages *packages, const Manifest *manifest)
{
    put_package(packages,
                &(PackageRow){"go", manifest->name, directory_of(manifest->path), (Str){0}});
}

static void put_cargo(Packages *packages, const Manifest *manifest)
{
    Str name = manifest->library.len ? manifest->library : manifest->name;
    put_package(packages, &(PackageRow){"cargo", with_underscores(packages->arena, name),
                                        directory_of(manifest->path), manifest->name});
}

/* Java packages of the code below the manifest. */
static void put_maven(Packages *packages, const Manifest *manifest)
{
    const Catalog *catalog = packages->work->commit->catalog;
    Str directory = directory_of(manifest->path);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        const char *system = lang_facts(file->language)->package_system;
        if (file->class == FILE_SOURCE && file->package && system && !strcmp(system, "maven") &&
            path_below(file->path, directory).len)
            put_package(packages, &(PackageRow){"maven", catalog_name(catalog, file->package),
                                                (Str){0}, manifest->name});
    }
}

/* ---- headers ---- */

static bool is_header(Str path)
{
    Str extension = path_extension(path);
    static const Str known[] = {STR_INIT("h"), STR_INIT("hpp"), STR_INIT("hh"), STR_INIT("hxx")};
    for (size_t i = 0; i < COUNT(known); i++)
        if (str_equal(extension, known[i]))
            return true;
    return false;
}

/* The path under which a header is installed: below the last `include/`, or below the directory of
   a pkg-config file. Empty: apparently not installed. *label: the pkg-config name. */
static Str installed_path(const Packages *packages, Str path, Str *label)
{
    const Catalog *catalog = packages->work->commit->catalog;
    Str found = {0};
    *label = (Str){0};
    for (size_t i = 0; i < packages->descriptions.len && !found.len; i++) {
        Str description = catalog->files.ptr[packages->descriptions.ptr[i]].path;
        Str base = path_base(description);
        Str below = path_below(path, directory_of(description));
        if (!below.len)
            continue;
        found = below;
        *label = str_slice(base, 0, str_find(base, STR(".pc")));
    }
    Str rest = str_starts(path, STR("include/")) ? str_from_offset(path, 8) : (Str){0};
    for (size_t at = 0; at + 9 < path.len; at++)
        if (str_starts(str_from_offset(path, at), STR("/include/")))
            rest = str_from_offset(path, at + 9);
    return rest.len ? rest : found;
}

static void put_header(Packages *packages, Str path)
{
    Str label, name = installed_path(packages, path, &label);
    if (name.len && packages->headers++ < HEADERS_MAX)
        put_package(packages, &(PackageRow){"c", name, path, label});
}

/* ---- all ---- */

static const struct {
    const char *system;
    void (*put)(Packages *packages, const Manifest *manifest);
} publishers[] = {{"npm", put_npm},
                  {"python", put_python},
                  {"go", put_go},
                  {"cargo", put_cargo},
                  {"maven", put_maven}};

static void put_manifest(Packages *packages, Str path, Str text)
{
    Manifest manifest = manifest_read(packages->arena, path, text);
    for (size_t i = 0; i < COUNT(publishers); i++)
        if (str_equal(str_from(manifest.kind->system), str_from(publishers[i].system)))
            publishers[i].put(packages, &manifest);
}

static bool is_own(const CatalogFile *file)
{
    return publish_has_file(file) && file->class != FILE_TEST && file->class != FILE_VENDORED &&
           !classify_is_foreign(file->path) && !classify_is_aside(file->path);
}

static bool put_file(Packages *packages, const CatalogFile *file, Err *err)
{
    const OrgCommit *commit = packages->work->commit;
    const ManifestKind *kind = manifest_kind(file->path);
    Str text;
    if (is_header(file->path))
        put_header(packages, file->path);
    if (!kind || !kind->system || file->size > IMPORT_SETTINGS_BYTES_MAX)
        return true;
    if (!commit->read(commit->context, packages->arena, file, &text, err))
        return false;
    put_manifest(packages, file->path, text);
    return true;
}

/* Deletes removed packages and inserts new ones. PostgreSQL allows no COPY into a table with row
   level security. */
static bool replace(const Packages *packages, Err *err)
{
    PublishWork *work = packages->work;
    Postgres *postgres = work->org->postgres;
    PostgresValue branch = publish_number(work, work->branch);
    static const char table[] =
        "CREATE TEMP TABLE fovea_package (system text COLLATE \"C\", name text COLLATE \"C\","
        " path text COLLATE \"C\", label text) ON COMMIT DROP";
    static const char gone[] =
        "DELETE FROM fovea.package p WHERE p.branch_id = $1::int AND NOT EXISTS"
        " (SELECT FROM pg_temp.fovea_package n WHERE (n.system, n.name, n.path, n.label)"
        " = (p.system, p.name, p.path, p.label))";
    static const char put[] =
        "INSERT INTO fovea.package (branch_id, system, name, path, label)"
        " SELECT $1::int, system, name, path, label FROM pg_temp.fovea_package"
        " ON CONFLICT DO NOTHING";
    return postgres_run(postgres, table, err) &&
           postgres_copy_begin(postgres, "COPY pg_temp.fovea_package FROM STDIN", err) &&
           postgres_copy_put(postgres, buf_str(&packages->rows), err) &&
           postgres_copy_end(postgres, err) && publish_query(work, gone, &branch, 1, NULL, err) &&
           publish_query(work, put, &branch, 1, NULL, err);
}

static bool put_digest(PublishWork *work, const char hash[HASH_CONTENT_BYTES], Err *err)
{
    Buf text = buf_open(work->arena, 0);
    buf_put(&text, STR("\\x"));
    buf_put_hex(&text, (Str){hash, HASH_CONTENT_BYTES});
    const PostgresValue values[] = {publish_number(work, work->branch),
                                    publish_number(work, PUBLISH_BUCKETS),
                                    {.text = buf_str(&text)}};
    static const char sql[] = "INSERT INTO fovea.listing (branch_id, bucket, hash)"
                              " VALUES ($1::int, $2::int, $3::bytea)"
                              " ON CONFLICT (branch_id, bucket) DO UPDATE SET hash = excluded.hash";
    return publish_query(work, sql, values, COUNT(values), NULL, err);
}

bool publish_packages(PublishWork *work, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    Arena rows SCOPED(arena_close) = {0};
    arena_open(&rows, 0);
    Packages packages = {.work = work,
                         .rows = buf_open(&rows, 0),
                         .put = map_open(&work->scratch),
                         .arena = &work->scratch};
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (is_own(file) &&
            (str_ends(file->path, STR(".pc")) || str_ends(file->path, STR(".pc.in"))))
            *VEC_PUSH(&work->scratch, &packages.descriptions) = i;
    }
    for (size_t i = 0; i < catalog->files.len; i++)
        if (is_own(&catalog->files.ptr[i]) && !put_file(&packages, &catalog->files.ptr[i], err))
            return false;
    char hash[HASH_CONTENT_BYTES];
    hash_content(STR("packages"), buf_str(&packages.rows), hash);
    return str_equal((Str){hash, sizeof hash}, work->digests[PUBLISH_BUCKETS].there) ||
           (replace(&packages, err) && put_digest(work, hash, err));
}
