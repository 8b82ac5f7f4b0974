/* Facts from manifests, which are read as data, never executed. Rows of languages/<id>/project.def
   say what the presence of each means; manifest/manifest.h reads those of packages. */
#include "overview/overview_manifest.h"
#include "base/path.h"
#include "base/shell.h"
#include "project/test_command.h"

/* Maximum number of manifests: a monorepo may have many; the topmost ones suffice. */
#define MANIFESTS_MAX 40
#define COMMANDS_MAX 13
#define PROGRAMS_MAX 8

const char *const overview_scripts[] = {"build", "test", "start", "dev", "lint", NULL};

void overview_add(Manifests *manifests, EvidenceVec *list, Str what, Str source)
{
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].what, what))
            return;
    if (list->len < COMMANDS_MAX)
        *VEC_PUSH(manifests->request->arena, list) = (Evidence){.what = what, .source = source};
}

void overview_add_command(Manifests *manifests, Str what, Str source)
{
    overview_add(manifests, &manifests->overview->commands, what, source);
}

void overview_add_command_there(Manifests *manifests, Str what, Str source)
{
    Arena *arena = manifests->request->arena;
    Str directory = project_directory(source);
    Str there = str_format(arena, "cd %.*s && ", STR_ARG(shell_quote_path(arena, directory)));
    what = directory.len ? str_join(arena, there, what) : what;
    overview_add_command(manifests, what, source);
}

/* Whether the name occurs without being a prefix of a longer one: `flask-login` is not Flask. */
static bool is_named(Str text, Str name)
{
    for (size_t at = 0, found; at < text.len; at += found + 1) {
        found = str_find(str_from_offset(text, at), name);
        if (found == STR_NONE)
            return false;
        size_t end = at + found + name.len;
        if (end >= text.len || !(byte_is_word(text.ptr[end]) || text.ptr[end] == '-'))
            return true;
    }
    return false;
}

void overview_add_named(Manifests *manifests, const Manifest *manifest, ManifestNamed *known,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (is_named(manifest->text, str_from(known[i][0])))
            overview_add(manifests, &manifests->overview->frameworks, str_from(known[i][1]),
                         manifest->path);
}

bool overview_is_top(Str path)
{
    return str_find_byte(path, '/') == STR_NONE;
}

/* Whether the path is at the top, or in a directory there that belongs to the program itself. */
static bool is_topmost(Str path)
{
    static const char *const aside[] = {"doc",     "docs",  "example", "examples", "tools",
                                        "scripts", "demo",  "extras",  "contrib",  "hack",
                                        "misc",    "tests", "test",    "utils",    "bench"};
    size_t slash = str_find_byte(path, '/');
    if (slash == STR_NONE)
        return true;
    Str directory = str_slice(path, 0, slash);
    for (size_t i = 0; i < COUNT(aside); i++)
        if (str_equal_nocase(directory, str_from(aside[i])))
            return false;
    return !str_starts(directory, STR(".")) && path_depth(path) == 1;
}

/* The function that shows a manifest of that name, or NULL. */
static ManifestFunction reader_of(Str name)
{
    for (size_t i = 0; i < project_table_count(); i++) {
        const ProjectTable *table = project_table(i);
        for (size_t k = 0; k < table->count; k++)
            if (table->rows[k].read && str_equal(name, str_from(table->rows[k].manifest)))
                return table->rows[k].read;
    }
    return NULL;
}

static void add_programs(Manifests *manifests, const Manifest *manifest)
{
    Arena *arena = manifests->request->arena;
    EvidenceVec *entries = &manifests->overview->entries;
    for (size_t i = 0; i < manifest->programs.len && entries->len < PROGRAMS_MAX; i++) {
        const ManifestItem *program = &manifest->programs.ptr[i];
        *VEC_PUSH(arena, entries) =
            (Evidence){.what = str_format(arena, "%.*s: %.*s (%.*s)", STR_ARG(program->name),
                                          STR_ARG(program->text), STR_ARG(manifest->path)),
                       .source = manifest->path};
    }
}

/* Shows what a manifest says; false if no reader knows the file. */
static bool look_inside(Manifests *manifests, Str path)
{
    Str text;
    Arena *arena = manifests->request->arena;
    ManifestFunction show = reader_of(path_base(path));
    const ManifestKind *kind = manifest_kind(path);
    if (!show && !(kind && kind->read))
        return false;
    if (!overview_read(manifests->request, manifests->session, path, &text))
        return true;
    Manifest manifest = manifest_read(arena, path, text);
    if (manifest.name.len)
        *VEC_PUSH(arena, &manifests->overview->own_names) = manifest.name;
    if (show)
        show(manifests, &manifest);
    add_programs(manifests, &manifest);
    return true;
}

/* Whether the name is that of a test runner in the repository. */
static bool runs_tests(Str name)
{
    static const char *const names[] = {"runtest", "runtests", "run_tests", "run-tests"};
    size_t dot = str_find_byte(name, '.');
    Str stem = str_slice(name, 0, MIN(dot, name.len)), extension = path_extension(name);
    bool program = !extension.len || str_equal(extension, STR("py")) ||
                   str_equal(extension, STR("sh")) || str_equal(extension, STR("pl"));
    for (size_t i = 0; i < COUNT(names); i++)
        if (program && str_equal(stem, str_from(names[i])))
            return true;
    return false;
}

static bool has_language(const Overview *overview, const char *id)
{
    for (size_t i = 0; i < overview->languages.len; i++)
        if (str_equal(lang_id(overview->languages.ptr[i].language), str_from(id)))
            return true;
    return false;
}

/* The command with the project's wrapper script, if there is one: `./gradlew build`. */
static Str with_wrapper(Manifests *manifests, const char *wrapper, const char *command)
{
    Str text = str_from(command);
    if (!wrapper || !project_file(&manifests->project, (Str){0}, wrapper)->exists)
        return text;
    const Str parts[] = {STR("./"), str_from(wrapper),
                         str_from_offset(text, str_find_byte(text, ' '))};
    return str_join_all(manifests->request->arena, parts, COUNT(parts));
}

static void add_row(Manifests *manifests, const ProjectRow *row, Str path)
{
    if (row->framework)
        overview_add(manifests, &manifests->overview->frameworks, str_from(row->framework), path);
    if (row->build && overview_is_top(path))
        overview_add_command(manifests, with_wrapper(manifests, row->wrapper, row->build), path);
    if (row->test && overview_is_top(path))
        overview_add_command(manifests, with_wrapper(manifests, row->wrapper, row->test), path);
}

static bool is_of(const ProjectRow *row, Str path)
{
    return row->manifest && str_equal(path_base(path), str_from(row->manifest));
}

static void look_at(Manifests *manifests, Str path)
{
    for (size_t i = 0; i < project_table_count(); i++) {
        const ProjectTable *table = project_table(i);
        for (size_t k = 0; k < table->count; k++)
            if (is_of(&table->rows[k], path) &&
                (!table->rows[k].needs_files_of_language ||
                 has_language(manifests->overview, table->language)))
                add_row(manifests, &table->rows[k], path);
    }
}

/* Reads a Makefile that is a symbolic link, which the catalog does not list. */
static void look_at_link(Manifests *manifests)
{
    Str path = STR("Makefile");
    const Catalog *catalog = manifests->session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (str_equal(catalog->files.ptr[i].path, path))
            return;
    (void)look_inside(manifests, path);
}

/* Adds the test command derived from the tests, if no manifest except a Makefile or script has
   one. */
static void add_tests(Manifests *manifests)
{
    const EvidenceVec *commands = &manifests->overview->commands;
    TestCommand all = test_command_all(manifests->request, manifests->session);
    for (size_t i = 0; i < commands->len && all.text.len; i++) {
        Str what = commands->ptr[i].what;
        bool test = str_find(what, STR("test")) != STR_NONE;
        bool own = str_equal(commands->ptr[i].source, all.evidence);
        if (test && (own || (!str_starts(what, STR("make ")) && !str_starts(what, STR("./")))))
            return;
    }
    if (all.text.len)
        overview_add_command(manifests, all.text,
                             all.evidence.len ? all.evidence : STR("as its tests are written"));
}

/* ---- order ---- */

/* Whether the language has at least a quarter of the lines of the first language. */
static bool speaks(const Overview *overview, const char *id)
{
    for (size_t i = 0; i < overview->languages.len; i++)
        if (str_equal(lang_id(overview->languages.ptr[i].language), str_from(id)))
            return overview->languages.ptr[i].lines * 4 >= overview->languages.ptr[0].lines;
    return false;
}

/* Whether the manifest serves only a small part of the project, as a package.json in a project of
   another language. */
static bool is_of_a_corner(const Overview *overview, Str source, bool configured)
{
    bool corner = false;
    for (size_t i = 0; i < project_table_count(); i++) {
        const ProjectTable *table = project_table(i);
        for (size_t k = 0; k < table->count; k++) {
            if (!table->rows[k].serves_corner || !is_of(&table->rows[k], source))
                continue;
            if (table->rows[k].serves_corner_with_configure && configured)
                return true;
            if (speaks(overview, table->language))
                return false;
            corner = true;
        }
    }
    return corner;
}

/* Rank of a command: configuration, build of the whole, build of a small part. */
static int order_of(const Overview *overview, Str source, bool configured)
{
    if (str_equal(path_base(source), STR("configure")))
        return 0;
    return is_of_a_corner(overview, source, configured) ? 2 : 1;
}

/* Sorts commands by rank, stably. */
static void put_in_order(SessionRequest *request, Overview *overview)
{
    const EvidenceVec found = overview->commands;
    bool configured = false;
    for (size_t i = 0; i < found.len; i++)
        configured = configured || str_equal(found.ptr[i].source, STR("configure"));
    overview->commands = (EvidenceVec){0};
    for (int order = 0; order <= 2; order++)
        for (size_t i = 0; i < found.len; i++)
            if (order_of(overview, found.ptr[i].source, configured) == order)
                *VEC_PUSH(request->arena, &overview->commands) = found.ptr[i];
}

static void look_through(Manifests *manifests, bool top)
{
    Arena *arena = manifests->request->arena;
    const Catalog *catalog = manifests->session->catalog;
    for (size_t i = 0, read = 0; i < catalog->files.len && read < MANIFESTS_MAX; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || overview_is_top(file->path) != top || file->class == FILE_VENDORED)
            continue;
        if (runs_tests(path_base(file->path)) && path_depth(file->path) <= 1)
            overview_add_command(
                manifests, str_format(arena, "./%.*s", STR_ARG(shell_quote(arena, file->path))),
                file->path);
        if (!is_topmost(file->path))
            continue;
        look_at(manifests, file->path);
        read += look_inside(manifests, file->path);
    }
}

void overview_read_manifests(SessionRequest *request, const IndexSession *session,
                             Overview *overview)
{
    Manifests manifests = {.request = request,
                           .session = session,
                           .overview = overview,
                           .project = project_open(request, session)};
    look_through(&manifests, true);
    look_through(&manifests, false);
    look_at_link(&manifests);
    add_tests(&manifests);
    put_in_order(request, overview);
}

/* Whether a framework is the repository's own product: `Flask` of `flask`, `Next.js` of `next`,
   `gin` of `github.com/gin-gonic/gin`. */
static bool is_called(Arena scratch, Str framework, Str own)
{
    Str name = str_lower(&scratch, path_base(own)), shown = str_lower(&scratch, framework);
    if (str_ends(shown, STR(".js")))
        shown = str_slice(shown, 0, shown.len - 3);
    return str_equal(shown, name);
}

void overview_drop_itself(SessionRequest *request, Overview *overview)
{
    EvidenceVec *list = &overview->frameworks;
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        bool own = false;
        for (size_t k = 0; k < overview->own_names.len && !own; k++)
            own = is_called(*request->scratch, list->ptr[i].what, overview->own_names.ptr[k]);
        for (size_t k = 0; k < overview->packages.len && !own; k++)
            own = is_called(*request->scratch, list->ptr[i].what, overview->packages.ptr[k].name);
        if (!own)
            list->ptr[kept++] = list->ptr[i];
    }
    list->len = kept;
}
