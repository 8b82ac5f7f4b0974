/* Test commands of Python projects. The runner is pytest when a manifest or the test itself
   names it, else unittest when the test imports it. The command is started with the project's
   tool: uv, poetry, pdm, hatch or pipenv. tox or nox is used when only their environments
   provide pytest. */
#include "languages_project.h"

#include "base/path.h"
#include "base/shell.h"

#include "languages/python/project.h"

static const char *const manifests[] = {
    "pyproject.toml", "setup.cfg",  "setup.py",         "pytest.ini",          "tox.ini",
    "Pipfile",        "noxfile.py", "requirements.txt", "requirements-dev.txt"};
/* Files that list the packages which developers install. */
static const char *const needs[] = {"pyproject.toml",
                                    "setup.cfg",
                                    "setup.py",
                                    "Pipfile",
                                    "requirements-dev.txt",
                                    "requirements-test.txt",
                                    "dev-requirements.txt",
                                    "test-requirements.txt",
                                    "requirements/dev.txt",
                                    "requirements/test.txt",
                                    "requirements/tests.txt",
                                    "requirements.txt"};

static const Json *tool_of(Project *project, Str directory, const char *name)
{
    const Json *root = project_manifest(project, directory, "pyproject.toml")->root;
    return json_get(json_get(root, STR("tool")), str_from(name));
}

/* ---- how commands are started ---- */

static bool names_pytest(const Json *list)
{
    for (const Json *item = list && list->type == JSON_ARRAY ? list->first : NULL; item;
         item = item->next)
        if (item->type == JSON_STRING && project_has_word(item->text, "pytest"))
            return true;
    return false;
}

/* The prefix for the hatch environment that contains pytest; empty if no environment does. */
static Str hatch_prefix(Project *project, Str directory)
{
    const Json *envs = json_get(tool_of(project, directory, "hatch"), STR("envs"));
    for (const Json *env = envs ? envs->first : NULL; env; env = env->next) {
        if (!names_pytest(json_get(env, STR("dependencies"))) &&
            !names_pytest(json_get(env, STR("extra-dependencies"))))
            continue;
        if (str_equal(env->key, STR("default")))
            return STR("hatch run ");
        return str_format(project->request->arena, "hatch run %.*s:", STR_ARG(env->key));
    }
    return (Str){0};
}

Str python_prefix(Project *project, Str directory, Str *evidence)
{
    static const struct {
        const char *file, *tool, *prefix;
    } starters[] = {{"uv.lock", "uv", "uv run "},
                    {"poetry.lock", "poetry", "poetry run "},
                    {"pdm.lock", "pdm", "pdm run "},
                    {"Pipfile", NULL, "pipenv run "}};
    do {
        for (size_t i = 0; i < COUNT(starters); i++) {
            const ProjectFile *file = project_file(project, directory, starters[i].file);
            bool told =
                !file->exists && starters[i].tool && tool_of(project, directory, starters[i].tool);
            if (told)
                file = project_file(project, directory, "pyproject.toml");
            *evidence = file->path;
            if (file->exists)
                return str_from(starters[i].prefix);
        }
        Str hatch = hatch_prefix(project, directory);
        *evidence = project_file(project, directory, "pyproject.toml")->path;
        if (hatch.len)
            return hatch;
    } while (project_climb(&directory));
    *evidence = (Str){0};
    return (Str){0};
}

/* Uses tox or nox when they pass arguments after `--` on to the test runner; false otherwise. */
static bool run_in_environments(Project *project, Str directory, TestRun *run)
{
    static const char *const tox[] = {"tox.ini", "tox.toml"};
    const ProjectFile *file = project_saying(project, directory, tox, COUNT(tox), "posargs");
    const ProjectFile *nox = project_file(project, directory, "noxfile.py");
    if (!file && !(nox->exists && project_has_word(nox->text, "posargs")))
        return false;
    run->all = file ? STR("tox") : STR("nox");
    run->command = file ? STR("tox --") : STR("nox --");
    run->evidence = file ? file->path : nox->path;
    return true;
}

/* ---- which runner ---- */

static Str text_of(Project *project, const CatalogFile *file)
{
    return project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))
        ->text;
}

/* Whether the line declares a test that unittest does not collect: a function, or a class without a
 * base. */
static bool is_for_pytest(Str line)
{
    size_t end = str_find_byte(line, ':');
    bool bare = end != STR_NONE && str_find_byte(str_slice(line, 0, end), '(') == STR_NONE;
    return str_starts(line, STR("def test")) || str_starts(line, STR("async def test")) ||
           (str_starts(line, STR("class Test")) && bare);
}

/* Whether unittest collects every test of the file. `unittest.mock` alone does not count, since
   tests of all kinds use it. */
static bool is_unittest(Str text)
{
    if (!project_has_word(text, "TestCase") || project_has_word(text, "pytest"))
        return false;
    for (Str line; str_take_line(&text, &line);)
        if (is_for_pytest(line))
            return false;
    return true;
}

/* Finds the nearest directory with a manifest; false if no directory has one. */
static bool find_root(Project *project, Str *directory)
{
    do {
        if (project_any(project, *directory, manifests, COUNT(manifests)))
            return true;
    } while (project_climb(directory));
    return false;
}

/* The file that shows that pytest runs the tests below the directory; NULL if not found. */
static const ProjectFile *find_pytest(Project *project, Str directory)
{
    static const char *const plain[] = {"pytest.ini"};
    static const char *const conftests[] = {"conftest.py", "tests/conftest.py", "test/conftest.py"};
    const ProjectFile *file = project_any(project, directory, plain, COUNT(plain));
    file = file ? file : project_saying(project, directory, needs, COUNT(needs), "pytest");
    return file ? file : project_any(project, directory, conftests, COUNT(conftests));
}

static bool run_django(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *own = project_file(project, directory, "tests/runtests.py");
        const ProjectFile *manage = project_file(project, directory, "manage.py");
        if (!own->exists && !manage->exists)
            continue;
        *run = (TestRun){.form = own->exists ? RUN_DJANGO : RUN_DOTTED,
                         .directory = directory,
                         .evidence = own->exists ? own->path : manage->path,
                         .collects = python_is_collected,
                         .command = own->exists ? STR("python tests/runtests.py")
                                                : STR("python manage.py test")};
        return own->exists || is_unittest(text_of(project, file));
    } while (project_climb(&directory));
    return false;
}

/* ---- where imports are found ---- */

/* The highest directory around a file that is a package, or else the file's own: its parent is
   where its imports start. `path`: of a file; returns that parent. */
static Str import_root(Project *project, Str path)
{
    Str directory = project_directory(path);
    while (directory.len && project_file(project, directory, "__init__.py")->exists)
        (void)project_climb(&directory);
    return directory;
}

/* Whether pytest puts the directory on the path itself: by a setting, or as that of the file or of
   a conftest.py above it. */
static bool is_on_path(Project *project, const CatalogFile *file, Str root)
{
    Str directory = project_directory(file->path);
    PytestSetting setting = python_setting(project, directory, "pythonpath");
    if (setting.value.len || str_equal(import_root(project, file->path), root))
        return true;
    do {
        const ProjectFile *conftest = project_file(project, directory, "conftest.py");
        if (conftest->exists && str_equal(import_root(project, conftest->path), root))
            return true;
    } while (project_climb(&directory));
    return false;
}

/* `PYTHONPATH=. `: where the test imports files of the project that pytest alone would not find. */
static Str path_prefix(Project *project, const CatalogFile *file, Str directory)
{
    Arena *arena = project->request->arena;
    const Catalog *catalog = project->session->catalog;
    ImportLinkVec imports = {0};
    catalog_imports(catalog, arena, (uint32_t)(file - catalog->files.ptr), &imports);
    for (size_t i = 0; i < imports.len; i++) {
        if (imports.ptr[i].target == FILE_NOWHERE)
            continue;
        const CatalogFile *target = &catalog->files.ptr[imports.ptr[i].target];
        Str root = import_root(project, target->path);
        if (target->class != FILE_SOURCE || is_on_path(project, file, root))
            continue;
        if (str_equal(root, directory))
            return STR("PYTHONPATH=. ");
        bool below = !directory.len || (str_starts(root, directory) && root.len > directory.len &&
                                        root.ptr[directory.len] == '/');
        size_t skip = directory.len ? directory.len + 1 : 0;
        return below ? str_format(arena, "PYTHONPATH=%.*s ",
                                  STR_ARG(shell_quote_path(arena, str_from_offset(root, skip))))
                     : (Str){0};
    }
    return (Str){0};
}

bool docs_python(Project *project, const CatalogFile *file)
{
    Str options = python_setting(project, project_directory(file->path), "addopts").value;
    if (str_ends(file->path, STR(".py")))
        return str_find(options, STR("--doctest-modules")) != STR_NONE;
    size_t at = str_find(options, STR("--doctest-glob"));
    Str rest = at == STR_NONE ? (Str){0} : str_from_offset(options, at + strlen("--doctest-glob"));
    while (rest.len && byte_in(rest.ptr[0], "= '\""))
        rest = str_from_offset(rest, 1);
    size_t end = 0;
    while (end < rest.len && !byte_in(rest.ptr[end], " '\""))
        end++;
    return end && project_glob(str_slice(rest, 0, end), path_base(file->path));
}

/* A document with examples. */
bool tests_python_document(Project *project, const CatalogFile *file, TestRun *run)
{
    if (!docs_python(project, file) || !tests_python(project, file, run))
        return false;
    PytestSetting setting = python_setting(project, project_directory(file->path), "pythonpath");
    if (str_equal(run->command, STR("pytest")) && !setting.value.len)
        run->command = STR("PYTHONPATH=. pytest");
    return true;
}

bool tests_python(Project *project, const CatalogFile *file, TestRun *run)
{
    static const char *const environments[] = {"tox.ini", "tox.toml", "noxfile.py"};
    Str directory = project_directory(file->path), text = text_of(project, file), by = {0};
    if (run_django(project, file, run))
        return true;
    bool rooted = find_root(project, &directory);
    const ProjectFile *pytest = find_pytest(project, directory);
    const ProjectFile *apart =
        project_saying(project, directory, environments, COUNT(environments), "pytest");
    bool plain = is_unittest(text) && !pytest && !apart;
    *run = (TestRun){.form = plain ? RUN_DOTTED : RUN_NODE,
                     .directory = directory,
                     .command = plain ? STR("python -m unittest") : STR("pytest"),
                     .collects = python_is_collected,
                     .evidence = pytest ? pytest->path : (Str){0}};
    PytestSetting options = python_setting(project, project_directory(file->path), "addopts");
    run->imports_apart = str_find(options.value, STR("importlib")) != STR_NONE;
    Str prefix = rooted ? python_prefix(project, directory, &by) : (Str){0};
    if (prefix.len) {
        run->command = str_join(project->request->arena, prefix, run->command);
        run->evidence = by;
    } else if (apart && (!pytest || str_ends(pytest->path, STR("conftest.py")))) {
        run->evidence = apart->path;
        (void)run_in_environments(project, directory, run);
    } else if (!plain) {
        run->command =
            str_join(project->request->arena, path_prefix(project, file, directory), run->command);
    }
    return true;
}
