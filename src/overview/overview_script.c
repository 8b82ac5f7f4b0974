#include "languages_project.h"

#include "overview/overview_manifest.h"

void overview_read_package_json(Manifests *manifests, Manifest *manifest)
{
    static const char *const groups[] = {"dependencies", "devDependencies"};
    static ManifestNamed known[] = {{"react", "React"},       {"vue", "Vue"},
                                    {"express", "Express"},   {"next", "Next.js"},
                                    {"svelte", "Svelte"},     {"@nestjs/core", "NestJS"},
                                    {"jest", "Jest"},         {"vitest", "Vitest"},
                                    {"mocha", "Mocha"},       {"typescript", "TypeScript"},
                                    {"vite", "Vite"},         {"webpack", "webpack"},
                                    {"electron", "Electron"}, {"@angular/core", "Angular"}};
    Arena *arena = manifests->request->arena;
    if (!manifest->root)
        return;
    Str path = manifest->path;
    Str manager = project_script_manager(&manifests->project, project_directory(path));
    if (overview_is_top(path))
        overview_add_command(manifests, str_format(arena, "%.*s install", STR_ARG(manager)), path);
    for (size_t i = 0; overview_scripts[i]; i++)
        if (manifest_command(manifest, overview_scripts[i]).len)
            overview_add_command_there(
                manifests, str_format(arena, "%.*s run %s", STR_ARG(manager), overview_scripts[i]),
                path);
    for (size_t g = 0; g < COUNT(groups); g++)
        for (size_t i = 0; i < COUNT(known); i++)
            if (manifest_requires(manifest, groups[g], known[i][0]))
                overview_add(manifests, &manifests->overview->frameworks, str_from(known[i][1]),
                             path);
}
