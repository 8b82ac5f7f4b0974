/* What PHPUnit's configuration says about tests: files that it names, and groups that it leaves
   out. */
#include "languages_project.h"

#include "base/path.h"
#include "project/test_off.h"
#include "project/test_role.h"

static const char *const settings[] = {"phpunit.xml", "phpunit.xml.dist", "phpunit.dist.xml"};

/* The nearest configuration in the directory or above; NULL: none. */
static const ProjectFile *find_settings(Project *project, Str *directory)
{
    do {
        const ProjectFile *file = project_any(project, *directory, settings, COUNT(settings));
        if (file)
            return file;
    } while (project_climb(directory));
    return NULL;
}

/* ---- files ---- */

static Str attribute(Str tag, const char *name)
{
    Str rest, value = project_between(tag, name, "\"", &rest);
    return value;
}

static Str plain_path(Str path)
{
    path = str_trim(path);
    path = str_starts(path, STR("./")) ? str_from_offset(path, 2) : path;
    return str_ends(path, STR("/")) ? str_slice(path, 0, path.len - 1) : path;
}

static bool is_in(Str path, Str directory)
{
    return !directory.len || str_equal(directory, STR(".")) ||
           (str_starts(path, directory) && path.len > directory.len &&
            path.ptr[directory.len] == '/');
}

/* Whether a `<directory suffix="Check.php">checks</directory>` holds the path. */
static bool names_directory(Str suite, Str path)
{
    for (;;) {
        size_t at = str_find(suite, STR("<directory"));
        if (at == STR_NONE)
            return false;
        Str rest, tag = str_from_offset(suite, at + 10);
        Str text = project_between(tag, ">", "</directory>", &rest);
        Str head = str_slice(tag, 0, MIN(str_find_byte(tag, '>'), tag.len));
        Str suffix = attribute(head, "suffix=\"");
        suite = rest;
        if (is_in(path, plain_path(text)) && str_ends(path, suffix.len ? suffix : STR("Test.php")))
            return true;
    }
}

bool names_phpunit(Project *project, const CatalogFile *file)
{
    Str directory = project_directory(file->path), rest;
    const ProjectFile *found = find_settings(project, &directory);
    if (!found || !str_ends(file->path, STR(".php")))
        return false;
    Str path = directory.len ? str_from_offset(file->path, directory.len + 1) : file->path;
    Str suites = project_between(found->text, "<testsuites>", "</testsuites>", &rest);
    if (names_directory(suites, path))
        return true;
    for (Str one = project_between(suites, "<file>", "</file>", &rest); one.len;
         one = project_between(rest, "<file>", "</file>", &rest))
        if (str_equal(plain_path(one), path))
            return true;
    return false;
}

/* ---- groups ---- */

/* Whether one of the `<group>` elements is a group of the test; *group: it. */
static bool has_group(Arena *arena, Str list, Str marks, Str *group)
{
    Str rest = list;
    for (Str name = project_between(rest, "<group>", "</group>", &rest); name.len;
         name = project_between(rest, "<group>", "</group>", &rest)) {
        const Str forms[] = {str_format(arena, "@group %.*s", STR_ARG(name)),
                             str_format(arena, "Group('%.*s')", STR_ARG(name)),
                             str_format(arena, "Group(\"%.*s\")", STR_ARG(name)),
                             str_format(arena, "@%.*s", STR_ARG(name))};
        *group = name;
        for (size_t i = 0; i < COUNT(forms); i++)
            if (project_has_word(marks, str_terminate(arena, forms[i])) ||
                (str_ends(forms[i], STR(")")) && str_find(marks, forms[i]) != STR_NONE))
                return true;
    }
    return false;
}

/* PHPUnit runs the class alone that its file is named for, with what that takes from others. */
static TestOff off_in_other_class(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    uint32_t type = test_class(catalog, symbol);
    if (run->form != RUN_PHPUNIT || type == SYMBOL_NOWHERE)
        return (TestOff){0};
    const Entry *entry = catalog_entry(catalog, type);
    Str base = path_base(catalog->files.ptr[catalog_place(catalog, symbol).file].path);
    Str stem = str_slice(base, 0, MIN(str_find_byte(base, '.'), base.len));
    IdVec derived = {0};
    test_derived(project, type, &derived);
    bool whole = entry->kind == SYMBOL_CLASS && !(entry->modifiers & MODIFIER(ABSTRACT));
    if (!whole || derived.len || str_equal(catalog_name(catalog, entry->name), stem))
        return (TestOff){0};
    return (TestOff){.why =
                         str_format(project->request->arena,
                                    "PHPUnit runs only the class %.*s of its file", STR_ARG(stem))};
}

TestOff off_phpunit(Project *project, const TestRun *run, uint32_t symbol)
{
    Arena *arena = project->request->arena;
    Str directory = run->directory, rest, group = {0};
    const ProjectFile *found = find_settings(project, &directory);
    TestOff other = off_in_other_class(project, run, symbol);
    if (!found || other.why.len)
        return other;
    Str marks = test_off_all_marks(project, symbol);
    Str groups = project_between(found->text, "<groups>", "</groups>", &rest);
    Str out = project_between(groups, "<exclude>", "</exclude>", &rest);
    Str in = project_between(groups, "<include>", "</include>", &rest);
    if (has_group(arena, out, marks, &group))
        return (TestOff){.why = str_format(arena, "group %.*s is excluded in %.*s", STR_ARG(group),
                                           STR_ARG(found->path))};
    if (in.len && !has_group(arena, in, marks, &group))
        return (TestOff){
            .why = str_format(arena, "its groups are not included in %.*s", STR_ARG(found->path))};
    if (str_find(marks, STR("@requires ")) != STR_NONE)
        return (TestOff){STR("@requires"), true};
    return (TestOff){0};
}
