#include "index/update/overlay.h"

#include "index/catalog/catalog_lazy.h"
#include "index/update/build.h"
#include "index/update/intake.h"
#include "index/update/memory.h"

typedef struct Overlay {
    Arena *arena;
    Catalog *catalog;
    uint64_t memory;
    IntakeFileVec changes; /* id FILE_NOWHERE: new */
    IdVec removed;
    size_t total;
} Overlay;

static void note_difference(void *context, uint32_t id, const WalkFile *file)
{
    Overlay *overlay = context;
    if (file && id != FILE_NOWHERE && build_is_same(overlay->catalog, id, file, overlay->memory))
        return;
    if (overlay->total++ >= OVERLAY_FILES_MAX)
        return;
    if (file)
        *VEC_PUSH(overlay->arena, &overlay->changes) = (IntakeFile){file, id};
    else
        *VEC_PUSH(overlay->arena, &overlay->removed) = id;
}

/* Must run before the catalog is changed. */
static void hold(Overlay *overlay)
{
    Catalog *catalog = overlay->catalog;
    uint32_t next = (uint32_t)catalog->files.len;
    for (size_t i = 0; i < overlay->removed.len; i++)
        catalog_hold(catalog, overlay->removed.ptr[i]);
    for (size_t i = 0; i < overlay->changes.len; i++) {
        uint32_t id = overlay->changes.ptr[i].id;
        catalog_hold(catalog, id == FILE_NOWHERE ? next++ : id);
    }
}

static bool take_files(Overlay *overlay, Str root, Err *err)
{
    Catalog *catalog = overlay->catalog;
    IntakeFileVec *changes = &overlay->changes;
    IntakeOptions options = {
        .root = root, .memory = memory_limit(overlay->memory), .unsaved = true};
    IntakeReport report;
    CatalogFile *before = NEW(overlay->arena, CatalogFile, changes->len + 1);
    uint32_t *ids = NEW(overlay->arena, uint32_t, changes->len + 1);
    for (size_t i = 0; i < changes->len; i++) {
        IntakeFile *change = &changes->ptr[i];
        if (change->id == FILE_NOWHERE)
            change->id = catalog_put_file(catalog, change->file->path);
        ids[i] = change->id;
        before[i] = catalog->files.ptr[ids[i]];
        catalog->files.ptr[ids[i]].state = FILE_LISTED;
    }
    size_t count = changes->len;
    bool ok = intake_files(overlay->arena, catalog, changes, &options, &report, err);
    for (size_t i = 0; i < count && ok; i++)
        catalog_keep_links(catalog, ids[i], &before[i]);
    return ok;
}

bool overlay_take(Arena *arena, Catalog *catalog, const OverlayOptions *options, uint32_t *files,
                  Err *err)
{
    Overlay overlay = {.arena = arena, .catalog = catalog, .memory = options->memory};
    build_compare(arena, catalog, &options->tree->files,
                  &(BuildComparison){.visit = note_difference, .context = &overlay});
    *files = (uint32_t)overlay.total;
    if (overlay.total > OVERLAY_FILES_MAX)
        return err_set(err, ERR_STALE, "too much changed since the index was made");
    if (!overlay.total)
        return true;
    hold(&overlay);
    for (size_t i = 0; i < overlay.removed.len; i++)
        catalog_remove_file(catalog, overlay.removed.ptr[i]);
    bool ok = take_files(&overlay, options->root, err);
    catalog_number_held(catalog);
    return ok && (!catalog->damaged || err_set(err, ERR_STALE, "the index cannot be read"));
}
