/* lexical [-a] [-l LANGUAGE] [-m MB] [-s] [-v] DIRECTORY...: compares the lexical tier with whole
   outlines over real trees, a row a language. Columns: the speed of both in CPU time; recall of the
   functions and types with a body in the outline; precision, the share of what the lexical tier
   finds that is in the outline. With -a macros, variables, type names and members of enums count
   too. The same name on the same line is a match. -v lists the differences; -s measures only the
   speed of the lexical tier. */
#include "lang/registry.h"

#include "base/fs.h"
#include "base/path.h"
#include "git/git_walk.h"

#include <time.h>
#include <unistd.h>

#define MEGABYTES_DEFAULT 20
#define FILE_BYTES 1000000

typedef struct Row {
    uint64_t files, bytes;
    double outline_s, lexical_s, words_s;
    uint64_t wanted, found, given, right;
} Row;

typedef struct Bench {
    Arena arena, file, scratch;
    Row *rows; /* by language */
    uint64_t bytes_max;
    const Language *only;
    bool verbose, speed_only, values;
} Bench;

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static bool is_value(SymbolKind kind)
{
    return kind == SYMBOL_TYPE || kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT ||
           kind == SYMBOL_MACRO || kind == SYMBOL_ENUM_MEMBER;
}

static bool is_wanted(const Symbol *symbol, bool bodies, bool values)
{
    if (is_value(symbol->kind))
        return values;
    switch (symbol->kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
        return (symbol->body || !bodies) && symbol->name.len && symbol->name.ptr[0] != '(';
    default: return false;
    }
}

static bool is_same(const Symbol *a, const Symbol *b)
{
    return a->name_line == b->name_line && str_equal(a->name, b->name);
}

static bool has(const Outline *outline, const Symbol *symbol)
{
    for (size_t i = 0; i < outline->symbols.len; i++)
        if (is_same(&outline->symbols.ptr[i], symbol))
            return true;
    return false;
}

static void compare(const Bench *bench, Row *row, Str path, const Outline *outline,
                    const Outline *lexical)
{
    bool bodies = !(outline->language->lexical.traits & LEXICAL_SIGNATURES);
    for (size_t i = 0; i < outline->symbols.len; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        if (!is_wanted(symbol, bodies, bench->values))
            continue;
        bool found = has(lexical, symbol);
        row->wanted++;
        row->found += found;
        if (!found && bench->verbose)
            printf("- %.*s:%u %.*s %.*s\n", STR_ARG(path), symbol->name_line,
                   STR_ARG(symbol_kind_name(symbol->kind)), STR_ARG(symbol->name));
    }
    for (size_t i = 0; i < lexical->symbols.len; i++) {
        const Symbol *symbol = &lexical->symbols.ptr[i];
        bool right = has(outline, symbol);
        row->given++;
        row->right += right;
        if (!right && bench->verbose)
            printf("+ %.*s:%u %.*s %.*s\n", STR_ARG(path), symbol->name_line,
                   STR_ARG(symbol_kind_name(symbol->kind)), STR_ARG(symbol->name));
    }
}

static Row *row_of(const Bench *bench, const Language *language)
{
    for (size_t i = 0; i < lang_count(); i++)
        if (lang_at(i) == language)
            return &bench->rows[i];
    return NULL;
}

static void measure_text(Bench *bench, Str path, const Language *language, Str text)
{
    Row *row = row_of(bench, language);
    Outline outline, lexical;
    LexicalWords words;
    OutlineOptions options = {.no_ctags = true};
    double start = cpu_s();
    outline = (Outline){.language = language};
    if (!bench->speed_only)
        lang_outline(&bench->file, bench->scratch, language, text, &options, &outline);
    double outlined = cpu_s();
    lexical_scan(&bench->file, bench->scratch, language, text, &lexical, NULL);
    double scanned = cpu_s();
    Outline ignored;
    lexical_scan(&bench->file, bench->scratch, language, text, &ignored, &words);
    row->words_s += cpu_s() - scanned;
    row->outline_s += outlined - start;
    row->lexical_s += scanned - outlined;
    row->files++;
    row->bytes += text.len;
    compare(bench, row, path, &outline, &lexical);
}

static void measure_file(Bench *bench, Str root, const WalkFile *file)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    BinaryType ignored;
    Str text;
    Err err;
    arena_reset(&bench->file);
    const Language *language = lang_detect(file->path, (Str){0});
    Row *row = row_of(bench, language);
    if (file->size > FILE_BYTES || row->bytes > bench->bytes_max ||
        (bench->only && language != bench->only))
        return;
    Str path = path_join(&bench->file, root, file->path);
    if (!fs_open(&bench->file, &(FsPolicy){0}, path, &open, &err) ||
        !fs_read_all(&bench->file, &open, &text, &err) || lang_is_binary(text, &ignored))
        return;
    language = lang_detect(file->path, str_slice(text, 0, 8192));
    if (!bench->only || language == bench->only)
        measure_text(bench, path, language, text);
}

static void measure_tree(Bench *bench, const char *directory)
{
    GitRepo repo = {.root = fs_real_path(&bench->arena, str_from(directory))};
    WalkResult result;
    Err err;
    if (!git_walk(&bench->arena, bench->scratch, &repo, &(WalkOptions){0}, &result, &err)) {
        fprintf(stderr, "%s\n", err.message);
        return;
    }
    /* Every n-th file, so that a small sample is of the whole tree. */
    for (size_t step = 7, first = 0; first < step; first++)
        for (size_t i = first; i < result.files.len; i += step)
            measure_file(bench, repo.root, &result.files.ptr[i]);
}

static double ratio(uint64_t part, uint64_t whole)
{
    return whole ? 100.0 * (double)part / (double)whole : 0;
}

static void put_rows(const Bench *bench)
{
    printf("%-14s %6s %6s  %7s %7s %7s  %7s %6s  %7s %6s\n", "language", "files", "MB", "outline",
           "lexical", "+words", "wanted", "recall", "given", "right");
    for (size_t i = 0; i < lang_count(); i++) {
        const Row *row = &bench->rows[i];
        double megabytes = (double)row->bytes / 1e6;
        if (!row->files || !(row->wanted + row->given))
            continue;
        printf("%-14s %6llu %6.1f  %7.1f %7.1f %7.1f  %7llu %6.1f  %7llu %6.1f\n",
               lang_id(lang_at(i)).ptr, (unsigned long long)row->files, megabytes,
               megabytes / row->outline_s, megabytes / row->lexical_s, megabytes / row->words_s,
               (unsigned long long)row->wanted, ratio(row->found, row->wanted),
               (unsigned long long)row->given, ratio(row->right, row->given));
    }
}

int main(int argc, char **argv)
{
    Bench bench = {.bytes_max = MEGABYTES_DEFAULT * 1000000ull};
    int option;
    while ((option = getopt(argc, argv, "al:m:sv")) != -1) {
        bench.verbose = bench.verbose || option == 'v';
        bench.values = bench.values || option == 'a';
        bench.speed_only = bench.speed_only || option == 's';
        if (option == 'l')
            bench.only = lang_find(str_from(optarg));
        if (option == 'm' && str_parse_u64(str_from(optarg), &bench.bytes_max))
            bench.bytes_max *= 1000000;
    }
    arena_open(&bench.arena, 0);
    arena_open(&bench.file, 0);
    arena_open(&bench.scratch, 0);
    bench.rows = NEW(&bench.arena, Row, lang_count());
    for (int i = optind; i < argc; i++)
        measure_tree(&bench, argv[i]);
    put_rows(&bench);
    return 0;
}
