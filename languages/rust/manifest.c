/* Cargo.toml. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

void manifest_cargo(Manifest *manifest)
{
    const Json *package = json_get(manifest->root, STR("package"));
    const Json *bins = json_get(manifest->root, STR("bin"));
    const Json *publish = json_get(package, STR("publish"));
    manifest->name = manifest_text(package, "name");
    manifest->library = manifest_text(json_get(manifest->root, STR("lib")), "name");
    manifest->description = manifest_text(package, "description");
    manifest->is_private = publish && publish->type == JSON_FALSE;
    for (const Json *item = bins ? bins->first : NULL; item; item = item->next)
        manifest_add_item(manifest, &manifest->programs, manifest_text(item, "name"),
                          manifest_text(item, "path"));
    manifest_add_members(manifest, MANIFEST_VALUE(manifest->root, "workspace", "members"));
}

static void require_crates(Manifest *manifest, const Json *value)
{
    static const char *const names[] = {"dependencies", "dev-dependencies", "build-dependencies"};
    for (size_t i = 0; i < COUNT(names); i++)
        manifest_require_table(manifest, json_get(value, str_from(names[i])), OPEN_MINOR);
}

void manifest_requires_crates(Manifest *manifest)
{
    const Json *targets = json_get(manifest->root, STR("target"));
    require_crates(manifest, manifest->root);
    manifest_require_table(manifest, MANIFEST_VALUE(manifest->root, "workspace", "dependencies"),
                           OPEN_MINOR);
    for (const Json *target = targets ? targets->first : NULL; target; target = target->next)
        require_crates(manifest, target);
}
