/* Import resolution for Hare. A module is a folder: `a::b` is a/b in the folder of the importing
   file or in one above it. */
#include "languages_imports.h"

#include "base/buf.h"

static bool is_hare(const Imports *imports, uint32_t id)
{
    return str_ends(imports->catalog->files.ptr[id].path, STR(".ha"));
}

static uint32_t first_file(const Imports *imports, Str folder)
{
    IdSpan files = imports_paths_folder(&imports->paths, folder);
    for (size_t i = 0; i < files.len; i++)
        if (is_hare(imports, files.ptr[i]))
            return files.ptr[i];
    return FILE_NOWHERE;
}

static Str with_slashes(Arena *arena, Str name)
{
    Buf path = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++)
        if (name.ptr[i] != ':')
            buf_put_byte(&path, name.ptr[i]);
        else if (i && name.ptr[i - 1] == ':')
            buf_put_byte(&path, '/');
    return buf_str(&path);
}

void imports_hare(ImportQuery *query)
{
    Str path = with_slashes(query->scratch, query->import->name), folder = query->folder, place;
    uint32_t target = FILE_NOWHERE;
    bool more = true;
    while (target == FILE_NOWHERE && more) {
        if (imports_join(query->scratch, folder, path, &place))
            target = first_file(query->imports, place);
        more = folder.len > 0;
        imports_climb(&folder);
    }
    imports_add_all(query, target, query->import->name);
}

IdSpan imports_hare_module(Imports *imports, uint32_t id)
{
    Str folder = imports_folder(imports->catalog->files.ptr[id].path);
    IdSpan all = imports_paths_folder(&imports->paths, folder);
    uint32_t *ids = NEW(imports->arena, uint32_t, all.len);
    size_t count = 0;
    for (size_t i = 0; i < all.len; i++)
        if (is_hare(imports, all.ptr[i]))
            ids[count++] = all.ptr[i];
    return (IdSpan){ids, count};
}
