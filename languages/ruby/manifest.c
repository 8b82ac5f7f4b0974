/* Gemfile. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

void manifest_requires_gems(Manifest *manifest)
{
    Str rest = manifest->text, line;
    while (str_take_line(&rest, &line)) {
        line = str_trim(line);
        Str name, version = {0};
        bool gem = str_starts(line, STR("gem ")) ||
                   str_find(line, STR(".add_dependency")) != STR_NONE ||
                   str_find(line, STR(".add_runtime_dependency")) != STR_NONE;
        if (!gem || !manifest_take_quoted(&line, &name))
            continue;
        bool place =
            str_find(line, STR("git:")) != STR_NONE || str_find(line, STR("github:")) != STR_NONE;
        bool own = str_find(line, STR("path:")) != STR_NONE;
        Str after = str_trim(line);
        after = str_trim(str_from_offset(after, str_starts(after, STR(",")) ? 1 : after.len));
        if (after.len && byte_in(after.ptr[0], "\"'"))
            (void)manifest_take_quoted(&line, &version);
        Openness openness = place ? OPEN_PLACE : manifest_openness(version, OPEN_NOT);
        manifest_require(manifest, name, version, openness)->own = own;
    }
}
