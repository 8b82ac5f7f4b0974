/* A quoted header is looked for beside the file that includes it; then, like one in angle brackets,
   in the include directories. Which these are only the build knows, so they are found by the
   headers' paths: of the files whose path ends with what is written, the one that shares most
   folders with the includer, then the one with the fewest folders before what is written. Two that
   are equal in both are none. */
#include "index/imports/imports_names.h"
#include "index/imports/imports_rules.h"

/* What is left of `../x/y.h` when nobody knows where it starts. */
static Str without_climbs(Str path)
{
    while (str_starts(path, STR("../")) || str_starts(path, STR("./")))
        path = str_from_offset(path, str_find_byte(path, '/') + 1);
    return path;
}

void imports_c(ImportQuery *query)
{
    const ImportPaths *paths = &query->imports->paths;
    Str name = query->import->name, beside;
    uint32_t target = FILE_NOWHERE;
    bool angled = query->import->angled;
    if (!angled && import_join(query->scratch, query->folder, name, &beside))
        target = import_paths_file(paths, beside);
    bool found = target != FILE_NOWHERE;
    if (!found && !(angled && import_is_c_standard(name)))
        target = import_paths_nearest(paths, query->folder, without_climbs(name));
    Binding whole = {.flags = !found && query->import->doubtful ? BINDING_MAYBE : 0};
    imports_add(query, &whole, target, name);
}
