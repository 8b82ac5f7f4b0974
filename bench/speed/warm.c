/* warm map|whole|parse|small RUNS FILE…: times, in one warm process, the map of a file, the bare
   parse of it with the same grammar and the C library's allocator, or maps of many small files. It
   measures CPU time, since the machine may be shared. Memory is that of a second map: the grammar's
   tables, which are pages of the program, are then loaded. Memory of the first map is returned
   before, and the peak is reset.
   Prints numbers for bench/speed/main.mjs:
   - map, parse: median milliseconds, peak memory in bytes above the process's own, bytes kept
   afterwards;
   - small: maps a second, files. */
#include "warm.h"

#include <time.h>

#define RUNS_MAX 101

static double cpu_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void parse_once(Work *work)
{
    TSParser *parser = ts_parser_new();
    ts_parser_set_language(parser, work->language->grammar());
    TSTree *tree = ts_parser_parse_string(parser, NULL, work->text.ptr, (uint32_t)work->text.len);
    ts_tree_delete(tree);
    ts_parser_delete(parser);
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
        loaded[i] = load(&texts, str_from(paths[i]));
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
    work.text = load(&text, work.path);
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
