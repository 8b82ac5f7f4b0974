/* Modules and files: `mod a;` in a crate's root is a.rs or a/mod.rs beside it. */
#include "refactor/move_rust.h"

#include "base/path.h"

/* Modules around each other; deeper ones are not followed. */
#define MODULES_MAX 32

Str rust_last(Str path)
{
    size_t at = str_find_last_byte(path, ':');
    return at == STR_NONE ? path : str_from_offset(path, at + 1);
}

Str rust_outer(Str path)
{
    size_t at = str_find_last_byte(path, ':');
    return at == STR_NONE || !at ? (Str){0} : str_slice(path, 0, at - 1);
}

bool rust_is_within(Str module, Str outer)
{
    return str_starts(module, outer) && (module.len == outer.len || module.ptr[outer.len] == ':');
}

size_t rust_words(Str text, size_t at)
{
    for (;;) {
        while (at < text.len && byte_is_space(text.ptr[at]))
            at++;
        Str rest = str_from_offset(text, at);
        if (str_starts(rest, STR("//"))) {
            size_t end = str_find_byte(rest, '\n');
            at = end == STR_NONE ? text.len : at + end;
        } else if (str_starts(rest, STR("/*"))) {
            size_t end = str_find(rest, STR("*/"));
            at = end == STR_NONE ? text.len : at + end + 2;
        } else if (str_starts(rest, STR("#["))) {
            size_t depth = 0;
            for (; at < text.len; at++) {
                depth += text.ptr[at] == '[';
                depth -= text.ptr[at] == ']' && depth;
                if (text.ptr[at] == ']' && !depth)
                    break;
            }
            at += at < text.len;
        } else {
            return at;
        }
    }
}

static bool is_root(Str path)
{
    return name_is_listed("main.rs lib.rs", path_base(path));
}

static Str beside(const Rust *rust, Str folder, const char *name)
{
    Arena *arena = rust->move->uses->request->arena;
    return folder.len && !str_equal(folder, STR("."))
               ? str_format(arena, "%.*s/%s", STR_ARG(folder), name)
               : str_from(name);
}

static Str stem_of(Str path)
{
    Str base = path_base(path);
    if (str_equal(base, STR("mod.rs")))
        return path_base(path_directory(path));
    return str_slice(base, 0, base.len - strlen(".rs"));
}

/* The line `mod name;` of a text, from its `mod` on; STR_NONE: there is no such line. *visible:
   outside of its module, too. */
static size_t find_declaration(Str text, Str name, bool *visible)
{
    for (size_t at = 0, end; at < text.len; at = end + 1) {
        Str rest = str_from_offset(text, at);
        size_t length = str_find_byte(rest, '\n');
        end = length == STR_NONE ? text.len : at + length;
        Str line = str_trim(str_slice(text, at, end));
        *visible = str_starts(line, STR("pub"));
        size_t word = str_starts(line, STR("mod ")) ? 0 : str_find(line, STR(" mod "));
        Str tail =
            word == STR_NONE ? (Str){0} : str_trim(str_from_offset(line, word ? word + 5 : 4));
        bool declares = (!word || (*visible && word != STR_NONE)) && tail.len > name.len &&
                        str_starts(tail, name) && tail.ptr[name.len] == ';';
        if (declares)
            return at;
    }
    return STR_NONE;
}

uint32_t rust_parent(const Rust *rust, Str path)
{
    const Catalog *catalog = rust->move->uses->catalog;
    Str folder = path_directory(path);
    if (str_equal(path_base(path), STR("mod.rs")))
        folder = path_directory(folder);
    Str above = str_equal(folder, STR(".")) ? (Str){0} : folder;
    const Str candidates[] = {beside(rust, folder, "lib.rs"), beside(rust, folder, "main.rs"),
                              beside(rust, folder, "mod.rs"),
                              str_join(rust->move->uses->request->arena, above, STR(".rs"))};
    uint32_t found = FILE_NOWHERE;
    size_t count = 0;
    for (size_t i = 0; i < COUNT(candidates); i++) {
        uint32_t file = catalog_find_file(catalog, candidates[i]);
        if (file == FILE_NOWHERE)
            continue;
        found = found == FILE_NOWHERE ? file : found;
        count++;
    }
    return count == 1 ? found : FILE_NOWHERE;
}

/* The file that declares a file's module. Two of them, a program and a library, are two crates. */
static uint32_t declaring(const Rust *rust, Str path, bool *visible)
{
    const Rename *uses = rust->move->uses;
    uint32_t parent = rust_parent(rust, path);
    Str text = {0};
    if (parent == FILE_NOWHERE ||
        !rename_read_text(uses, uses->request->arena, &uses->catalog->files.ptr[parent], &text))
        return FILE_NOWHERE;
    if (find_declaration(text, stem_of(path), visible) == STR_NONE ||
        str_find(text, STR("#[path")) != STR_NONE || str_find(text, STR("include!")) != STR_NONE)
        return FILE_NOWHERE;
    return parent;
}

Str rust_module(const Rust *rust, Str path, uint32_t *root)
{
    const Catalog *catalog = rust->move->uses->catalog;
    Arena *arena = rust->move->uses->request->arena;
    Str below = {0};
    for (size_t depth = 0; depth < MODULES_MAX; depth++) {
        bool visible;
        if (is_root(path)) {
            *root = catalog_find_file(catalog, path);
            return str_join(arena, STR("crate"), below);
        }
        below = str_format(arena, "::%.*s%.*s", STR_ARG(stem_of(path)), STR_ARG(below));
        uint32_t parent = declaring(rust, path, &visible);
        if (parent == FILE_NOWHERE)
            return (Str){0};
        path = catalog->files.ptr[parent].path;
    }
    return (Str){0};
}

bool rust_sees(const Rust *rust, Str module, Str other)
{
    const Catalog *catalog = rust->move->uses->catalog;
    Arena *arena = rust->move->uses->request->arena;
    Str name = other;
    /* each module on the way is visible, or declared in a module around the code */
    for (size_t depth = 0; depth < MODULES_MAX && !str_equal(name, STR("crate")); depth++) {
        Str outer = rust_outer(name);
        bool visible = rust_is_within(module, outer);
        for (uint32_t i = 0; i < catalog->files.len && !visible; i++) {
            uint32_t root;
            const CatalogFile *row = &catalog->files.ptr[i];
            bool open = false;
            if (!row->path.len || row->language != rust->move->from.outline.language ||
                !str_equal(stem_of(row->path), rust_last(name)) ||
                !str_equal(rust_module(rust, row->path, &root), name))
                continue;
            visible = declaring(rust, row->path, &open) != FILE_NOWHERE && open;
        }
        if (!visible)
            return false;
        name = str_copy(arena, outer);
    }
    return true;
}
