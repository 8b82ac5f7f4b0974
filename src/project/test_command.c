/* Commands that run given tests. Rows of languages/<id>/project.def say by which files, and words
   in them, a runner is recognised; test_name.c, how a test is named to it. Manifests are searched
   in the test's directory and above. */
#include "project/test_command.h"

#include "base/shell.h"
#include "project/project_build.h"
#include "project/test_name.h"
#include "project/test_off.h"
#include "project/test_select.h"
#include "search/tests.h"

/* Maximum number of groups of tests by runner and directory. */
#define ALL_GROUPS_MAX 32
/* Maximum number of tests visited; if there are more, an evenly spread sample. */
#define LOOKED_AT_MAX 200

/* ---- runners ---- */

static TestRun run_of(const ProjectRow *row, Str directory, Str evidence)
{
    return (TestRun){.form = row->form,
                     .select = row->select,
                     .option = row->option,
                     .directory = directory,
                     .command = str_from(row->runner),
                     .evidence = evidence};
}

/* Finds the first row with a manifest in the directory. */
static bool find_in(Project *project, Str directory, const ProjectTable *table, TestRun *run)
{
    for (size_t i = 0; i < table->count; i++) {
        const ProjectRow *row = &table->rows[i];
        if (!row->manifest || !row->runner)
            continue;
        const ProjectFile *manifest = project_file(project, directory, row->manifest);
        if (!manifest->exists ||
            (row->word && str_find(manifest->text, str_from(row->word)) == STR_NONE))
            continue;
        *run = run_of(row, directory, manifest->path);
        return true;
    }
    return false;
}

/* Whether the configuration of a runner of the language names the file. */
static bool names_it(Project *project, const ProjectTable *table, const CatalogFile *file)
{
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].names && table->rows[i].names(project, file))
            return true;
    return false;
}

/* Finds the runner of a file: by a function of the language, by the nearest manifest in its
   directory or above, or by the language's default. */
static bool find_run(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    const ProjectTable *table = project_table_of(file->language);
    if (!table)
        return false;
    if (file->class == FILE_SOURCE && !names_it(project, table, file) &&
        project_build_runs(project, file, run))
        return true;
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].tests && table->rows[i].tests(project, file, run))
            return true;
    do {
        if (find_in(project, directory, table, run))
            return true;
    } while (project_climb(&directory));
    for (size_t i = 0; i < table->count; i++)
        if (table->rows[i].runner && !table->rows[i].manifest) {
            *run = run_of(&table->rows[i], (Str){0}, (Str){0});
            return true;
        }
    return false;
}

/* ---- groups that one command runs ---- */

typedef struct Group {
    TestRun run;
    TestName first; /* what all of them share: all but `name` */
    TestNameVec modules;
    VEC(Str) names;
    TestTitleVec titles; /* of cases; empty: all */
    bool all;            /* of the part */
    size_t tests;
} Group;
typedef VEC(Group) GroupVec;

static void add_name(Arena *arena, Group *group, Str name)
{
    group->all = group->all || !name.len;
    for (size_t i = 0; i < group->names.len; i++)
        if (str_equal(group->names.ptr[i], name))
            return;
    if (name.len)
        *VEC_PUSH(arena, &group->names) = name;
}

static void add_title(Arena *arena, Group *group, Str title)
{
    for (size_t i = 0; i < group->titles.len; i++)
        if (str_equal(group->titles.ptr[i], title))
            return;
    if (title.len)
        *VEC_PUSH(arena, &group->titles) = title;
}

static bool same_group(const Group *group, const TestRun *run, const TestName *name)
{
    const TestName *first = &group->first;
    return group->run.form == run->form && str_equal(group->run.command, run->command) &&
           str_equal(group->run.directory, run->directory) && str_equal(first->part, name->part) &&
           str_equal(first->options, name->options) && str_equal(first->outer, name->outer) &&
           str_equal(first->note, name->note) && str_equal(first->own, name->own) &&
           first->parts == name->parts && !first->title.len == !name->title.len;
}

/* Whether a file of the group has the same module as that of the name. */
static bool has_module(const Group *group, const TestName *name, bool other_path)
{
    for (size_t i = 0; i < group->modules.len && name->module.len; i++)
        if (str_equal(group->modules.ptr[i].module, name->module) &&
            str_equal(group->modules.ptr[i].path, name->path) != other_path)
            return true;
    return false;
}

/* Index of the group of a test. Adds a new one, unless there are `most` already. */
static size_t group_for(Arena *arena, GroupVec *groups, const TestRun *run, const TestName *name,
                        size_t most)
{
    size_t g = 0;
    while (g < groups->len &&
           (!same_group(&groups->ptr[g], run, name) || has_module(&groups->ptr[g], name, true)))
        g++;
    if (g == groups->len && g < most)
        *VEC_PUSH(arena, groups) = (Group){.run = *run, .first = *name};
    if (g < groups->len && name->module.len && !has_module(&groups->ptr[g], name, false))
        *VEC_PUSH(arena, &groups->ptr[g].modules) = *name;
    return g;
}

/* ---- texts ---- */

static Str joined(Arena *arena, const Group *group, const char *between)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < group->names.len; i++)
        buf_printf(&out, "%s%.*s", i ? between : "", STR_ARG(group->names.ptr[i]));
    return buf_str(&out);
}

/* A regular expression that matches exactly the group's names. */
static Str any_of(Arena *arena, const Group *group)
{
    return str_format(arena, "^(%.*s)$", STR_ARG(joined(arena, group, "|")));
}

static void put_quoted(Buf *out, Arena *arena, const char *option, Str text)
{
    buf_printf(out, " %s%.*s", option, STR_ARG(shell_quote(arena, text)));
}

static void put_each(Buf *out, Arena *arena, const Group *group, const char *option)
{
    for (size_t i = 0; i < group->names.len; i++)
        put_quoted(out, arena, option, group->names.ptr[i]);
}

static void put_words(Buf *out, Arena *arena, const Group *group)
{
    test_select_put(out, arena, &group->run, &group->titles); /* options come before files */
    put_each(out, arena, group, "");
}

static void put_part(Buf *out, Arena *arena, const Group *group)
{
    buf_printf(out, " %.*s", STR_ARG(shell_quote_path(arena, group->first.part)));
}

static void put_go(Buf *out, Arena *arena, const Group *group)
{
    const TestName *first = &group->first;
    if (first->options.len)
        buf_printf(out, " %.*s", STR_ARG(first->options));
    put_quoted(out, arena, "", first->part);
    if (group->all)
        return;
    Str names = any_of(arena, group);
    Str outer = str_format(arena, "^%.*s$", STR_ARG(first->outer));
    if (!first->outer.len) {
        put_quoted(out, arena, "-run ", names);
    } else if (first->own.len) {
        put_quoted(out, arena, "-run ", outer);
        put_quoted(out, arena, str_terminate(arena, first->own), names);
    } else {
        put_quoted(out, arena, "-run ",
                   str_format(arena, "%.*s/%.*s", STR_ARG(outer), STR_ARG(names)));
    }
}

static void put_cargo(Buf *out, Arena *arena, const Group *group)
{
    const TestName *first = &group->first;
    if (first->part.len)
        buf_printf(out, " %.*s", STR_ARG(first->part));
    if (group->all)
        return;
    buf_put(out, STR(" --"));
    if (first->options.len)
        buf_printf(out, " %.*s", STR_ARG(first->options));
    if (!first->parts)
        buf_put(out, STR(" --exact"));
    put_words(out, arena, group);
}

static void put_ruby(Buf *out, Arena *arena, const Group *group)
{
    put_part(out, arena, group);
    if (!group->all)
        put_quoted(out, arena, "-n ", str_format(arena, "/%.*s/", STR_ARG(any_of(arena, group))));
}

static void put_phpunit(Buf *out, Arena *arena, const Group *group)
{
    if (!group->all) /* data sets add to the names */
        put_quoted(out, arena, "--filter ",
                   str_format(arena, "/(^|\\\\)(%.*s)( with data set .*)?$/",
                              STR_ARG(joined(arena, group, "|"))));
    put_part(out, arena, group);
}

static void put_ctest(Buf *out, Arena *arena, const Group *group)
{
    buf_put(out, STR(" --no-tests=error"));
    put_quoted(out, arena, "-R ", any_of(arena, group));
}

static void put_gtest(Buf *out, Arena *arena, const Group *group)
{
    buf_put(out, STR(" --no-tests=error"));
    if (!group->all) /* a parameterised case is Instance/Suite.Case/0 */
        put_quoted(out, arena, "-R ",
                   str_format(arena, "(^|/)(%.*s)(/|$)", STR_ARG(joined(arena, group, "|"))));
}

static void put_maven(Buf *out, Arena *arena, const Group *group)
{
    put_quoted(out, arena, "-Dtest=", joined(arena, group, ","));
}

static void put_gradle(Buf *out, Arena *arena, const Group *group)
{
    put_each(out, arena, group, "--tests ");
}

static void put_sbt(Buf *out, Arena *arena, const Group *group)
{
    put_quoted(out, arena, "", str_join(arena, STR("testOnly "), joined(arena, group, " ")));
}

static void put_dotnet(Buf *out, Arena *arena, const Group *group)
{
    put_quoted(out, arena, "--filter ", joined(arena, group, "|"));
}

static void put_swift(Buf *out, Arena *arena, const Group *group)
{
    put_quoted(out, arena, "", joined(arena, group, "|"));
}

static void put_tcl(Buf *out, Arena *arena, const Group *group)
{
    put_each(out, arena, group, "--single ");
}

static void (*const put_functions[])(Buf *out, Arena *arena, const Group *group) = {
    [RUN_FILES] = put_words,   [RUN_DOT_FILES] = put_words, [RUN_PARTS] = put_words,
    [RUN_FILE] = put_part,     [RUN_RUBY] = put_ruby,       [RUN_NODE] = put_words,
    [RUN_DOTTED] = put_words,  [RUN_DJANGO] = put_words,    [RUN_GO] = put_go,
    [RUN_CARGO] = put_cargo,   [RUN_CTEST] = put_ctest,     [RUN_GTEST] = put_gtest,
    [RUN_TITLED] = put_ctest,  [RUN_MAVEN] = put_maven,     [RUN_GRADLE] = put_gradle,
    [RUN_SBT] = put_sbt,       [RUN_PHPUNIT] = put_phpunit, [RUN_SWIFT] = put_swift,
    [RUN_DOTNET] = put_dotnet, [RUN_TCL] = put_tcl,
};

static Str in_directory(Arena *arena, Str directory, Str command)
{
    return directory.len ? str_format(arena, "cd %.*s && %.*s",
                                      STR_ARG(shell_quote_path(arena, directory)), STR_ARG(command))
                         : command;
}

/* The command for all tests of the runner. */
static Str command_all(Arena *arena, const TestRun *run)
{
    static const char *const ends[] = {" --filter", " --runTestsByPath", " --"};
    Str command = run->command;
    for (size_t i = 0; i < COUNT(ends); i++)
        if (str_ends(command, str_from(ends[i])))
            command = str_slice(command, 0, command.len - strlen(ends[i]));
    return in_directory(arena, run->directory, run->all.len ? run->all : command);
}

static Str command_of(Arena *arena, const Group *group)
{
    const TestRun *run = &group->run;
    Buf out = buf_open(arena, 0);
    if (!put_functions[run->form] ||
        (!group->names.len && !group->first.part.len && run->form != RUN_CARGO))
        return command_all(arena, run);
    buf_put(&out, run->command);
    put_functions[run->form](&out, arena, group);
    return in_directory(arena, run->directory, buf_str(&out));
}

/* ---- commands ---- */

/* Adds a test to the groups of its names. False: one of them would be one more than `most`. */
static bool add_test(Project *project, GroupVec *groups, const TestRun *run,
                     const TestNameVec *names, size_t most)
{
    Arena *arena = project->request->arena;
    bool fits = true;
    for (size_t i = 0; i < names->len; i++) {
        size_t g = group_for(arena, groups, run, &names->ptr[i], most);
        fits = fits && g < most;
        if (g < most) {
            add_name(arena, &groups->ptr[g], names->ptr[i].name);
            add_title(arena, &groups->ptr[g], names->ptr[i].title);
            groups->ptr[g].tests += !i;
        }
    }
    return fits;
}

static bool is_off(Project *project, const TestRun *run, uint32_t test)
{
    TestOff off = test_off(project, run, test);
    return off.why.len && !off.maybe;
}

TestOff test_command_off(Project *project, uint32_t test)
{
    const Catalog *catalog = project->session->catalog;
    TestRun run = {0};
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
    return find_run(project, file, &run) ? test_off(project, &run, test) : (TestOff){0};
}

void test_put_off(Buf *out, Project *project, uint32_t test)
{
    TestOff off = test_command_off(project, test);
    if (!off.why.len)
        return;
    buf_put(out, off.maybe ? STR("  (may not run: ") : STR("  (not run: "));
    view_put_line_text(out, off.why);
    buf_put_byte(out, ')');
}

void test_commands(Project *project, const TestCaseVec *tests, bool whole, size_t most,
                   TestCommands *commands)
{
    Arena *arena = project->request->arena;
    const Catalog *catalog = project->session->catalog;
    GroupVec groups = {0};
    *commands = (TestCommands){0};
    for (size_t i = 0; i < tests->len; i++) {
        TestRun run;
        TestNameVec names = {0};
        uint32_t test = tests->ptr[i].symbol;
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
        bool found = find_run(project, file, &run);
        if (found && is_off(project, &run, test)) {
            commands->off++;
            continue;
        }
        if (found)
            test_names(project, &run, &tests->ptr[i], whole, &names);
        if (!names.len) {
            commands->unknown_path = commands->unknown++ ? commands->unknown_path : file->path;
            continue;
        }
        commands->left_out += !add_test(project, &groups, &run, &names, most);
    }
    for (size_t g = 0; g < groups.len; g++) {
        const Group *group = &groups.ptr[g];
        *VEC_PUSH(arena, &commands->list) = (TestCommand){
            command_of(arena, group), group->run.evidence, group->first.note, group->tests};
    }
}

static bool is_test(const CatalogFile *file)
{
    return file->path.len && file->class == FILE_TEST;
}

static size_t count_tests(const Catalog *catalog)
{
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        count += is_test(&catalog->files.ptr[i]);
    return count;
}

static bool takes_one(const TestRun *run)
{
    return run->form == RUN_FILE || run->form == RUN_RUBY;
}

static int most_tests_first(const void *a, const void *b)
{
    const Group *x = a, *y = b;
    return x->tests != y->tests ? (x->tests < y->tests ? 1 : -1) : x < y ? -1 : x > y;
}

/* The ways in which the tree's test files are run, with the number of files that were looked at. */
static GroupVec all_groups(SessionRequest *request, const IndexSession *session)
{
    const Catalog *catalog = session->catalog;
    Project project = project_open(request, session);
    const TestName none = {0};
    GroupVec groups = {0};
    size_t step = count_tests(catalog) / LOOKED_AT_MAX + 1, at = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        TestRun run;
        if (!is_test(file) || at++ % step || !find_run(&project, file, &run) ||
            (takes_one(&run) && !run.all.len))
            continue;
        size_t g = group_for(request->arena, &groups, &run, &none, ALL_GROUPS_MAX);
        if (g < ALL_GROUPS_MAX)
            groups.ptr[g].tests++;
    }
    if (groups.len)
        qsort(groups.ptr, groups.len, sizeof *groups.ptr, most_tests_first);
    return groups;
}

static bool has_command(const TestCommands *commands, Str text)
{
    for (size_t i = 0; i < commands->list.len; i++)
        if (str_equal(commands->list.ptr[i].text, text))
            return true;
    return false;
}

static void add_command_all(Arena *arena, const TestRun *run, size_t most, TestCommands *commands)
{
    Str text = command_all(arena, run);
    if (has_command(commands, text))
        return;
    if (commands->list.len == most)
        commands->left_out++;
    else
        *VEC_PUSH(arena, &commands->list) = (TestCommand){.text = text, .evidence = run->evidence};
}

/* Whether the directory has tests: files of them, or modules in sources. */
static bool has_tests(const Catalog *catalog, const CatalogFile *near, Str directory)
{
    bool modules = lang_facts(near->language)->tests_are_in_test_modules;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        bool below =
            !directory.len || (str_starts(file->path, directory) &&
                               str_starts(str_from_offset(file->path, directory.len), STR("/")));
        if (file->language != near->language || !below)
            continue;
        if (is_test(file))
            return true;
        file = modules ? catalog_row(catalog, f) : file;
        for (uint32_t i = 1; modules && i < file->count; i++)
            if (tests_hold(catalog, file->first + i))
                return true;
    }
    return false;
}

void test_commands_all(SessionRequest *request, const IndexSession *session, uint32_t near,
                       size_t most, TestCommands *commands)
{
    GroupVec groups = all_groups(request, session);
    Project project = project_open(request, session);
    const CatalogFile *file = near == FILE_NOWHERE ? NULL : &session->catalog->files.ptr[near];
    TestRun own;
    *commands = (TestCommands){0};
    bool known = file && find_run(&project, file, &own) && (!takes_one(&own) || own.all.len);
    for (size_t i = 0; i < groups.len && known; i++)
        if (groups.ptr[i].run.form == own.form &&
            str_equal(groups.ptr[i].run.directory, own.directory))
            add_command_all(request->arena, &groups.ptr[i].run, most, commands);
    if (known && !commands->list.len && has_tests(session->catalog, file, own.directory))
        add_command_all(request->arena, &own, most, commands);
    for (size_t i = 0; i < groups.len; i++)
        add_command_all(request->arena, &groups.ptr[i].run, most, commands);
}

TestCommand test_command_all(SessionRequest *request, const IndexSession *session)
{
    TestCommands all;
    test_commands_all(request, session, FILE_NOWHERE, 1, &all);
    return all.list.len ? all.list.ptr[0] : (TestCommand){0};
}
