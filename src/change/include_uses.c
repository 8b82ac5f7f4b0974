/* The files that a file sees are those that its imports lead to, and so on. Names are those that
   the lost file declares at its top, and the values of its enums. What a file outside the
   repository declared is not known here. */
#include "change/include_uses.h"

#include "base/path.h"

/* Files that one file may see: more are not followed. */
#define SEEN_MAX 2000

typedef struct Seeing {
    const Catalog *catalog;
    bool *seen; /* by file id */
    FileIdVec files;
} Seeing;

static void see(Seeing *seeing, Arena *arena, uint32_t file)
{
    if (file == FILE_NOWHERE || seeing->seen[file] || seeing->files.len >= SEEN_MAX)
        return;
    seeing->seen[file] = true;
    *VEC_PUSH(arena, &seeing->files) = file;
}

/* Lists what a file sees in the new state. */
static Seeing seen_from(const TextUses *uses, Arena *arena, uint32_t file)
{
    Seeing seeing = {.catalog = uses->catalog, .seen = NEW(arena, bool, uses->catalog->files.len)};
    see(&seeing, arena, file);
    for (size_t i = 0; i < seeing.files.len; i++) {
        ImportLinkVec links = {0};
        catalog_imports(uses->catalog, arena, seeing.files.ptr[i], &links);
        for (size_t k = 0; k < links.len; k++)
            see(&seeing, arena, links.ptr[k].target);
    }
    return seeing;
}

/* The file that an import led to: next to the importer, or the only one whose path ends so. */
static uint32_t target_of(const TextUses *uses, Arena *arena, Str importer, Str name)
{
    size_t dot = str_find_last_byte(importer, '.');
    Str ending = dot == STR_NONE ? (Str){0} : str_from_offset(importer, dot);
    if (!str_ends(name, ending) && !str_ends(name, STR(".h")))
        name = str_join(arena, name, ending);
    Str beside = path_normalise(arena, path_join(arena, path_directory(importer), name));
    Str end = str_join(arena, STR("/"), name);
    uint32_t found = FILE_NOWHERE, count = 0;
    for (uint32_t f = 0; f < uses->catalog->files.len; f++) {
        Str path = uses->catalog->files.ptr[f].path;
        if (str_equal(path, beside))
            return f;
        if (str_equal(path, name) || str_ends(path, end)) {
            found = f;
            count++;
        }
    }
    return count == 1 ? found : FILE_NOWHERE;
}

static bool has_import(const ImportVec *imports, Str name)
{
    for (size_t i = 0; i < imports->len; i++)
        if (str_equal(imports->ptr[i].name, name))
            return true;
    return false;
}

/* The names of a file that others may use. */
static Map names_of(const TextUses *uses, Arena *arena, uint32_t file)
{
    const CatalogFile *row = catalog_row(uses->catalog, file);
    Map names = map_open(arena);
    for (uint32_t i = 1; i < row->count; i++)
        if (!row->entries[i].parent || row->entries[i].kind == SYMBOL_ENUM_MEMBER)
            *map_put(&names, catalog_name(uses->catalog, row->entries[i].name), NULL) = 1;
    return names;
}

/* Leaves out the names that a file declares, too. */
static void drop_declared(const TextUses *uses, uint32_t file, Map *names)
{
    const CatalogFile *row = catalog_row(uses->catalog, file);
    for (uint32_t i = 1; i < row->count; i++) {
        uint64_t *own = map_find(names, catalog_name(uses->catalog, row->entries[i].name));
        if (own)
            *own = 0;
    }
}

/* Looks in the first of the files that a file sees, which is that file. */
static void look_in(TextUses *uses, Arena scratch, const FileIdVec *seen, uint32_t lost,
                    Consequence use, ConsequenceVec *found)
{
    const UseText *file = use_text_open(uses, uses->catalog->files.ptr[seen->ptr[0]].path);
    Map names = names_of(uses, &scratch, lost);
    for (size_t i = 0; i < seen->len; i++)
        drop_declared(uses, seen->ptr[i], &names);
    for (size_t i = 0; file && i < file->tokens.len; i++) {
        const uint64_t *wanted =
            file->tokens.ptr[i].kind == TOKEN_WORD ? map_find(&names, use_text_at(file, i)) : NULL;
        if (!wanted || !*wanted)
            continue;
        use.line = use_text_line(file, i);
        use.why = str_format(uses->arena, "'%.*s' is of %.*s, which does not come with it any more",
                             STR_ARG(use_text_at(file, i)), STR_ARG(use.target));
        use_text_add(uses, found, file, &use);
    }
}

static void look_for_lost(TextUses *uses, Arena scratch, uint32_t index, uint32_t id, uint32_t lost,
                          ConsequenceVec *found)
{
    const FileIdVec files = use_text_users(uses, scratch, id);
    const Consequence use = {.fault = USE_AFFECTED,
                             .file = index,
                             .reported = REPORTED_PASSED,
                             .target = uses->catalog->files.ptr[lost].path};
    for (size_t i = 0; i < files.len; i++) {
        Arena lent = scratch;
        Seeing seeing = seen_from(uses, &lent, files.ptr[i]);
        if (files.ptr[i] != id && seeing.seen[id] && !seeing.seen[lost] &&
            seeing.files.len < SEEN_MAX)
            look_in(uses, lent, &seeing.files, lost, use, found);
    }
}

void include_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const ImportVec *old = &file->old.outline.imports, *new = &file->new.outline.imports;
    if (!lang_facts(file->new.outline.language)->heads.passes_imports_on)
        return;
    for (size_t i = 0; i < old->len; i++) {
        Arena lent = scratch;
        if (has_import(new, old->ptr[i].name))
            continue;
        uint32_t lost = target_of(uses, &lent, file->new.path, old->ptr[i].name);
        if (lost != FILE_NOWHERE && lost != id)
            look_for_lost(uses, lent, index, id, lost, found);
    }
}
