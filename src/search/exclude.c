#include "search/exclude.h"

#include "base/path.h"
#include "git/ignore.h"

/* Whether the pattern matches the path or a directory above it. */
static bool matches(Str pattern, Str path)
{
    if (str_starts(pattern, STR("!")))
        pattern = str_from_offset(pattern, 1);
    if (str_starts(pattern, STR("./")))
        pattern = str_from_offset(pattern, 2);
    if (str_ends(pattern, STR("/**")))
        pattern = str_slice(pattern, 0, pattern.len - 3);
    while (str_ends(pattern, STR("/")))
        pattern = str_slice(pattern, 0, pattern.len - 1);
    bool anchored = str_find_byte(pattern, '/') != STR_NONE;
    if (str_starts(pattern, STR("/")))
        pattern = str_from_offset(pattern, 1);
    while (pattern.len && path.len && !str_equal(path, STR("."))) {
        if (ignore_match(pattern, anchored ? path : path_base(path)))
            return true;
        path = path_directory(path);
    }
    return false;
}

bool exclude_matches(Str patterns, Str path)
{
    Str pattern;
    for (int i = 0; i < EXCLUDE_PATTERNS_MAX && str_take_until(&patterns, '\n', &pattern); i++)
        if (matches(str_trim(pattern), path))
            return true;
    return false;
}

Exclusion exclude_files(const Catalog *catalog, Arena *arena, Str patterns, bool tests)
{
    Exclusion out = {0};
    if (!patterns.len && !tests)
        return out;
    out.files = NEW(arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        out.files[i] = file->path.len && ((tests && file->class == FILE_TEST) ||
                                          exclude_matches(patterns, file->path));
    }
    return out;
}
