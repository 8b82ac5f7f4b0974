/* Edits of a tree's files and folders at random; the same seed does the same. */
#pragma once

#include "base/buf.h"
#include "base/path.h"
#include "index/catalog/classify.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#define OPERATIONS_MAX 4
#define LINES_MAX 12
#define TEXT_MAX (256 * KB)

typedef struct TreeFile {
    Str path, text; /* text: as it was at the beginning, empty for a made one */
    bool there;
} TreeFile;

/* A tree that is changed at random, and what was done to it. */
typedef struct ChurnTree {
    Arena keep, arena;
    Str root;
    uint64_t random;
    VEC(TreeFile) files;
    Buf reported;
} ChurnTree;

/* ---- chance ---- */

static uint32_t chance(ChurnTree *tree, size_t below)
{
    tree->random ^= tree->random << 13;
    tree->random ^= tree->random >> 7;
    tree->random ^= tree->random << 17;
    return below ? (uint32_t)((tree->random >> 11) % below) : 0;
}

static TreeFile *any_file(ChurnTree *tree)
{
    for (int tries = 0; tries < 1000; tries++) {
        TreeFile *file = &tree->files.ptr[chance(tree, tree->files.len)];
        if (file->there)
            return file;
    }
    return &tree->files.ptr[0];
}

static Str ending(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    return dot == STR_NONE ? (Str){0} : str_from_offset(path, dot);
}

/* Another one of the same language, as its name says. */
static TreeFile *like(ChurnTree *tree, const TreeFile *file)
{
    TreeFile *found = any_file(tree);
    for (int tries = 0; tries < 50 && !str_equal(ending(found->path), ending(file->path)); tries++)
        found = any_file(tree);
    return found;
}

/* ---- files ---- */

static const char *full(ChurnTree *tree, Str path)
{
    return str_terminate(&tree->arena, path_join(&tree->arena, tree->root, path));
}

static Str read_text(ChurnTree *tree, Arena *arena, Str path)
{
    FILE *file = fopen(full(tree, path), "rb");
    char *bytes = arena_bytes(arena, TEXT_MAX);
    size_t len = file ? fread(bytes, 1, TEXT_MAX, file) : 0;
    if (file)
        fclose(file);
    return (Str){bytes, len};
}

static void make_folders(ChurnTree *tree, Str path)
{
    for (size_t i = 1; i < path.len; i++)
        if (path.ptr[i] == '/')
            mkdir(full(tree, str_slice(path, 0, i)), 0700);
}

static void write_text(ChurnTree *tree, Str path, Str text)
{
    make_folders(tree, path);
    FILE *file = fopen(full(tree, path), "wb");
    if (!file)
        return;
    fwrite(text.ptr, 1, text.len, file);
    fclose(file);
}

static TreeFile *file_at(ChurnTree *tree, Str path)
{
    for (size_t i = 0; i < tree->files.len; i++)
        if (str_equal(tree->files.ptr[i].path, path))
            return &tree->files.ptr[i];
    TreeFile *file = VEC_PUSH(&tree->keep, &tree->files);
    file->path = str_copy(&tree->keep, path);
    return file;
}

/* A folder in the place of a file, or the other way round, is another matter. */
static void put(ChurnTree *tree, Str path, Str text)
{
    struct stat at;
    if (lstat(full(tree, path), &at) == 0 && !S_ISREG(at.st_mode))
        unlink(full(tree, path));
    write_text(tree, path, text);
    if (stat(full(tree, path), &at) == 0 && S_ISREG(at.st_mode))
        file_at(tree, path)->there = true;
}

static void take_away(ChurnTree *tree, TreeFile *file)
{
    unlink(full(tree, file->path));
    file->there = false;
}

/* ---- operations ---- */

static void tell(ChurnTree *tree, const char *what, Str path, Str detail)
{
    buf_printf(&tree->reported, "%s %.*s %.*s; ", what, STR_ARG(path), STR_ARG(detail));
}

/* `count` lines from a line on. */
static Str lines_at(ChurnTree *tree, Str text, size_t count)
{
    size_t from = chance(tree, text.len + 1), to;
    while (from && text.ptr[from - 1] != '\n')
        from--;
    for (to = from; to < text.len && count; to++)
        count -= text.ptr[to] == '\n';
    return str_slice(text, from, to);
}

static void cut_lines(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path);
    Str lines = lines_at(tree, text, 1 + chance(tree, LINES_MAX));
    size_t at = (size_t)(lines.ptr - text.ptr);
    tell(tree, "cut", file->path, STR(""));
    put(tree, file->path,
        str_join(&tree->arena, str_slice(text, 0, at), str_from_offset(text, at + lines.len)));
}

static void paste_lines(ChurnTree *tree)
{
    TreeFile *file = any_file(tree), *other = like(tree, file);
    Str text = read_text(tree, &tree->arena, file->path);
    Str lines =
        lines_at(tree, read_text(tree, &tree->arena, other->path), 1 + chance(tree, LINES_MAX));
    Str place = lines_at(tree, text, 1);
    size_t at = chance(tree, 3) ? (size_t)(place.ptr - text.ptr) : 0;
    Str parts[] = {str_slice(text, 0, at), lines, str_from_offset(text, at)};
    tell(tree, "paste", file->path, other->path);
    put(tree, file->path, str_join_all(&tree->arena, parts, COUNT(parts)));
}

/* One that says what is imported. */
static Str import_line(ChurnTree *tree, Str text)
{
    static const char *const words[] = {
        "import ",  "from ",   "#include", "use ", "require", "export ",    "using ", "#define",
        "package ", "extends", "#ifndef",  "#if",  "#pragma", "namespace ", "mod ",   "module"};
    Str found = {0}, line, rest = text;
    uint32_t seen = 0;
    while (str_take_line(&rest, &line))
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_find(line, str_from(words[i])) != STR_NONE && chance(tree, ++seen) == 0)
                found = line;
    return found;
}

static void paste_import(ChurnTree *tree)
{
    TreeFile *file = any_file(tree), *other = like(tree, file);
    Str line = import_line(tree, read_text(tree, &tree->arena, other->path));
    Str text = read_text(tree, &tree->arena, file->path), place = lines_at(tree, text, 1);
    size_t at = chance(tree, 2) ? (size_t)(place.ptr - text.ptr) : 0;
    Str parts[] = {str_slice(text, 0, at), line, STR("\n"), str_from_offset(text, at)};
    tell(tree, "import", file->path, line);
    put(tree, file->path, str_join_all(&tree->arena, parts, COUNT(parts)));
}

static void cut_import(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path), line = import_line(tree, text);
    size_t at = line.len ? (size_t)(line.ptr - text.ptr) : 0;
    tell(tree, "unimport", file->path, line);
    put(tree, file->path,
        str_join(&tree->arena, str_slice(text, 0, at), str_from_offset(text, at + line.len)));
}

static Str any_word(ChurnTree *tree, Str text)
{
    for (int tries = 0; tries < 20 && text.len; tries++) {
        size_t at = chance(tree, text.len), end;
        while (at && byte_is_word(text.ptr[at - 1]))
            at--;
        for (end = at; end < text.len && byte_is_word(text.ptr[end]);)
            end++;
        if (end - at > 2)
            return str_slice(text, at, end);
    }
    return STR("word");
}

/* Everywhere in the text. */
static Str with_word(Arena *arena, Str text, Str word, Str other)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len;) {
        bool begins = !i || !byte_is_word(text.ptr[i - 1]);
        bool here = begins && str_starts(str_from_offset(text, i), word) &&
                    (i + word.len == text.len || !byte_is_word(text.ptr[i + word.len]));
        buf_put(&out, here ? other : str_slice(text, i, i + 1));
        i += here ? word.len : 1;
    }
    return buf_str(&out);
}

static void change_word(ChurnTree *tree)
{
    TreeFile *file = any_file(tree), *other = like(tree, file);
    Str text = read_text(tree, &tree->arena, file->path);
    Str from = any_word(tree, text);
    Str to = any_word(tree, read_text(tree, &tree->arena, other->path));
    tell(tree, "word", file->path,
         str_format(&tree->arena, "%.*s=%.*s", STR_ARG(from), STR_ARG(to)));
    put(tree, file->path, with_word(&tree->arena, text, from, to));
}

/* In the folder of any file; with its own name, that of another file, or a new one. */
static Str new_path(ChurnTree *tree, const TreeFile *file)
{
    Str folder = path_directory(any_file(tree)->path);
    uint32_t how = chance(tree, 3);
    Str base = path_base(how == 1 ? like(tree, file)->path : file->path);
    if (how == 2)
        base = str_format(&tree->arena, "n%u%.*s", chance(tree, 30), STR_ARG(ending(base)));
    if (!chance(tree, 8))
        folder = str_format(&tree->arena, "%.*s/d%u", STR_ARG(folder), chance(tree, 3));
    return folder.len && !str_equal(folder, STR(".")) ? path_join(&tree->arena, folder, base)
                                                      : base;
}

static void add_file(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str path = new_path(tree, file), text = read_text(tree, &tree->arena, file->path);
    tell(tree, "add", path, file->path);
    put(tree, path, text);
}

static void move_file(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str path = new_path(tree, file), text = read_text(tree, &tree->arena, file->path);
    tell(tree, "move", file->path, path);
    take_away(tree, file);
    put(tree, path, text);
}

static void remove_file(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    tell(tree, "remove", file->path, STR(""));
    take_away(tree, file);
}

static void swap_texts(ChurnTree *tree)
{
    Str a = any_file(tree)->path, b = like(tree, file_at(tree, a))->path;
    Str text = read_text(tree, &tree->arena, a), other = read_text(tree, &tree->arena, b);
    tell(tree, "swap", a, b);
    put(tree, a, other);
    put(tree, b, text);
}

static bool is_below(Str path, Str folder)
{
    return str_starts(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/';
}

static void move_folder(ChurnTree *tree)
{
    Str folder = path_directory(any_file(tree)->path);
    Str to = path_directory(new_path(tree, any_file(tree)));
    if (!folder.len || str_equal(folder, STR(".")) || is_below(to, folder) || str_equal(to, folder))
        return;
    tell(tree, "folder", folder, to);
    for (size_t i = 0, count = tree->files.len; i < count; i++) {
        TreeFile file = tree->files.ptr[i];
        if (!file.there || !is_below(file.path, folder))
            continue;
        Str text = read_text(tree, &tree->arena, file.path);
        Str path = path_join(&tree->arena, to, str_from_offset(file.path, folder.len + 1));
        take_away(tree, &tree->files.ptr[i]);
        put(tree, str_equal(to, STR(".")) ? str_from_offset(path, 2) : path, text);
    }
}

/* ---- what a file is, and whether it belongs to the tree ---- */

/* The other case of a letter, in its path or in a word of its text. */
static void change_case(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path), path = file->path;
    bool renames = chance(tree, 2);
    Str word = renames ? path : any_word(tree, text);
    Str other = str_copy(&tree->arena, word);
    size_t at = renames ? path.len - path_base(path).len : 0;
    if (at < word.len)
        ((char *)(uintptr_t)other.ptr)[at] ^= 'a' ^ 'A';
    tell(tree, "case", path, word);
    if (renames)
        take_away(tree, file);
    put(tree, renames ? other : path, renames ? text : with_word(&tree->arena, text, word, other));
}

/* Of another language, as its name says. */
static void change_ending(ChurnTree *tree)
{
    TreeFile *file = any_file(tree), *other = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path), end = ending(file->path);
    Str path = str_join(&tree->arena, str_slice(file->path, 0, file->path.len - end.len),
                        ending(other->path));
    tell(tree, "ending", file->path, path);
    take_away(tree, file);
    put(tree, path, text);
}

static const char *const settings[][2] = {
    {"package.json", "{\"name\": \"%.*s\", \"main\": \"./%.*s\"}\n"},
    {"tsconfig.json", "{\"compilerOptions\": {\"baseUrl\": \".\", \"paths\": "
                      "{\"%.*s\": [\"./%.*s\"]}}}\n"},
    {"go.mod", "module %.*s\n// %.*s\n"},
    {"Cargo.toml", "[package]\nname = \"%.*s\"\n[lib]\npath = \"%.*s\"\n"},
    {".gitignore", "%.*s*\n%.*s\n"},
};

static bool is_settings(Str path)
{
    for (size_t i = 0; i < COUNT(settings); i++)
        if (str_equal(path_base(path), str_from(settings[i][0])))
            return true;
    return false;
}

/* New ones in any folder that speak of a file in it. */
static void make_settings(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    size_t which = chance(tree, COUNT(settings));
    Str folder = path_directory(file->path), name = path_base(file->path);
    Str stem = str_slice(name, 0, name.len - ending(name).len), path = str_from(settings[which][0]);
    for (uint32_t up = chance(tree, 3); up && str_find_byte(folder, '/') != STR_NONE; up--)
        folder = path_directory(folder);
    if (folder.len && !str_equal(folder, STR(".")))
        path = path_join(&tree->arena, folder, path);
    tell(tree, "settings", path, name);
    put(tree, path, str_format(&tree->arena, settings[which][1], STR_ARG(stem), STR_ARG(name)));
}

/* Those that are there, of which there are few. */
static void change_settings(ChurnTree *tree)
{
    TreeFile *found = NULL;
    uint32_t seen = 0;
    for (size_t i = 0; i < tree->files.len; i++)
        if (tree->files.ptr[i].there && is_settings(tree->files.ptr[i].path) &&
            !chance(tree, ++seen))
            found = &tree->files.ptr[i];
    if (!found || !chance(tree, 3)) {
        make_settings(tree);
        return;
    }
    Str path = found->path, text = read_text(tree, &tree->arena, path);
    Str lines = lines_at(tree, text, 1), word = any_word(tree, text);
    size_t at = (size_t)(lines.ptr - text.ptr);
    uint32_t how = chance(tree, 3);
    tell(tree, "setting", path, word);
    if (how == 0)
        take_away(tree, found);
    else if (how == 1)
        put(tree, path,
            str_join(&tree->arena, str_slice(text, 0, at), str_from_offset(text, at + lines.len)));
    else
        put(tree, path, with_word(&tree->arena, text, word, any_word(tree, any_file(tree)->path)));
}

/* A symbolic link in its place, to another file. */
static void make_link(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    const char *target = full(tree, like(tree, file)->path);
    tell(tree, "link", file->path, str_from(target));
    unlink(full(tree, file->path));
    if (symlink(target, full(tree, file->path)) != 0)
        file->there = false;
}

/* A folder of its name with the file in it. */
static void make_folder_of(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path);
    Str path = path_join(&tree->arena, file->path, path_base(file->path));
    tell(tree, "within", file->path, STR(""));
    take_away(tree, file);
    put(tree, path, text);
}

/* Empty, cut anywhere, too large, no text, or the same bytes at another time. */
static void damage(ChurnTree *tree)
{
    TreeFile *file = any_file(tree);
    Str text = read_text(tree, &tree->arena, file->path);
    uint32_t how = chance(tree, 6);
    size_t at = chance(tree, text.len + 1);
    Str parts[] = {str_slice(text, 0, at), (Str){"\0\1", 2}, str_from_offset(text, at)};
    tell(tree, "damage", file->path, str_format(&tree->arena, "%u", how));
    if (how < 3)
        put(tree, file->path, str_slice(text, 0, how ? at : 0));
    else
        put(tree, file->path, how == 3 ? str_join_all(&tree->arena, parts, COUNT(parts)) : text);
    if (how == 4 && truncate(full(tree, file->path), INDEX_FILE_BYTES_MAX + 1) != 0)
        file->there = false;
}

/* As at the beginning: what was made goes, what was there is there. */
static void put_back(ChurnTree *tree)
{
    for (int i = 0; i < 3; i++) {
        TreeFile *file = &tree->files.ptr[chance(tree, tree->files.len)];
        tell(tree, "back", file->path, STR(""));
        if (file->text.len)
            put(tree, file->path, file->text);
        else
            take_away(tree, file);
    }
}

static void operate(ChurnTree *tree)
{
    static void (*const operations[])(ChurnTree *) = {
        cut_lines,       paste_lines, paste_lines,    paste_import, cut_import,
        change_word,     change_word, add_file,       add_file,     move_file,
        move_file,       remove_file, swap_texts,     move_folder,  put_back,
        put_back,        put_back,    put_back,       change_case,  change_ending,
        change_settings, make_link,   make_folder_of, damage,       put_back};
    size_t which = chance(tree, COUNT(operations));
    if (operations[which] == move_folder && chance(tree, 4))
        which = 0;
    operations[which](tree);
}
