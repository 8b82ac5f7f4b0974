/* Manifests are data: read, never executed. A table of file names says what each one means; few
   look inside, for the names of scripts, targets and dependencies. */
#include "base/path.h"
#include "base/shell.h"
#include "text/toml.h"
#include "tools/overview.h"

/* Manifests of subprojects are as many as a monorepo has; the topmost speak for the whole. */
#define MANIFESTS_MAX 40
#define COMMANDS_MAX 12
#define PROGRAMS_MAX 8

typedef struct Manifest {
    const char *name;
    const char *build, *test; /* commands, or NULL */
    const char *framework;    /* what its presence tells, or NULL */
} Manifest;

static const Manifest manifests[] = {
    {"Cargo.toml", "cargo build", "cargo test", "Cargo"},
    {"go.mod", "go build ./...", "go test ./...", "Go modules"},
    {"pom.xml", "mvn package", "mvn test", "Maven"},
    {"build.gradle", "gradle build", "gradle test", "Gradle"},
    {"build.gradle.kts", "gradle build", "gradle test", "Gradle"},
    {"CMakeLists.txt", "cmake -B build && cmake --build build", "ctest --test-dir build", "CMake"},
    {"meson.build", "meson setup build && ninja -C build", "meson test -C build", "Meson"},
    {"configure", "./configure && make", NULL, NULL},
    {"configure.ac", "./configure && make", NULL, "Autotools"},
    {"Makefile.am", NULL, "make check", "Autotools"},
    {"tox.ini", NULL, "tox", "tox"},
    {"pytest.ini", NULL, "pytest", "pytest"},
    {"setup.py", "pip install -e .", NULL, "setuptools"},
    {"Gemfile", "bundle install", NULL, "Bundler"},
    {"Rakefile", NULL, "rake test", "Rake"},
    {"composer.json", "composer install", NULL, "Composer"},
    {"mix.exs", "mix compile", "mix test", "Mix"},
    {"dune-project", "dune build", "dune test", "Dune"},
    {"stack.yaml", "stack build", "stack test", "Stack"},
    {"WORKSPACE", "bazel build //...", "bazel test //...", "Bazel"},
    {"MODULE.bazel", "bazel build //...", "bazel test //...", "Bazel"},
    {"Dockerfile", NULL, NULL, "Docker"},
    {"docker-compose.yml", "docker compose up", NULL, "Docker Compose"},
    {"gulpfile.js", "gulp", NULL, "Gulp"},
    {"Gulpfile.js", "gulp", NULL, "Gulp"},
    {"Gulpfile.mjs", "gulp", NULL, "Gulp"},
    {"manage.py", NULL, "python manage.py test", "Django project"},
    {"next.config.js", NULL, NULL, "Next.js"},
    {"angular.json", NULL, NULL, "Angular"},
    {"Kconfig", "make menuconfig && make", NULL, "Kconfig"},
};

static void add(ToolCall *call, EvidenceVec *list, Str what, Str source)
{
    for (size_t i = 0; i < list->len; i++)
        if (str_equal(list->ptr[i].what, what))
            return;
    if (list->len < COMMANDS_MAX)
        *VEC_PUSH(call->arena, list) = (Evidence){.what = what, .source = source};
}

static void add_program(ToolCall *call, Str name, const Json *start, Str path, Overview *overview)
{
    if (start->type == JSON_STRING && start->text.len && overview->entries.len < PROGRAMS_MAX)
        *VEC_PUSH(call->arena, &overview->entries) =
            (Evidence){.what = str_format(call->arena, "%.*s: %.*s (%.*s)", STR_ARG(name),
                                          STR_ARG(start->text), STR_ARG(path)),
                       .source = path};
}

/* What a text of dependencies names, by a table of (as written, as called). */
typedef const char *const Named[2];

static void add_named(ToolCall *call, Str text, Named *known, size_t count, Str path,
                      Overview *overview)
{
    for (size_t i = 0; i < count; i++)
        if (str_find(text, str_from(known[i][0])) != STR_NONE)
            add(call, &overview->frameworks, str_from(known[i][1]), path);
}

/* ---- package.json ---- */

static void read_package_json(ToolCall *call, Str text, Str path, Overview *overview)
{
    static const char *const wanted[] = {"build", "test", "start", "dev", "lint"};
    static const char *const known[][2] = {{"react", "React"},       {"vue", "Vue"},
                                           {"express", "Express"},   {"next", "Next.js"},
                                           {"svelte", "Svelte"},     {"@nestjs/core", "NestJS"},
                                           {"jest", "Jest"},         {"vitest", "Vitest"},
                                           {"mocha", "Mocha"},       {"typescript", "TypeScript"},
                                           {"vite", "Vite"},         {"webpack", "webpack"},
                                           {"electron", "Electron"}, {"@angular/core", "Angular"}};
    Json *root;
    Err err;
    if (!json_parse(call->arena, text, &root, &err))
        return;
    const Json *scripts = json_get(root, STR("scripts")), *bin = json_get(root, STR("bin"));
    const Json *name = json_get(root, STR("name"));
    if (bin && bin->type == JSON_STRING && name && name->type == JSON_STRING)
        add_program(call, name->text, bin, path, overview);
    for (const Json *item = bin ? bin->first : NULL; item; item = item->next)
        add_program(call, item->key, item, path, overview);
    for (size_t i = 0; scripts && i < COUNT(wanted); i++)
        if (json_get(scripts, str_from(wanted[i])))
            add(call, &overview->commands,
                str_format(call->arena, "%.*s run %s", STR_ARG(overview->runner), wanted[i]), path);
    static const char *const groups[] = {"dependencies", "devDependencies"};
    for (size_t g = 0; g < COUNT(groups); g++) {
        const Json *group = json_get(root, str_from(groups[g]));
        for (size_t i = 0; group && i < COUNT(known); i++)
            if (json_get(group, str_from(known[i][0])))
                add(call, &overview->frameworks, str_from(known[i][1]), path);
    }
}

/* ---- Makefile ---- */

/* `make`, or how it is told where: a Makefile at the top that hands on to another with `.DEFAULT`
   makes that one's targets its own. */
static Str make_command(ToolCall *call, Str path, const Overview *overview)
{
    if (str_find_byte(path, '/') == STR_NONE || overview->makefile_hands_on)
        return STR("make");
    return str_format(call->arena, "make -C %.*s",
                      STR_ARG(shell_quote_path(call->arena, path_directory(path))));
}

static void add_targets(ToolCall *call, Str targets, Str path, Overview *overview)
{
    static const char *const wanted[] = {"test", "check", "install", "lint", "build"};
    size_t count = str_ends(path, STR(".in")) ? COUNT(wanted) - 1 : COUNT(wanted);
    Str target, make = make_command(call, path, overview);
    while (str_take_until(&targets, ' ', &target)) {
        if (str_equal(target, STR(".DEFAULT")))
            overview->makefile_hands_on = true;
        for (size_t i = 0; i < count; i++)
            if (str_equal(target, str_from(wanted[i])))
                add(call, &overview->commands,
                    str_format(call->arena, "%.*s %s", STR_ARG(make), wanted[i]), path);
    }
}

static void read_targets(ToolCall *call, Str text, Str path, Overview *overview)
{
    Str line;
    while (str_take_line(&text, &line)) {
        size_t colon = str_find_byte(line, ':');
        bool assignment = colon != STR_NONE && colon + 1 < line.len && line.ptr[colon + 1] == '=';
        if (colon != STR_NONE && !assignment && !byte_is_space(line.ptr[0]))
            add_targets(call, str_slice(line, 0, colon), path, overview);
    }
}

static void read_makefile(ToolCall *call, Str text, Str path, Overview *overview)
{
    bool top = str_find_byte(path, '/') == STR_NONE;
    add(call, &overview->frameworks, STR("make"), path);
    if (!top && overview->makefile && !overview->makefile_hands_on)
        return;
    overview->makefile |= top;
    add(call, &overview->commands, make_command(call, path, overview), path);
    read_targets(call, text, path, overview);
}

/* What `configure` makes a Makefile of. */
static void read_template(ToolCall *call, Str text, Str path, Overview *overview)
{
    overview->makefile = true;
    read_targets(call, text, path, overview);
}

/* ---- Python, Rust, Go ---- */

static void read_requirements(ToolCall *call, Str text, Str path, Overview *overview)
{
    static Named known[] = {{"pytest", "pytest"},   {"django", "Django"},
                            {"Django", "Django"},   {"flask", "Flask"},
                            {"Flask", "Flask"},     {"fastapi", "FastAPI"},
                            {"poetry", "Poetry"},   {"setuptools", "setuptools"},
                            {"hatchling", "Hatch"}, {"flit", "Flit"}};
    add_named(call, text, known, COUNT(known), path, overview);
    if (str_find(text, STR("pytest")) != STR_NONE)
        add(call, &overview->commands, STR("pytest"), path);
    if (str_ends(path, STR(".txt")))
        add(call, &overview->commands,
            str_format(call->arena, "pip install -r %.*s",
                       STR_ARG(shell_quote_path(call->arena, path))),
            path);
}

static void read_pyproject(ToolCall *call, Str text, Str path, Overview *overview)
{
    Json *root;
    Err err;
    add(call, &overview->commands, STR("pip install -e ."), path);
    read_requirements(call, text, path, overview);
    if (!toml_parse(call->arena, text, &root, &err))
        return;
    const Json *scripts = json_get(json_get(root, STR("project")), STR("scripts"));
    for (const Json *item = scripts ? scripts->first : NULL; item; item = item->next)
        add_program(call, item->key, item, path, overview);
}

/* The programs of a package: `console_scripts =`, and below it `name = module:function`. */
static void read_setup_cfg(ToolCall *call, Str text, Str path, Overview *overview)
{
    bool inside = false;
    Str line;
    while (str_take_line(&text, &line)) {
        size_t equals = str_find_byte(line, '=');
        bool indented = line.len && byte_is_space(line.ptr[0]);
        Str name = str_trim(str_slice(line, 0, MIN(equals, line.len)));
        if (!indented && str_trim(line).len)
            inside = str_equal(name, STR("console_scripts"));
        if (!inside || equals == STR_NONE || !name.len)
            continue;
        Json start = {.type = JSON_STRING, .text = str_trim(str_from_offset(line, equals + 1))};
        if (indented)
            add_program(call, name, &start, path, overview);
    }
}

static void read_cargo(ToolCall *call, Str text, Str path, Overview *overview)
{
    static Named known[] = {{"\ntokio", "Tokio"},     {"\nserde", "Serde"},
                            {"\nclap", "clap"},       {"\naxum", "Axum"},
                            {"\nactix-web", "Actix"}, {"\nrayon", "Rayon"},
                            {"\nbevy", "Bevy"},       {"\n[workspace]", "Cargo workspace"}};
    Json *root;
    Err err;
    add_named(call, text, known, COUNT(known), path, overview);
    if (!toml_parse(call->arena, text, &root, &err))
        return;
    const Json *bins = json_get(root, STR("bin"));
    for (const Json *item = bins ? bins->first : NULL; item; item = item->next) {
        const Json *name = json_get(item, STR("name")), *start = json_get(item, STR("path"));
        if (name && start && name->type == JSON_STRING)
            add_program(call, name->text, start, path, overview);
    }
}

static void read_go_mod(ToolCall *call, Str text, Str path, Overview *overview)
{
    static Named known[] = {{"spf13/cobra ", "Cobra"},
                            {"gin-gonic/gin ", "Gin"},
                            {"labstack/echo", "Echo"},
                            {"gorilla/mux ", "gorilla/mux"},
                            {"google.golang.org/grpc ", "gRPC"},
                            {"prometheus/client_golang ", "Prometheus client"},
                            {"go.etcd.io/etcd", "etcd"},
                            {"onsi/ginkgo", "Ginkgo"},
                            {"stretchr/testify ", "Testify"},
                            {"gorm.io/gorm ", "GORM"},
                            {"go.opentelemetry.io/otel ", "OpenTelemetry"}};
    add_named(call, text, known, COUNT(known), path, overview);
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
static bool look_inside(ToolCall *call, const IndexSession *session, Str path, Overview *overview)
{
    static const struct {
        const char *name;
        void (*read)(ToolCall *call, Str text, Str path, Overview *overview);
    } readers[] = {{"package.json", read_package_json},
                   {"Makefile", read_makefile},
                   {"GNUmakefile", read_makefile},
                   {"makefile", read_makefile},
                   {"Makefile.in", read_template},
                   {"Makefile.pre.in", read_template},
                   {"pyproject.toml", read_pyproject},
                   {"setup.cfg", read_setup_cfg},
                   {"requirements.txt", read_requirements},
                   {"Cargo.toml", read_cargo},
                   {"go.mod", read_go_mod}};
    Str text;
    for (size_t i = 0; i < COUNT(readers); i++) {
        if (!str_equal(path_base(path), str_from(readers[i].name)))
            continue;
        if (overview_read(call, session, path, &text))
            readers[i].read(call, text, path, overview);
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

static void look_at(ToolCall *call, Str path, Overview *overview)
{
    bool top = str_find_byte(path, '/') == STR_NONE;
    for (size_t i = 0; i < COUNT(manifests); i++) {
        const Manifest *manifest = &manifests[i];
        if (!str_equal(path_base(path), str_from(manifest->name)))
            continue;
        if (manifest->framework)
            add(call, &overview->frameworks, str_from(manifest->framework), path);
        if (manifest->build && top)
            add(call, &overview->commands, str_from(manifest->build), path);
        if (manifest->test && top)
            add(call, &overview->commands, str_from(manifest->test), path);
    }
}

/* Symbolic links are not listed: a Makefile may be one. */
static void look_at_link(ToolCall *call, const IndexSession *session, Overview *overview)
{
    Str text, path = STR("Makefile");
    const Catalog *catalog = session->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (str_equal(catalog->files.ptr[i].path, path))
            return;
    if (overview_read(call, session, path, &text))
        read_makefile(call, text, path, overview);
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
    Str name = path_base(source);
    if (str_equal(name, STR("package.json")))
        return !speaks(overview, script);
    if (str_equal(name, STR("composer.json")))
        return !speaks(overview, php);
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

void overview_read_manifests(ToolCall *call, const IndexSession *session, Overview *overview)
{
    const Catalog *catalog = session->catalog;
    size_t read = 0;
    overview->runner = overview_script_runner(call, session);
    for (int top = 1; top >= 0; top--)
        for (size_t i = 0; i < catalog->files.len && read < MANIFESTS_MAX; i++) {
            const CatalogFile *file = &catalog->files.ptr[i];
            bool at_top = str_find_byte(file->path, '/') == STR_NONE;
            if (!file->path.len || at_top != top || file->class == FILE_VENDORED)
                continue;
            if (runs_tests(path_base(file->path)) && path_depth(file->path) <= 1)
                add(call, &overview->commands,
                    str_format(call->arena, "./%.*s",
                               STR_ARG(shell_quote(call->arena, file->path))),
                    file->path);
            if (!is_topmost(file->path))
                continue;
            look_at(call, file->path, overview);
            read += look_inside(call, session, file->path, overview);
        }
    look_at_link(call, session, overview);
    put_in_order(call, overview);
}
