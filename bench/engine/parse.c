/* parse ROOT < paths: the bare cost of reading and parsing the files that the index would take: the
   lower bound of any engine with these grammars. It uses the plain parser with the C library's
   allocator, once in one thread and once in the index's own worker processes, which get the files
   as from the index and return nothing. It covers all files with a grammar, then only those that
   the index parses with it, without those that have an own scanner (C, C++).
   Prints for both choices: CPU milliseconds of one thread, CPU and wall milliseconds with workers,
   files and bytes parsed; then files indexed, their bytes. */
#include "base/fs.h"
#include "base/proc.h"
#include "index/catalog/classify.h"
#include "index/update/worker.h"
#include "lang/registry.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

#define PATH_BYTES_MAX 4096
#define HEAD_BYTES 8192

typedef struct Total {
    double thread_ms, cpu_ms, wall_ms;
    size_t parsed, bytes;
} Total;

typedef struct Parsed {
    Str path;
    const Language *language;
} Parsed;

typedef struct Bench {
    Arena arena, file;
    Str root;
    FsTree tree;
    VEC(Parsed) files;
    Total all, own; /* own: without what has a reader of its own */
    size_t indexed, indexed_bytes;
} Bench;

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static double cpu_ms(int who)
{
    struct rusage usage;
    getrusage(who, &usage);
    return (seconds(usage.ru_utime) + seconds(usage.ru_stime)) * 1e3;
}

static double thread_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* False for what is gone, a symbolic link or too large. */
static bool load(Bench *bench, Str path, Str *text)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err err;
    arena_reset(&bench->file);
    return fs_tree_file(&bench->tree, path, &file) && file.size <= INDEX_FILE_BYTES_MAX &&
           fs_read_all(&bench->file, &file, text, &err);
}

static Facts parse(Arena *result, Arena scratch, const Language *language, Str text)
{
    (void)result, (void)scratch;
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, language->grammar());
    ts_tree_delete(ts_parser_parse_string(parser, NULL, text.ptr, (uint32_t)text.len));
    ts_parser_delete(parser);
    return (Facts){0};
}

static void count(Total *total, double ms, size_t bytes)
{
    total->thread_ms += ms;
    total->parsed++;
    total->bytes += bytes;
}

static void take(Bench *bench, Str path)
{
    Str text;
    double start = thread_ms();
    if (!load(bench, path, &text))
        return;
    double ms = thread_ms() - start;
    const Language *language = lang_detect(path, str_slice(text, 0, MIN(text.len, HEAD_BYTES)));
    FileClass class = classify_path(path, text.len, language);
    if (!language || !classify_is_indexed(classify_text(class, language, text), path))
        return;
    bench->indexed++;
    bench->indexed_bytes += text.len;
    if (!language->grammar)
        return;
    start = thread_ms();
    parse(NULL, (Arena){0}, language, text);
    ms += thread_ms() - start;
    count(&bench->all, ms, text.len);
    if (!language->scan)
        count(&bench->own, ms, text.len);
    *VEC_PUSH(&bench->arena, &bench->files) = (Parsed){str_copy(&bench->arena, path), language};
}

static bool await(WorkerPool *pool)
{
    WorkerResult result;
    bool any = worker_pool_next(pool, &result);
    if (any && !result.ok) {
        fprintf(stderr, "parse: a worker failed: %.*s\n", STR_ARG(result.reason));
        exit(1);
    }
    return any;
}

static void run_workers(Bench *bench, bool own, Total *total)
{
    WorkerPool *pool = NULL;
    Err err;
    double cpu = cpu_ms(RUSAGE_SELF) + cpu_ms(RUSAGE_CHILDREN);
    int64_t wall = proc_clock_ms();
    WorkerOptions options = {.task = parse, .hidden = {&bench->arena, &bench->file}};
    if (!worker_pool_open(&bench->arena, &options, &pool, &err))
        exit(1);
    for (size_t i = 0; i < bench->files.len; i++) {
        const Parsed *file = &bench->files.ptr[i];
        Str text;
        if ((own && file->language->scan) || !load(bench, file->path, &text))
            continue;
        while (!worker_pool_submit(pool, i, file->language, text))
            await(pool);
    }
    while (await(pool))
        continue;
    worker_pool_close(&pool);
    total->cpu_ms = cpu_ms(RUSAGE_SELF) + cpu_ms(RUSAGE_CHILDREN) - cpu;
    total->wall_ms = (double)(proc_clock_ms() - wall);
}

static void print(const Total *total)
{
    printf("%.1f %.1f %.0f %zu %zu ", total->thread_ms, total->cpu_ms, total->wall_ms,
           total->parsed, total->bytes);
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fprintf(stderr, "usage: parse ROOT < paths\n");
        return 2;
    }
    char line[PATH_BYTES_MAX];
    Bench bench = {.root = str_from(argv[1])};
    Err err;
    arena_open(&bench.arena, 0);
    arena_open(&bench.file, 0);
    if (!fs_tree_open(&bench.arena, &(FsPolicy){0}, bench.root, &bench.tree, &err))
        return 1;
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = '\0';
        take(&bench, str_from(line));
    }
    run_workers(&bench, false, &bench.all);
    run_workers(&bench, true, &bench.own);
    print(&bench.all);
    print(&bench.own);
    printf("%zu %zu\n", bench.indexed, bench.indexed_bytes);
    return 0;
}
