/* Names of files that mean something to a language or its tools: `index.js`, `x_test.go`, a package
   that runs code when it is loaded. */
#include "base/path.h"
#include "index/imports/imports_paths.h"
#include "languages_relocate.h"
#include "refactor/relocate_dotted.h"

/* A pattern with `*` for any bytes. */
static bool matches(Str pattern, Str name)
{
    size_t p = 0, n = 0, star = STR_NONE, from = 0;
    while (n < name.len) {
        if (p < pattern.len && pattern.ptr[p] == '*') {
            star = p++;
            from = n;
        } else if (p < pattern.len && pattern.ptr[p] == name.ptr[n]) {
            p++;
            n++;
        } else if (star != STR_NONE) {
            p = star + 1;
            n = ++from;
        } else {
            return false;
        }
    }
    while (p < pattern.len && pattern.ptr[p] == '*')
        p++;
    return p == pattern.len;
}

static bool is_among(const char *patterns, Str base)
{
    Str rest = patterns ? str_from(patterns) : (Str){0}, part;
    while (str_take_until(&rest, ' ', &part))
        if (part.len && matches(part, base))
            return true;
    return false;
}

/* Whether each form that one name has is one of the other's, too. */
static bool keeps_forms(const char *patterns, Str old, Str new)
{
    Str rest = patterns ? str_from(patterns) : (Str){0}, part;
    while (str_take_until(&rest, ' ', &part))
        if (part.len && matches(part, old) != matches(part, new))
            return false;
    return true;
}

/* A file that a tool pairs with this one. */
static void check_companions(Relocate *relocate, const char *folders, const RelocatedFile *moved)
{
    const Catalog *catalog = relocate->frame->catalog;
    Str stem = relocate_without_extension(path_base(moved->before));
    for (uint32_t i = 0; folders && i < catalog->files.len; i++) {
        Str path = catalog->files.ptr[i].path;
        if (path.len && !relocate_moves(relocate, i) &&
            name_is_listed(folders, path_base(imports_folder(path))) &&
            str_starts(path_base(path), stem))
            rename_add_told(relocate->frame, path, 0, STR("a tool pairs this file with it"));
    }
}

static void check_settings(Relocate *relocate, const RelocateFacts *facts)
{
    Rename *frame = relocate->frame;
    Str text, found;
    size_t at;
    for (uint32_t i = 0; facts->settings && i < frame->catalog->files.len; i++) {
        const CatalogFile *row = &frame->catalog->files.ptr[i];
        if (str_equal(path_base(row->path), str_from(facts->settings)) &&
            rename_read_text(frame, frame->request->arena, row, &text) &&
            relocate_says(facts->settings_marks, text, &found, &at))
            rename_add_conflict(frame, row->path, 0,
                                str_format(frame->request->arena,
                                           "'%.*s' has classes loaded by the paths of their files",
                                           STR_ARG(found)));
    }
}

void relocate_check_names(Relocate *relocate, const RelocateFacts *facts,
                          const RelocatedFile *moved)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    Str old = path_base(moved->before), new = path_base(moved->after);
    bool fixed = is_among(facts->fixed, old);
    if (!relocate->is_folder && (fixed || is_among(facts->fixed, new)))
        rename_add_conflict(frame, moved->before, 0,
                            str_format(arena,
                                       "'%.*s' is a name that tools or the language look for",
                                       STR_ARG(fixed ? old : new)));
    if (!keeps_forms(facts->kept, old, new))
        rename_add_conflict(frame, moved->after, 0,
                            STR("by this form of its name it would be another kind of file"));
    check_companions(relocate, facts->companions, moved);
    if (moved == relocate->moved.ptr)
        check_settings(relocate, facts);
}

/* ---- packages with dots ---- */

static uint32_t package_of(const Relocate *relocate, Str folder)
{
    Arena *arena = relocate->frame->request->arena;
    return folder.len ? catalog_find_file(relocate->frame->catalog,
                                          str_format(arena, "%.*s/__init__.py", STR_ARG(folder)))
                      : FILE_NOWHERE;
}

/* Whether a package does anything when it is loaded. */
static bool runs_code(const Relocate *relocate, uint32_t package)
{
    Str text, line;
    Rename *frame = relocate->frame;
    if (!rename_read_text(frame, frame->request->arena, &frame->catalog->files.ptr[package], &text))
        return true;
    while (str_take_line(&text, &line))
        if (str_trim(line).len && str_trim(line).ptr[0] != '#')
            return true;
    return false;
}

/* A module is loaded with the packages around it. */
static void check_loads(Relocate *relocate, Str folder, Str other)
{
    for (; folder.len; (void)imports_climb(&folder)) {
        bool both =
            str_equal(folder, other) || (str_starts(other, folder) && other.ptr[folder.len] == '/');
        uint32_t package = both ? FILE_NOWHERE : package_of(relocate, folder);
        if (package != FILE_NOWHERE && runs_code(relocate, package))
            rename_add_told(relocate->frame, relocate->frame->catalog->files.ptr[package].path, 0,
                            STR("this package runs code when it is loaded, which the new path "
                                "changes"));
    }
}

void relocate_check_package(Relocate *relocate, const RelocatedFile *moved)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    if (moved != relocate->moved.ptr)
        return;
    Str before = imports_folder(relocate->old), after = imports_folder(relocate->new), text;
    Str name =
        relocate->is_folder ? path_base(relocate->new) : path_base(dotted_path(relocate->new));
    const Language *language = frame->catalog->files.ptr[moved->id].language;
    const RelocateFacts *facts = relocate_facts(language);
    uint32_t old = package_of(relocate, before), new = package_of(relocate, after);
    if (new == FILE_NOWHERE && name_is_listed(facts->library, name))
        rename_add_conflict(frame, relocate->new, 0,
                            str_format(arena, "the library has a module '%.*s'", STR_ARG(name)));
    if (new != FILE_NOWHERE &&
        rename_read_text(frame, arena, &frame->catalog->files.ptr[new], &text) &&
        lang_has_name(language, text, name))
        rename_add_conflict(frame, frame->catalog->files.ptr[new].path, 0,
                            str_format(arena, "the package says '%.*s' already", STR_ARG(name)));
    const CatalogFile *row = old == FILE_NOWHERE ? NULL : catalog_row(frame->catalog, old);
    for (uint32_t i = 1; row && i < row->count; i++)
        if (!row->entries[i].parent &&
            str_equal(catalog_name(frame->catalog, row->entries[i].name), relocate->stem))
            rename_add_conflict(frame, row->path, row->entries[i].start_line,
                                STR("the package declares this name, too"));
    check_loads(relocate, before, after);
    check_loads(relocate, after, before);
}
