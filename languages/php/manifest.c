/* composer.json. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

/* The version of PHP and its extensions are no packages. */
static bool is_platform(Str name)
{
    return str_equal(name, STR("php")) || str_starts(name, STR("ext-"));
}

void manifest_requires_composer(Manifest *manifest)
{
    DependencyVec *list = &manifest->required;
    size_t kept = 0;
    manifest_require_group(manifest, "require");
    manifest_require_group(manifest, "require-dev");
    for (size_t i = 0; i < list->len; i++)
        if (!is_platform(list->ptr[i].name))
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
}
