/* Most includes are of headers, so their names alone rule out nearly all before any path is looked
   up. */
#include "index/imports/included.h"

#include "base/path.h"
#include "index/imports/imports_rules.h"

/* Whether an include of that name includes a header: by its extension, or in the style of C++'s
   own, `<vector>`. */
static bool is_header(const Import *import)
{
    static const Str extensions[] = {STR_INIT("h"),   STR_INIT("hpp"), STR_INIT("hh"),
                                     STR_INIT("hxx"), STR_INIT("h++"), STR_INIT("cuh")};
    Str extension = path_extension(import->name);
    bool header = import->angled && !extension.len;
    for (size_t i = 0; i < COUNT(extensions) && !header; i++)
        header = str_equal_nocase(extension, extensions[i]);
    return header;
}

typedef struct Listing {
    Arena *arena;
    const Catalog *catalog;
    ImportPaths paths;
    bool is_open; /* paths were opened: they are only needed once there is such an include */
    InclusionVec *list;
} Listing;

static void add_file(Listing *listing, Arena scratch, uint32_t id)
{
    Outline outline;
    Str folder = imports_folder(listing->catalog->files.ptr[id].path);
    catalog_shape_imports(listing->catalog, &scratch, id, &outline);
    for (size_t i = 0; i < outline.imports.len; i++) {
        const Import *import = &outline.imports.ptr[i];
        if (import->bindings.len || is_header(import))
            continue;
        if (!listing->is_open)
            imports_paths_open(&listing->paths, listing->arena, listing->catalog);
        listing->is_open = true;
        Inclusion found = {.includer = id};
        found.file = imports_c_target(&listing->paths, &scratch, folder, import, &found.is_near);
        if (found.file != FILE_NOWHERE && found.file != id)
            *VEC_PUSH(listing->arena, listing->list) = found;
    }
}

void included_list(Arena *arena, Arena scratch, const Catalog *catalog, InclusionVec *list)
{
    Listing listing = {.arena = arena, .catalog = catalog, .list = list};
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (file->shape.len && file->language && lang_is_c(file->language))
            add_file(&listing, scratch, id);
    }
}
