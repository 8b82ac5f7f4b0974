/* Manifests are data: read, never executed. A table of file names says what each one means; few
   look inside, for the names of scripts, targets and dependencies. */
#include "tools/overview_manifest.h"
#include "base/path.h"
#include "base/shell.h"
#include "tools/test_command.h"

/* Manifests of subprojects are as many as a monorepo has; the topmost speak for the whole. */
#define MANIFESTS_MAX 40
#define COMMANDS_MAX 13
#define PROGRAMS_MAX 8

typedef struct Manifest {
    const char *name;
    const char *build, *test; /* commands, or NULL */
    const char *framework;    /* what its presence tells, or NULL */
    const char *language;     /* without which it only hands the project on to others, or NULL */
} Manifest;

static const Manifest manifests_known[] = {
    {"Cargo.toml", "cargo build", "cargo test", "Cargo", NULL},
    {"go.mod", "go build ./...", "go test ./...", "Go modules", NULL},
    {"pom.xml", "mvn package", "mvn test", "Maven", NULL},
    {"build.gradle", "gradle build", "gradle test", "Gradle", NULL},
    {"build.gradle.kts", "gradle build", "gradle test", "Gradle", NULL},
    {"build.sbt", "sbt compile", "sbt test", "sbt", NULL},
    {"Package.swift", "swift build", "swift test", "Swift packages", "swift"},
    {"CMakeLists.txt", "cmake -B build && cmake --build build", "ctest --test-dir build", "CMake",
     NULL},
    {"meson.build", "meson setup build && ninja -C build", "meson test -C build", "Meson", NULL},
    {"configure", "./configure && make", NULL, NULL, NULL},
    {"configure.ac", "./configure && make", NULL, "Autotools", NULL},
    {"Makefile.am", NULL, "make check", "Autotools", NULL},
    {"tox.ini", NULL, "tox", "tox", NULL},
    {"tox.toml", NULL, "tox", "tox", NULL},
    {"noxfile.py", NULL, "nox", "nox", NULL},
    {"pytest.ini", NULL, NULL, "pytest", NULL},
    {"setup.py", NULL, NULL, "setuptools", "python"},
    {"Gemfile", "bundle install", NULL, "Bundler", "ruby"},
    {"Rakefile", NULL, NULL, "Rake", "ruby"},
    {"composer.json", "composer install", NULL, "Composer", "php"},
    {"mix.exs", "mix compile", "mix test", "Mix", NULL},
    {"dune-project", "dune build", "dune test", "Dune", NULL},
    {"stack.yaml", "stack build", "stack test", "Stack", NULL},
    {"build.zig", "zig build", NULL, NULL, NULL},
    {"Makefile.PL", "perl Makefile.PL && make", NULL, NULL, "perl"},
    {"Build.PL", "perl Build.PL && ./Build", NULL, NULL, "perl"},
    {"dist.ini", "dzil build", "dzil test", "Dist::Zilla", "perl"},
    {"WORKSPACE", "bazel build //...", "bazel test //...", "Bazel", NULL},
    {"MODULE.bazel", "bazel build //...", "bazel test //...", "Bazel", NULL},
    {"Dockerfile", NULL, NULL, "Docker", NULL},
    {"docker-compose.yml", "docker compose up", NULL, "Docker Compose", NULL},
    {"gulpfile.js", "gulp", NULL, "Gulp", NULL},
    {"Gulpfile.js", "gulp", NULL, "Gulp", NULL},
    {"Gulpfile.mjs", "gulp", NULL, "Gulp", NULL},
    {"manage.py", NULL, "python manage.py test", "Django project", NULL},
    {"next.config.js", NULL, NULL, "Next.js", NULL},
    {"angular.json", NULL, NULL, "Angular", NULL},
    {"Kconfig", "make menuconfig && make", NULL, "Kconfig", NULL},
};

void manifest_add(Manifests *manifests, EvidenceVec *list, Str what, Str source)
{
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].what, what))
            return;
    if (list->len < COMMANDS_MAX)
        *VEC_PUSH(manifests->call->arena, list) = (Evidence){.what = what, .source = source};
}

void manifest_add_command(Manifests *manifests, Str what, Str source)
{
    manifest_add(manifests, &manifests->overview->commands, what, source);
}

void manifest_add_command_there(Manifests *manifests, Str what, Str source)
{
    Arena *arena = manifests->call->arena;
    Str directory = project_directory(source);
    Str there = str_format(arena, "cd %.*s && ", STR_ARG(shell_quote_path(arena, directory)));
    what = directory.len ? str_join(arena, there, what) : what;
    manifest_add_command(manifests, what, source);
}

void manifest_add_program(Manifests *manifests, Str name, const Json *start, Str path)
{
    Arena *arena = manifests->call->arena;
    EvidenceVec *entries = &manifests->overview->entries;
    if (start->type == JSON_STRING && start->text.len && entries->len < PROGRAMS_MAX)
        *VEC_PUSH(arena, entries) =
            (Evidence){.what = str_format(arena, "%.*s: %.*s (%.*s)", STR_ARG(name),
                                          STR_ARG(start->text), STR_ARG(path)),
                       .source = path};
}

/* Behind the name no other goes on: `flask-login` is not Flask. */
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

void manifest_add_named(Manifests *manifests, Str text, ManifestNamed *known, size_t count,
                        Str path)
{
    for (size_t i = 0; i < count; i++)
        if (is_named(text, str_from(known[i][0])))
            manifest_add(manifests, &manifests->overview->frameworks, str_from(known[i][1]), path);
}

void manifest_add_own_name(Manifests *manifests, const Json *name)
{
    if (name && name->type == JSON_STRING && name->text.len)
        *VEC_PUSH(manifests->call->arena, &manifests->overview->own_names) = name->text;
}

bool manifest_is_top(Str path)
{
    return str_find_byte(path, '/') == STR_NONE;
}

/* At the top, or in a directory of it that is not for something beside the program. */
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

/* Whether it was one that is read. */
static bool look_inside(Manifests *manifests, Str path)
{
    static const struct {
        const char *name;
        ManifestReader *read;
    } readers[] = {{"package.json", manifest_read_package_json},
                   {"Makefile", manifest_read_makefile},
                   {"GNUmakefile", manifest_read_makefile},
                   {"makefile", manifest_read_makefile},
                   {"Makefile.in", manifest_read_make_template},
                   {"Makefile.pre.in", manifest_read_make_template},
                   {"pyproject.toml", manifest_read_pyproject},
                   {"setup.cfg", manifest_read_setup_cfg},
                   {"setup.py", manifest_read_setup_py},
                   {"requirements.txt", manifest_read_requirements},
                   {"Cargo.toml", manifest_read_cargo},
                   {"go.mod", manifest_read_go_mod}};
    Str text;
    for (size_t i = 0; i < COUNT(readers); i++) {
        if (!str_equal(path_base(path), str_from(readers[i].name)))
            continue;
        if (overview_read(manifests->call, manifests->session, path, &text))
            readers[i].read(manifests, text, path);
        return true;
    }
    return false;
}

/* A program of the repository's own that runs its tests, by its name. */
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

/* By the project's own copy of the program, where it brings one along. */
static Str with_wrapper(Manifests *manifests, const char *command)
{
    static const char *const wrappers[][3] = {{"gradle ", "gradlew", "./gradlew "},
                                              {"mvn ", "mvnw", "./mvnw "}};
    Str text = str_from(command);
    for (size_t i = 0; i < COUNT(wrappers); i++)
        if (str_starts(text, str_from(wrappers[i][0])) &&
            project_file(&manifests->project, (Str){0}, wrappers[i][1])->there)
            return str_format(manifests->call->arena, "%s%.*s", wrappers[i][2],
                              STR_ARG(str_from_offset(text, strlen(wrappers[i][0]))));
    return text;
}

static void look_at(Manifests *manifests, Str path)
{
    Overview *overview = manifests->overview;
    for (size_t i = 0; i < COUNT(manifests_known); i++) {
        const Manifest *manifest = &manifests_known[i];
        if (!str_equal(path_base(path), str_from(manifest->name)) ||
            (manifest->language && !has_language(overview, manifest->language)))
            continue;
        if (manifest->framework)
            manifest_add(manifests, &overview->frameworks, str_from(manifest->framework), path);
        if (manifest->build && manifest_is_top(path))
            manifest_add_command(manifests, with_wrapper(manifests, manifest->build), path);
        if (manifest->test && manifest_is_top(path))
            manifest_add_command(manifests, with_wrapper(manifests, manifest->test), path);
    }
}

/* Symbolic links are not listed: a Makefile may be one. */
static void look_at_link(Manifests *manifests)
{
    Str text, path = STR("Makefile");
    const Catalog *catalog = manifests->session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (str_equal(catalog->files.ptr[i].path, path))
            return;
    if (overview_read(manifests->call, manifests->session, path, &text))
        manifest_read_makefile(manifests, text, path);
}

/* Where no manifest but a Makefile says how: as the tests themselves tell. */
static void add_tests(Manifests *manifests)
{
    const EvidenceVec *commands = &manifests->overview->commands;
    TestCommand all = test_command_all(manifests->call, manifests->session);
    for (size_t i = 0; i < commands->len && all.text.len; i++) {
        Str what = commands->ptr[i].what;
        bool test = str_find(what, STR("test")) != STR_NONE;
        bool own = str_equal(commands->ptr[i].source, all.evidence);
        if (test && (own || (!str_starts(what, STR("make ")) && !str_starts(what, STR("./")))))
            return;
    }
    if (all.text.len)
        manifest_add_command(manifests, all.text,
                             all.evidence.len ? all.evidence : STR("as its tests are written"));
}

/* ---- order ---- */

/* Whether most of the repository is in one of these languages, or at least a quarter as much as of
   the first. */
static bool speaks(const Overview *overview, const char *const *ids)
{
    for (size_t i = 0; i < overview->languages.len; i++)
        for (size_t k = 0; ids[k]; k++)
            if (str_equal(lang_id(overview->languages.ptr[i].language), str_from(ids[k])))
                return overview->languages.ptr[i].lines * 4 >= overview->languages.ptr[0].lines;
    return false;
}

/* A package.json in a project of another language serves a corner of it. */
static bool is_of_a_corner(const Overview *overview, Str source, bool configured)
{
    static const char *const script[] = {"javascript", "typescript", "tsx", "vue", NULL};
    static const char *const python[] = {"python", NULL};
    static const char *const php[] = {"php", NULL}, *const ruby[] = {"ruby", NULL};
    static const char *const rust[] = {"rust", NULL}, *const go[] = {"go", NULL};
    Str name = path_base(source);
    if (str_equal(name, STR("package.json")))
        return !speaks(overview, script);
    if (str_equal(name, STR("composer.json")))
        return !speaks(overview, php);
    if (str_equal(name, STR("Cargo.toml")))
        return !speaks(overview, rust);
    if (str_equal(name, STR("go.mod")))
        return !speaks(overview, go);
    if (str_equal(name, STR("Gemfile")) || str_equal(name, STR("Rakefile")))
        return !speaks(overview, ruby);
    bool packaged = str_equal(name, STR("setup.py")) || str_equal(name, STR("pyproject.toml")) ||
                    str_equal(name, STR("requirements.txt"));
    return packaged && (configured || !speaks(overview, python));
}

/* What makes the rest possible, what builds the whole, what serves a corner. */
static int order_of(const Overview *overview, Str source, bool configured)
{
    if (str_equal(path_base(source), STR("configure")))
        return 0;
    return is_of_a_corner(overview, source, configured) ? 2 : 1;
}

/* Otherwise as found. */
static void put_in_order(ToolCall *call, Overview *overview)
{
    const EvidenceVec found = overview->commands;
    bool configured = false;
    for (size_t i = 0; i < found.len; i++)
        configured = configured || str_equal(found.ptr[i].source, STR("configure"));
    overview->commands = (EvidenceVec){0};
    for (int order = 0; order <= 2; order++)
        for (size_t i = 0; i < found.len; i++)
            if (order_of(overview, found.ptr[i].source, configured) == order)
                *VEC_PUSH(call->arena, &overview->commands) = found.ptr[i];
}

static void look_through(Manifests *manifests, bool top)
{
    Arena *arena = manifests->call->arena;
    const Catalog *catalog = manifests->session->catalog;
    for (size_t i = 0, read = 0; i < catalog->files.len && read < MANIFESTS_MAX; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || manifest_is_top(file->path) != top || file->class == FILE_VENDORED)
            continue;
        if (runs_tests(path_base(file->path)) && path_depth(file->path) <= 1)
            manifest_add_command(
                manifests, str_format(arena, "./%.*s", STR_ARG(shell_quote(arena, file->path))),
                file->path);
        if (!is_topmost(file->path))
            continue;
        look_at(manifests, file->path);
        read += look_inside(manifests, file->path);
    }
}

void overview_read_manifests(ToolCall *call, const IndexSession *session, Overview *overview)
{
    Manifests manifests = {.call = call,
                           .session = session,
                           .overview = overview,
                           .project = project_open(call, session)};
    look_through(&manifests, true);
    look_through(&manifests, false);
    look_at_link(&manifests);
    add_tests(&manifests);
    put_in_order(call, overview);
}

/* `Flask` of `flask`, `Next.js` of `next`, `gin` of `github.com/gin-gonic/gin`. */
static bool is_called(Arena scratch, Str framework, Str own)
{
    Str name = str_lower(&scratch, path_base(own)), shown = str_lower(&scratch, framework);
    if (str_ends(shown, STR(".js")))
        shown = str_slice(shown, 0, shown.len - 3);
    return str_equal(shown, name);
}

void overview_drop_itself(ToolCall *call, Overview *overview)
{
    EvidenceVec *list = &overview->frameworks;
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++) {
        bool own = false;
        for (size_t k = 0; k < overview->own_names.len && !own; k++)
            own = is_called(*call->scratch, list->ptr[i].what, overview->own_names.ptr[k]);
        for (size_t k = 0; k < overview->packages.len && !own; k++)
            own = is_called(*call->scratch, list->ptr[i].what, overview->packages.ptr[k].name);
        if (!own)
            list->ptr[kept++] = list->ptr[i];
    }
    list->len = kept;
}
