/* warm map|whole|parse|small RUNS FILE…: times, in one warm process, the map of a file, the bare
   parse of it with the same grammar and the C library's allocator, or maps of many small files. CPU
   time, since the machine may be shared. Memory is what a second map takes while the grammar's
   tables, which are pages of the program, are there already: the first is given back before, and
   the peak begins anew. Prints numbers for bench/speed/main.mjs: map, parse   median ms, peak
   memory in bytes above the process's own, bytes kept after small        maps a second, files */
#include "base/fs.h"
#include "lang/registry.h"
#include "view/map.h"

#include <malloc.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define RUNS_MAX 101
#define HEAD_BYTES 8192

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static size_t status_bytes(const char *field)
{
    char line[256];
    unsigned long kb = 0;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, field, strlen(field)) == 0)
            kb = strtoul(line + strlen(field) + 1, NULL, 10);
    if (status)
        fclose(status);
    return kb * 1024;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static Str load(Arena *arena, const char *path)
{
    FsFile file = {.fd = -1};
    Str text = {0};
    Err err;
    if (!fs_open(arena, &(FsPolicy){0}, str_from(path), &file, &err) ||
        !fs_read_all(arena, &file, &text, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    fs_close(&file);
    return text;
}

typedef struct Work {
    Arena result, scratch;
    const Language *language;
    Str path, text;
    bool whole;
} Work;

static void map_once(Work *work)
{
    OutlineOptions options = {.want_docs = true, .whole = work->whole};
    Outline outline;
    arena_reset(&work->result);
    lang_outline(&work->result, work->scratch, work->language, work->text, &options, &outline);
    Buf out = buf_open(&work->result, 0);
    MapFile file = {.path = work->path, .bytes = work->text.len, .outline = &outline};
    map_write(&out, work->scratch, &file, &(MapOptions){0});
}

static void parse_once(Work *work)
{
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, work->language->grammar());
    TSTree *tree = ts_parser_parse_string(parser, NULL, work->text.ptr, (uint32_t)work->text.len);
    ts_tree_delete(tree);
    ts_parser_delete(parser);
}

/* Everything that a run took goes back to the system, not only what an arena gives of itself. */
static void give_back(Work *work)
{
    arena_close(&work->result);
    arena_close(&work->scratch);
    arena_open(&work->result, 0);
    arena_open(&work->scratch, 0);
    malloc_trim(0);
}

static size_t peak_of(Work *work, void (*once)(Work *))
{
    once(work);
    give_back(work);
    FILE *clear = fopen("/proc/self/clear_refs", "w");
    if (clear) {
        fputs("5", clear); /* the peak is the present size */
        fclose(clear);
    }
    size_t before = status_bytes("VmRSS:");
    once(work);
    return status_bytes("VmHWM:") - before;
}

static void time_one(Work *work, void (*once)(Work *), int runs)
{
    double times[RUNS_MAX];
    size_t peak = peak_of(work, once);
    give_back(work);
    size_t before = status_bytes("VmRSS:");
    for (int i = 0; i < runs; i++) {
        double start = cpu_ms();
        once(work);
        times[i] = cpu_ms() - start;
    }
    qsort(times, (size_t)runs, sizeof *times, compare_doubles);
    arena_reset(&work->result);
    arena_reset(&work->scratch);
    malloc_trim(0);
    size_t after = status_bytes("VmRSS:");
    printf("%.3f %zu %zu\n", times[runs / 2], peak, after > before ? after - before : 0);
}

static void time_small(Work *work, int runs, char **paths)
{
    double best = 0;
    size_t count = 0;
    while (paths[count])
        count++;
    Arena texts;
    arena_open(&texts, 0);
    Str *loaded = NEW(&texts, Str, count);
    for (size_t i = 0; i < count; i++)
        loaded[i] = load(&texts, paths[i]);
    for (int run = 0; run < runs; run++) {
        double start = cpu_ms();
        for (size_t i = 0; i < count; i++) {
            work->path = str_from(paths[i]);
            work->text = loaded[i];
            work->language = lang_detect(work->path, str_slice(loaded[i], 0, HEAD_BYTES));
            map_once(work);
        }
        double rate = (double)count * 1e3 / (cpu_ms() - start);
        best = MAX(best, rate);
    }
    printf("%.0f %zu\n", best, count);
    arena_close(&texts);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        fprintf(stderr, "usage: warm map|whole|parse|small RUNS FILE...\n");
        return 2;
    }
    Work work = {0};
    Arena text;
    int runs = (int)MIN(strtoul(argv[2], NULL, 10), RUNS_MAX);
    arena_open(&work.result, 0);
    arena_open(&work.scratch, 0);
    arena_open(&text, 0);
    if (strcmp(argv[1], "small") == 0) {
        time_small(&work, runs, argv + 3);
        return 0;
    }
    work.path = str_from(argv[3]);
    work.text = load(&text, argv[3]);
    work.language = lang_detect(work.path, str_slice(work.text, 0, HEAD_BYTES));
    bool parse = strcmp(argv[1], "parse") == 0;
    work.whole = strcmp(argv[1], "whole") == 0;
    if (parse && !work.language->grammar) {
        printf("0 0 0\n");
        return 0;
    }
    time_one(&work, parse ? parse_once : map_once, runs);
    return 0;
}
