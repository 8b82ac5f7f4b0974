/* A rule about files that take effect without anybody calling them: on a build server, in a hook,
   when a folder is opened, when something is built or installed. */
#include "review/rules.h"

#include "base/path.h"
#include "review/delicate.h"

/* Files that a build runs, in lower case; a star at the end: any bytes. People run these, so they
   are a note. */
static const struct {
    const char *name, *what;
} builds[] = {
    {"makefile*", "make runs it"},
    {"gnumakefile", "make runs it"},
    {"*.mk", "make runs it"},
    {"dockerfile*", "it is run when an image is built"},
    {"containerfile*", "it is run when an image is built"},
    {"*.dockerfile", "it is run when an image is built"},
    {"docker-compose*", "it says what containers run"},
    {"compose.y*", "it says what containers run"},
    {"setup.py", "it is run when the package is installed"},
    {"conftest.py", "it is run by every test run"},
    {"noxfile.py", "nox runs it"},
    {"build.rs", "cargo runs it before it compiles"},
    {"build.gradle*", "gradle runs it"},
    {"settings.gradle*", "gradle runs it"},
    {"pom.xml", "maven runs the plugins that it names"},
    {"build.sbt", "sbt runs it"},
    {"cmakelists.txt", "cmake runs it"},
    {"*.cmake", "cmake runs it"},
    {"configure*", "it is run before a build"},
    {"meson.build", "meson runs it"},
    {"sconstruct", "scons runs it"},
    {"wscript", "waf runs it"},
    {"rakefile", "rake runs it"},
    {"*.gemspec", "it is run when the gem is built"},
    {"justfile", "just runs it"},
    {"taskfile.y*", "task runs it"},
    {"build.zig", "zig runs it"},
    {"binding.gyp", "npm builds it when the package is installed"},
    {"directory.build.*", "msbuild runs it"},
    {"build", "bazel runs it"},
    {"build.bazel", "bazel runs it"},
    {"flake.nix", "nix runs it"},
    {"vagrantfile", "vagrant runs it"},
    {"tox.ini", "tox runs the commands that it names"},
    {"gulpfile.*", "gulp runs it"},
    {"gruntfile.*", "grunt runs it"},
};

/* Keys of package.json and composer.json whose commands run without being asked for. */
static const char *const hooks[] = {
    "\"preinstall\"",       "\"install\"",         "\"postinstall\"",     "\"prepare\"",
    "\"prepublish\"",       "\"prepublishOnly\"",  "\"prepack\"",         "\"postpack\"",
    "\"post-install-cmd\"", "\"pre-install-cmd\"", "\"post-update-cmd\"", "\"post-autoload-dump\"",
};

static bool is_like(Str name, Str pattern)
{
    size_t star = str_find_byte(pattern, '*');
    if (star == STR_NONE)
        return str_equal(name, pattern);
    Str head = str_slice(pattern, 0, star), tail = str_from_offset(pattern, star + 1);
    return name.len >= head.len + tail.len && str_starts(name, head) && str_ends(name, tail);
}

static const char *find_build(Str name)
{
    for (size_t i = 0; i < COUNT(builds); i++)
        if (is_like(name, str_from(builds[i].name)))
            return builds[i].what;
    return NULL;
}

/* The number of the first added line whose command the package manager runs unasked; 0: no such
 * line. */
static uint32_t find_hook(const ChangedFile *file, Str name)
{
    ReviewLines lines = review_lines(file, false);
    Str line;
    if (!str_equal(name, STR("package.json")) && !str_equal(name, STR("composer.json")))
        return 0;
    while (review_next_line(&lines, &line))
        for (size_t i = 0; i < COUNT(hooks); i++)
            if (str_starts(str_trim(line), str_from(hooks[i])))
                return lines.line;
    return 0;
}

static void tell(const ReviewFind *find, const ChangedFile *file, const char *what, uint32_t line)
{
    const char *verb = file->old.path.len ? "changed" : "added";
    Finding *finding = review_add(
        find, file,
        str_format(find->review->arena, "executable configuration is %s: %s", verb, what));
    finding->start = finding->end = line;
    finding->key = str_from(what);
    finding->suggestion = STR("read what it runs, and with which rights, before it is merged");
    if (!line && (file->old.path.len ||
                  find_build(path_base(str_lower(find->review->arena, file->new.path)))))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

/* Files with a rule of their own: settings of this program, secrets, marks. */
static bool is_told_elsewhere(Str name)
{
    return str_starts(name, STR(".fovea")) || str_equal(name, STR(".env")) ||
           str_starts(name, STR(".env.")) || str_equal(name, STR(".gitattributes"));
}

bool review_find_runs(const ReviewFind *find, Err *err)
{
    (void)err;
    for (size_t i = 0; i < find->review->set->files.len; i++) {
        const ChangedFile *file = &find->review->set->files.ptr[i];
        Str path = str_lower(find->review->arena, file->new.path), name = path_base(path);
        if (!file->new.path.len || is_told_elsewhere(name) ||
            (file->old.path.len && !file->hunks.len))
            continue;
        const char *what = delicate_find(path);
        uint32_t line = what ? 0 : find_hook(file, name);
        if (!what)
            what = line ? "it is run when the package is installed or packed" : find_build(name);
        if (what)
            tell(find, file, what, line);
    }
    return true;
}
