/* All files of the tree are read once; those with the word are parsed, and each place is judged.
   A file whose content is not the one that the index has ends the rename: verdicts would be about
   other code. */
#include "refactor/rename_local.h"

#include "base/hash.h"
#include "index/catalog/classify.h"
#include "text/coding.h"

#include <string.h>

/* Enough to tell UTF-16 by its mark or its zeros. */
#define HEAD_BYTES 512

static bool fail_changed(const Rename *rename, Str path, Err *err)
{
    (void)rename;
    err_set(err, ERR_STALE, "'%.*s' changed while the rename was being prepared",
            STR_ARG(str_slice(path, 0, PATH_SHOWN_BYTES)));
    return err_hint(err, "nothing was written; run it again");
}

bool rename_read_text(const Rename *rename, Arena *arena, const CatalogFile *row, Str *text)
{
    Err ignored = {0};
    FsFile file SCOPED(fs_close) = {.fd = -1};
    return session_open_file(rename->request, rename->session, arena, row->path, &file, &ignored) &&
           fs_read_all(arena, &file, text, &ignored);
}

static bool is_same_content(const CatalogFile *row, Str text)
{
    char hash[HASH_CONTENT_BYTES];
    hash_content(row->language ? lang_id(row->language) : (Str){0}, text, hash);
    return str_equal(row->hash, (Str){hash, sizeof hash});
}

bool rename_speaks(const Rename *rename, const Language *language)
{
    const RenameFacts *facts = rename_facts(language);
    return facts && (facts == rename->facts ||
                     (facts->kin && rename->facts->kin &&
                      str_equal(str_from(facts->kin), str_from(rename->facts->kin))));
}

/* The symbol whose name is written there, as its index + 1; 0: none. */
static uint32_t symbol_declared(const Rename *rename, const Outline *outline, const NameSite *site,
                                Str name)
{
    uint32_t sigil = (uint32_t)rename->sigil.len;
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        uint32_t length = symbol->name_end - symbol->name_start;
        if ((symbol->name_start == site->start && length == name.len) ||
            (sigil && symbol->name_start + sigil == site->start && length == name.len + sigil))
            return (uint32_t)i + 1;
    }
    return 0;
}

bool rename_read_outline(Rename *rename, RenameFile *file, Err *err)
{
    const CatalogFile *row = catalog_row(rename->catalog, file->id);
    if (file->outline.language)
        return true;
    rename_outline(rename, file, file->text, false, &file->outline);
    return file->outline.symbols.len + 1 == row->count || fail_changed(rename, row->path, err);
}

bool rename_read_sites(Rename *rename, RenameFile *file, Str name, RenameSites *found, Err *err)
{
    Arena *arena = rename->request->arena;
    NameSiteVec *sites = &found->sites;
    NameHints hints = rename_hints(rename_facts(file->language));
    if (!lang_name_sites(arena, *rename->request->scratch,
                         &(NameQuery){file->language, file->text, name, hints}, sites))
        return err_set(err, ERR_FAILED, "'%.*s' is written too often to be renamed", STR_ARG(name));
    if (file->is_code && sites->len) {
        if (!rename_read_outline(rename, file, err))
            return false;
        resolve_names(rename->resolver, arena, file->id, &file->outline, name, &found->named);
    }
    found->around = NEW(arena, uint32_t, sites->len + 1);
    found->declared = NEW(arena, uint32_t, sites->len + 1);
    for (size_t i = 0; i < sites->len; i++) {
        found->around[i] = name_site_symbol(&file->outline, sites->ptr[i].start);
        found->declared[i] = symbol_declared(rename, &file->outline, &sites->ptr[i], name);
    }
    return true;
}

/* C: whether no file of the family is the file itself, or surely included by it. */
static bool is_unseen(const Rename *rename, uint32_t id)
{
    for (size_t i = 0; i < rename->family.len; i++) {
        uint32_t home = catalog_place(rename->catalog, rename->family.ptr[i]).file;
        bool maybe = false;
        if (home == id || (resolve_includes(rename->resolver, id, home, &maybe) && !maybe))
            return false;
    }
    return true;
}

/* Whether the file declares a field that is the symbol: it may be a parameter of a constructor. */
static bool is_declared_in(const Rename *rename, const RenameFile *file)
{
    const CatalogFile *row = &rename->catalog->files.ptr[file->id];
    bool declared = false;
    for (size_t i = 0; i < file->outline.symbols.len; i++)
        declared |= rename_has(rename, row->first + (uint32_t)i + 1);
    return declared && rename->is_member && !rename->is_function && file->is_code &&
           rename->facts->locals;
}

static bool judge_file(Rename *rename, uint32_t index, Err *err)
{
    RenameFile *file = &rename->files.ptr[index];
    const RenameFacts *facts = rename_facts(file->language);
    RenameSites found = {0};
    if (!rename_read_sites(rename, file, rename->old, &found, err))
        return false;
    file->is_unseen = file->is_code && found.sites.len && rename->facts->names_are_global &&
                      !rename->is_member && is_unseen(rename, file->id);
    size_t first = rename->places.len;
    LocalNames locals = {0};
    bool fields =
        is_declared_in(rename, file) && rename_read_locals(rename, file, file->text, &locals);
    for (size_t i = 0; i < found.sites.len; i++) {
        uint32_t around = found.around[i];
        RenameQuestion question = {.rename = rename,
                                   .file = file,
                                   .facts = rename_speaks(rename, file->language) ? facts : NULL,
                                   .named = &found.named,
                                   .sites = &found.sites,
                                   .around = found.around,
                                   .declared = found.declared,
                                   .index = i,
                                   .symbol = around,
                                   .locals = fields ? &locals : NULL};
        RenamePlace *place = VEC_PUSH(rename->request->arena, &rename->places);
        place->file = index;
        place->site = found.sites.ptr[i];
        place->within =
            around ? rename->catalog->files.ptr[file->id].first + around : SYMBOL_NOWHERE;
        rename_judge(&question, place);
    }
    rename_judge_values(rename, file, first);
    for (size_t i = first; i < rename->places.len; i++)
        rename->counts[rename->places.ptr[i].verdict]++;
    return true;
}

/* A source in UTF-16, or with bytes that no text has: a compiler may read it, but no place in it
   can be judged. */
static void look_at_binary(Rename *rename, const CatalogFile *row)
{
    Arena *arena = rename->request->arena;
    char *before = arena->ptr;
    Str text;
    if (!rename_speaks(rename, row->language) || !rename_read_text(rename, arena, row, &text))
        return;
    TextCoding coding = coding_of_head(str_slice(text, 0, HEAD_BYTES));
    if (coding != CODING_UTF8)
        text = coding_decode(arena, coding, text);
    if (lang_has_name(row->language, text, rename->old))
        rename_add_conflict(rename, row->path, 0,
                            STR("the name is in this file, which is not UTF-8 text"));
    else if (!rename->conflicts.len) /* a conflict's text is after this */
        arena->ptr = before;
}

/* Adds the file if it has the name, or is code that has the new one. */
static bool take_file(Rename *rename, uint32_t id, Err *err)
{
    const CatalogFile *row = catalog_row(rename->catalog, id);
    Str text = {0};
    Arena *arena = rename->request->arena;
    if (!row->path.len)
        return true;
    if (row->class == FILE_BINARY) {
        look_at_binary(rename, row);
        return true;
    }
    char *before = arena->ptr;
    uint32_t inferred = rename->inferred;
    bool readable = rename_read_text(rename, arena, row, &text);
    if (!readable && rename_speaks(rename, row->language))
        rename_add_told(rename, row->path, 0, STR("it cannot be read; the name may be in it"));
    if (readable)
        rename_scan_text(rename, row, text);
    bool has_old = readable && lang_has_name(row->language, text, rename->old);
    bool has_new = readable && rename_speaks(rename, row->language) &&
                   lang_has_name(row->language, text, rename->new);
    if (!has_old && !has_new) {
        /* A conflict's text is after this, and so is what the resolver keeps. */
        if (!rename->conflicts.len && inferred == rename->inferred)
            arena->ptr = before;
        return true;
    }
    bool code = rename_speaks(rename, row->language) && row->count &&
                classify_is_indexed(row->class, row->path) && row->state == FILE_SYNTACTIC;
    if (code && !is_same_content(row, text))
        return fail_changed(rename, row->path, err);
    if (rename->files.len == RENAME_FILES_MAX)
        return err_set(err, ERR_FAILED, "'%.*s' is in more than %u files", STR_ARG(rename->old),
                       RENAME_FILES_MAX);
    size_t dot = str_find_last_byte(row->path, '.');
    bool included = !rename_speaks(rename, row->language) && dot != STR_NONE &&
                    name_is_listed(rename->facts->included, str_from_offset(row->path, dot + 1));
    SymbolPlace home = catalog_place(rename->catalog, rename->symbol);
    *VEC_PUSH(arena, &rename->files) = (RenameFile){
        .id = id,
        .text = text,
        .language = included ? rename->catalog->files.ptr[home.file].language : row->language,
        .is_code = code,
        .has_new = has_new,
        .may_be_included = included};
    return true;
}

static int compare_places(const void *a, const void *b)
{
    const RenamePlace *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    return (x->site.start > y->site.start) - (x->site.start < y->site.start);
}

void rename_sort_places(Rename *rename)
{
    qsort(rename->places.ptr, rename->places.len, sizeof *rename->places.ptr, compare_places);
}

/* What code declares decides what other files name. */
static bool judge_files(Rename *rename, Err *err)
{
    for (int code = 1; code >= 0; code--)
        for (size_t i = 0; i < rename->files.len; i++)
            if (rename->files.ptr[i].is_code == code && !judge_file(rename, (uint32_t)i, err))
                return false;
    return true;
}

static bool has_embedding(const Rename *rename)
{
    for (size_t i = 0; i < rename->places.len; i++)
        if (rename_node_is(rename->facts->embeds, &rename->places.ptr[i].site))
            return true;
    return false;
}

bool rename_find_places(Rename *rename, Err *err)
{
    size_t count;
    const CatalogPath *paths = catalog_by_path(rename->request->arena, rename->catalog, &count);
    for (size_t i = 0; i < count; i++) {
        if (session_is_cancelled(rename->request))
            return err_interrupted(err);
        if (!take_file(rename, paths[i].id, err))
            return false;
    }
    if (!judge_files(rename, err))
        return false;
    rename->is_embedded = rename->is_type && has_embedding(rename);
    if (rename->is_embedded) { /* its fields may be in files that were judged before */
        rename->places.len = 0;
        memset(rename->counts, 0, sizeof rename->counts);
        if (!judge_files(rename, err))
            return false;
    }
    rename_sort_places(rename);
    return true;
}
