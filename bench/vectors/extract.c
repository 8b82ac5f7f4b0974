/* extract FOLDER OUT: declarations of every package in FOLDER (as fetch.sh stores them) with their
   comments, as a stream of words (stream.h): OUT/stream, and OUT/words, one a line. Files are
   outlined by the index's workers. At most SHARE_BYTES_MAX of one package are taken, files in the
   order of the hash of their paths. A declaration or a comment that was seen before is skipped. */
#include "base/fs.h"
#include "base/map.h"
#include "index/catalog/classify.h"
#include "index/update/worker.h"
#include "stream.h"
#include "words.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>

#define SHARE_BYTES_MAX (12 * MB)
#define FILE_BYTES_LIMIT (256 * KB)
#define HEAD_BYTES 8192
#define DOC_WORDS_MAX 80
#define NAME_WORDS_MAX 12
#define SIGNATURE_WORDS_MAX 40
#define BODY_WORDS_MAX 300
#define DOC_BYTES_MAX 4000

typedef struct File {
    Str path; /* from the folder */
    uint64_t hash;
} File;

typedef struct Extract {
    Arena arena, text;
    Map words;
    Map seen; /* hashes of the declarations taken, as 8 bytes */
    FILE *stream;
    size_t declarations, files, bytes, numbers;
} Extract;

/* ---- in a worker ---- */

static bool has_members(SymbolKind kind)
{
    return symbol_is_type(kind) || kind == SYMBOL_MODULE || kind == SYMBOL_NAMESPACE ||
           kind == SYMBOL_OBJECT || kind == SYMBOL_IMPL;
}

static bool is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR ||
           kind == SYMBOL_MACRO;
}

static Str comment_of(const Symbol *symbol, Str text)
{
    Str comment = str_slice(text, symbol->lead, MIN(symbol->start, symbol->lead + DOC_BYTES_MAX));
    if (!str_trim(comment).len)
        return symbol_doc(symbol);
    static const char *const legal[] = {"opyright", "COPYRIGHT", "icense", "LICENSE", "SPDX"};
    for (size_t i = 0; i < COUNT(legal); i++)
        if (str_find(comment, str_from(legal[i])) != STR_NONE)
            return (Str){0};
    return comment;
}

static void put_part(Buf *out, StreamPart part, Str text, size_t max)
{
    size_t before = out->len;
    buf_put_byte(out, (char)('0' + part));
    words_put(out, text, max);
    if (out->len == before + 1)
        out->len = before;
    else
        buf_put_byte(out, '\n');
}

static void put_members(Buf *out, Arena scratch, const Outline *outline, uint32_t index)
{
    Buf names = buf_open(&scratch, 8 * KB);
    const Symbol *symbols = outline->symbols.ptr;
    for (uint32_t i = index + 1; i < symbols[index].next; i = symbols[i].next) {
        buf_put(&names, symbols[i].name);
        buf_put_byte(&names, ' ');
    }
    put_part(out, STREAM_BODY, buf_str(&names), BODY_WORDS_MAX);
}

static void put_symbol(Buf *out, Arena scratch, const Outline *outline, uint32_t index, Str text)
{
    const Symbol *symbol = &outline->symbols.ptr[index];
    size_t before = out->len;
    if (!symbol->name.len || !byte_is_word(*symbol->name.ptr))
        return;
    Str owner = symbol_owner(symbol);
    if (!owner.len && symbol->parent)
        owner = outline->symbols.ptr[symbol->parent - 1].name;
    put_part(out, STREAM_DOC, comment_of(symbol, text), DOC_WORDS_MAX);
    bool documented = out->len > before;
    if (!documented && !is_function(symbol->kind) && !has_members(symbol->kind))
        return;
    Str name = str_format(&scratch, "%.*s %.*s", STR_ARG(symbol->name), STR_ARG(owner));
    put_part(out, STREAM_NAME, name, NAME_WORDS_MAX);
    put_part(out, STREAM_SIGNATURE, symbol->signature, SIGNATURE_WORDS_MAX);
    if (has_members(symbol->kind))
        put_members(out, scratch, outline, index);
    else if (is_function(symbol->kind) && symbol->body)
        put_part(out, STREAM_BODY, str_slice(text, symbol->body, symbol->end), BODY_WORDS_MAX);
    buf_put(out, STR("4\n"));
}

static Facts words_of(Arena *result, Arena scratch, const Language *language, Str text)
{
    Outline outline = {.language = language};
    OutlineOptions options = {.want_docs = true, .no_ctags = true};
    lang_outline(result, scratch, language, text, &options, &outline);
    Buf out = buf_open(result, 0);
    for (uint32_t i = 0; i < outline.symbols.len; i++)
        put_symbol(&out, scratch, &outline, i, text);
    return (Facts){.outline = buf_str(&out)};
}

/* ---- in the parent ---- */

static void put_number(Extract *extract, uint32_t number)
{
    extract->numbers++;
    fwrite(&number, sizeof number, 1, extract->stream);
}

/* Whether it is the first such text. */
static bool is_new(Extract *extract, Str text)
{
    uint64_t *hash = NEW(&extract->arena, uint64_t, 1);
    bool added = false;
    *hash = str_hash(text);
    map_put(&extract->seen, (Str){(const char *)hash, sizeof *hash}, &added);
    return added;
}

static void take_words(Extract *extract, Str words)
{
    Str word;
    while (str_take_until(&words, ' ', &word)) {
        bool added = false;
        uint64_t *number = map_find(&extract->words, word);
        if (!number) {
            number = map_put(&extract->words, str_copy(&extract->arena, word), &added);
            *number = extract->words.len - 1;
        }
        put_number(extract, (uint32_t)*number);
    }
}

/* One declaration: lines of a digit that names the part and words, each after a blank. */
static void take_declaration(Extract *extract, Str lines)
{
    Str line;
    if (!is_new(extract, lines))
        return;
    while (str_take_line(&lines, &line)) {
        StreamPart part = (StreamPart)(line.ptr[0] - '0');
        if (part == STREAM_DOC && !is_new(extract, line))
            continue;
        put_number(extract, STREAM_MARK | part);
        take_words(extract, str_from_offset(line, 2));
    }
    put_number(extract, STREAM_MARK | STREAM_END);
    extract->declarations++;
}

static void take_file(Extract *extract, Str lines)
{
    Str rest = lines, line;
    const char *begin = lines.ptr;
    while (str_take_line(&rest, &line)) {
        if (line.len != 1)
            continue;
        take_declaration(extract, (Str){begin, (size_t)(line.ptr - begin)});
        begin = rest.ptr;
    }
}

/* The answers come in any order, and are taken in that of the files. */
typedef struct Waiting {
    Str *answers;
    bool *done;
    size_t next, count;
} Waiting;

static bool await(Extract *extract, WorkerPool *pool, Waiting *waiting)
{
    WorkerResult result;
    if (!worker_pool_next(pool, &result))
        return false;
    if (result.ok)
        waiting->answers[result.job] = str_copy(&extract->text, result.facts.outline);
    waiting->done[result.job] = true;
    for (; waiting->next < waiting->count && waiting->done[waiting->next]; waiting->next++)
        take_file(extract, waiting->answers[waiting->next]);
    return true;
}

static bool is_wanted(Str path, const Language *language, Str text)
{
    FileClass class = classify_text(classify_path(path, text.len, language), language, text);
    return class == FILE_SOURCE;
}

static void run_package(Extract *extract, WorkerPool *pool, FsTree *tree, const File *files,
                        size_t count)
{
    size_t taken = 0;
    Arena file_arena;
    arena_open(&file_arena, 0);
    arena_reset(&extract->text);
    Waiting waiting = {NEW(&extract->text, Str, count), NEW(&extract->text, bool, count), 0, count};
    for (size_t i = 0; i < count; i++) {
        FsFile file SCOPED(fs_close) = {.fd = -1};
        Err err;
        Str text;
        arena_reset(&file_arena);
        waiting.done[i] = true;
        if (taken > SHARE_BYTES_MAX || !fs_tree_file(tree, files[i].path, &file) ||
            file.size > FILE_BYTES_LIMIT || !fs_read_all(&file_arena, &file, &text, &err))
            continue;
        const Language *language = lang_detect(files[i].path, str_slice(text, 0, HEAD_BYTES));
        if (!is_wanted(files[i].path, language, text))
            continue;
        waiting.done[i] = false;
        taken += text.len;
        extract->files++;
        extract->bytes += text.len;
        while (!worker_pool_submit(pool, i, language, text))
            if (!await(extract, pool, &waiting))
                exit(1);
    }
    while (await(extract, pool, &waiting))
        continue;
    arena_close(&file_arena);
}

/* nftw has no argument for its callback. */
static struct {
    Arena arena;
    size_t root_len;
    VEC(File) files;
} found;

static int find_file(const char *path, const struct stat *info, int type, struct FTW *place)
{
    (void)info;
    if (type != FTW_F || place->level < 2)
        return 0;
    Str name = str_copy(&found.arena, str_from(path + found.root_len + 1));
    *VEC_PUSH(&found.arena, &found.files) = (File){name, str_hash(name)};
    return 0;
}

static Str package_of(const File *file)
{
    return str_slice(file->path, 0, str_find_byte(file->path, '/'));
}

static int compare_files(const void *a, const void *b)
{
    const File *left = a, *right = b;
    int order = str_compare(package_of(left), package_of(right));
    if (order)
        return order;
    return left->hash < right->hash ? -1 : left->hash > right->hash;
}

static void write_words(const Extract *extract, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        exit(1);
    for (size_t i = 0; i < extract->words.len; i++)
        fprintf(file, "%.*s\n", STR_ARG(extract->words.entries[i].key));
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: extract FOLDER OUT\n");
        return 2;
    }
    Extract extract = {0};
    Err err;
    FsTree tree;
    WorkerPool *pool = NULL;
    arena_open(&extract.arena, 0);
    arena_open(&extract.text, 0);
    arena_open(&found.arena, 0);
    found.root_len = strlen(argv[1]);
    extract.words = map_open(&extract.arena);
    extract.seen = map_open(&extract.arena);
    extract.stream =
        fopen(str_format(&extract.arena, "%s/" STREAM_STREAM_FILE "%c", argv[2], 0).ptr, "w");
    if (!extract.stream || nftw(argv[1], find_file, 32, FTW_PHYS))
        return 1;
    qsort(found.files.ptr, found.files.len, sizeof(File), compare_files);
    if (!fs_tree_open(&extract.arena, &(FsPolicy){0}, str_from(argv[1]), &tree, &err))
        return 1;
    WorkerOptions options = {.task = words_of, .hidden = {&extract.arena, &extract.text}};
    if (!worker_pool_open(&extract.arena, &options, &pool, &err))
        return 1;
    for (size_t i = 0, next; i < found.files.len; i = next) {
        Str package = package_of(&found.files.ptr[i]);
        for (next = i + 1; next < found.files.len; next++)
            if (!str_equal(package, package_of(&found.files.ptr[next])))
                break;
        put_number(&extract, STREAM_MARK | STREAM_PACKAGE);
        run_package(&extract, pool, &tree, &found.files.ptr[i], next - i);
        fprintf(stderr, "%.*s: %zu MB, %zu declarations, %zu words so far\n", STR_ARG(package),
                extract.bytes / MB, extract.declarations, extract.words.len);
    }
    worker_pool_close(&pool);
    fclose(extract.stream);
    write_words(&extract, str_format(&extract.arena, "%s/" STREAM_WORDS_FILE "%c", argv[2], 0).ptr);
    printf("%zu files, %zu bytes, %zu declarations, %zu numbers, %zu words\n", extract.files,
           extract.bytes, extract.declarations, extract.numbers, extract.words.len);
    return 0;
}
