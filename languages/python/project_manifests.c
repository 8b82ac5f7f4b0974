/* Installation of Python projects. The tool is known from its lock file or its table in
   pyproject.toml. How tests run is decided from the tests (test_command.h). */
#include "languages_project.h"

#include "base/shell.h"
#include "overview/overview_manifest.h"

#include "languages/python/project.h"

static void add_frameworks(Manifests *manifests, Manifest *manifest)
{
    static ManifestNamed known[] = {{"pytest", "pytest"},   {"django", "Django"},
                                    {"Django", "Django"},   {"flask", "Flask"},
                                    {"Flask", "Flask"},     {"fastapi", "FastAPI"},
                                    {"poetry", "Poetry"},   {"setuptools", "setuptools"},
                                    {"hatchling", "Hatch"}, {"flit_core", "Flit"}};
    overview_add_named(manifests, manifest, known, COUNT(known));
}

/* Adds the command that installs the project for development. `plain` is used when no tool has
   its own. */
static void add_install(Manifests *manifests, Str plain, Str path)
{
    static const char *const tools[][2] = {{"uv run ", "uv sync"},
                                           {"poetry run ", "poetry install"},
                                           {"pdm run ", "pdm install"},
                                           {"pipenv run ", "pipenv install --dev"}};
    Str by, prefix = python_prefix(&manifests->project, (Str){0}, &by);
    if (!overview_is_top(path))
        return;
    for (size_t i = 0; i < COUNT(tools); i++)
        if (str_equal(prefix, str_from(tools[i][0])))
            overview_add_command(manifests, str_from(tools[i][1]), by);
    if (!prefix.len && plain.len)
        overview_add_command(manifests, plain, path);
}

void overview_read_requirements(Manifests *manifests, Manifest *manifest)
{
    Str path = manifest->path;
    Str install = str_format(manifests->request->arena, "pip install -r %.*s",
                             STR_ARG(shell_quote_path(manifests->request->arena, path)));
    add_frameworks(manifests, manifest);
    if (overview_is_top(path))
        add_install(manifests, install, path);
    else
        overview_add_command(manifests, install, path);
}

void overview_read_setup_py(Manifests *manifests, Manifest *manifest)
{
    add_install(manifests, STR("pip install -e ."), manifest->path);
}

void overview_read_pyproject(Manifests *manifests, Manifest *manifest)
{
    const Json *root = manifest->root;
    Str path = manifest->path;
    add_frameworks(manifests, manifest);
    if (!root)
        return;
    bool built = json_get(root, STR("project")) || json_get(root, STR("build-system"));
    add_install(manifests, built ? STR("pip install -e .") : (Str){0}, path);
    if (json_get(json_get(root, STR("tool")), STR("tox")) && overview_is_top(path)) {
        overview_add_command(manifests, STR("tox"), path);
        overview_add(manifests, &manifests->overview->frameworks, STR("tox"), path);
    }
}
