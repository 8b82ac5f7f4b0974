/* One map in a warm process and its memory; shared by bench_warm and bench_memory. */
#pragma once

#include "base/fs.h"
#include "lang/registry.h"
#include "view/file_map.h"

#include <malloc.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define HEAD_BYTES 8192

static inline size_t status_bytes(const char *field)
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

/* The kernel counts pages per core and sums them up from time to time. The current size is exact,
   but the recorded peak may be up to 128 KB too low when pages are returned. So the size is read
   before each return. */
static size_t peak_seen;
static bool peak_watched;

int madvise(void *from, size_t bytes, int advice);
int madvise(void *from, size_t bytes, int advice)
{
    if (advice == MADV_DONTNEED && peak_watched)
        peak_seen = MAX(peak_seen, status_bytes("VmRSS:"));
    return (int)syscall(SYS_madvise, from, bytes, advice);
}

static inline int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static inline Str load(Arena *arena, Str path)
{
    FsFile file = {.fd = -1};
    Str text = {0};
    Err err;
    if (!fs_open(arena, &(FsPolicy){0}, path, &file, &err) ||
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

static inline void map_once(Work *work)
{
    OutlineOptions options = {.want_docs = true, .whole = work->whole};
    Outline outline;
    arena_reset(&work->result);
    lang_outline(&work->result, work->scratch, work->language, work->text, &options, &outline);
    Buf out = buf_open(&work->result, 0);
    MapFile file = {.path = work->path, .bytes = work->text.len, .outline = &outline};
    file_map_write(&out, work->scratch, &file, &(MapOptions){0});
}

/* Returns all memory of a run to the system, not only what an arena returns by itself. */
static inline void give_back(Work *work)
{
    arena_close(&work->result);
    arena_close(&work->scratch);
    arena_open(&work->result, 0);
    arena_open(&work->scratch, 0);
    malloc_trim(0);
}

static inline size_t peak_of(Work *work, void (*once)(Work *))
{
    once(work);
    give_back(work);
    FILE *clear = fopen("/proc/self/clear_refs", "w");
    if (clear) {
        fputs("5", clear); /* resets the peak to the current size */
        fclose(clear);
    }
    size_t before = peak_seen = status_bytes("VmRSS:");
    peak_watched = true;
    once(work);
    peak_watched = false;
    return MAX(peak_seen, status_bytes("VmHWM:")) - before;
}
