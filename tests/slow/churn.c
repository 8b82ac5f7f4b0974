/* churn TREE STEPS SEED: edits, adds, removes, renames and moves files of the tree at random,
   brings an index up to date after each step and compares all of it with one made anew. The tree is
   changed: give it a copy. Prints each step that differs with its operations and the first lines
   that do; exit code 1 when there is one. The same seed does the same. */
#include "catalog_dump.h"

#include "base/path.h"
#include "base/proc.h"
#include "index/build.h"

#include <inttypes.h>
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

typedef struct Churn {
    Arena keep, arena, scratch;
    Str root;
    GitRepo repo;
    Store *store;
    uint64_t updated, rebuilt; /* trees of the store */
    uint64_t random;
    VEC(TreeFile) files;
    Buf told; /* what was done */
    unsigned failures;
    uint64_t resolved, there;
    int64_t updating_ms, rebuilding_ms;
} Churn;

/* ---- chance ---- */

static uint32_t chance(Churn *churn, size_t below)
{
    churn->random ^= churn->random << 13;
    churn->random ^= churn->random >> 7;
    churn->random ^= churn->random << 17;
    return below ? (uint32_t)((churn->random >> 11) % below) : 0;
}

static TreeFile *any_file(Churn *churn)
{
    for (int tries = 0; tries < 1000; tries++) {
        TreeFile *file = &churn->files.ptr[chance(churn, churn->files.len)];
        if (file->there)
            return file;
    }
    return &churn->files.ptr[0];
}

static Str ending(Str path)
{
    size_t dot = str_find_last_byte(path, '.');
    return dot == STR_NONE ? (Str){0} : str_from_offset(path, dot);
}

/* Another one of the same language, as its name says. */
static TreeFile *like(Churn *churn, const TreeFile *file)
{
    TreeFile *found = any_file(churn);
    for (int tries = 0; tries < 50 && !str_equal(ending(found->path), ending(file->path)); tries++)
        found = any_file(churn);
    return found;
}

/* ---- files ---- */

static const char *full(Churn *churn, Str path)
{
    return str_terminate(&churn->arena, path_join(&churn->arena, churn->root, path));
}

static Str read_text(Churn *churn, Arena *arena, Str path)
{
    FILE *file = fopen(full(churn, path), "rb");
    char *bytes = arena_bytes(arena, TEXT_MAX);
    size_t len = file ? fread(bytes, 1, TEXT_MAX, file) : 0;
    if (file)
        fclose(file);
    return (Str){bytes, len};
}

static void make_folders(Churn *churn, Str path)
{
    for (size_t i = 1; i < path.len; i++)
        if (path.ptr[i] == '/')
            mkdir(full(churn, str_slice(path, 0, i)), 0700);
}

static void write_text(Churn *churn, Str path, Str text)
{
    make_folders(churn, path);
    FILE *file = fopen(full(churn, path), "wb");
    if (!file)
        return;
    fwrite(text.ptr, 1, text.len, file);
    fclose(file);
}

static TreeFile *file_at(Churn *churn, Str path)
{
    for (size_t i = 0; i < churn->files.len; i++)
        if (str_equal(churn->files.ptr[i].path, path))
            return &churn->files.ptr[i];
    TreeFile *file = VEC_PUSH(&churn->keep, &churn->files);
    file->path = str_copy(&churn->keep, path);
    return file;
}

/* A folder in the place of a file, or the other way round, is another matter. */
static void put(Churn *churn, Str path, Str text)
{
    struct stat at;
    write_text(churn, path, text);
    if (stat(full(churn, path), &at) == 0 && S_ISREG(at.st_mode))
        file_at(churn, path)->there = true;
}

static void take_away(Churn *churn, TreeFile *file)
{
    unlink(full(churn, file->path));
    file->there = false;
}

/* ---- operations ---- */

static void tell(Churn *churn, const char *what, Str path, Str detail)
{
    buf_printf(&churn->told, "%s %.*s %.*s; ", what, STR_ARG(path), STR_ARG(detail));
}

/* `count` lines from a line on. */
static Str lines_at(Churn *churn, Str text, size_t count)
{
    size_t from = chance(churn, text.len + 1), to;
    while (from && text.ptr[from - 1] != '\n')
        from--;
    for (to = from; to < text.len && count; to++)
        count -= text.ptr[to] == '\n';
    return str_slice(text, from, to);
}

static void cut_lines(Churn *churn)
{
    TreeFile *file = any_file(churn);
    Str text = read_text(churn, &churn->arena, file->path);
    Str lines = lines_at(churn, text, 1 + chance(churn, LINES_MAX));
    size_t at = (size_t)(lines.ptr - text.ptr);
    tell(churn, "cut", file->path, STR(""));
    put(churn, file->path,
        str_join(&churn->arena, str_slice(text, 0, at), str_from_offset(text, at + lines.len)));
}

static void paste_lines(Churn *churn)
{
    TreeFile *file = any_file(churn), *other = like(churn, file);
    Str text = read_text(churn, &churn->arena, file->path);
    Str lines =
        lines_at(churn, read_text(churn, &churn->arena, other->path), 1 + chance(churn, LINES_MAX));
    Str place = lines_at(churn, text, 1);
    size_t at = chance(churn, 3) ? (size_t)(place.ptr - text.ptr) : 0;
    Str parts[] = {str_slice(text, 0, at), lines, str_from_offset(text, at)};
    tell(churn, "paste", file->path, other->path);
    put(churn, file->path, str_join_all(&churn->arena, parts, COUNT(parts)));
}

/* One that says what is imported. */
static Str import_line(Churn *churn, Str text)
{
    static const char *const words[] = {"import ", "from ",  "#include", "use ",     "require",
                                        "export ", "using ", "#define",  "package ", "extends"};
    Str found = {0}, line, rest = text;
    uint32_t seen = 0;
    while (str_take_line(&rest, &line))
        for (size_t i = 0; i < COUNT(words); i++)
            if (str_find(line, str_from(words[i])) != STR_NONE && chance(churn, ++seen) == 0)
                found = line;
    return found;
}

static void paste_import(Churn *churn)
{
    TreeFile *file = any_file(churn), *other = like(churn, file);
    Str line = import_line(churn, read_text(churn, &churn->arena, other->path));
    Str text = read_text(churn, &churn->arena, file->path), place = lines_at(churn, text, 1);
    size_t at = chance(churn, 2) ? (size_t)(place.ptr - text.ptr) : 0;
    Str parts[] = {str_slice(text, 0, at), line, STR("\n"), str_from_offset(text, at)};
    tell(churn, "import", file->path, line);
    put(churn, file->path, str_join_all(&churn->arena, parts, COUNT(parts)));
}

static void cut_import(Churn *churn)
{
    TreeFile *file = any_file(churn);
    Str text = read_text(churn, &churn->arena, file->path), line = import_line(churn, text);
    size_t at = line.len ? (size_t)(line.ptr - text.ptr) : 0;
    tell(churn, "unimport", file->path, line);
    put(churn, file->path,
        str_join(&churn->arena, str_slice(text, 0, at), str_from_offset(text, at + line.len)));
}

static Str any_word(Churn *churn, Str text)
{
    for (int tries = 0; tries < 20 && text.len; tries++) {
        size_t at = chance(churn, text.len), end;
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

static void change_word(Churn *churn)
{
    TreeFile *file = any_file(churn), *other = like(churn, file);
    Str text = read_text(churn, &churn->arena, file->path);
    Str from = any_word(churn, text);
    Str to = any_word(churn, read_text(churn, &churn->arena, other->path));
    tell(churn, "word", file->path,
         str_format(&churn->arena, "%.*s=%.*s", STR_ARG(from), STR_ARG(to)));
    put(churn, file->path, with_word(&churn->arena, text, from, to));
}

/* In the folder of any file; with its own name, that of another file, or a new one. */
static Str new_path(Churn *churn, const TreeFile *file)
{
    Str folder = path_directory(any_file(churn)->path);
    uint32_t how = chance(churn, 3);
    Str base = path_base(how == 1 ? like(churn, file)->path : file->path);
    if (how == 2)
        base = str_format(&churn->arena, "n%u%.*s", chance(churn, 30), STR_ARG(ending(base)));
    if (!chance(churn, 8))
        folder = str_format(&churn->arena, "%.*s/d%u", STR_ARG(folder), chance(churn, 3));
    return folder.len && !str_equal(folder, STR(".")) ? path_join(&churn->arena, folder, base)
                                                      : base;
}

static void add_file(Churn *churn)
{
    TreeFile *file = any_file(churn);
    Str path = new_path(churn, file), text = read_text(churn, &churn->arena, file->path);
    tell(churn, "add", path, file->path);
    put(churn, path, text);
}

static void move_file(Churn *churn)
{
    TreeFile *file = any_file(churn);
    Str path = new_path(churn, file), text = read_text(churn, &churn->arena, file->path);
    tell(churn, "move", file->path, path);
    take_away(churn, file);
    put(churn, path, text);
}

static void remove_file(Churn *churn)
{
    TreeFile *file = any_file(churn);
    tell(churn, "remove", file->path, STR(""));
    take_away(churn, file);
}

static void swap_texts(Churn *churn)
{
    Str a = any_file(churn)->path, b = like(churn, file_at(churn, a))->path;
    Str text = read_text(churn, &churn->arena, a), other = read_text(churn, &churn->arena, b);
    tell(churn, "swap", a, b);
    put(churn, a, other);
    put(churn, b, text);
}

static bool is_below(Str path, Str folder)
{
    return str_starts(path, folder) && path.len > folder.len && path.ptr[folder.len] == '/';
}

static void move_folder(Churn *churn)
{
    Str folder = path_directory(any_file(churn)->path);
    Str to = path_directory(new_path(churn, any_file(churn)));
    if (!folder.len || str_equal(folder, STR(".")) || is_below(to, folder) || str_equal(to, folder))
        return;
    tell(churn, "folder", folder, to);
    for (size_t i = 0, count = churn->files.len; i < count; i++) {
        TreeFile file = churn->files.ptr[i];
        if (!file.there || !is_below(file.path, folder))
            continue;
        Str text = read_text(churn, &churn->arena, file.path);
        Str path = path_join(&churn->arena, to, str_from_offset(file.path, folder.len + 1));
        take_away(churn, &churn->files.ptr[i]);
        put(churn, str_equal(to, STR(".")) ? str_from_offset(path, 2) : path, text);
    }
}

/* As at the beginning: what was made goes, what was there is there. */
static void put_back(Churn *churn)
{
    for (int i = 0; i < 3; i++) {
        TreeFile *file = &churn->files.ptr[chance(churn, churn->files.len)];
        tell(churn, "back", file->path, STR(""));
        if (file->text.len)
            put(churn, file->path, file->text);
        else
            take_away(churn, file);
    }
}

static void operate(Churn *churn)
{
    static void (*const operations[])(Churn *) = {
        cut_lines,   paste_lines, paste_lines, paste_import, cut_import, change_word,
        change_word, add_file,    add_file,    move_file,    move_file,  remove_file,
        swap_texts,  move_folder, put_back,    put_back,     put_back,   put_back};
    size_t which = chance(churn, COUNT(operations));
    if (operations[which] == move_folder && chance(churn, 4))
        which = 0;
    operations[which](churn);
}

/* ---- comparing ---- */

static void fail(const Err *err)
{
    fprintf(stderr, "churn: %s\n", err->message);
    exit(2);
}

static BuildReport update(Churn *churn, Arena *arena, uint64_t tree)
{
    BuildReport report;
    BuildOptions options = {.repo = &churn->repo, .workers = 2};
    Err err;
    store_use_tree(churn->store, tree);
    if (!build_update(arena, churn->scratch, churn->store, &options, &report, &err))
        fail(&err);
    return report;
}

static Str dump(Churn *churn, Arena *arena, uint64_t tree)
{
    Catalog *catalog = NULL;
    Err err;
    store_use_tree(churn->store, tree);
    if (!catalog_load(arena, churn->scratch, churn->store, CATALOG_ALL, &catalog, &err))
        fail(&err);
    return catalog_dump(arena, churn->scratch, catalog);
}

static void forget(Churn *churn, uint64_t tree)
{
    Err err;
    store_use_tree(churn->store, tree);
    if (!store_segments_clear(churn->store, &err))
        fail(&err);
}

/* A file's part of a dump, which begins with its path. */
static bool take_part(Str *rest, Str *part)
{
    size_t end = 0;
    do
        end += str_find_byte(str_from_offset(*rest, end), '\n') + 1;
    while (end < rest->len && rest->ptr[end] == ' ');
    *part = str_slice(*rest, 0, end);
    *rest = str_from_offset(*rest, end);
    return part->len > 0;
}

/* Sums over the graph differ because of links, so these are shown. */
static bool show_missing(char side, Str part, Str other)
{
    Str line, rest = part;
    int shown = 0;
    str_take_line(&rest, &line);
    while (str_take_line(&rest, &line)) {
        size_t sums = str_find_byte(line, ';');
        bool counts = sums != STR_NONE && str_find(line, STR(" -> ")) == STR_NONE;
        Str known = str_slice(line, 0, counts ? sums : line.len);
        if (shown < 6 && str_find(other, known) == STR_NONE) {
            printf("      %c %.*s\n", side, STR_ARG(str_slice(line, 0, 200)));
            shown++;
        }
    }
    return shown > 0;
}

static void show_difference(Str got, Str want)
{
    Str a, b;
    int shown = 0;
    while (shown < 4 && got.len && want.len && take_part(&got, &a) && take_part(&want, &b)) {
        if (str_equal(a, b))
            continue;
        printf("    %.*s\n", STR_ARG(str_slice(b, 0, str_find_byte(b, ' '))));
        bool less = show_missing('<', a, b), more = show_missing('>', b, a);
        shown += less || more;
    }
}

/* A difference is told once: from then on both are the same again. */
static void compare(Churn *churn, unsigned step)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    int64_t start = proc_clock_ms();
    BuildReport report = update(churn, &arena, churn->updated);
    int64_t middle = proc_clock_ms();
    forget(churn, churn->rebuilt);
    BuildReport anew = update(churn, &arena, churn->rebuilt);
    int64_t end = proc_clock_ms();
    Str got = dump(churn, &arena, churn->updated), want = dump(churn, &arena, churn->rebuilt);
    churn->resolved += report.resolved;
    churn->there += anew.resolved;
    churn->updating_ms += middle - start;
    churn->rebuilding_ms += end - middle;
    if (str_equal(got, want))
        return;
    churn->failures++;
    printf("step %u differs (%u resolved): %.*s\n", step, report.resolved,
           STR_ARG(buf_str(&churn->told)));
    show_difference(got, want);
    fflush(stdout);
    forget(churn, churn->updated);
    update(churn, &arena, churn->updated);
}

/* ---- the whole ---- */

static void open_tree(Churn *churn, const char *path)
{
    Err err;
    Str notice;
    WalkResult tree;
    StoreOptions options = {.memory = true, .tree = STR("/updated")};
    churn->root = str_from(path);
    arena_open(&churn->keep, 0);
    arena_open(&churn->arena, 0);
    arena_open(&churn->scratch, 0);
    if (!git_repo_find(&churn->keep, churn->root, &churn->repo, &err) ||
        !store_open(&churn->keep, &options, &churn->store, &notice, &err) ||
        !git_walk(&churn->keep, churn->scratch, &churn->repo, &(WalkOptions){0}, &tree, &err))
        fail(&err);
    churn->root = churn->repo.root;
    churn->updated = store_tree(churn->store);
    churn->rebuilt = churn->updated + 1;
    for (size_t i = 0; i < tree.files.len; i++) {
        Str at = tree.files.ptr[i].path;
        *VEC_PUSH(&churn->keep, &churn->files) =
            (TreeFile){at, str_copy(&churn->keep, read_text(churn, &churn->arena, at)), true};
        arena_reset(&churn->arena);
    }
}

int main(int count, char **words)
{
    if (count < 4) {
        fputs("churn TREE STEPS SEED\n", stderr);
        return 2;
    }
    static Churn churn;
    unsigned steps = (unsigned)strtoul(words[2], NULL, 10);
    churn.random = strtoull(words[3], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    open_tree(&churn, words[1]);
    for (unsigned step = 0; step <= steps; step++) {
        arena_reset(&churn.arena);
        churn.told = buf_open(&churn.keep, 0);
        for (uint32_t i = step ? 1 + chance(&churn, OPERATIONS_MAX) : 0; i; i--)
            operate(&churn);
        compare(&churn, step);
    }
    printf("%u steps, %u failed; of %" PRIu64 " files %" PRIu64 " were resolved; updates %" PRId64
           " ms, rebuilding %" PRId64 " ms\n",
           steps, churn.failures, churn.there, churn.resolved, churn.updating_ms,
           churn.rebuilding_ms);
    return churn.failures > 0;
}
