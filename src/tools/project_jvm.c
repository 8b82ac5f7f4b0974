/* Test commands of Maven, Gradle and sbt. Maven and Gradle build a module together with those that
   it needs only from the project's top, so tests of a module are run from there. The modules are
   listed by the `<module>`s of the pom.xml above, and by settings.gradle. */
#include "languages_project.h"

#include "base/shell.h"

static const char *const gradle_settings[] = {"settings.gradle", "settings.gradle.kts"};
static const char *const gradle_builds[] = {"build.gradle", "build.gradle.kts"};

/* Finds one of the files in this directory or the nearest one above; NULL: none. *directory: where
   it is. */
static const ProjectFile *find_above(Project *project, Str *directory, const char *const *names,
                                     size_t count)
{
    do {
        const ProjectFile *file = project_any(project, *directory, names, count);
        if (file)
            return file;
    } while (project_climb(directory));
    return NULL;
}

static Str below(Str directory, Str top)
{
    return top.len ? str_from_offset(directory, MIN(top.len + 1, directory.len)) : directory;
}

/* ---- Maven ---- */

/* Whether the pom.xml of `top` lists the module. */
static bool has_module(Project *project, Str top, Str module)
{
    const ProjectFile *pom = project_file(project, top, "pom.xml");
    Str wanted =
        str_format(project->call->arena, "<module>%.*s</module>", STR_ARG(below(module, top)));
    return pom->exists && str_find(pom->text, wanted) != STR_NONE;
}

static bool run_maven(Project *project, Str directory, TestRun *run)
{
    Arena *arena = project->call->arena;
    const ProjectFile *pom = project_file(project, directory, "pom.xml");
    Str top = directory, inner = directory, above = directory;
    while (project_climb(&above))
        if (has_module(project, above, inner))
            top = inner = above;
    const char *program = project_file(project, top, "mvnw")->exists ? "./mvnw" : "mvn";
    *run = (TestRun){.form = RUN_MAVEN, .directory = top, .evidence = pom->path};
    run->all = str_format(arena, "%s test", program);
    run->command = run->all;
    if (!str_equal(top, directory))
        run->command =
            str_format(arena, "%s -pl %.*s -am test -Dsurefire.failIfNoSpecifiedTests=false",
                       program, STR_ARG(shell_quote_path(arena, below(directory, top))));
    return true;
}

/* ---- Gradle ---- */

/* `:a:b` for a/b if the settings list it; else empty. */
static Str gradle_module(Project *project, const ProjectFile *settings, Str directory, Str top)
{
    Arena *arena = project->call->arena;
    Buf path = buf_open(arena, 0);
    Str rest = below(directory, top), part;
    while (str_take_until(&rest, '/', &part))
        buf_printf(&path, ":%.*s", STR_ARG(part));
    Str name = buf_str(&path);
    bool named = name.len &&
                 project_has_word(settings->text, str_terminate(arena, str_from_offset(name, 1)));
    return named ? name : (Str){0};
}

static bool run_gradle(Project *project, Str directory, TestRun *run)
{
    Arena *arena = project->call->arena;
    const ProjectFile *build = project_any(project, directory, gradle_builds, COUNT(gradle_builds));
    const ProjectFile *wrapper = project_file(project, directory, "gradlew");
    Str top = directory, above = directory;
    const ProjectFile *settings =
        find_above(project, &above, gradle_settings, COUNT(gradle_settings));
    Str module = settings ? gradle_module(project, settings, directory, above) : (Str){0};
    if (module.len)
        top = above;
    const char *program = project_file(project, top, "gradlew")->exists ? "./gradlew" : "gradle";
    *run = (TestRun){.form = RUN_GRADLE,
                     .directory = top,
                     .all = str_format(arena, "%s test", program),
                     .command = str_format(arena, "%s %.*s%stest", program, STR_ARG(module),
                                           module.len ? ":" : ""),
                     .evidence = build ? build->path : wrapper->path};
    return true;
}

/* ---- sbt ---- */

static bool run_sbt(Project *project, Str directory, TestRun *run)
{
    *run = (TestRun){.form = RUN_SBT,
                     .directory = directory,
                     .command = STR("sbt"),
                     .all = STR("sbt test"),
                     .evidence = project_file(project, directory, "build.sbt")->path};
    return true;
}

/* The nearest of the three build tools. */
bool tests_jvm(Project *project, const CatalogFile *file, TestRun *run)
{
    static const char *const poms[] = {"pom.xml"}, *const sbts[] = {"build.sbt"};
    Str directory = project_directory(file->path);
    do {
        if (project_any(project, directory, poms, COUNT(poms)))
            return run_maven(project, directory, run);
        if (project_any(project, directory, gradle_builds, COUNT(gradle_builds)) ||
            project_file(project, directory, "gradlew")->exists)
            return run_gradle(project, directory, run);
        if (project_any(project, directory, sbts, COUNT(sbts)))
            return run_sbt(project, directory, run);
    } while (project_climb(&directory));
    return false;
}
