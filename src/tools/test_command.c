/* Commands that run given tests. Rows of languages/<id>/project.def say by which files, and words
   in them, a runner is recognised, and how tests are selected. Manifests are searched in the test's
   directory and above. */
#include "tools/test_command.h"

#include "tools/project.h"

#include "base/path.h"
#include "base/shell.h"

/* Maximum number of test names in one command. */
#define TEST_NAMES_MAX 12
/* Maximum number of groups of tests by runner and directory. */
#define ALL_GROUPS_MAX 32
/* Maximum number of tests visited; if there are more, an evenly spread sample. */
#define LOOKED_AT_MAX 200

static TestRun run_of(const ProjectRow *row, Str directory, Str evidence)
{
    TestRun run = {.form = row->form,
                   .directory = directory,
                   .command = str_from(row->runner),
                   .evidence = evidence};
    if (row->form == RUN_GO)
        run.all = STR("go test ./...");
    return run;
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

/* Finds the runner of a file: by a function of the language, by the nearest manifest in its
   directory or above, or by the language's default. */
static bool find_run(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    const ProjectTable *table = project_table_of(file->language);
    if (!table)
        return false;
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

/* ---- names of tests ---- */

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

/* Converts `Suite::Adds` to a regular expression for ctest; empty if it is not a test case. */
static Str case_of(Arena *arena, Str qualified)
{
    size_t colons = str_find(qualified, STR("::"));
    if (colons == STR_NONE)
        return (Str){0};
    return str_format(arena, "%.*s\\.%.*s", STR_ARG(str_slice(qualified, 0, colons)),
                      STR_ARG(str_from_offset(qualified, colons + 2)));
}

/* Whether it is an identifier that begins with `test_`, not a description. */
static bool is_plain_name(Str name)
{
    for (size_t i = 0; i < name.len; i++)
        if (!byte_is_word(name.ptr[i]))
            return false;
    return str_starts(name, STR("test_"));
}

static Str name_of(Arena *arena, const Catalog *catalog, const TestRun *run, uint32_t test)
{
    SymbolPlace place = catalog_place(catalog, test);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str path =
        run->directory.len ? str_from_offset(file->path, run->directory.len + 1) : file->path;
    Str qualified = place.index ? catalog_qualified_name(catalog, arena, test) : (Str){0};
    Str name = place.index ? catalog_name(catalog, entry->name) : (Str){0}, dotted;
    bool dash = path.len && path.ptr[0] == '-'; /* must not look like an option */
    Str file_path = dash ? str_join(arena, STR("./"), path) : path;
    switch (run->form) {
    case RUN_NODE:
        return qualified.len ? str_format(arena, "%.*s::%.*s", STR_ARG(file_path),
                                          STR_ARG(replace(arena, qualified, '.', "::")))
                             : file_path;
    case RUN_DJANGO:
    case RUN_DOTTED:
        if (run->form == RUN_DJANGO && str_starts(path, STR("tests/")))
            path = str_from_offset(path, 6);
        if (dash)
            return (Str){0}; /* not a module */
        dotted = replace(arena, stem_of(path), '/', ".");
        return qualified.len ? str_format(arena, "%.*s.%.*s", STR_ARG(dotted), STR_ARG(qualified))
                             : dotted;
    case RUN_LINES:
        return place.index && entry->kind != SYMBOL_MODULE
                   ? str_format(arena, "%.*s:%u", STR_ARG(file_path), entry->start_line)
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
        return run->form == RUN_MAVEN    ? replace(arena, qualified, '.', "#")
               : run->form == RUN_DOTNET ? str_join(arena, STR("FullyQualifiedName~"), qualified)
                                         : qualified;
    case RUN_SBT: return str_join(arena, STR("*"), stem_of(path_base(path)));
    case RUN_CTEST: return run->name;
    case RUN_GTEST: return case_of(arena, class_and_method(qualified));
    case RUN_TCL:
        path = str_starts(path, STR("tests/")) ? str_from_offset(path, 6) : path;
        return stem_of(path);
    case RUN_PLAIN: return (Str){0};
    case RUN_FILE: return (Str){0};
    case RUN_RUBY: return is_plain_name(name) ? name : (Str){0};
    case RUN_FILES: break;
    }
    return file_path;
}

static bool takes_one(const TestRun *run)
{
    return run->form == RUN_FILE || run->form == RUN_RUBY;
}

/* Key of tests that one command can run: a package for Go, a file for interpreters. */
static Str group_of(const Catalog *catalog, const TestRun *run, uint32_t test)
{
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
    return takes_one(run)        ? file->path
           : run->form == RUN_GO ? path_directory(file->path)
                                 : (Str){0};
}

typedef struct Group {
    TestRun run;
    Str part;
    VEC(Str) names;
    bool whole;      /* whole files of the group are run */
    size_t left_out; /* number of names, or of files, left out */
} Group;
typedef VEC(Group) GroupVec;

static void add_name(Arena *arena, Group *group, Str name)
{
    for (size_t i = 0; i < group->names.len; i++)
        if (str_equal(group->names.ptr[i], name))
            return;
    group->whole = group->whole || !name.len;
    if (!name.len)
        return;
    if (group->names.len == TEST_NAMES_MAX)
        group->left_out++;
    else
        *VEC_PUSH(arena, &group->names) = name;
}

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

/* The group's part relative to the command's directory. */
static Str part_below(const Group *group)
{
    Str part = group->part, directory = group->run.directory;
    bool below = directory.len && str_starts(part, directory);
    return below ? str_from_offset(part, MIN(directory.len + 1, part.len)) : part;
}

static void put_part(Buf *out, Arena *arena, const Group *group)
{
    Str part = part_below(group);
    if (takes_one(&group->run))
        buf_printf(out, " %.*s", STR_ARG(shell_quote_path(arena, part)));
    if (group->run.form == RUN_GO)
        buf_printf(out, " %.*s",
                   STR_ARG(shell_quote(arena, part.len && !str_equal(part, STR("."))
                                                  ? str_join(arena, STR("./"), part)
                                                  : STR("."))));
}

static void put_each(Buf *out, Arena *arena, const Group *group)
{
    const char *option = group->run.form == RUN_GRADLE ? "--tests "
                         : group->run.form == RUN_TCL  ? "--single "
                                                       : "";
    for (size_t i = 0; i < group->names.len; i++)
        buf_printf(out, " %s%.*s", option, STR_ARG(shell_quote(arena, group->names.ptr[i])));
}

static void put_names(Buf *out, Arena *arena, const Group *group)
{
    switch (group->run.form) {
    case RUN_GO:
        buf_printf(out, " -run %.*s", STR_ARG(shell_quote(arena, any_of(arena, group))));
        break;
    case RUN_CTEST:
        buf_printf(out, " -R %.*s", STR_ARG(shell_quote(arena, any_of(arena, group))));
        break;
    case RUN_GTEST: { /* a parameterised case is Instance/Suite.Case/0 */
        Str cases = str_format(arena, "(^|/)(%.*s)(/|$)", STR_ARG(joined(arena, group, "|")));
        buf_printf(out, " -R %.*s", STR_ARG(shell_quote(arena, cases)));
        break;
    }
    case RUN_RUBY: {
        Str names = str_format(arena, "/%.*s/", STR_ARG(any_of(arena, group)));
        if (!group->whole)
            buf_printf(out, " -n %.*s", STR_ARG(shell_quote(arena, names)));
        break;
    }
    case RUN_SBT:
        buf_printf(out, " %.*s",
                   STR_ARG(shell_quote(
                       arena, str_join(arena, STR("testOnly "), joined(arena, group, " ")))));
        break;
    case RUN_FILTER:
    case RUN_DOTNET:
        buf_printf(out, " %.*s", STR_ARG(shell_quote(arena, joined(arena, group, "|"))));
        break;
    case RUN_MAVEN:
        buf_printf(out, " -Dtest=%.*s", STR_ARG(shell_quote(arena, joined(arena, group, ","))));
        break;
    default: put_each(out, arena, group); break;
    }
}

static Str in_directory(Arena *arena, Str directory, Str command)
{
    return directory.len ? str_format(arena, "cd %.*s && %.*s",
                                      STR_ARG(shell_quote_path(arena, directory)), STR_ARG(command))
                         : command;
}

/* The command without what precedes the names of tests. */
static Str without_names(Arena *arena, const TestRun *run)
{
    static const char *const ends[] = {" --filter", " --"};
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
    if (!group->names.len && run->form != RUN_GO && !takes_one(run))
        return without_names(arena, run);
    buf_put(&out, run->command);
    put_part(&out, arena, group);
    if (group->names.len)
        put_names(&out, arena, group);
    return in_directory(arena, run->directory, buf_str(&out));
}

static bool same_group(const Group *group, const TestRun *run, Str part)
{
    return group->run.form == run->form && str_equal(group->run.command, run->command) &&
           str_equal(group->part, part) && str_equal(group->run.directory, run->directory);
}

/* Index of the group of a test. Adds a new one, unless there are `most` already. */
static size_t group_for(Arena *arena, GroupVec *groups, const TestRun *run, Str part, size_t most)
{
    size_t g = 0;
    while (g < groups->len && !same_group(&groups->ptr[g], run, part))
        g++;
    if (g == groups->len && g < most)
        *VEC_PUSH(arena, groups) = (Group){.run = *run, .part = part};
    return g;
}

void test_commands(ToolCall *call, const IndexSession *session, const IdVec *tests,
                   TestCommandVec *commands)
{
    Arena *arena = call->arena;
    const Catalog *catalog = session->catalog;
    Project project = project_open(call, session);
    GroupVec groups = {0};
    for (size_t i = 0; i < tests->len; i++) {
        TestRun run;
        uint32_t test = tests->ptr[i];
        const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, test).file);
        if (!find_run(&project, file, &run))
            continue;
        Str part = group_of(catalog, &run, test);
        size_t g = group_for(arena, &groups, &run, part, TEST_COMMANDS_MAX);
        if (g < TEST_COMMANDS_MAX)
            add_name(arena, &groups.ptr[g], name_of(arena, catalog, &run, test));
    }
    for (size_t g = 0; g < groups.len; g++)
        *VEC_PUSH(arena, commands) =
            (TestCommand){command_of(arena, &groups.ptr[g]), groups.ptr[g].run.evidence};
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

TestCommand test_command_all(ToolCall *call, const IndexSession *session)
{
    const Catalog *catalog = session->catalog;
    Project project = project_open(call, session);
    GroupVec groups = {0};
    size_t most = 0, best = SIZE_MAX;
    size_t step = count_tests(catalog) / LOOKED_AT_MAX + 1, at = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        TestRun run;
        if (!is_test(file) || at++ % step || !find_run(&project, file, &run) ||
            (takes_one(&run) && !run.all.len))
            continue;
        size_t g = group_for(call->arena, &groups, &run, (Str){0}, ALL_GROUPS_MAX);
        if (g < ALL_GROUPS_MAX && ++groups.ptr[g].left_out > most) {
            most = groups.ptr[g].left_out;
            best = g;
        }
    }
    if (best == SIZE_MAX)
        return (TestCommand){0};
    const TestRun *run = &groups.ptr[best].run;
    return (TestCommand){without_names(call->arena, run), run->evidence};
}
