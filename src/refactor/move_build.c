/* C: a function that goes to another file goes to the programs that are linked with that file. Only
   build files say what is linked, so both files must be in the same lists there. Where none
   names them, a folder with several programs ends the move. */
#include "refactor/move_build.h"

#include "base/path.h"

static BuildSyntax syntax_of(Str path)
{
    static const struct {
        const char *names, *extensions;
        BuildSyntax syntax;
    } rows[] = {
        {"GNUmakefile Kbuild", "mk mak am pro pri", BUILD_MAKE},
        {"CMakeLists.txt", "cmake", BUILD_CMAKE},
        {"meson.build", NULL, BUILD_MESON},
        {"BUILD BUILD.bazel SConstruct SConscript wscript setup.py Android.bp build.zig xmake.lua",
         "bzl gyp gypi gn gni", BUILD_BRACKETS},
        {NULL, "vcxproj pbxproj", BUILD_PROJECT},
    };
    Str base = path_base(path), extension = path_extension(path);
    if (str_starts(base, STR("Makefile")) || str_starts(base, STR("makefile")))
        return BUILD_MAKE;
    for (size_t i = 0; i < COUNT(rows); i++)
        if (name_is_listed(rows[i].names, base) ||
            (extension.len && name_is_listed(rows[i].extensions, extension)))
            return rows[i].syntax;
    return BUILD_NONE;
}

/* Whether the lists of one build file have both sources or none. *named: a list has one. */
static bool check_lists(const Move *move, const BuildFile *file, bool *named, Err *err)
{
    for (size_t i = 0; i < file->lists.len; i++) {
        const BuildList *list = &file->lists.ptr[i];
        *named = true;
        if (list->has[0] == list->has[1])
            continue;
        if (list->alone)
            return move_refuse(err, "'%.*s' (line %u) makes a program of '%.*s' alone",
                               STR_ARG(file->path), list->line, STR_ARG(list->key));
        Str there = list->has[0] ? move->from.path : move->to.path;
        Str lacking = list->has[0] ? move->to.path : move->from.path;
        return move_refuse(err, "'%.*s' (line %u) lists '%.*s' without '%.*s'", STR_ARG(file->path),
                           list->line, STR_ARG(there), STR_ARG(lacking));
    }
    return true;
}

/* Files of a folder that declare `main`. */
static size_t count_programs(const Move *move, Str folder)
{
    Catalog *catalog = move->uses->catalog;
    uint32_t id = names_find(&catalog->names, STR("main"));
    IdSpan named = id ? catalog_named(catalog, id) : (IdSpan){0};
    size_t count = 0;
    for (size_t i = 0; i < named.len; i++) {
        const CatalogFile *row = catalog_row(catalog, catalog_place(catalog, named.ptr[i]).file);
        count += row->language == move->from.outline.language &&
                 str_equal(path_directory(row->path), folder);
    }
    return count;
}

static bool has_main(const MoveText *file)
{
    for (size_t i = 0; i < file->outline.symbols.len; i++)
        if (!file->outline.symbols.ptr[i].parent &&
            str_equal(file->outline.symbols.ptr[i].name, STR("main")))
            return true;
    return false;
}

/* Refuses when no build file names the sources, and they may be of different programs. */
static bool check_programs(const Move *move, Err *err)
{
    const MoveText *files[] = {&move->from, &move->to};
    bool both = has_main(files[0]) && has_main(files[1]);
    for (size_t i = 0; i < COUNT(files); i++)
        if (has_main(files[i]) &&
            (both || count_programs(move, path_directory(files[i]->path)) > 1))
            return move_refuse(err,
                               "'%.*s' is a program of its own, and no build file says what it is "
                               "linked with",
                               STR_ARG(files[i]->path));
    return true;
}

/* Refuses when code includes only one of the sources, which is then compiled with it, too. */
static bool check_included(const Move *move, Err *err)
{
    const Catalog *catalog = move->uses->catalog;
    for (uint32_t f = 0; f < catalog->files.len; f++) {
        bool from = false, to = false;
        if (catalog->files.ptr[f].language != move->from.outline.language ||
            !catalog->files.ptr[f].path.len)
            continue;
        const ImportLinkVec *links = resolve_imports(move->uses->resolver, f);
        for (size_t i = 0; i < links->len; i++) {
            from |= links->ptr[i].target == move->from.id;
            to |= links->ptr[i].target == move->to.id;
        }
        if (from != to)
            return move_refuse(err, "'%.*s' includes '%.*s'", STR_ARG(catalog->files.ptr[f].path),
                               STR_ARG(from ? move->from.path : move->to.path));
    }
    return true;
}

bool move_check_build(const Move *move, Err *err)
{
    Rename *uses = move->uses;
    size_t count;
    bool named = false;
    const CatalogPath *paths = catalog_by_path(uses->request->arena, uses->catalog, &count);
    for (size_t i = 0; i < count; i++) {
        Arena arena = *uses->request->scratch;
        BuildFile file = {.catalog = uses->catalog,
                          .arena = &arena,
                          .path = paths[i].path,
                          .syntax = syntax_of(paths[i].path),
                          .sources = {move->from.path, move->to.path}};
        FsFile opened SCOPED(fs_close) = {.fd = -1};
        if (file.syntax == BUILD_NONE)
            continue;
        if (!session_open_file(uses->request, uses->session, &arena, file.path, &opened, err) ||
            !fs_read_all(&arena, &opened, &file.text, err))
            return false;
        if (!build_read_lists(&file))
            return move_refuse(err, "'%.*s' names the files too often", STR_ARG(file.path));
        if (!check_lists(move, &file, &named, err))
            return false;
    }
    return (named || check_programs(move, err)) && check_included(move, err);
}
