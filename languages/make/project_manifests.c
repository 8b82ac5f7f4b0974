/* Makefiles as manifests: targets that build, test, install or lint. */
#include "languages_project.h"

#include "base/path.h"
#include "base/shell.h"
#include "overview/overview_manifest.h"

/* The command that runs the targets of this Makefile. When a Makefile at the top passes unknown
   targets on to it with `.DEFAULT`, that is plain `make`. */
static Str make_command(Manifests *manifests, Str path)
{
    if (str_find_byte(path, '/') == STR_NONE || manifests->overview->makefile_hands_on)
        return STR("make");
    return str_format(manifests->request->arena, "make -C %.*s",
                      STR_ARG(shell_quote_path(manifests->request->arena, path_directory(path))));
}

static void add_targets(Manifests *manifests, Str targets, Str path)
{
    static const char *const wanted[] = {"test", "check", "install", "lint", "build"};
    size_t count = str_ends(path, STR(".in")) ? COUNT(wanted) - 1 : COUNT(wanted);
    Str target, make = make_command(manifests, path);
    while (str_take_until(&targets, ' ', &target)) {
        if (str_equal(target, STR(".DEFAULT")))
            manifests->overview->makefile_hands_on = true;
        for (size_t i = 0; i < count; i++)
            if (str_equal(target, str_from(wanted[i])))
                overview_add_command(
                    manifests,
                    str_format(manifests->request->arena, "%.*s %s", STR_ARG(make), wanted[i]),
                    path);
    }
}

static void read_targets(Manifests *manifests, const Manifest *manifest)
{
    Str line, rest = manifest->text;
    while (str_take_line(&rest, &line)) {
        size_t colon = str_find_byte(line, ':');
        bool assignment = colon != STR_NONE && colon + 1 < line.len && line.ptr[colon + 1] == '=';
        if (colon != STR_NONE && !assignment && !byte_is_space(line.ptr[0]))
            add_targets(manifests, str_slice(line, 0, colon), manifest->path);
    }
}

void overview_read_makefile(Manifests *manifests, Manifest *manifest)
{
    Str path = manifest->path;
    bool top = overview_is_top(path);
    overview_add(manifests, &manifests->overview->frameworks, STR("make"), path);
    if (!top && manifests->overview->makefile && !manifests->overview->makefile_hands_on)
        return;
    manifests->overview->makefile |= top;
    overview_add_command(manifests, make_command(manifests, path), path);
    read_targets(manifests, manifest);
}

/* Reads a template from which `configure` makes a Makefile. */
void overview_read_make_template(Manifests *manifests, Manifest *manifest)
{
    manifests->overview->makefile = true;
    read_targets(manifests, manifest);
}
