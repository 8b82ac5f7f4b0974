/* The references of the files that have either name are resolved before the edit and, in a catalog
   of the state after it, again. Symbols keep their places, as the edit only changes names, so a
   reference must lead to the same symbol. */
#include "refactor/rename_proof.h"

#include "index/update/as_of.h"
#include "refactor/rename_local.h"
#include "session/warm.h"
#include "text/lines.h"

/* Files that are resolved twice; the rest of a rename in more is not compared. */
#define PROOF_FILES_MAX 2000

/* What one reference leads to. */
typedef struct Meaning {
    uint32_t start;
    uint8_t kind;
    IdVec exact, likely;
} Meaning;
typedef VEC(Meaning) MeaningVec;

typedef struct Reading {
    Arena *arena;
    MeaningVec *found;
} Reading;

static bool read_reference(void *context, const Reference *reference, const EdgeVec *edges)
{
    Reading *reading = context;
    Meaning *meaning = VEC_PUSH(reading->arena, reading->found);
    *meaning = (Meaning){.start = reference->start, .kind = (uint8_t)reference->kind};
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        if (edge->callee == SYMBOL_NOWHERE)
            continue;
        IdVec *ids = edge->confidence == EDGE_EXACT ? &meaning->exact : &meaning->likely;
        *VEC_PUSH(reading->arena, ids) = edge->callee;
    }
    return true;
}

static bool has_id(const IdVec *ids, uint32_t id)
{
    for (size_t i = 0; i < ids->len; i++)
        if (ids->ptr[i] == id)
            return true;
    return false;
}

/* A symbol of `from` that `to` has not; SYMBOL_NOWHERE: none. */
static uint32_t lost(const IdVec *from, const Meaning *to)
{
    for (size_t i = 0; i < from->len; i++)
        if (!has_id(&to->exact, from->ptr[i]) && !has_id(&to->likely, from->ptr[i]))
            return from->ptr[i];
    return SYMBOL_NOWHERE;
}

static const EditFile *edit_of(const EditSet *set, Str path)
{
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        if (str_equal(edit->old_path.len ? edit->old_path : edit->path, path))
            return edit;
    }
    return NULL;
}

static Str name_of(const Rename *rename, uint32_t symbol)
{
    SymbolPlace place = catalog_place(rename->catalog, symbol);
    const CatalogFile *file = catalog_row(rename->catalog, place.file);
    return str_format(rename->request->arena, "%.*s:%u", STR_ARG(file->path),
                      file->entries[place.index].start_line);
}

static void compare_one(Rename *rename, const RenameFile *file, const Meaning *was,
                        const Meaning *is)
{
    Arena *arena = rename->request->arena;
    uint32_t gone = lost(&was->exact, is), come = lost(&is->exact, was);
    if (gone == SYMBOL_NOWHERE && come == SYMBOL_NOWHERE)
        return;
    Str message = come != SYMBOL_NOWHERE
                      ? str_format(arena, "the code would mean the symbol of %.*s here",
                                   STR_ARG(name_of(rename, come)))
                      : str_format(arena, "the code would not surely mean the symbol of %.*s here",
                                   STR_ARG(name_of(rename, gone)));
    rename_add_told(rename, catalog_row(rename->catalog, file->id)->path,
                    (uint32_t)lines_at_offset(file->text, was->start), message);
}

/* Pairs references by where they are; one that only one side has is left out. */
static void compare(Rename *rename, uint32_t file, const MeaningVec *before,
                    const MeaningVec *after)
{
    RenameShift shift = rename_shift_of(rename, file);
    size_t k = 0;
    for (size_t i = 0; i < before->len; i++) {
        uint32_t start = rename_offset_after(&shift, before->ptr[i].start);
        while (k < after->len && after->ptr[k].start < start)
            k++;
        size_t same = k;
        while (same < after->len && after->ptr[same].start == start &&
               after->ptr[same].kind != before->ptr[i].kind)
            same++;
        if (same < after->len && after->ptr[same].start == start)
            compare_one(rename, &rename->files.ptr[file], &before->ptr[i], &after->ptr[same]);
    }
}

/* The state after the edit: outlines of the edited files. */
static bool become(Rename *rename, const EditSet *set, OutlineJob *jobs, Err *err)
{
    SessionRequest *request = rename->request;
    AsOfFile *files = NEW(request->arena, AsOfFile, set->files.len + 1);
    const OutlinesOptions options = {.cancel = request->cancel};
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        Str path = edit->old_path.len ? edit->old_path : edit->path;
        uint32_t id = catalog_find_file(rename->catalog, path);
        jobs[i] =
            (OutlineJob){.language = rename->catalog->files.ptr[id].language, .text = edit->after};
        files[i] = (AsOfFile){.path = path, .content = &jobs[i]};
    }
    session_warm_spend(request, rename->session);
    if (!outlines_make(request->arena, jobs, set->files.len, &options, err))
        return false;
    for (size_t i = 0; i < set->files.len; i++)
        rename_add_assigned(rename, catalog_find_file(rename->catalog, files[i].path), jobs[i].text,
                            true, &jobs[i].outline);
    return as_of_take(*request->scratch, rename->catalog, &rename->session->repo, files,
                      set->files.len, err);
}

static void read_file(Rename *rename, Resolver *resolver, const RenameFile *file,
                      const Outline *outline, MeaningVec *found)
{
    Reading reading = {rename->request->arena, found};
    if (file->is_code && outline->language)
        resolve_references(resolver, rename->request->arena, file->id, outline, read_reference,
                           &reading);
}

/* Whether the symbols of all edited files have their places still. */
static bool keeps_places(const Rename *rename, const EditSet *set, const OutlineJob *jobs)
{
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        uint32_t id =
            catalog_find_file(rename->catalog, edit->old_path.len ? edit->old_path : edit->path);
        if (rename->catalog->files.ptr[id].count &&
            rename->catalog->files.ptr[id].count != jobs[i].outline.symbols.len + 1)
            return false;
    }
    return true;
}

/* A name that no code has cannot be taken for another one. */
static bool has_new(const Rename *rename)
{
    for (size_t i = 0; i < rename->files.len; i++)
        if (rename->files.ptr[i].has_new)
            return true;
    return false;
}

bool rename_prove(Rename *rename, const EditSet *set, Err *err)
{
    Arena *arena = rename->request->arena;
    size_t count = MIN(rename->files.len, PROOF_FILES_MAX);
    MeaningVec *before = NEW(arena, MeaningVec, count + 1);
    OutlineJob *jobs = NEW(arena, OutlineJob, set->files.len + 1);
    uint32_t symbols = rename->catalog->symbol_count;
    if (!set->files.len || rename->local.is_set || !has_new(rename))
        return true;
    for (size_t i = 0; i < count; i++)
        read_file(rename, rename->resolver, &rename->files.ptr[i], &rename->files.ptr[i].outline,
                  &before[i]);
    RenameOverrides overrides = rename_find_overrides(rename);
    resolve_close(&rename->resolver);
    if (!become(rename, set, jobs, err))
        return false;
    if (symbols != rename->catalog->symbol_count || !keeps_places(rename, set, jobs))
        return true; /* rename_edit.c has said so */
    rename_compare_overrides(rename, &overrides);
    Resolver *resolver SCOPED(resolve_close) =
        resolve_open(arena, *rename->request->scratch, rename->catalog, &rename->session->repo);
    for (size_t i = 0; i < count; i++) {
        const RenameFile *file = &rename->files.ptr[i];
        Str path = catalog_row(rename->catalog, file->id)->path;
        const EditFile *edit = edit_of(set, path);
        Outline outline = file->outline;
        MeaningVec after = {0};
        if (edit && file->is_code)
            rename_outline(rename, file, edit->after, true, &outline);
        read_file(rename, resolver, file, &outline, &after);
        compare(rename, (uint32_t)i, &before[i], &after);
    }
    return true;
}
