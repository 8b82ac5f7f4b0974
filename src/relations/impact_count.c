#include "relations/impact_count.h"

#include "search/tests.h"

#include <stdlib.h>

static int more_first(const void *a, const void *b)
{
    const ModuleCount *x = a, *y = b;
    if (x->symbols != y->symbols)
        return x->symbols < y->symbols ? 1 : -1;
    return (x->module > y->module) - (x->module < y->module);
}

Impact impact_count(Arena *arena, const Catalog *catalog, const Modules *modules,
                    const Neighbourhood *found, uint32_t depth)
{
    Impact impact = {.modules = NEW(arena, ModuleCount, modules->list.len + 1),
                     .depth = depth,
                     .focus = found->focus_count};
    bool *seen = NEW(arena, bool, catalog->files.len + 1);
    for (uint32_t i = 0; i < modules->list.len; i++)
        impact.modules[i].module = i;
    while (impact.first < found->nodes.len && !found->nodes.ptr[impact.first].steps)
        impact.first++;
    for (size_t i = impact.first; i < found->nodes.len; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        uint32_t file = catalog_place(catalog, node->symbol).file;
        bool test = tests_hold(catalog, node->symbol);
        impact.tests_all += test;
        if (node->steps > depth)
            continue;
        impact.end = i + 1;
        ModuleCount *module = &impact.modules[modules->of_file[file]];
        module->symbols++;
        module->tests += test;
        impact.tests += test;
        impact.steps[node->steps]++;
        impact.files += !seen[file];
        seen[file] = true;
    }
    impact.end = MAX(impact.end, impact.first);
    if (modules->list.len)
        qsort(impact.modules, modules->list.len, sizeof *impact.modules, more_first);
    while (impact.module_count < modules->list.len && impact.modules[impact.module_count].symbols)
        impact.module_count++;
    return impact;
}
