/* Imports that name a directory: Go. A file stays in its package, and no import names it. The
   package clause is left, so code that uses the package stays as it is. */
#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "languages_relocate.h"
#include "refactor/relocate.h"

/* The directories of a path that decide who may import it, or whether anyone does. */
static const char special[] = "internal vendor testdata";

static bool is_special(Str part)
{
    return name_is_listed(special, part) || (part.len && byte_in(part.ptr[0], "_."));
}

void relocate_by_folder(Relocate *relocate, RelocateText *text)
{
    const CatalogFile *files = relocate->frame->catalog->files.ptr;
    for (size_t i = 0; i < text->outline.imports.len; i++) {
        const Import *import = &text->outline.imports.ptr[i];
        uint32_t target = relocate_target(relocate, text, import);
        Str statement = str_slice(text->text, import->start, import->end);
        size_t at = str_find(statement, import->name);
        if (at == STR_NONE)
            continue;
        size_t start = import->start + at, end = start + import->name.len;
        relocate_settle(relocate, text, start, end);
        if (!relocate->is_folder || !relocate_moves(relocate, target))
            continue;
        Str before = imports_folder(files[target].path);
        Str after = imports_folder(relocate_path_after(relocate, target)), rest = before;
        while (rest.len && !str_ends(import->name, rest))
            rest = str_find_byte(rest, '/') == STR_NONE
                       ? (Str){0}
                       : str_from_offset(rest, str_find_byte(rest, '/') + 1);
        Str root = str_slice(before, 0, before.len - rest.len);
        if (!rest.len || !str_starts(after, root))
            relocate_object(relocate, text, start, false,
                            "it is not known how this import would name the package");
        else
            relocate_splice(relocate, text, end - rest.len, end, str_from_offset(after, root.len));
    }
}

/* What a package does when it starts depends on the order of its files. */
static bool starts_something(Relocate *relocate, uint32_t id)
{
    Rename *frame = relocate->frame;
    Str text;
    return !rename_read_text(frame, frame->request->arena, &frame->catalog->files.ptr[id], &text) ||
           str_find(text, STR("func init(")) != STR_NONE ||
           str_find(text, STR("\nvar ")) != STR_NONE;
}

static int order(Str a, Str b)
{
    int less = memcmp(a.ptr, b.ptr, MIN(a.len, b.len));
    return less ? less : a.len < b.len ? -1 : a.len > b.len;
}

static void check_order(Relocate *relocate, const RelocatedFile *moved)
{
    const Catalog *catalog = relocate->frame->catalog;
    Str folder = imports_folder(moved->before);
    if (!starts_something(relocate, moved->id))
        return;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (i == moved->id || !file->path.len || !str_equal(imports_folder(file->path), folder) ||
            file->language != catalog->files.ptr[moved->id].language)
            continue;
        bool first = order(moved->before, file->path) < 0;
        if (first != (order(moved->after, file->path) < 0) && starts_something(relocate, i))
            rename_add_told(relocate->frame, file->path, 0,
                            STR("the package would start its files in another order"));
    }
}

void relocate_check_folder(Relocate *relocate, const RelocatedFile *moved)
{
    Str before = imports_folder(moved->before), after = imports_folder(moved->after), part;
    Rename *frame = relocate->frame;
    if (!relocate->is_folder) {
        if (!str_equal(before, after))
            rename_add_conflict(frame, moved->after, 0,
                                STR("it would be of another package: fovea move takes symbols"));
        else
            check_order(relocate, moved);
        return;
    }
    Str paths[] = {before, after};
    for (size_t i = 0; i < COUNT(paths); i++)
        while (str_take_until(&paths[i], '/', &part))
            if (is_special(part))
                rename_add_conflict(frame, moved->before, 0,
                                    str_format(frame->request->arena,
                                               "'%.*s' decides who may import the package",
                                               STR_ARG(part)));
}
