/* A quoted header is looked for beside the file that includes it; then, like one in angle brackets,
   in the include directories. Which these are only the build knows, so they are found by the
   headers' paths: of the files whose path ends with what is written, the one that shares most
   folders with the includer, then the one with the fewest folders before what is written. Two that
   are equal in both are none. */
#include "index/imports_names.h"
#include "index/imports_rules.h"

#include "base/path.h"

typedef struct Found {
    uint32_t file;
    size_t shared, extra;
    bool tie;
} Found;

/* More shared folders are better, then a shorter path. */
static void consider(Found *best, uint32_t file, size_t shared, size_t extra)
{
    if (best->file != FILE_NOWHERE) {
        if (shared < best->shared || (shared == best->shared && extra > best->extra))
            return;
        best->tie = shared == best->shared && extra == best->extra;
        if (best->tie)
            return;
    }
    *best = (Found){.file = file, .shared = shared, .extra = extra};
}

static bool ends_with_path(Str path, Str end)
{
    return str_ends(path, end) && (path.len == end.len || path.ptr[path.len - end.len - 1] == '/');
}

/* What is left of `../x/y.h` when nobody knows where it starts. */
static Str without_climbs(Str path)
{
    while (str_starts(path, STR("../")) || str_starts(path, STR("./")))
        path = str_from_offset(path, str_find_byte(path, '/') + 1);
    return path;
}

static uint32_t find_by_end(const ImportQuery *query, Str end)
{
    const ImportPaths *paths = &query->imports->paths;
    Found best = {.file = FILE_NOWHERE};
    for (uint32_t file = import_paths_first(paths, path_base(end)); file != FILE_NOWHERE;
         file = paths->next[file]) {
        Str path = paths->catalog->files.ptr[file].path;
        if (ends_with_path(path, end))
            consider(&best, file, import_shared_depth(query->folder, import_folder(path)),
                     path.len - end.len);
    }
    return best.tie ? FILE_NOWHERE : best.file;
}

void imports_c(ImportQuery *query)
{
    const ImportPaths *paths = &query->imports->paths;
    Str name = query->import->name, beside;
    uint32_t target = FILE_NOWHERE;
    bool angled = query->import->angled;
    if (!angled && import_join(query->scratch, query->folder, name, &beside))
        target = import_paths_file(paths, beside);
    if (target == FILE_NOWHERE && !(angled && import_is_c_standard(name)))
        target = find_by_end(query, without_climbs(name));
    imports_add_all(query, target, name);
}
