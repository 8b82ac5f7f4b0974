#include "search/disguised.h"

#include "lang/disguise.h"
#include "text/lines.h"

#include <string.h>

static bool disguise_alike(const Language *a, const Language *b)
{
    const char *x = lang_facts(a)->disguises, *y = lang_facts(b)->disguises;
    return x && y && !strcmp(x, y);
}

static void add_place(Arena *arena, Built *found, uint32_t file, size_t line)
{
    if (found->list.len == BUILT_PLACES_MAX)
        found->more = true;
    else
        *VEC_PUSH(arena, &found->list) = (BuiltPlace){file, (uint32_t)line, false};
}

static void look_in(const MentionSearch *search, Arena *arena, uint32_t id, Str name, Built *found)
{
    Arena work SCOPED(arena_close) = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored = {0};
    Str text;
    const CatalogFile *row = &search->catalog->files.ptr[id];
    arena_open(&work, 0);
    if (!fs_tree_file(search->tree, row->path, &file) ||
        !fs_read_all(&work, &file, &text, &ignored)) {
        found->more = true;
        return;
    }
    size_t at = 0, latest = 0;
    while ((at = disguise_find(row->language, text, name, at)) != STR_NONE) {
        size_t line = lines_at_offset(text, at++);
        if (line != latest)
            add_place(arena, found, id, line);
        latest = line;
        if (found->more)
            return;
    }
}

void disguised_find(const MentionSearch *search, Arena *arena, const Language *language, Str name,
                    Built *found)
{
    bool wide = disguise_is_wide(language, name);
    uint64_t bytes = 0;
    *found = (Built){0};
    for (uint32_t i = 0; lang_facts(language)->disguises && i < search->catalog->files.len; i++) {
        const CatalogFile *file = &search->catalog->files.ptr[i];
        if (!file->path.len || !(wide || file->disguised) ||
            !disguise_alike(language, file->language))
            continue;
        bytes += file->size;
        if (bytes > NARROWED_BYTES_MAX)
            found->more = true;
        if (found->more)
            return;
        look_in(search, arena, i, name, found);
    }
}
