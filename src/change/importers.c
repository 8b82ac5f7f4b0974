/* An import is resolved in both states by the rules of its language (index/imports/), so one that
   finds another file of that name is not broken. Where only the build knows the search path, a file
   is found by the end of its path. An import that is found so now, and was found from its own
   folder before, is likely broken, unless another import leads into the same folder in that way, or
   the change names the folder, as a build file does. */
#include "change/importers.h"

#include "base/id_map.h"
#include "base/path.h"
#include "change/places.h"
#include "change/uses.h"
#include "index/imports/imports.h"
#include "text/address.h"

#include <stdlib.h>

/* Whether the new state has a file at that path. */
static bool has_file(const ChangeSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, path))
            return true;
    return false;
}

/* Maps the ids of files that are no longer at their path to their index in the set. */
static IdMap files_gone(Arena *arena, const ChangeSet *set, const Places *places)
{
    IdMap gone = {0};
    for (uint32_t i = 0; i < set->files.len; i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (places->old[i] != FILE_NOWHERE && !has_file(set, file->old.path))
            id_map_put(&gone, arena, places->old[i], i);
    }
    return gone;
}

static const ChangedFile *changed_file(const ChangeSet *set, Str old_path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].old.path, old_path))
            return &set->files.ptr[i];
    return NULL;
}

/* Whether the file is at another path now. */
static bool is_moved(const ChangedFile *file)
{
    return file && file->new.path.len && !str_equal(file->old.path, file->new.path);
}

typedef struct Noting {
    Arena *arena;
    const ChangeSet *set;
    const Catalog *catalog;
    const IdMap *gone;
    ImporterVec *importers;
} Noting;

static void note_link(const Noting *noting, uint32_t importer, const ImportLink *link)
{
    if (link->target == FILE_NOWHERE || link->flags & (BINDING_MAYBE | BINDING_OUTER))
        return;
    Str path = noting->catalog->files.ptr[importer].path;
    const ChangedFile *file = changed_file(noting->set, path);
    uint32_t target = id_map_get(noting->gone, link->target);
    bool own = target == ID_MAP_NONE;
    uint32_t line = uses_line_now(file, link->line);
    if ((own && !is_moved(file)) || !line || (file && !file->new.path.len))
        return;
    *VEC_PUSH(noting->arena, noting->importers) = (Importer){
        .file = own ? (uint32_t)(file - noting->set->files.ptr) : target,
        .path = file ? file->new.path : str_copy(noting->arena, path),
        .line = line,
        .own = own,
        .guessed = link->flags &BINDING_GUESSED,
        .target = str_copy(noting->arena, noting->catalog->files.ptr[link->target].path)};
}

void importers_note(Arena *arena, Arena scratch, const ChangeSet *set, const Catalog *catalog,
                    ImporterVec *importers)
{
    Places places = places_of(&scratch, set, catalog);
    IdMap gone = files_gone(&scratch, set, &places);
    const Noting noting = {arena, set, catalog, &gone, importers};
    *importers = (ImporterVec){0};
    for (uint32_t f = 0; f < catalog->files.len && gone.count; f++) {
        Arena lent = scratch;
        ImportLinkVec links = {0};
        catalog_imports(catalog, &lent, f, &links);
        for (size_t i = 0; i < links.len; i++)
            note_link(&noting, f, &links.ptr[i]);
    }
}

static int by_place(const void *a, const void *b)
{
    const Importer *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    return order ? order : x->line < y->line ? -1 : x->line > y->line;
}

/* ---- search paths ---- */

typedef struct Keeping {
    Arena *scratch;
    const ChangeSet *set;
    const Catalog *catalog;
    Map folders; /* into which imports lead that neither begin nor end in a moved file */
    bool listed;
} Keeping;

static bool is_moved_now(const ChangeSet *set, Str new_path)
{
    for (size_t i = 0; i < set->files.len; i++)
        if (str_equal(set->files.ptr[i].new.path, new_path))
            return !str_equal(set->files.ptr[i].old.path, new_path);
    return false;
}

static void list_folders(Keeping *keeping)
{
    const Catalog *catalog = keeping->catalog;
    keeping->listed = true;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        ImportLinkVec links = {0};
        catalog_imports(catalog, keeping->scratch, f, &links);
        for (size_t i = 0; i < links.len; i++) {
            if (links.ptr[i].target == FILE_NOWHERE || !(links.ptr[i].flags & BINDING_GUESSED))
                continue;
            Str path = catalog->files.ptr[links.ptr[i].target].path;
            if (!is_moved_now(keeping->set, path) &&
                !is_moved_now(keeping->set, catalog->files.ptr[f].path))
                *map_put(&keeping->folders, path_directory(path), NULL) = 1;
        }
    }
}

/* Whether a file of the change names the folder only now. */
static bool is_named_anew(const ChangeSet *set, Str folder)
{
    for (size_t i = 0; i < set->files.len && !str_equal(folder, STR(".")); i++) {
        const ChangedFile *file = &set->files.ptr[i];
        if (str_find(file->new.text, folder) != STR_NONE &&
            str_find(file->old.text, folder) == STR_NONE)
            return true;
    }
    return false;
}

/* Whether a search path may lead to the file that an import was found at by the end of its path. */
static bool is_vouched(Keeping *keeping, const Importer *importer, uint32_t target)
{
    Str folder = path_directory(keeping->catalog->files.ptr[target].path);
    if (importer->guessed && str_equal(folder, path_directory(importer->target)))
        return true;
    if (!keeping->listed)
        list_folders(keeping);
    return map_find(&keeping->folders, folder) || is_named_anew(keeping->set, folder);
}

/* ---- the new state ---- */

/* Whether a module is declared on the line, which stands for a file. */
static bool declares_module(const Catalog *catalog, uint32_t file, uint32_t line)
{
    const CatalogFile *row = catalog_row(catalog, file);
    for (uint32_t i = 1; i < row->count && imports_have_module_tree(row->language); i++)
        if (row->entries[i].kind == SYMBOL_MODULE && row->entries[i].start_line == line &&
            !(row->entries[i].modifiers & ENTRY_HAS_BODY))
            return true;
    return false;
}

/* Whether a file gives the name that is taken from it: it declares or imports it, takes all names
   of another file, or makes names when they are asked for. */
static bool gives_name(Keeping *keeping, uint32_t file, Str name)
{
    const CatalogFile *row = catalog_row(keeping->catalog, file);
    ImportLinkVec links = {0};
    for (uint32_t i = 1; i < row->count; i++) {
        Str own = catalog_name(keeping->catalog, row->entries[i].name);
        if (!row->entries[i].parent && (str_equal(own, name) || str_equal(own, STR("__getattr__"))))
            return true;
    }
    catalog_imports(keeping->catalog, keeping->scratch, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        Str taken = catalog_name(keeping->catalog, links.ptr[i].name);
        Str alias = catalog_name(keeping->catalog, links.ptr[i].alias);
        if (str_equal(alias.len ? alias : taken, name) || str_equal(taken, STR("*")))
            return true;
    }
    return false;
}

/* Whether a link that led to a file which is gone leads to its folder's file now, which has no such
   name: `from shop import rates`, without shop/rates.py. */
static bool misses_module(Keeping *keeping, const Importer *importer, const ImportLink *link)
{
    Str name = catalog_name(keeping->catalog, link->name);
    Str target = keeping->catalog->files.ptr[link->target].path;
    Str base = path_base(importer->target);
    return !importer->own && name.len && !str_equal(target, importer->target) &&
           str_equal(path_directory(target), path_directory(importer->target)) &&
           str_equal(str_slice(base, 0, str_find_last_byte(base, '.')), name) &&
           !gives_name(keeping, link->target, name);
}

/* Whether an import on that line leads to a file. Sets importer->likely. */
static bool leads_somewhere(Keeping *keeping, uint32_t file, Importer *importer)
{
    ImportLinkVec links = {0};
    bool found = declares_module(keeping->catalog, file, importer->line);
    catalog_imports(keeping->catalog, keeping->scratch, file, &links);
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        if (link->line != importer->line)
            continue;
        found = true;
        if (link->target == FILE_NOWHERE || misses_module(keeping, importer, link))
            continue;
        if (!(link->flags & BINDING_GUESSED) || is_vouched(keeping, importer, link->target))
            return true;
        importer->likely = true;
    }
    return !found; /* the line is parsed differently now */
}

void importers_keep_broken(Arena scratch, const ChangeSet *set, const Catalog *catalog,
                           ImporterVec *importers)
{
    Places places = places_of(&scratch, set, catalog);
    Keeping keeping = {
        .scratch = &scratch, .set = set, .catalog = catalog, .folders = map_open(&scratch)};
    size_t kept = 0;
    if (importers->len)
        qsort(importers->ptr, importers->len, sizeof *importers->ptr, by_place);
    for (size_t i = 0; i < importers->len; i++) {
        Importer *importer = &importers->ptr[i];
        uint32_t file = places_file(&places, importer->path);
        bool repeated = kept && !by_place(&importers->ptr[kept - 1], importer);
        if (!repeated && file != FILE_NOWHERE && !leads_somewhere(&keeping, file, importer))
            importers->ptr[kept++] = *importer;
    }
    importers->len = kept;
}

/* ---- consequences ---- */

/* What is known of the importing line; NULL: nothing. */
static Consequence *find_listed(const ConsequenceVec *found, size_t count, const Importer *importer)
{
    for (size_t i = 0; i < count; i++)
        if (found->ptr[i].line == importer->line && str_equal(found->ptr[i].path, importer->path))
            return &found->ptr[i];
    return NULL;
}

static Str say_why(Arena *arena, const ChangeSet *set, const Importer *importer)
{
    Str now = set->files.ptr[importer->file].new.path;
    if (importer->own)
        return STR("it leads nowhere from the new place");
    return now.len ? str_format(arena, "the file is %.*s now", STR_ARG(address_shown(arena, now)))
                   : STR("the file is gone");
}

void importers_add_broken(Arena *arena, const ChangeSet *set, const ImporterVec *importers,
                          ConsequenceVec *found)
{
    size_t count = found->len;
    for (size_t i = 0; i < importers->len; i++) {
        const Importer *importer = &importers->ptr[i];
        Consequence *listed = find_listed(found, count, importer);
        if (listed && !consequence_is_of_file(listed))
            continue;
        *(listed ? listed : VEC_PUSH(arena, found)) =
            (Consequence){.fault = USE_GONE,
                          .file = importer->file,
                          .reported = importer->own ? REPORTED_IMPORTS : REPORTED_FILE,
                          .path = importer->path,
                          .line = importer->line,
                          .user = importer->path,
                          .target = importer->target,
                          .why = say_why(arena, set, importer),
                          .likely = importer->likely};
    }
}
