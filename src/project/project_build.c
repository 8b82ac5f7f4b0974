/* Files that a build runs as tests: scripts in a recipe of `make test`, in `add_test`, or in the
   script `test` of package.json. */
#include "project/project_build.h"

#include "base/path.h"
#include "base/shell.h"

/* Whether the text names the path, relative or behind a variable: `${CMAKE_SOURCE_DIR}/run.py`. */
static bool names_path(Str text, Str path)
{
    for (size_t from = 0;;) {
        size_t at = str_find(str_from_offset(text, from), path);
        if (at == STR_NONE)
            return false;
        at += from;
        from = at + path.len;
        bool begins = !at || byte_in(text.ptr[at - 1], " \t\n/\"'");
        if (begins &&
            (from >= text.len || !(byte_is_word(text.ptr[from]) || byte_in(text.ptr[from], "./-"))))
            return true;
    }
}

/* The target of make whose recipe names the path, if it is one of tests. */
static Str target_of(Str makefile, Str path)
{
    Str target = {0}, line;
    while (str_take_line(&makefile, &line)) {
        bool recipe = str_starts(line, STR("\t"));
        size_t colon = recipe ? STR_NONE : str_find_byte(line, ':');
        if (colon != STR_NONE)
            target = str_trim(str_slice(line, 0, colon));
        bool tests =
            str_find(target, STR("test")) != STR_NONE || str_find(target, STR("check")) != STR_NONE;
        if (recipe && tests && names_path(line, path) && str_find_byte(target, ' ') == STR_NONE)
            return target;
    }
    return (Str){0};
}

/* The name of the `add_test` that names the path. */
static Str registered_as(Str list, Str path)
{
    Str rest, inner = project_between(list, "add_test(", ")", &rest);
    for (; inner.len; inner = project_between(rest, "add_test(", ")", &rest)) {
        Str words = str_trim(inner);
        if (!names_path(words, path))
            continue;
        if (str_starts(words, STR("NAME")))
            words = str_trim(str_from_offset(words, 4));
        size_t end = 0;
        while (end < words.len && !byte_is_space(words.ptr[end]))
            end++;
        return str_slice(words, 0, end);
    }
    return (Str){0};
}

static bool find_in(Project *project, Str directory, Str path, TestRun *run)
{
    Arena *arena = project->request->arena;
    const ProjectFile *make = project_file(project, directory, "Makefile");
    const ProjectFile *list = project_file(project, directory, "CMakeLists.txt");
    const Manifest *manifest = project_manifest(project, directory, "package.json");
    Str target = target_of(make->text, path), name = registered_as(list->text, path);
    *run = (TestRun){.form = RUN_PLAIN, .directory = directory};
    if (target.len) {
        run->command = str_format(arena, "make %.*s", STR_ARG(shell_quote(arena, target)));
        run->evidence = make->path;
    } else if (name.len) {
        run->form = RUN_CTEST;
        run->name = name;
        run->command = STR(PROJECT_CTEST);
        run->evidence = list->path;
    } else if (names_path(manifest_command(manifest, "test"), path)) {
        run->command =
            str_format(arena, "%.*s test", STR_ARG(project_script_manager(project, directory)));
        run->evidence = manifest->path;
    }
    return run->command.len > 0;
}

bool project_build_runs(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        Str path = directory.len ? str_from_offset(file->path, directory.len + 1) : file->path;
        if (find_in(project, directory, path, run))
            return true;
    } while (project_climb(&directory));
    return false;
}
