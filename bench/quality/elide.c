/* elide [-l LANGUAGE] [-m MB] [-f FLIPS] [-v] [-d] PATH...: compares outlines with and without body
   elision (lang/elide/elide.h) and tree trimming (lang/walk/rule_trim.h) over files and trees of
   all languages with a grammar. Any difference is printed and makes the exit code 1. A row a
   language has these columns:
   - files; of these, how many have elided spans, and how many were parsed twice because the elided
   text had errors;
   - files whose errors are all in bodies, which only the whole parse sees;
   - files that take more memory than a map may, so that another reader replaces the grammar;
   - the share of bytes that the parser skips; the speed of the elision pass; CPU seconds of
   outlines whole and elided.
   -v also prints files with errors in bodies and those parsed twice, -d what the parser reads of
   each file. -f also compares each file under 30 KB with FLIPS of its bytes changed, one at a time.
 */
#include "outline_valid.h"

#include "lang/parse.h"

#include "base/fs.h"
#include "base/path.h"
#include "git/git_walk.h"

#include <time.h>
#include <unistd.h>

#define MEGABYTES_DEFAULT 1000
#define FILE_BYTES 20000000
#define FLIP_FILE_BYTES 30000

typedef struct Row {
    uint64_t files, bytes, gap_bytes, elided, twice, hidden, given_up, different;
    double pass_s, whole_s, elided_s;
} Row;

typedef struct Bench {
    Arena arena, file, other, scratch;
    Row *rows; /* by language */
    uint64_t bytes_max;
    const Language *only;
    uint64_t flips;
    bool verbose, dump;
} Bench;

static double cpu_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void put_symbol(const char *which, const Symbol *symbol)
{
    printf("    %s %u [%u-%u] %u-%u name %u body %u lead %u parent %u next %u `%.*s` doc `%.*s`\n",
           which, (unsigned)symbol->kind, symbol->start_line, symbol->end_line, symbol->start,
           symbol->end, symbol->name_start, symbol->body, symbol->lead, symbol->parent,
           symbol->next, STR_ARG(symbol->signature), STR_ARG(symbol_doc(symbol)));
}

/* The first symbol that only one has, or that differs; symbols.len when there is none. */
static size_t different_symbol(const Outline *a, const Outline *b)
{
    size_t count = MIN(a->symbols.len, b->symbols.len);
    for (size_t i = 0; i < count; i++)
        if (a->symbols.ptr[i].name_start != b->symbols.ptr[i].name_start)
            return i;
    for (size_t i = 0; i < count && a->symbols.len == b->symbols.len; i++)
        if (!symbol_is_same(&a->symbols.ptr[i], &b->symbols.ptr[i]))
            return i;
    return count;
}

/* The line of the first difference; 0: there is none. */
static uint32_t difference(const Outline *a, const Outline *b)
{
    size_t first = different_symbol(a, b);
    if (first < a->symbols.len)
        put_symbol("whole", &a->symbols.ptr[first]);
    if (first < b->symbols.len)
        put_symbol("spans ", &b->symbols.ptr[first]);
    if (first < a->symbols.len || first < b->symbols.len)
        return first < a->symbols.len ? a->symbols.ptr[first].start_line
                                      : b->symbols.ptr[first].start_line;
    for (size_t i = 0; i < a->imports.len && i < b->imports.len; i++)
        if (!import_is_same(&a->imports.ptr[i], &b->imports.ptr[i]))
            return a->imports.ptr[i].line;
    bool same = a->symbols.len == b->symbols.len && a->imports.len == b->imports.len &&
                str_equal(a->package, b->package) && str_equal(a->note, b->note) &&
                a->degraded == b->degraded && a->line_count == b->line_count &&
                a->engine == b->engine;
    return same ? 0 : 1;
}

static void visit_errors(void *context, TSTree *tree)
{
    *(bool *)context = ts_node_has_error(ts_tree_root_node(tree));
}

static Row *row_of(const Bench *bench, const Language *language)
{
    for (size_t i = 0; i < lang_count(); i++)
        if (lang_at(i) == language)
            return &bench->rows[i];
    return NULL;
}

static void put_read(Str text, const ElidedSpans *spans)
{
    uint32_t at = 0;
    for (size_t i = 0; i < spans->len; i++) {
        const ElidedSpan *span = &spans->ptr[i];
        printf("%.*s%c", STR_ARG(str_slice(text, at, span->start)), span->blank);
        at = span->end;
    }
    printf("%.*s", STR_ARG(str_from_offset(text, at)));
}

static void measure_text(Bench *bench, Str path, const Language *language, Str text)
{
    Row *row = row_of(bench, language);
    Outline whole, elided;
    OutlineOptions options = {.no_ctags = true, .want_docs = true};
    double start = cpu_s();
    ElidedSpans spans = elide_find(&bench->other, bench->scratch, language, text);
    row->pass_s += cpu_s() - start;
    if (bench->dump)
        put_read(text, &spans);
    row->files++;
    row->bytes += text.len;
    row->elided += spans.len > 0;
    start = cpu_s();
    lang_outline(&bench->other, bench->scratch, language, text, &options, &elided);
    row->elided_s += cpu_s() - start;
    start = cpu_s();
    options.whole = true;
    lang_outline(&bench->file, bench->scratch, language, text, &options, &whole);
    row->whole_s += cpu_s() - start;
    bool hidden = spans.len && whole.degraded && !elided.degraded;
    bool given_up = str_equal(elided.note, parse_status_text(PARSE_OUT_OF_MEMORY));
    uint32_t line = hidden || given_up ? 0 : difference(&whole, &elided);
    row->hidden += hidden;
    row->given_up += given_up;
    row->different += line > 0;
    if (line)
        printf("DIFFERS %.*s:%u\n", STR_ARG(path), line);
    if (!spans.len)
        return;
    for (size_t i = 0; i < spans.len; i++)
        row->gap_bytes += spans.ptr[i].end - spans.ptr[i].start;
    ParseSource source = {.text = text, .elided = spans};
    bool errors = true;
    parse_visit(bench->scratch, language->grammar(), &source, &options, visit_errors, &errors);
    row->twice += errors;
    if (bench->verbose && (hidden || errors))
        printf("%s %.*s\n", hidden ? "hidden" : whole.degraded ? "errors" : "twice", STR_ARG(path));
}

/* The same damage in every run. */
static void measure_flips(Bench *bench, Str path, const Language *language, Str text)
{
    static const char bytes[] = "\n\"'`(){}[]<>#/*\\=:;, |$@";
    Str copy = {arena_bytes(&bench->file, text.len), text.len};
    char *changed = (char *)(uintptr_t)copy.ptr;
    memcpy(changed, text.ptr, text.len);
    for (uint64_t n = 0; n < bench->flips && text.len && text.len < FLIP_FILE_BYTES; n++) {
        size_t at = (n * 2654435761u + text.len) % text.len;
        Arena file = bench->file, other = bench->other;
        changed[at] = bytes[(n + at) % (sizeof bytes - 1)];
        Str name = str_format(&bench->file, "%.*s, byte %zu is %c", STR_ARG(path), at, changed[at]);
        measure_text(bench, name, language, copy);
        changed[at] = text.ptr[at];
        bench->file = file;
        bench->other = other;
    }
}

static void measure_file(Bench *bench, Str path)
{
    FsFile open SCOPED(fs_close) = {.fd = -1};
    BinaryType ignored;
    Str text;
    Err err;
    arena_reset(&bench->file);
    arena_reset(&bench->other);
    const Language *language = lang_detect(path, (Str){0});
    Row *row = row_of(bench, language);
    if (row->bytes > bench->bytes_max || (bench->only && language != bench->only))
        return;
    if (!fs_open(&bench->file, &(FsPolicy){0}, path, &open, &err) ||
        !fs_read_all(&bench->file, &open, &text, &err) || text.len > FILE_BYTES ||
        lang_is_binary(text, &ignored))
        return;
    language = lang_detect(path, str_slice(text, 0, 8192));
    if (language->grammar && !language->scan && (!bench->only || language == bench->only)) {
        measure_text(bench, path, language, text);
        measure_flips(bench, path, language, text);
    }
}

static void measure_tree(Bench *bench, const char *directory)
{
    GitRepo repo = {.root = fs_real_path(&bench->arena, str_from(directory))};
    WalkResult result;
    Err err;
    if (!git_walk(&bench->arena, bench->scratch, &repo, &(WalkOptions){0}, &result, &err)) {
        measure_file(bench, repo.root);
        return;
    }
    for (size_t i = 0; i < result.files.len; i++) {
        Arena path = bench->arena;
        measure_file(bench, path_join(&path, repo.root, result.files.ptr[i].path));
    }
}

static bool put_rows(const Bench *bench)
{
    bool same = true;
    printf("%-12s %6s %7s  %6s %6s %6s %6s %6s  %6s  %8s %8s %8s\n", "language", "files", "MB",
           "spans", "twice", "hidden", "memory", "differ", "passed", "MB/s", "whole s", "cond. s");
    for (size_t i = 0; i < lang_count(); i++) {
        const Row *row = &bench->rows[i];
        if (!row->files)
            continue;
        double megabytes = (double)row->bytes / 1e6;
        printf("%-12s %6llu %7.1f  %6llu %6llu %6llu %6llu %6llu  %5.1f%%  %8.0f %8.2f %8.2f\n",
               lang_id(lang_at(i)).ptr, (unsigned long long)row->files, megabytes,
               (unsigned long long)row->elided, (unsigned long long)row->twice,
               (unsigned long long)row->hidden, (unsigned long long)row->given_up,
               (unsigned long long)row->different,
               100 * (double)row->gap_bytes / (double)row->bytes, megabytes / row->pass_s,
               row->whole_s, row->elided_s);
        same = same && !row->different;
    }
    return same;
}

int main(int argc, char **argv)
{
    Bench bench = {.bytes_max = MEGABYTES_DEFAULT * 1000000ull};
    int option;
    while ((option = getopt(argc, argv, "df:l:m:v")) != -1) {
        bench.verbose = bench.verbose || option == 'v';
        bench.dump = bench.dump || option == 'd';
        if (option == 'l')
            bench.only = lang_find(str_from(optarg));
        if (option == 'f')
            (void)!str_parse_u64(str_from(optarg), &bench.flips);
        if (option == 'm' && str_parse_u64(str_from(optarg), &bench.bytes_max))
            bench.bytes_max *= 1000000;
    }
    arena_open(&bench.arena, 0);
    arena_open(&bench.file, 0);
    arena_open(&bench.other, 0);
    arena_open(&bench.scratch, 0);
    bench.rows = NEW(&bench.arena, Row, lang_count());
    for (int i = optind; i < argc; i++)
        measure_tree(&bench, argv[i]);
    return put_rows(&bench) ? 0 : 1;
}
