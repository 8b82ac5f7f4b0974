/* If a file has several includers, the one whose language has the last id decides (C before C++),
   so the order in which files change does not matter. */
#include "index/update/adopt.h"

#include "index/imports/included.h"

static bool is_code(const Language *language)
{
    const LangFacts *facts = lang_facts(language);
    return !facts->is_plain_text && !facts->holds_prose && !facts->holds_data;
}

/* Whether an inclusion decides the language of the file. It does not if the name already means C,
   such as `.c`. If the name means another language, only an include with the file's path counts. */
static bool decides(const Catalog *catalog, const Inclusion *found)
{
    Str path = catalog->files.ptr[found->file].path;
    const Language *named = lang_detect(path, (Str){0});
    return path.len && !lang_is_c(named) && (found->is_near || !is_code(named));
}

static const Language **list_wanted(Arena *arena, Arena scratch, const Catalog *catalog)
{
    InclusionVec list = {0};
    const Language **wanted = NEW(arena, const Language *, catalog->files.len + 1);
    included_list(arena, scratch, catalog, &list);
    for (size_t i = 0; i < list.len; i++) {
        const Inclusion *found = &list.ptr[i];
        const Language *language = catalog->files.ptr[found->includer].language,
                       **own = &wanted[found->file];
        bool later = !*own || str_compare(lang_id(*own), lang_id(language)) < 0;
        if (later && decides(catalog, found))
            *own = language;
    }
    return wanted;
}

void adopt_find(Arena *arena, Arena scratch, Catalog *catalog, IntakeFileVec *files)
{
    const Language **wanted = list_wanted(arena, scratch, catalog);
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        CatalogFile *file = &catalog->files.ptr[id];
        bool whole = file->state == FILE_SYNTACTIC;
        if (!file->path.len || file->included == wanted[id] || !whole)
            continue;
        WalkFile *same = NEW(arena, WalkFile, 1);
        *same = (WalkFile){
            .path = file->path, .size = file->size, .stamp = file->stamp, .inode = file->inode};
        file->included = wanted[id];
        *VEC_PUSH(arena, files) = (IntakeFile){same, id};
    }
}
