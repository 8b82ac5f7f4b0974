/* Test commands of Maven, Gradle and sbt. Maven and Gradle build a module together with those that
   it needs only from the project's top, so tests of a module are run from there. The modules are
   listed by the `<module>`s of the pom.xml above, and by settings.gradle. */
#include "languages_project.h"

#include "base/shell.h"
#include "project/test_off.h"
#include "project/test_role.h"

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
        str_format(project->request->arena, "<module>%.*s</module>", STR_ARG(below(module, top)));
    return pom->exists && str_find(pom->text, wanted) != STR_NONE;
}

static bool run_maven(Project *project, Str directory, TestRun *run)
{
    Arena *arena = project->request->arena;
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
    Arena *arena = project->request->arena;
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
    Arena *arena = project->request->arena;
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

/* ---- what is left out ---- */

/* Whether `@Tag("slow")` or `@Category(Slow.class)` is among the marks. */
static bool has_tag(Arena *arena, Str marks, Str tag)
{
    static const char *const forms[] = {"Tag(\"%.*s\")", "Category(%.*s.class)",
                                        "groups = \"%.*s\"", "groups = {\"%.*s\"}", "Tag(%.*s)"};
    for (size_t i = 0; i < COUNT(forms); i++) {
        size_t hole = (size_t)(strstr(forms[i], "%.*s") - forms[i]);
        Str form = str_from(forms[i]);
        Str wanted = str_format(arena, "%.*s%.*s%.*s", STR_ARG(str_slice(form, 0, hole)),
                                STR_ARG(tag), STR_ARG(str_from_offset(form, hole + 4)));
        if (str_find(marks, wanted) != STR_NONE)
            return true;
    }
    return false;
}

/* Whether one of the tags of a list is among the marks. Tags are words between other bytes; of a
   class, its last name. */
static bool has_any_tag(Arena *arena, Str marks, Str list)
{
    for (size_t at = 0; at < list.len;) {
        size_t start = at;
        while (at < list.len && (byte_is_word(list.ptr[at]) || byte_in(list.ptr[at], "-:")))
            at++;
        if (at > start && has_tag(arena, marks, str_slice(list, start, at)))
            return true;
        at += at == start;
    }
    return false;
}

/* The pom.xml without its profiles, which are off by default. */
static Str without_profiles(Arena *arena, Str text)
{
    Str rest, inner = project_between(text, "<profiles>", "</profiles>", &rest);
    if (!inner.len)
        return text;
    return str_join(arena, str_slice(text, 0, (size_t)(inner.ptr - text.ptr)), rest);
}

static TestOff off_by_pom(Project *project, const ProjectFile *pom, Str marks)
{
    static const char *const skips[] = {"<skipTests>true<", "<maven.test.skip>true<",
                                        "<skip>true<"};
    Arena *arena = project->request->arena;
    Str text = without_profiles(arena, pom->text), rest;
    Str out = project_between(text, "<excludedGroups>", "</excludedGroups>", &rest);
    Str in = project_between(text, "<groups>", "</groups>", &rest);
    for (size_t i = 0; i < COUNT(skips); i++)
        if (str_find(text, str_from(skips[i])) != STR_NONE &&
            (i < 2 || project_has_word(text, "maven-surefire-plugin")))
            return (TestOff){str_format(arena, "%s in %.*s", skips[i], STR_ARG(pom->path)), i == 2};
    bool plain = str_find_byte(out, '!') == STR_NONE && str_find_byte(out, '&') == STR_NONE;
    if (has_any_tag(arena, marks, out))
        return (TestOff){str_format(arena, "excludedGroups in %.*s", STR_ARG(pom->path)), !plain};
    if (in.len && !has_any_tag(arena, marks, in))
        return (TestOff){str_format(arena, "groups in %.*s", STR_ARG(pom->path)),
                         str_find_byte(in, '!') != STR_NONE};
    return (TestOff){0};
}

/* The arguments after the word, up to the end of the line or the parenthesis. */
static Str gradle_arguments(Str text, const char *word)
{
    size_t at = str_find(text, str_from(word));
    if (at == STR_NONE)
        return (Str){0};
    text = str_from_offset(text, at + strlen(word));
    return str_slice(text, 0, MIN(str_find_byte(text, '\n'), text.len));
}

/* The quoted patterns of a line: whether one fits the path of the class, or its name. */
static bool gradle_excludes(Str line, Str class)
{
    for (size_t at = 0; at < line.len; at++) {
        if (!byte_in(line.ptr[at], "'\""))
            continue;
        Str rest = str_from_offset(line, at + 1);
        Str pattern = str_slice(rest, 0, MIN(str_find_byte(rest, line.ptr[at]), rest.len));
        Str stem = pattern;
        if (str_ends(stem, STR(".class")) || str_ends(stem, STR(".java")))
            stem = str_slice(stem, 0, str_find_last_byte(stem, '.'));
        while (str_starts(stem, STR("**/")))
            stem = str_from_offset(stem, 3);
        if (project_glob(stem, class))
            return true;
        at += pattern.len + 1;
    }
    return false;
}

static TestOff off_by_gradle(Project *project, const ProjectFile *build, Str marks, Str class)
{
    Arena *arena = project->request->arena;
    Str out = gradle_arguments(build->text, "excludeTags");
    Str in = gradle_arguments(build->text, "includeTags");
    Str filters[] = {gradle_arguments(build->text, "excludeTestsMatching"),
                     gradle_arguments(build->text, " exclude ")};
    if (has_any_tag(arena, marks, out))
        return (TestOff){.why = str_format(arena, "excludeTags in %.*s", STR_ARG(build->path))};
    if (in.len && !has_any_tag(arena, marks, in))
        return (TestOff){.why = str_format(arena, "includeTags in %.*s", STR_ARG(build->path))};
    for (size_t i = 0; i < COUNT(filters); i++)
        if (gradle_excludes(filters[i], class))
            return (TestOff){.why = str_format(arena, "excluded in %.*s", STR_ARG(build->path))};
    return (TestOff){0};
}

TestOff off_jvm(Project *project, const TestRun *run, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, symbol).file);
    Str directory = project_directory(file->path), marks = test_off_all_marks(project, symbol);
    uint32_t type = test_class(catalog, symbol);
    Str class = type == SYMBOL_NOWHERE ? (Str){0}
                                       : catalog_name(catalog, catalog_entry(catalog, type)->name);
    TestOff off = {0};
    do {
        const ProjectFile *pom = project_file(project, directory, "pom.xml");
        const ProjectFile *build =
            project_any(project, directory, gradle_builds, COUNT(gradle_builds));
        if (run->form == RUN_MAVEN && pom->exists)
            off = off_by_pom(project, pom, marks);
        else if (run->form == RUN_GRADLE && build)
            off = off_by_gradle(project, build, marks, class);
    } while (!off.why.len && project_climb(&directory));
    return off;
}
