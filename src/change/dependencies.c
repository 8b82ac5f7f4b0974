/* The lists of both states are compared by name; of several groups that name one package, one
   speaks for all. */
#include "change/dependencies.h"

/* Whether the package is reported already: one of several groups that list it is enough. */
static bool is_reported(const DependencyChangeVec *changes, Str name)
{
    for (size_t i = 0; i < changes->len; i++)
        if (str_equal(changes->ptr[i].name, name))
            return true;
    return false;
}

static void compare(Arena *arena, const DependencyVec *of, const DependencyVec *other, bool gone,
                    DependencyChangeVec *changes)
{
    for (size_t i = 0; i < of->len; i++) {
        const Dependency *one = &of->ptr[i], *partner = dependency_find(other, one);
        if ((partner && (gone || str_equal(partner->version, one->version))) ||
            is_reported(changes, one->name))
            continue;
        *VEC_PUSH(arena, changes) = (DependencyChange){
            .name = one->name,
            .old = gone ? one : partner,
            .new = gone ? NULL : one,
        };
    }
}

void dependencies_compare(Arena *arena, Str path, Str old, Str new, DependencyChangeVec *changes)
{
    Manifest was = manifest_read(arena, path, old), now = manifest_read(arena, path, new);
    const DependencyVec *before = manifest_dependencies(&was), *after = manifest_dependencies(&now);
    compare(arena, after, before, false, changes);
    compare(arena, before, after, true, changes);
}
