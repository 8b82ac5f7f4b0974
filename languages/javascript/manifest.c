/* package.json, and the files that list the packages of a workspace. */
#include "languages_manifest.h"

#include "manifest/manifest_reader.h"

void manifest_package_json(Manifest *manifest)
{
    const Json *root = manifest->root, *bin = json_get(root, STR("bin"));
    const Json *hidden = json_get(root, STR("private"));
    manifest->name = manifest_text(root, "name");
    manifest->description = manifest_text(root, "description");
    manifest->manager = manifest_text(root, "packageManager"); /* `pnpm@9.1` */
    manifest->manager = str_slice(manifest->manager, 0, str_find_byte(manifest->manager, '@'));
    manifest->is_private = hidden && hidden->type == JSON_TRUE;
    manifest_add_items(manifest, &manifest->commands, json_get(root, STR("scripts")));
    if (bin && bin->type == JSON_STRING)
        manifest_add_item(manifest, &manifest->programs, manifest->name, bin->text);
    manifest_add_items(manifest, &manifest->programs, bin);
    manifest_add_members(manifest, json_get(root, STR("workspaces")));
}

void manifest_requires_npm(Manifest *manifest)
{
    static const char *const groups[] = {"dependencies", "devDependencies", "optionalDependencies",
                                         "peerDependencies"};
    for (size_t i = 0; i < COUNT(groups); i++) {
        size_t before = manifest->required.len;
        manifest_require_group(manifest, groups[i]);
        for (size_t k = before; k < manifest->required.len; k++)
            manifest->required.ptr[k].peer = i + 1 == COUNT(groups);
    }
}

void manifest_lerna(Manifest *manifest)
{
    manifest_add_members(manifest, json_get(manifest->root, STR("packages")));
}

/* Reads `packages:` and its list of patterns, one per line after a dash. */
void manifest_pnpm(Manifest *manifest)
{
    bool inside = false;
    Str line, rest = manifest->text, quoted;
    while (str_take_line(&rest, &line)) {
        Str item = str_trim(line);
        if (line.len && !byte_is_space(line.ptr[0]) && line.ptr[0] != '-' && line.ptr[0] != '#')
            inside = str_starts(line, STR("packages:"));
        if (!inside || !str_starts(item, STR("-")))
            continue;
        item = str_trim(str_from_offset(item, 1));
        bool quotes = item.len && byte_in(item.ptr[0], "\"'");
        manifest_add_member(manifest,
                            quotes && manifest_take_quoted(&item, &quoted) ? quoted : item);
    }
}
