/* Cargo.toml: well-known dependencies. */
#include "languages_project.h"

#include "overview/overview_manifest.h"

void overview_read_cargo(Manifests *manifests, Manifest *manifest)
{
    static ManifestNamed known[] = {{"\ntokio", "Tokio"},     {"\nserde", "Serde"},
                                    {"\nclap", "clap"},       {"\naxum", "Axum"},
                                    {"\nactix-web", "Actix"}, {"\nrayon", "Rayon"},
                                    {"\nbevy", "Bevy"},       {"\n[workspace]", "Cargo workspace"}};
    overview_add_named(manifests, manifest, known, COUNT(known));
}
