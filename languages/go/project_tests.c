/* Go tests are run in their module, package by package. `go test` runs functions of files that end
   in _test.go, by their names and parameters, and the methods of suites, which a test of the
   package runs. */
#include "languages_project.h"

#include "base/path.h"
#include "languages/go/project.h"
#include "project/test_block.h"
#include "project/test_name.h"
#include "project/test_role.h"

/* `TestX`, not `Testify`: the letter after the prefix is not lower-case. */
static bool has_prefix(Str name, Str prefix)
{
    if (!str_starts(name, prefix))
        return false;
    char next = name.len > prefix.len ? name.ptr[prefix.len] : '_';
    return !(next >= 'a' && next <= 'z');
}

/* Whether the only parameter is a `*testing.T`, or another type of that name. */
static bool takes(Str parameters, const char *type)
{
    size_t star = str_find_last_byte(parameters, '*');
    if (star == STR_NONE || str_find_byte(parameters, ',') != STR_NONE)
        return false;
    Str name = str_trim(str_from_offset(parameters, star + 1));
    size_t dot = str_find_last_byte(name, '.');
    return str_equal(dot == STR_NONE ? name : str_from_offset(name, dot + 1), str_from(type));
}

/* An example without this comment is compiled, but not run. */
static bool has_output(Str body)
{
    Str line;
    while (str_take_line(&body, &line)) {
        line = str_trim(line);
        if (!str_starts(line, STR("//")))
            continue;
        line = str_trim(str_from_offset(line, 2));
        if (str_starts(line, STR("Output:")) || str_starts(line, STR("output:")) ||
            str_starts(line, STR("Unordered output:")))
            return true;
    }
    return false;
}

static TestRole role_of_function(const TestHead *head, Str name)
{
    if (str_equal(name, STR("TestMain")) && takes(head->parameters, "M"))
        return TEST_PACKAGE;
    if (str_equal(name, STR("init")))
        return TEST_PACKAGE;
    bool is_case =
        (has_prefix(name, STR("Test")) && takes(head->parameters, "T")) ||
        (has_prefix(name, STR("Fuzz")) && takes(head->parameters, "F")) ||
        (has_prefix(name, STR("Example")) && !head->parameters.len && has_output(head->body));
    return is_case ? TEST_CASE : TEST_NONE;
}

/* The type of a method's receiver: `T` of `(s *T)`. */
static Str receiver_of(Str text)
{
    size_t open = str_find_byte(text, '('), close = str_find_byte(text, ')');
    if (open == STR_NONE || close == STR_NONE || close < open)
        return (Str){0};
    Str inner = str_slice(text, open + 1, close);
    inner = str_slice(inner, 0, MIN(str_find_byte(inner, '['), inner.len));
    size_t start = inner.len;
    while (start && byte_is_word(inner.ptr[start - 1]))
        start--;
    return str_from_offset(inner, start);
}

/* Finds the test of the directory whose body has both words. */
static uint32_t find_starter(Project *project, Str directory, const char *request, Str type)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (!str_ends(file->path, STR("_test.go")) ||
            !str_equal(path_directory(file->path), directory))
            continue;
        Str text = project_file(project, (Str){0}, str_terminate(arena, file->path))->text;
        if (str_find(text, str_from(request)) == STR_NONE)
            continue;
        file = catalog_row(catalog, f);
        for (uint32_t i = 1; i < file->count; i++) {
            if (file->entries[i].kind != SYMBOL_FUNCTION)
                continue;
            TestHead head = test_head(project, file->first + i);
            if (str_find(head.body, str_from(request)) != STR_NONE &&
                (!type.len || project_has_word(head.body, str_terminate(arena, type))) &&
                role_of_function(&head, catalog_name(catalog, file->entries[i].name)) == TEST_CASE)
                return file->first + i;
        }
    }
    return SYMBOL_NOWHERE;
}

/* Finds the test that runs the type, or a type that embeds it. */
static uint32_t find_suite(Project *project, Str directory, Str type, uint32_t own)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t starter = find_starter(project, directory, "uite.Run(", type);
    IdVec derived = {0};
    if (starter != SYMBOL_NOWHERE || own == SYMBOL_NOWHERE)
        return starter;
    test_derived(project, own, &derived);
    for (size_t i = 0; i < derived.len && starter == SYMBOL_NOWHERE; i++) {
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, derived.ptr[i]).file);
        Str name = catalog_name(catalog, catalog_entry(catalog, derived.ptr[i])->name);
        starter = find_starter(project, path_directory(file->path), "uite.Run(", name);
    }
    return starter;
}

static uint32_t type_named(const Catalog *catalog, const CatalogFile *file, Str type)
{
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_STRUCT &&
            str_equal(catalog_name(catalog, file->entries[i].name), type))
            return file->first + i;
    return SYMBOL_NOWHERE;
}

static GoSuite go_suite(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    GoSuite suite = {.starter = SYMBOL_NOWHERE};
    TestHead head = test_head(project, symbol);
    suite.type = receiver_of(head.text);
    if (!suite.type.len)
        return suite;
    Str directory = path_directory(file->path);
    suite.starter =
        find_suite(project, directory, suite.type, type_named(catalog, file, suite.type));
    if (suite.starter == SYMBOL_NOWHERE && takes(head.parameters, "C")) {
        suite.starter = find_starter(project, directory, "TestingT(", (Str){0});
        suite.is_check = true;
    }
    return suite;
}

TestRole roles_go(Project *project, uint32_t symbol, bool called)
{
    (void)called;
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name), base = path_base(file->path);
    if (!str_ends(base, STR("_test.go")) || byte_in(base.ptr[0], "_."))
        return TEST_NONE;
    if (!place.index)
        return TEST_PACKAGE; /* a variable of the package is set before all of its tests */
    TestHead head = test_head(project, symbol);
    if (entry->kind == SYMBOL_FUNCTION)
        return role_of_function(&head, name);
    bool setup = test_is_listed(lang_facts(file->language)->test_setups, name);
    if (entry->kind != SYMBOL_METHOD || !(setup || str_starts(name, STR("Test"))) ||
        go_suite(project, symbol).starter == SYMBOL_NOWHERE)
        return TEST_NONE;
    return setup ? TEST_SETUP : TEST_CASE;
}

/* `ExampleParse` for a function, `ExampleAmount_String` for a method: vet enforces it. */
Str example_of_go(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_name(catalog, entry->name), owner = catalog_name(catalog, entry->owner);
    if (!owner.len)
        return str_join(project->request->arena, STR("Example"), name);
    return str_format(project->request->arena, "Example%.*s_%.*s", STR_ARG(owner), STR_ARG(name));
}

/* A method of a suite runs in the test that starts the suite. */
uint32_t starter_of_go(Project *project, uint32_t test)
{
    bool method = catalog_entry(project->session->catalog, test)->kind == SYMBOL_METHOD;
    return method ? go_suite(project, test).starter : SYMBOL_NOWHERE;
}

/* ---- how they are run ---- */

static bool is_system(Str word)
{
    static const char *const systems[] = {"windows", "darwin",  "linux",   "freebsd", "openbsd",
                                          "netbsd",  "android", "solaris", "plan9",   "js",
                                          "wasip1",  "aix",     "ios",     "illumos", "dragonfly"};
    for (size_t i = 0; i < COUNT(systems); i++)
        if (str_equal(word, str_from(systems[i])))
            return true;
    return false;
}

/* What the toolchain sets itself. */
static bool is_built_in(Str word)
{
    static const char *const words[] = {"unix",  "cgo",   "race", "gc",     "gccgo",  "msan",
                                        "amd64", "arm64", "386",  "arm",    "ignore", "wasm",
                                        "s390x", "ppc64", "asan", "mips64", "riscv64"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return is_system(word) || str_starts(word, STR("go1."));
}

/* Ways to build that no name of a file selects. */
static bool is_mode(Str word)
{
    static const char *const words[] = {"race", "msan", "asan", "gccgo", "ignore"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, str_from(words[i])))
            return true;
    return false;
}

/* Words that hold wherever tests usually run. */
static bool is_usual(Str word)
{
    return str_equal(word, STR("unix")) || str_equal(word, STR("cgo")) ||
           str_equal(word, STR("gc")) || str_starts(word, STR("go1."));
}

/* Notes the limit that a word of a constraint puts on the file: a system, an architecture, a mode.
 */
static void note_limit(Arena *arena, Str word, bool negated, Str *limit)
{
    if (negated ? !is_system(word) && !is_usual(word) : is_usual(word))
        return;
    const char *what = is_system(word) ? "GOOS" : "the build tag";
    *limit = str_format(arena, "%s is %s%.*s", what, negated ? "not " : "", STR_ARG(word));
}

/* Reads the build constraint of a file: the tags that its first alternative needs, and the system
   or the like that it is limited to. */
static void read_constraint(Arena *arena, Str text, Str *tags, Str *limit)
{
    Buf out = buf_open(arena, 0);
    Str line = {0};
    while (str_take_line(&text, &line) && !str_starts(line, STR("//go:build ")))
        if (line.len && !str_starts(line, STR("//")))
            return;
    if (!str_starts(line, STR("//go:build ")))
        return;
    line = str_from_offset(line, 11);
    line = str_slice(line, 0, MIN(str_find(line, STR("||")), line.len));
    for (size_t at = 0; at < line.len;) {
        size_t start = at;
        while (at < line.len && (byte_is_word(line.ptr[at]) || line.ptr[at] == '.'))
            at++;
        Str word = str_slice(line, start, at);
        bool negated = start && line.ptr[start - 1] == '!';
        if (word.len && is_built_in(word))
            note_limit(arena, word, negated, limit);
        else if (word.len && !negated)
            buf_printf(&out, "%s%.*s", out.len ? "," : "", STR_ARG(word));
        at += !word.len;
    }
    *tags = buf_str(&out);
}

/* The system or architecture in the name of a file: `a_windows_test.go`. */
static Str system_of(Str path)
{
    Str stem = str_slice(path_base(path), 0, path_base(path).len - strlen("_test.go"));
    size_t mark = str_find_last_byte(stem, '_');
    Str last = mark == STR_NONE ? (Str){0} : str_from_offset(stem, mark + 1);
    return is_built_in(last) && !is_usual(last) && !is_mode(last) ? last : (Str){0};
}

/* A file that the toolchain never takes: `//go:build ignore`, or a name it passes over. */
TestOff off_go(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    Str path = file->path, text, line;
    (void)run;
    text = project_file(project, (Str){0}, str_terminate(project->request->arena, path))->text;
    while (str_take_line(&text, &line) && (!line.len || str_starts(line, STR("//"))))
        if (str_equal(str_trim(line), STR("//go:build ignore")))
            return (TestOff){.why = STR("//go:build ignore")};
    return (TestOff){0};
}

static void name_suite(Project *project, uint32_t symbol, TestName *name)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    GoSuite suite = go_suite(project, symbol);
    if (suite.starter == SYMBOL_NOWHERE)
        return;
    name->outer = catalog_name(catalog, catalog_entry(catalog, suite.starter)->name);
    name->own = suite.is_check ? STR("-check.f ") : (Str){0};
    if (suite.is_check)
        name->name = str_format(arena, "%.*s\\.%.*s", STR_ARG(suite.type), STR_ARG(name->name));
}

/* Ginkgo selects by a pattern of the titles; the test that starts it runs all of the package. */
static bool name_ginkgo(Project *project, uint32_t symbol, uint32_t block, TestName *name)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t file = catalog_place(catalog, symbol).file;
    uint32_t starter =
        find_starter(project, path_directory(catalog->files.ptr[file].path), "RunSpecs(", (Str){0});
    if (starter == SYMBOL_NOWHERE)
        return false;
    name->outer = catalog_name(catalog, catalog_entry(catalog, starter)->name);
    name->own = STR("-ginkgo.focus ");
    name->name = test_name_literal(
        project->request->arena,
        test_block_path(test_blocks(project, file), project->request->arena, block, " "));
    return true;
}

static bool name_go(Project *project, const TestRun *run, uint32_t symbol, uint32_t block,
                    bool whole, TestName *name)
{
    const Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str tags = {0}, limit = {0}, directory = project_directory(file->path);
    Str text = project_file(project, (Str){0}, str_terminate(arena, file->path))->text;
    if (!str_ends(file->path, STR("_test.go")))
        return false;
    read_constraint(arena, text, &tags, &limit);
    Str system = system_of(file->path);
    if (system.len && !limit.len)
        note_limit(arena, system, false, &limit);
    if (run->directory.len)
        directory = str_from_offset(directory, MIN(run->directory.len + 1, directory.len));
    name->part = directory.len ? str_join(arena, STR("./"), directory) : STR(".");
    if (tags.len)
        name->options = str_format(arena, "-tags %.*s", STR_ARG(tags));
    if (limit.len)
        name->note = str_format(arena, "only where %.*s", STR_ARG(limit));
    if (block && !whole)
        return name_ginkgo(project, symbol, block, name);
    if (whole || !place.index)
        return true;
    name->name = catalog_name(catalog, entry->name);
    if (entry->kind == SYMBOL_METHOD)
        name_suite(project, symbol, name);
    return entry->kind != SYMBOL_METHOD || name->outer.len;
}

/* Whether the go.work above the module lists it; without one, there is nothing to list. */
static bool is_in_workspace(Project *project, Str module)
{
    Str directory = module;
    do {
        if (!project_file(project, directory, "go.work")->exists)
            continue;
        const Manifest *work = project_manifest(project, directory, "go.work");
        Str below =
            directory.len ? str_from_offset(module, MIN(directory.len + 1, module.len)) : module;
        below = below.len ? below : STR(".");
        for (size_t i = 0; i < work->members.len; i++)
            if (str_equal(work->members.ptr[i], below))
                return true;
        return false;
    } while (project_climb(&directory));
    return true;
}

bool tests_go(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *module = project_file(project, directory, "go.mod");
        if (!module->exists)
            continue;
        bool listed = is_in_workspace(project, directory);
        *run = (TestRun){.form = RUN_GO,
                         .directory = directory,
                         .command = listed ? STR("go test") : STR("GOWORK=off go test"),
                         .all = listed ? STR("go test ./...") : STR("GOWORK=off go test ./..."),
                         .evidence = module->path,
                         .naming = name_go};
        return true;
    } while (project_climb(&directory));
    return false;
}
