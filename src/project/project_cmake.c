/* CTest names of a file's tests. The name is what `add_test` calls the program that the file is a
   source of. A function or loop of the project may also register it under the file's stem. If the
   name cannot be found, all tests are run. */
#include "languages_project.h"

#include "base/path.h"
#include "project/test_role.h"

/* Maximum number of arguments of a command: lists of sources have several hundred. */
#define ARGS_MAX 400

typedef struct Command {
    Str name;
    Str args[ARGS_MAX];
    size_t count;
} Command;

/* Takes an argument, without its quotes; false at the closing parenthesis. */
static bool take_arg(Str *rest, Str *arg)
{
    for (;;) {
        *rest = str_trim(*rest);
        if (!str_starts(*rest, STR("#")))
            break;
        Str comment;
        str_take_line(rest, &comment);
    }
    if (!rest->len || rest->ptr[0] == ')')
        return false;
    bool quoted = rest->ptr[0] == '"';
    size_t end = quoted;
    while (end < rest->len && (quoted ? rest->ptr[end] != '"'
                                      : !byte_is_space(rest->ptr[end]) && rest->ptr[end] != ')'))
        end++;
    *arg = str_slice(*rest, quoted, end);
    *rest = str_from_offset(*rest, MIN(end + quoted, rest->len));
    return true;
}

/* Takes the next command of the file. */
static bool take_command(Str *rest, Command *command)
{
    while (rest->len) {
        *rest = str_trim(*rest);
        size_t end = 0;
        while (end < rest->len && byte_is_word(rest->ptr[end]))
            end++;
        command->name = str_slice(*rest, 0, end);
        Str after = str_trim(str_from_offset(*rest, end));
        if (!end || !str_starts(after, STR("("))) {
            Str line; /* a comment, or the rest of another construct */
            str_take_line(rest, &line);
            continue;
        }
        *rest = str_from_offset(after, 1);
        command->count = 0;
        while (command->count < ARGS_MAX && take_arg(rest, &command->args[command->count]))
            command->count++;
        return true;
    }
    return false;
}

static bool is_called(const Command *command, const char *name)
{
    return str_equal_nocase(command->name, str_from(name));
}

/* Further names of one program; a command with more is too long to read. */
#define MORE_BYTES_MAX 1000

typedef struct Search {
    Arena *arena;
    Str path; /* path of the test, relative to the CMakeLists.txt */
    Str stem;
    Str target;       /* the target that it is a source of */
    Str variable;     /* a list that it is in: `${SOURCES}`; or empty */
    Str name;         /* name under which the target is registered */
    Str more;         /* further names, with other arguments; a line each */
    bool discovered;  /* each of its cases is registered: Suite.Case */
    bool titled;      /* the same, by their titles */
    bool by_variable; /* tests are registered under the value of a variable */
    bool listed;      /* the stem is a word in a list */
    bool any;
    bool disabled; /* a property says so */
} Search;

static bool is_source(const Search *search, Str arg)
{
    static const char here[] = "${CMAKE_CURRENT_SOURCE_DIR}/";
    if (str_starts(arg, str_from(here)))
        arg = str_from_offset(arg, sizeof here - 1);
    return str_equal(arg, search->path) || str_equal(arg, path_base(search->path));
}

static bool has_source(const Search *search, const Command *command, size_t from)
{
    for (size_t i = from; i < command->count; i++)
        if (is_source(search, command->args[i]))
            return true;
    return false;
}

static bool has_word(const Command *command, Str word)
{
    for (size_t i = 0; i < command->count && word.len; i++)
        if (str_equal(command->args[i], word))
            return true;
    return false;
}

/* Notes the list that the test is in: `set(NAME a.c)`, `list(APPEND NAME a.c)`,
   or `file(GLOB …)`. */
static void note_list(Search *search, const Command *command)
{
    bool glob = is_called(command, "file") && command->count > 2 &&
                str_starts(command->args[0], STR("GLOB"));
    bool list = is_called(command, "list") && command->count > 2;
    bool found = (list || is_called(command, "set")) && has_source(search, command, 1u + list);
    for (size_t i = 2; i < command->count && glob; i++)
        found = found || project_glob(command->args[i], search->path);
    if (found && command->count)
        search->variable =
            str_format(search->arena, "${%.*s}", STR_ARG(command->args[glob || list]));
}

/* Notes the target that the test is built into. */
static void note_target(Search *search, const Command *command)
{
    note_list(search, command);
    bool program = is_called(command, "add_executable") || is_called(command, "target_sources");
    if (!search->target.len && program &&
        (has_source(search, command, 1) || has_word(command, search->variable)))
        search->target = command->args[0];
}

/* Whether the argument is a variable: `${name}`. */
static bool is_variable(Str arg)
{
    return str_starts(arg, STR("${"));
}

static void note_registered(Search *search, const Command *command)
{
    bool named = command->count && str_equal(command->args[0], STR("NAME"));
    size_t at = named;
    if (at >= command->count)
        return;
    Str name = command->args[at], program = (Str){0};
    for (size_t i = at + 1; i < command->count && !program.len; i++)
        if (!named || str_equal(command->args[i - 1], STR("COMMAND")))
            program = command->args[i];
    search->any = true;
    search->by_variable = search->by_variable || is_variable(name);
    if (is_variable(name) || str_equal(name, search->name))
        return;
    bool own = search->target.len
                   ? str_equal(program, search->target)
                   : str_equal(program, search->stem) || str_equal(name, search->stem);
    if (!own && !has_source(search, command, at + 1))
        return;
    if (!search->name.len)
        search->name = name;
    else if (search->more.len < MORE_BYTES_MAX)
        search->more =
            str_format(search->arena, "%.*s%.*s\n", STR_ARG(search->more), STR_ARG(name));
}

/* Notes a stem that is a word of its own in `foreach(test a b)`, `set(TESTS a b)` or
   `project_test(a a.c)`; other commands of CMake do not count. */
static void note_listed(Search *search, const Command *command)
{
    bool list =
        is_called(command, "foreach") || is_called(command, "set") || is_called(command, "list");
    bool own = str_find(command->name, STR("test")) != STR_NONE ||
               str_find(command->name, STR("TEST")) != STR_NONE;
    if (!list && !own)
        return;
    search->listed = search->listed || has_word(command, search->stem);
}

/* `set_tests_properties(name PROPERTIES DISABLED TRUE)` */
static void note_properties(Search *search, const Command *command)
{
    static const char *const truths[] = {"TRUE", "ON", "1", "YES"};
    Str own = search->name.len ? search->name : search->stem;
    if (!is_called(command, "set_tests_properties") || !has_word(command, own))
        return;
    for (size_t i = 0; i + 1 < command->count; i++)
        for (size_t t = 0; t < COUNT(truths); t++)
            search->disabled =
                search->disabled || (str_equal(command->args[i], STR("DISABLED")) &&
                                     str_equal_nocase(command->args[i + 1], str_from(truths[t])));
}

/* Whether the command registers the cases of the test's target, or of a variable: in a function or
   a loop, of each. */
static bool is_discovered(const Search *search, const Command *command)
{
    return has_word(command, search->target) || (command->count && is_variable(command->args[0]));
}

static void read_commands(Search *search, Str text, bool targets)
{
    Command *command = NEW(search->arena, Command, 1);
    while (take_command(&text, command)) {
        bool discover =
            is_called(command, "gtest_discover_tests") || is_called(command, "gtest_add_tests");
        bool titled = is_called(command, "catch_discover_tests") ||
                      is_called(command, "doctest_discover_tests");
        if (targets) {
            note_target(search, command);
            continue;
        }
        search->any = search->any || is_called(command, "enable_testing") ||
                      str_find(command->name, STR("_discover_tests")) != STR_NONE;
        if (is_called(command, "add_test"))
            note_registered(search, command);
        else if (discover && is_discovered(search, command))
            search->discovered = true;
        else if (titled && is_discovered(search, command))
            search->titled = true;
        else
            note_listed(search, command);
        note_properties(search, command);
    }
}

static Str stem_of(Str path)
{
    Str name = path_base(path);
    return str_slice(name, 0, MIN(str_find_last_byte(name, '.'), name.len));
}

/* Reads the lists of the file's directory and those above. False: none builds tests. *top: the
   highest directory with a list; *source: the list that says how they are registered. */
static bool search_lists(Project *project, const CatalogFile *file, Search *search, Str *top,
                         Str *source)
{
    Str directory = project_directory(file->path);
    bool built = false;
    *search = (Search){.arena = project->request->arena, .stem = stem_of(file->path)};
    do {
        const ProjectFile *list = project_file(project, directory, "CMakeLists.txt");
        if (!list->exists)
            continue;
        search->path = directory.len ? str_from_offset(file->path, directory.len + 1) : file->path;
        bool before = search->any;
        read_commands(search, list->text, true);
        read_commands(search, list->text, false);
        *source = search->any && !before ? list->path : *source;
        built = true;
        *top = directory;
    } while (project_climb(&directory));
    return built && search->any;
}

bool tests_cmake(Project *project, const CatalogFile *file, TestRun *run)
{
    Str top = {0}, source = {0};
    Search search;
    if (!search_lists(project, file, &search, &top, &source))
        return false;
    Str name = search.name.len || !search.by_variable || !search.listed ? search.name : search.stem;
    *run = (TestRun){.form = search.discovered ? RUN_GTEST
                             : search.titled   ? RUN_TITLED
                             : name.len        ? RUN_CTEST
                                               : RUN_PLAIN,
                     .directory = top,
                     .command = STR(PROJECT_CTEST),
                     .name = name,
                     .more = search.more,
                     .evidence = source};
    const ProjectFile *custom = project_file(project, top, "CTestCustom.cmake");
    Str ignored = {0}, rest;
    ignored = project_between(custom->text, "CTEST_CUSTOM_TESTS_IGNORE", ")", &rest);
    if (search.disabled)
        run->off = STR("DISABLED in CMakeLists.txt");
    else if (name.len && project_has_word(ignored, str_terminate(search.arena, name)))
        run->off = STR("CTEST_CUSTOM_TESTS_IGNORE in CTestCustom.cmake");
    return true;
}

/* ---- files that are registered ---- */

/* Whether the text has a program's start or a test of a known framework. */
static bool has_tests(Str text)
{
    static const char *const words[] = {"main",
                                        "TEST",
                                        "TEST_F",
                                        "TEST_P",
                                        "TEST_CASE",
                                        "TYPED_TEST",
                                        "SCENARIO",
                                        "BOOST_AUTO_TEST_CASE",
                                        "TEST_CASE_METHOD",
                                        "TEMPLATE_TEST_CASE",
                                        "START_TEST"};
    for (size_t i = 0; i < COUNT(words); i++)
        if (project_has_word(text, words[i]))
            return true;
    return false;
}

/* Whether a list of the directory or above names the file at all: the cheap question. */
static bool is_listed(Project *project, const CatalogFile *file)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *list = project_file(project, directory, "CMakeLists.txt");
        if (str_find(list->text, path_base(file->path)) != STR_NONE ||
            str_find(list->text, STR("GLOB")) != STR_NONE)
            return true;
    } while (project_climb(&directory));
    return false;
}

bool names_cmake(Project *project, const CatalogFile *file)
{
    Str top = {0}, source = {0};
    Search search;
    if (!is_listed(project, file) || !search_lists(project, file, &search, &top, &source) ||
        !search.target.len || !(search.name.len || search.discovered))
        return false;
    Str path = file->path;
    return has_tests(
        project_file(project, (Str){0}, str_terminate(project->request->arena, path))->text);
}

/* ---- what is left out ---- */

TestOff off_cmake(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    (void)run;
    Str head = test_head(project, symbol).text;
    head = str_slice(head, 0, MIN(str_find_byte(head, '{'), head.len));
    head = str_slice(head, 0, MIN(str_find_byte(head, '\n'), head.len));
    if (!catalog_place(catalog, symbol).index)
        return (TestOff){0};
    Str qualified = catalog_qualified_name(catalog, project->request->arena, symbol);
    if (str_starts(qualified, STR("DISABLED_")) ||
        str_find(qualified, STR("::DISABLED_")) != STR_NONE)
        return (TestOff){.why = STR("its name begins with DISABLED_")};
    if (str_find(head, STR("[.")) != STR_NONE || str_find(head, STR("[!hide]")) != STR_NONE)
        return (TestOff){.why = STR("a tag hides it")};
    if (str_find(head, STR("doctest::skip(")) != STR_NONE ||
        str_find(head, STR("unit_test::disabled(")) != STR_NONE)
        return (TestOff){.why = STR("a decorator skips it")};
    return (TestOff){0};
}
