/* Cargo.toml: the package's name, well-known dependencies and programs. */
#include "languages_project.h"

#include "overview/overview_manifest.h"
#include "text/toml.h"

void manifest_read_cargo(Manifests *manifests, Str text, Str path)
{
    static ManifestNamed known[] = {{"\ntokio", "Tokio"},     {"\nserde", "Serde"},
                                    {"\nclap", "clap"},       {"\naxum", "Axum"},
                                    {"\nactix-web", "Actix"}, {"\nrayon", "Rayon"},
                                    {"\nbevy", "Bevy"},       {"\n[workspace]", "Cargo workspace"}};
    Json *root;
    Err err;
    manifest_add_named(manifests, text, known, COUNT(known), path);
    if (!toml_parse(manifests->request->arena, text, &root, &err))
        return;
    manifest_add_own_name(manifests, json_get(json_get(root, STR("package")), STR("name")));
    const Json *bins = json_get(root, STR("bin"));
    for (const Json *item = bins ? bins->first : NULL; item; item = item->next) {
        const Json *name = json_get(item, STR("name")), *start = json_get(item, STR("path"));
        if (name && start && name->type == JSON_STRING)
            manifest_add_program(manifests, name->text, start, path);
    }
}
