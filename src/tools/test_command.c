/* A table says by which files and words in them a runner is known, and how it is told what to run.
   Manifests are looked for in the test's directory and above it. */
#include "tools/test_command.h"

#include "base/path.h"
#include "base/shell.h"

/* Names in one command. */
#define TEST_NAMES_MAX 12
#define TEST_MANIFEST_BYTES (256 * KB)
/* Runners and directories with manifests that are compared. */
#define ALL_GROUPS_MAX 32

typedef enum RunForm {
    RUN_PLAIN,  /* all of them */
    RUN_FILES,  /* FILE FILE */
    RUN_NODE,   /* pytest: FILE::Class::method */
    RUN_DOTTED, /* unittest: package.module.Class.method */
    RUN_DJANGO, /* the same, below its tests */
    RUN_GO,     /* ./package -run '^(A|B)$' */
    RUN_NAMES,  /* NAME NAME: those that contain it */
    RUN_REGEX,  /* 'a|b' of the stems of files */
    RUN_MAVEN,  /* -Dtest='Class#method+method' */
    RUN_GRADLE, /* --tests Class.method */
    RUN_FILTER, /* --filter 'Class.method|…' */
    RUN_DOTNET, /* --filter 'FullyQualifiedName~Class.method|…' */
    RUN_LINES,  /* FILE:LINE */
    RUN_TCL,    /* redis: --single unit/expire */
} RunForm;

typedef struct Runner {
    const char *languages; /* ids between spaces */
    const char *manifest;
    const char *word; /* in the manifest; NULL: its being there is enough */
    const char *command;
    RunForm form;
} Runner;

#define JS " javascript typescript tsx vue svelte "
#define JVM " java kotlin groovy scala "
#define NATIVE " c cpp objc "

static const Runner runners[] = {
    {" python ", "tests/runtests.py", NULL, "python tests/runtests.py", RUN_DJANGO},
    {" python ", "manage.py", NULL, "python manage.py test", RUN_DOTTED},
    {" python ", "pytest.ini", NULL, "pytest", RUN_NODE},
    {" python ", "pyproject.toml", "pytest", "pytest", RUN_NODE},
    {" python ", "setup.cfg", "pytest", "pytest", RUN_NODE},
    {" python ", "tox.ini", "pytest", "pytest", RUN_NODE},
    {" python ", "setup.py", "pytest", "pytest", RUN_NODE},
    {" python ", "conftest.py", NULL, "pytest", RUN_NODE},
    {" python ", "tests/conftest.py", NULL, "pytest", RUN_NODE},
    {" python ", "requirements-dev.txt", "pytest", "pytest", RUN_NODE},
    {" python ", "requirements.txt", "pytest", "pytest", RUN_NODE},
    {" go ", "go.mod", NULL, "go test", RUN_GO},
    {" rust ", "Cargo.toml", NULL, "cargo test --", RUN_NAMES},
    {JS, "package.json", "\"vitest", "npx vitest run", RUN_FILES},
    {JS, "package.json", "\"jest\"", "npx jest", RUN_FILES},
    {JS, "package.json", "\"@playwright/test\"", "npx playwright test", RUN_FILES},
    {JS, "package.json", "\"mocha\"", "npx mocha", RUN_FILES},
    {JS, "package.json", "\"ava\"", "npx ava", RUN_FILES},
    {JS, "package.json", "node --test", "node --test", RUN_FILES},
    {JS, "package.json", "bun test", "bun test", RUN_FILES},
    {JS, "deno.json", NULL, "deno test", RUN_FILES},
    {JS, "package.json", "\"test\"", "npm test", RUN_PLAIN},
    {JVM, "pom.xml", NULL, "mvn test", RUN_MAVEN},
    {JVM, "gradlew", NULL, "./gradlew test", RUN_GRADLE},
    {JVM, "build.gradle", NULL, "gradle test", RUN_GRADLE},
    {JVM, "build.gradle.kts", NULL, "gradle test", RUN_GRADLE},
    {" scala ", "build.sbt", NULL, "sbt test", RUN_PLAIN},
    {" tcl ", "runtest", NULL, "./runtest", RUN_TCL},
    {NATIVE, "CMakeLists.txt", "add_test", "ctest --test-dir build -R", RUN_REGEX},
    {NATIVE, "CMakeLists.txt", "gtest_discover_tests", "ctest --test-dir build -R", RUN_REGEX},
    {NATIVE, "CMakeLists.txt", "enable_testing", "ctest --test-dir build", RUN_PLAIN},
    {NATIVE, "meson.build", "test(", "meson test -C build", RUN_PLAIN},
    {NATIVE, "Makefile", "\ntest:", "make test", RUN_PLAIN},
    {NATIVE, "Makefile", "\ncheck:", "make check", RUN_PLAIN},
    {NATIVE, "Makefile.am", "TESTS", "make check", RUN_PLAIN},
    {" ruby ", ".rspec", NULL, "bundle exec rspec", RUN_LINES},
    {" ruby ", "Gemfile", "rspec", "bundle exec rspec", RUN_LINES},
    {" ruby ", "Rakefile", NULL, "bundle exec ruby -Itest", RUN_FILES},
    {" php ", "phpunit.xml.dist", NULL, "vendor/bin/phpunit --filter", RUN_FILTER},
    {" php ", "phpunit.xml", NULL, "vendor/bin/phpunit --filter", RUN_FILTER},
    {" php ", "composer.json", "pest", "vendor/bin/pest", RUN_FILES},
    {" php ", "composer.json", "phpunit", "vendor/bin/phpunit --filter", RUN_FILTER},
    {" swift ", "Package.swift", NULL, "swift test --filter", RUN_FILTER},
    {" elixir ", "mix.exs", NULL, "mix test", RUN_LINES},
    {" dart ", "pubspec.yaml", "flutter:", "flutter test", RUN_FILES},
    {" dart ", "pubspec.yaml", NULL, "dart test", RUN_FILES},
    {" zig ", "build.zig", NULL, "zig build test", RUN_PLAIN},
    {" perl ", "Makefile.PL", NULL, "prove -l", RUN_FILES},
    {" perl ", "cpanfile", NULL, "prove -l", RUN_FILES},
    {" lua ", ".busted", NULL, "busted", RUN_FILES},
    {" haskell ", "stack.yaml", NULL, "stack test", RUN_PLAIN},
    {" ocaml ", "dune-project", NULL, "dune test", RUN_PLAIN},
    /* What the language has, when no manifest is there. */
    {" python ", NULL, NULL, "python -m unittest", RUN_DOTTED},
    {" go ", NULL, NULL, "go test", RUN_GO},
    {" rust ", NULL, NULL, "cargo test --", RUN_NAMES},
    {" c_sharp ", NULL, NULL, "dotnet test --filter", RUN_DOTNET},
    {" perl ", NULL, NULL, "prove -l", RUN_FILES},
    {" bash ", NULL, NULL, "bash", RUN_FILES},
};

typedef struct Found {
    const Runner *runner;
    Str directory; /* of the manifest, from the root; empty: the root */
    Str command;
    Str evidence;
} Found;

typedef struct Manifest {
    Str path, text;
    bool there;
} Manifest;

typedef struct Finder {
    ToolCall *call;
    const IndexSession *session;
    VEC(Manifest) read;
} Finder;

static const Manifest *read_manifest(Finder *finder, Str path)
{
    Arena *arena = finder->call->arena;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    for (size_t i = 0; i < finder->read.len; i++)
        if (str_equal(finder->read.ptr[i].path, path))
            return &finder->read.ptr[i];
    Manifest *manifest = VEC_PUSH(arena, &finder->read);
    *manifest = (Manifest){.path = path};
    if (!session_open_file(finder->call, finder->session, arena, path, &file, &ignored))
        return manifest;
    manifest->there = true;
    if (file.size <= TEST_MANIFEST_BYTES && !fs_read_all(arena, &file, &manifest->text, &ignored))
        manifest->text = (Str){0};
    return manifest;
}

static bool speaks(const Runner *runner, const Language *language)
{
    Str ids = str_from(runner->languages), id;
    while (str_take_until(&ids, ' ', &id))
        if (id.len && str_equal(id, lang_id(language)))
            return true;
    return false;
}

static Str join(Arena *arena, Str directory, Str name)
{
    return directory.len ? str_format(arena, "%.*s/%.*s", STR_ARG(directory), STR_ARG(name)) : name;
}

/* `npx vitest` by the manager of packages whose lock file is there. */
static Str command_for(Finder *finder, const Runner *runner, Str directory)
{
    static const struct {
        const char *lock, *command;
    } managers[] = {{"pnpm-lock.yaml", "pnpm exec"}, {"yarn.lock", "yarn"}, {"bun.lock", "bunx"}};
    Arena *arena = finder->call->arena;
    Str command = str_from(runner->command);
    if (!str_starts(command, STR("npx ")))
        return command;
    for (bool more = true; more; directory = path_directory(directory)) {
        Str here = str_equal(directory, STR(".")) ? (Str){0} : directory;
        for (size_t i = 0; i < COUNT(managers); i++)
            if (read_manifest(finder, join(arena, here, str_from(managers[i].lock)))->there)
                return str_format(arena, "%s %.*s", managers[i].command,
                                  STR_ARG(str_from_offset(command, 4)));
        more = here.len > 0;
    }
    return command;
}

/* The first runner of the table that a manifest beside the file or above it speaks for, the nearest
   directory first. */
static bool find_runner(Finder *finder, const CatalogFile *file, Found *found)
{
    Str directory = path_directory(file->path);
    for (bool more = true; more;) {
        Str here = str_equal(directory, STR(".")) ? (Str){0} : directory;
        for (size_t i = 0; i < COUNT(runners); i++) {
            const Runner *runner = &runners[i];
            if (!runner->manifest || !speaks(runner, file->language))
                continue;
            Str path = join(finder->call->arena, here, str_from(runner->manifest));
            const Manifest *manifest = read_manifest(finder, path);
            if (!manifest->there ||
                (runner->word && str_find(manifest->text, str_from(runner->word)) == STR_NONE))
                continue;
            *found = (Found){runner, here, command_for(finder, runner, here), path};
            return true;
        }
        more = here.len > 0;
        directory = path_directory(directory);
    }
    for (size_t i = 0; i < COUNT(runners); i++)
        if (!runners[i].manifest && speaks(&runners[i], file->language)) {
            *found = (Found){.runner = &runners[i], .command = str_from(runners[i].command)};
            return true;
        }
    return false;
}

/* ---- what to run ---- */

static Str stem_of(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    size_t slash = str_find_last_byte(path, '/');
    return dot == STR_NONE || (slash != STR_NONE && dot < slash) ? path : str_slice(path, 0, dot);
}

static Str replace(Arena *arena, Str text, char from, const char *to)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len; i++)
        if (text.ptr[i] == from)
            buf_put(&out, str_from(to));
        else
            buf_put_byte(&out, text.ptr[i]);
    return buf_str(&out);
}

/* The last two parts of a qualified name: `Class.method`, `Class::method`, or the name alone. */
static Str class_and_method(Str qualified)
{
    size_t parts = 0;
    for (size_t i = qualified.len; i; i--) {
        bool separator = strchr(".:#", qualified.ptr[i - 1]) != NULL;
        if (separator && (i < 2 || qualified.ptr[i - 2] != ':') && ++parts == 2)
            return str_from_offset(qualified, i);
    }
    return qualified;
}

static Str name_of(Arena *arena, const Catalog *catalog, const Found *found, uint32_t test)
{
    SymbolPlace place = catalog_place(catalog, test);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str path =
        found->directory.len ? str_from_offset(file->path, found->directory.len + 1) : file->path;
    Str qualified = place.index ? catalog_qualified_name(catalog, arena, test) : (Str){0};
    Str name = place.index ? catalog_name(catalog, entry->name) : (Str){0}, dotted;
    bool dash = path.len && path.ptr[0] == '-'; /* no runner may take it for an option */
    Str file_path = dash ? str_join(arena, STR("./"), path) : path;
    switch (found->runner->form) {
    case RUN_NODE:
        return qualified.len ? str_format(arena, "%.*s::%.*s", STR_ARG(file_path),
                                          STR_ARG(replace(arena, qualified, '.', "::")))
                             : file_path;
    case RUN_DJANGO:
    case RUN_DOTTED:
        if (found->runner->form == RUN_DJANGO && str_starts(path, STR("tests/")))
            path = str_from_offset(path, 6);
        if (dash)
            return (Str){0}; /* no module */
        dotted = replace(arena, stem_of(path), '/', ".");
        return qualified.len ? str_format(arena, "%.*s.%.*s", STR_ARG(dotted), STR_ARG(qualified))
                             : dotted;
    case RUN_LINES:
        return place.index ? str_format(arena, "%.*s:%u", STR_ARG(file_path), entry->start_line)
                           : file_path;
    case RUN_GO:
    case RUN_NAMES: return name;
    case RUN_MAVEN:
    case RUN_GRADLE:
    case RUN_FILTER:
    case RUN_DOTNET:
        if (!qualified.len)
            return stem_of(path_base(path));
        qualified = class_and_method(qualified);
        return found->runner->form == RUN_MAVEN ? replace(arena, qualified, '.', "#")
               : found->runner->form == RUN_DOTNET
                   ? str_join(arena, STR("FullyQualifiedName~"), qualified)
                   : qualified;
    case RUN_REGEX: return stem_of(path_base(path));
    case RUN_TCL:
        path = str_starts(path, STR("tests/")) ? str_from_offset(path, 6) : path;
        return stem_of(path);
    case RUN_PLAIN: return (Str){0};
    case RUN_FILES: break;
    }
    return file_path;
}

/* Go takes the tests of one package in a call. */
static Str group_of(const Catalog *catalog, const Found *found, uint32_t test)
{
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
    return found->runner->form == RUN_GO ? path_directory(file->path) : (Str){0};
}

typedef struct Group {
    Found found;
    Str group;
    VEC(Str) names;
    size_t left_out; /* names; or how many files, where these are counted */
} Group;
typedef VEC(Group) GroupVec;

static void add_name(Arena *arena, Group *group, Str name)
{
    for (size_t i = 0; i < group->names.len; i++)
        if (str_equal(group->names.ptr[i], name))
            return;
    if (!name.len)
        return;
    if (group->names.len == TEST_NAMES_MAX)
        group->left_out++;
    else
        *VEC_PUSH(arena, &group->names) = name;
}

static void put_joined(Buf *out, const Group *group, const char *between)
{
    for (size_t i = 0; i < group->names.len; i++)
        buf_printf(out, "%s%.*s", i ? between : "", STR_ARG(group->names.ptr[i]));
}

static Str command_of(Arena *arena, const Group *group)
{
    const Runner *runner = group->found.runner;
    Str directory = group->found.directory, below = group->group;
    Buf out = buf_open(arena, 0), names = buf_open(arena, 0);
    if (directory.len)
        buf_printf(&out, "cd %.*s && ", STR_ARG(shell_quote_path(arena, directory)));
    buf_put(&out, group->found.command);
    if (directory.len && str_starts(below, directory))
        below = str_from_offset(below, MIN(directory.len + 1, below.len));
    if (runner->form == RUN_GO)
        buf_printf(&out, " %.*s",
                   STR_ARG(shell_quote(arena, below.len && !str_equal(below, STR("."))
                                                  ? str_join(arena, STR("./"), below)
                                                  : STR("."))));
    if (!group->names.len)
        return buf_str(&out);
    switch (runner->form) {
    case RUN_GO:
        buf_put(&names, STR("^("));
        put_joined(&names, group, "|");
        buf_put(&names, STR(")$"));
        buf_printf(&out, " -run %.*s", STR_ARG(shell_quote(arena, buf_str(&names))));
        break;
    case RUN_REGEX:
    case RUN_FILTER:
    case RUN_DOTNET:
        put_joined(&names, group, "|");
        buf_printf(&out, " %.*s", STR_ARG(shell_quote(arena, buf_str(&names))));
        break;
    case RUN_MAVEN:
        put_joined(&names, group, ",");
        buf_printf(&out, " -Dtest=%.*s", STR_ARG(shell_quote(arena, buf_str(&names))));
        break;
    default:
        for (size_t i = 0; i < group->names.len; i++) {
            const char *option = runner->form == RUN_GRADLE ? "--tests "
                                 : runner->form == RUN_TCL  ? "--single "
                                                            : "";
            buf_printf(&out, " %s%.*s", option, STR_ARG(shell_quote(arena, group->names.ptr[i])));
        }
        break;
    }
    return buf_str(&out);
}

static bool same_group(const Group *group, const Found *found, Str part)
{
    return group->found.runner == found->runner && str_equal(group->group, part) &&
           str_equal(group->found.directory, found->directory);
}

void test_commands(ToolCall *call, const IndexSession *session, const IdVec *tests,
                   TestCommandVec *commands)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    Finder finder = {.call = call, .session = session};
    GroupVec groups = {0};
    for (size_t i = 0; i < tests->len; i++) {
        Found found;
        uint32_t test = tests->ptr[i];
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
        if (!find_runner(&finder, file, &found))
            continue;
        Str part = group_of(catalog, &found, test);
        size_t g = 0;
        while (g < groups.len && !same_group(&groups.ptr[g], &found, part))
            g++;
        if (g == TEST_COMMANDS_MAX)
            continue;
        if (g == groups.len)
            *VEC_PUSH(arena, &groups) = (Group){.found = found, .group = part};
        add_name(arena, &groups.ptr[g], name_of(arena, catalog, &found, test));
    }
    for (size_t g = 0; g < groups.len; g++)
        *VEC_PUSH(arena, commands) =
            (TestCommand){command_of(arena, &groups.ptr[g]), groups.ptr[g].found.evidence};
}

/* Without what stands before the names of tests. */
static Str without_names(Arena *arena, const Found *found)
{
    static const char *const ends[] = {" -R", " --filter", " --"};
    Str command = found->command;
    if (found->runner->form == RUN_GO)
        command = STR("go test ./...");
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(command, str_from(ends[i])))
            command = str_slice(command, 0, command.len - strlen(ends[i]));
    return found->directory.len
               ? str_format(arena, "cd %.*s && %.*s",
                            STR_ARG(shell_quote_path(arena, found->directory)), STR_ARG(command))
               : command;
}

TestCommand test_command_all(ToolCall *call, const IndexSession *session)
{
    const Catalog *catalog = session->catalog;
    Finder finder = {.call = call, .session = session};
    GroupVec groups = {0};
    size_t most = 0, best = SIZE_MAX;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        Found found;
        if (!file->path.len || file->class != FILE_TEST || !find_runner(&finder, file, &found))
            continue;
        size_t g = 0;
        while (g < groups.len && !same_group(&groups.ptr[g], &found, (Str){0}))
            g++;
        if (g == ALL_GROUPS_MAX)
            continue;
        if (g == groups.len)
            *VEC_PUSH(call->arena, &groups) = (Group){.found = found};
        if (++groups.ptr[g].left_out > most) {
            most = groups.ptr[g].left_out;
            best = g;
        }
    }
    if (best == SIZE_MAX)
        return (TestCommand){0};
    const Found *found = &groups.ptr[best].found;
    return (TestCommand){without_names(call->arena, found), found->evidence};
}
