/* The new name as a word of other languages: of those that name the symbol, that include the file
   which declares it, or that the file itself says it is for. */
#include "refactor/rename.h"

#include "text/lines.h"

static void refuse(Rename *rename, Str path, uint32_t line, const Language *language)
{
    Arena *arena = rename->request->arena;
    Str name = language ? lang_name(language) : STR("a language that shares this file");
    rename_add_conflict(rename, path, line,
                        str_format(arena, "'%.*s' is a word of %.*s, which names it, too",
                                   STR_ARG(rename->new), STR_ARG(name)));
}

static bool is_reserved(const Rename *rename, const RenameFacts *facts)
{
    return facts && facts != rename->facts && name_is_listed(facts->reserved, rename->new);
}

/* Places that are the symbol, or may be. */
static void check_places(Rename *rename)
{
    for (size_t i = 0; i < rename->places.len; i++) {
        const RenamePlace *place = &rename->places.ptr[i];
        const CatalogFile *row = &rename->catalog->files.ptr[rename->files.ptr[place->file].id];
        if (place->verdict <= RENAME_GENERATED && is_reserved(rename, rename_facts(row->language)))
            refuse(rename, row->path, place->site.line, row->language);
    }
}

/* C: files of other languages that include a declaration. */
static void check_includers(Rename *rename)
{
    for (uint32_t id = 0; id < rename->catalog->files.len; id++) {
        const CatalogFile *row = &rename->catalog->files.ptr[id];
        if (!row->path.len || !rename_speaks(rename, row->language) ||
            !is_reserved(rename, rename_facts(row->language)))
            continue;
        for (size_t i = 0; i < rename->family.len; i++) {
            bool maybe;
            if (resolve_includes(rename->resolver, id,
                                 catalog_place(rename->catalog, rename->family.ptr[i]).file,
                                 &maybe)) {
                refuse(rename, row->path, 0, row->language);
                break;
            }
        }
    }
}

/* `#ifdef __cplusplus`: the file is for C++ even where no file of C++ is in the tree. */
static void check_shared(Rename *rename)
{
    const char *mark = rename->facts->shared;
    const RenameFacts *facts;
    bool reserved = false;
    for (size_t i = 0; (facts = rename_facts_at(i)); i++)
        reserved |= facts->kin && rename->facts->kin && is_reserved(rename, facts) &&
                    str_equal(str_from(facts->kin), str_from(rename->facts->kin));
    for (size_t f = 0; reserved && mark && f < rename->files.len; f++) {
        const RenameFile *file = &rename->files.ptr[f];
        bool declares = false;
        for (size_t i = 0; i < rename->places.len; i++)
            declares |= rename->places.ptr[i].file == f && rename->places.ptr[i].declares;
        size_t at = declares ? rename_find_mark(file->text, str_from(mark), 0) : STR_NONE;
        if (at != STR_NONE)
            refuse(rename, rename->catalog->files.ptr[file->id].path,
                   (uint32_t)lines_at_offset(file->text, at), NULL);
    }
}

void rename_check_words(Rename *rename)
{
    check_places(rename);
    if (rename->facts->names_are_global)
        check_includers(rename);
    check_shared(rename);
}
