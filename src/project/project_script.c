/* Test runner of a JavaScript test: decided by the test's imports, then by the script `test` of
   package.json, then by what the package installs or configures. An unknown runner is run by that
   script. */
#include "languages_project.h"

static const struct {
    const char *word;        /* word in the script `test` */
    const char *package;     /* name among the installed packages; NULL: built in */
    const char *command;     /* `npx ` is replaced by the package manager's form */
    const char *imported[3]; /* imports in the test */
    const char *configured[8];
    RunForm form;
    TestSelect select;
    const char *option;
} runners[] = {
    {"vitest",
     "vitest",
     "npx vitest run",
     {"vitest"},
     {"vitest.config.ts", "vitest.config.js", "vitest.config.mts", "vitest.config.mjs",
      "vite.config.ts", "vite.config.js", "vite.config.mts", "vite.config.mjs"},
     RUN_PARTS,
     SELECT_TAIL,
     "-t "},
    {"playwright",
     "@playwright/test",
     "npx playwright test",
     {"@playwright/test"},
     {"playwright.config.ts", "playwright.config.js"},
     RUN_PARTS,
     SELECT_TAIL,
     "-g "},
    {"jest",
     "jest",
     "npx jest --runTestsByPath",
     {"@jest/globals"},
     {"jest.config.js", "jest.config.ts", "jest.config.mjs", "jest.config.cjs"},
     RUN_FILES,
     SELECT_FULL,
     "-t "},
    {"mocha",
     "mocha",
     "npx mocha",
     {"mocha"},
     {".mocharc.json", ".mocharc.js", ".mocharc.yml", ".mocharc.cjs"},
     RUN_FILES,
     SELECT_FULL,
     "--grep "},
    {"ava",
     "ava",
     "npx ava",
     {"ava"},
     {"ava.config.js", "ava.config.mjs"},
     RUN_FILES,
     SELECT_GLOB,
     "--match "},
    {"tap", "tap", "npx tap", {"tap"}, {".taprc"}, RUN_FILES, SELECT_FILES, NULL},
    {"jasmine", "jasmine", "npx jasmine", {NULL}, {NULL}, RUN_FILES, SELECT_FULL, "--filter="},
    {"node --test",
     NULL,
     "node --test",
     {"node:test"},
     {NULL},
     RUN_FILES,
     SELECT_OWN,
     "--test-name-pattern="},
    {"bun test", NULL, "bun test", {"bun:test"}, {NULL}, RUN_DOT_FILES, SELECT_FULL, "-t "},
};
#define RUNNERS COUNT(runners)

static const char manifest_name[] = "package.json";

static Manifest *read_manifest(Project *project, Str directory)
{
    return project_manifest(project, directory, manifest_name);
}

/* ---- package managers ---- */

Str project_script_manager(Project *project, Str directory)
{
    static const char *const locks[][2] = {
        {"pnpm-lock.yaml", "pnpm"}, {"yarn.lock", "yarn"},           {"bun.lock", "bun"},
        {"bun.lockb", "bun"},       {"pnpm-workspace.yaml", "pnpm"}, {"package-lock.json", "npm"}};
    do {
        Str manager = read_manifest(project, directory)->manager;
        for (size_t i = 0; i < COUNT(locks); i++)
            if (str_equal(manager, str_from(locks[i][1])))
                return manager;
        for (size_t i = 0; i < COUNT(locks); i++)
            if (project_file(project, directory, locks[i][0])->exists)
                return str_from(locks[i][1]);
    } while (project_climb(&directory));
    return STR("npm");
}

/* The runner's command with the package manager's form of `npx`. */
static Str command_of(Project *project, Str directory, size_t runner)
{
    static const char *const programs[][2] = {
        {"pnpm", "pnpm exec"}, {"yarn", "yarn"}, {"bun", "bunx"}};
    Str command = str_from(runners[runner].command);
    if (!str_starts(command, STR("npx ")))
        return command;
    Str manager = project_script_manager(project, directory);
    for (size_t i = 0; i < COUNT(programs); i++)
        if (str_equal(manager, str_from(programs[i][0])))
            return str_format(project->request->arena, "%s %.*s", programs[i][1],
                              STR_ARG(str_from_offset(command, 4)));
    return command;
}

static Str plain_command(Project *project, Str directory)
{
    Str manager = project_script_manager(project, directory);
    const char *word = str_equal(manager, STR("bun")) ? "run test" : "test";
    return str_format(project->request->arena, "%.*s %s", STR_ARG(manager), word);
}

/* ---- which runner ---- */

static bool is_quoted(Str text, const char *word)
{
    static const char quotes[] = "\"'`";
    for (size_t i = 0; i < sizeof quotes - 1; i++) {
        char quoted[64];
        int len = snprintf(quoted, sizeof quoted, "%c%s%c", quotes[i], word, quotes[i]);
        if (str_find(text, (Str){quoted, (size_t)len}) != STR_NONE)
            return true;
    }
    return false;
}

/* Runner that the test imports; COUNT: none. */
static size_t imported_by(Str text)
{
    for (size_t r = 0; r < RUNNERS; r++)
        for (size_t i = 0; i < COUNT(runners[r].imported) && runners[r].imported[i]; i++)
            if (is_quoted(text, runners[r].imported[i]))
                return r;
    return RUNNERS;
}

static size_t named_by(Str script)
{
    for (size_t r = 0; r < RUNNERS; r++)
        if (project_has_word(script, runners[r].word))
            return r;
    return RUNNERS;
}

static bool is_installed(Manifest *manifest, const char *package)
{
    return manifest_requires(manifest, "devDependencies", package) ||
           manifest_requires(manifest, "dependencies", package);
}

/* Whether the directory has a file that configures the runner. */
static bool is_configured(Project *project, Str directory, size_t runner)
{
    size_t count = 0;
    while (count < COUNT(runners[runner].configured) && runners[runner].configured[count])
        count++;
    return project_any(project, directory, runners[runner].configured, count);
}

static size_t installed_by(Project *project, Manifest *manifest, Str directory)
{
    for (size_t r = 0; r < RUNNERS; r++)
        if (runners[r].package &&
            (is_installed(manifest, runners[r].package) || is_configured(project, directory, r)))
            return r;
    return RUNNERS;
}

/* Where an imported runner is started: in the nearest directory that configures it or whose script
   runs it. */
static Str place_of(Project *project, Str own, size_t runner)
{
    Str directory = own;
    if (!runners[runner].package)
        return own;
    do {
        Manifest *manifest = read_manifest(project, directory);
        if (is_configured(project, directory, runner) ||
            project_has_word(manifest_command(manifest, "test"), runners[runner].word))
            return directory;
    } while (project_climb(&directory));
    return own;
}

/* Finds a known runner by the nearest manifest that has one. If the script runs something else, the
   runner is unknown. */
static size_t find_runner(Project *project, Str own, Str text, Str *directory)
{
    size_t found = imported_by(text);
    *directory = own;
    if (found < RUNNERS) {
        *directory = place_of(project, own, found);
        return found;
    }
    do {
        Manifest *manifest = read_manifest(project, *directory);
        Str script = manifest_command(manifest, "test");
        found = named_by(script);
        if (found == RUNNERS && manifest->root && !script.len)
            found = installed_by(project, manifest, *directory);
        if (found < RUNNERS || script.len)
            return found;
    } while (project_climb(directory));
    *directory = own;
    return RUNNERS;
}

/* Finds the nearest directory above that has the file. */
static bool find_above(Project *project, const char *name, Str *directory)
{
    do {
        if (project_file(project, *directory, name)->exists)
            return true;
    } while (project_climb(directory));
    return false;
}

static bool run_deno(Project *project, Str directory, Str text, TestRun *run)
{
    static const char *const names[] = {"deno.json", "deno.jsonc"};
    bool own = str_find(text, STR("Deno.test")) != STR_NONE;
    do {
        const ProjectFile *file = project_any(project, directory, names, COUNT(names));
        if (!file && !(own && !directory.len))
            continue;
        if (!own && project_file(project, directory, manifest_name)->exists)
            return false;
        *run = (TestRun){.form = RUN_FILES,
                         .directory = directory,
                         .command = STR("deno test"),
                         .evidence = file ? file->path : (Str){0}};
        return true;
    } while (project_climb(&directory));
    return false;
}

bool tests_script(Project *project, const CatalogFile *file, TestRun *run)
{
    Str own = project_directory(file->path), name = file->path;
    Str text = project_file(project, (Str){0}, str_terminate(project->request->arena, name))->text;
    if (run_deno(project, own, text, run))
        return true;
    bool exists = find_above(project, manifest_name, &own);
    Str directory = own;
    size_t runner = find_runner(project, own, text, &directory);
    if (runner == RUNNERS &&
        !(exists && manifest_command(read_manifest(project, directory), "test").len))
        return false;
    const ProjectFile *manifest = project_file(project, directory, manifest_name);
    *run = (TestRun){.form = runner < RUNNERS ? runners[runner].form : RUN_PLAIN,
                     .select = runner < RUNNERS ? runners[runner].select : SELECT_FILES,
                     .option = runner < RUNNERS ? runners[runner].option : NULL,
                     .directory = directory,
                     .command = runner < RUNNERS ? command_of(project, directory, runner)
                                                 : plain_command(project, directory),
                     .evidence = manifest->exists ? manifest->path : (Str){0}};
    return true;
}
