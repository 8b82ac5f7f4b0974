/* Installation of Python projects. The tool is known from its lock file or its table in
   pyproject.toml. How tests run is decided from the tests (test_command.h). */
#include "languages_project.h"

#include "base/shell.h"
#include "overview/overview_manifest.h"
#include "text/toml.h"

#include "languages/python/project.h"

static void add_frameworks(Manifests *manifests, Str text, Str path)
{
    static ManifestNamed known[] = {{"pytest", "pytest"},   {"django", "Django"},
                                    {"Django", "Django"},   {"flask", "Flask"},
                                    {"Flask", "Flask"},     {"fastapi", "FastAPI"},
                                    {"poetry", "Poetry"},   {"setuptools", "setuptools"},
                                    {"hatchling", "Hatch"}, {"flit_core", "Flit"}};
    manifest_add_named(manifests, text, known, COUNT(known), path);
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
    if (!manifest_is_top(path))
        return;
    for (size_t i = 0; i < COUNT(tools); i++)
        if (str_equal(prefix, str_from(tools[i][0])))
            manifest_add_command(manifests, str_from(tools[i][1]), by);
    if (!prefix.len && plain.len)
        manifest_add_command(manifests, plain, path);
}

void manifest_read_requirements(Manifests *manifests, Str text, Str path)
{
    Str install = str_format(manifests->request->arena, "pip install -r %.*s",
                             STR_ARG(shell_quote_path(manifests->request->arena, path)));
    add_frameworks(manifests, text, path);
    if (manifest_is_top(path))
        add_install(manifests, install, path);
    else
        manifest_add_command(manifests, install, path);
}

void manifest_read_setup_py(Manifests *manifests, Str text, Str path)
{
    (void)text;
    add_install(manifests, STR("pip install -e ."), path);
}

void manifest_read_pyproject(Manifests *manifests, Str text, Str path)
{
    Json *root;
    Err err;
    add_frameworks(manifests, text, path);
    if (!toml_parse(manifests->request->arena, text, &root, &err))
        return;
    const Json *project = json_get(root, STR("project")), *tools = json_get(root, STR("tool"));
    bool built = project || json_get(root, STR("build-system"));
    add_install(manifests, built ? STR("pip install -e .") : (Str){0}, path);
    if (json_get(tools, STR("tox")) && manifest_is_top(path)) {
        manifest_add_command(manifests, STR("tox"), path);
        manifest_add(manifests, &manifests->overview->frameworks, STR("tox"), path);
    }
    manifest_add_own_name(manifests, json_get(project, STR("name")));
    manifest_add_own_name(manifests, json_get(json_get(tools, STR("poetry")), STR("name")));
    const Json *scripts = json_get(project, STR("scripts"));
    for (const Json *item = scripts ? scripts->first : NULL; item; item = item->next)
        manifest_add_program(manifests, item->key, item, path);
}

/* Reads a package's programs: `console_scripts =`, and below it `name = module:function`. */
void manifest_read_setup_cfg(Manifests *manifests, Str text, Str path)
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
            manifest_add_program(manifests, name, &start, path);
    }
}
