#include "languages_project.h"

#include "overview/overview_manifest.h"

void manifest_read_package_json(Manifests *manifests, Str text, Str path)
{
    static const char *const wanted[] = {"build", "test", "start", "dev", "lint"};
    static const char *const known[][2] = {{"react", "React"},       {"vue", "Vue"},
                                           {"express", "Express"},   {"next", "Next.js"},
                                           {"svelte", "Svelte"},     {"@nestjs/core", "NestJS"},
                                           {"jest", "Jest"},         {"vitest", "Vitest"},
                                           {"mocha", "Mocha"},       {"typescript", "TypeScript"},
                                           {"vite", "Vite"},         {"webpack", "webpack"},
                                           {"electron", "Electron"}, {"@angular/core", "Angular"}};
    Json *root;
    Err err;
    Arena *arena = manifests->request->arena;
    if (!json_parse(arena, text, &root, &err))
        return;
    Str manager = project_script_manager(&manifests->project, project_directory(path));
    if (manifest_is_top(path))
        manifest_add_command(manifests, str_format(arena, "%.*s install", STR_ARG(manager)), path);
    manifest_add_own_name(manifests, json_get(root, STR("name")));
    const Json *scripts = json_get(root, STR("scripts")), *bin = json_get(root, STR("bin"));
    const Json *name = json_get(root, STR("name"));
    if (bin && bin->type == JSON_STRING && name && name->type == JSON_STRING)
        manifest_add_program(manifests, name->text, bin, path);
    for (const Json *item = bin ? bin->first : NULL; item; item = item->next)
        manifest_add_program(manifests, item->key, item, path);
    for (size_t i = 0; scripts && i < COUNT(wanted); i++)
        if (json_get(scripts, str_from(wanted[i])))
            manifest_add_command_there(
                manifests, str_format(arena, "%.*s run %s", STR_ARG(manager), wanted[i]), path);
    static const char *const groups[] = {"dependencies", "devDependencies"};
    for (size_t g = 0; g < COUNT(groups); g++) {
        const Json *group = json_get(root, str_from(groups[g]));
        for (size_t i = 0; group && i < COUNT(known); i++)
            if (json_get(group, str_from(known[i][0])))
                manifest_add(manifests, &manifests->overview->frameworks, str_from(known[i][1]),
                             path);
    }
}
