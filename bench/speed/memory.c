/* memory [-b BYTES] [-l LANGUAGE] [-n FILES] [-v] PATH...: memory of maps of files in trees, as
   multiples of the files' sizes (bench/speed/warm.h). There is a row a language with a grammar. It
   measures FILES files (100) of at least BYTES (20 KB): the largest, and others evenly over the
   sizes. Columns: files; how many took more than 20 times their size; the median; the worst, its
   size and path. -v prints each file. */
#include "warm.h"

#include "base/path.h"
#include "git/git_walk.h"

#define BYTES_MIN (20 * KB)
#define FILES_MAX 100
#define LARGEST 20
#define TIMES_MAX 20.0

typedef struct Candidate {
    Str path;
    uint64_t size;
} Candidate;
typedef VEC(Candidate) CandidateVec;

typedef struct Row {
    CandidateVec files;
    double *times;
    size_t count, above;
    double worst;
    Candidate worst_file;
} Row;

typedef struct Bench {
    Arena arena, text;
    Row *rows; /* by language */
    uint64_t bytes_min, files_max;
    const Language *only;
    bool verbose;
    Work work;
} Bench;

static int compare_sizes(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->size != y->size)
        return x->size < y->size ? 1 : -1;
    return str_compare(x->path, y->path);
}

static void list_tree(Bench *bench, const char *directory)
{
    GitRepo repo = {.root = fs_real_path(&bench->arena, str_from(directory))};
    WalkResult result;
    Err err;
    if (!git_walk(&bench->arena, bench->work.scratch, &repo, &(WalkOptions){0}, &result, &err)) {
        fprintf(stderr, "%s\n", err.message);
        exit(1);
    }
    for (size_t i = 0; i < result.files.len; i++) {
        const WalkFile *file = &result.files.ptr[i];
        const Language *language = lang_detect(file->path, (Str){0});
        Candidate candidate = {path_join(&bench->arena, repo.root, file->path), file->size};
        for (size_t n = 0; n < lang_count(); n++)
            if (lang_at(n) == language && language->grammar && file->size >= bench->bytes_min)
                *VEC_PUSH(&bench->arena, &bench->rows[n].files) = candidate;
    }
}

static void measure_file(Bench *bench, Row *row, const Language *language, const Candidate *file)
{
    Work *work = &bench->work;
    BinaryType ignored;
    arena_reset(&bench->text);
    work->path = file->path;
    work->text = load(&bench->text, file->path);
    work->language = lang_detect(file->path, str_slice(work->text, 0, HEAD_BYTES));
    if (work->language != language || !work->text.len || lang_is_binary(work->text, &ignored))
        return;
    double times = (double)peak_of(work, map_once) / (double)work->text.len;
    give_back(work);
    if (bench->verbose)
        printf("%.1f %zu %.*s\n", times, work->text.len, STR_ARG(file->path));
    row->times[row->count++] = times;
    row->above += times > TIMES_MAX;
    if (times <= row->worst)
        return;
    row->worst = times;
    row->worst_file = *file;
}

static void measure_language(Bench *bench, size_t index)
{
    Row *row = &bench->rows[index];
    qsort(row->files.ptr, row->files.len, sizeof *row->files.ptr, compare_sizes);
    row->times = NEW(&bench->arena, double, row->files.len);
    size_t step = MAX(row->files.len / bench->files_max, 1);
    for (size_t i = 0; i < row->files.len; i++)
        if (i < LARGEST || i % step == 0)
            measure_file(bench, row, lang_at(index), &row->files.ptr[i]);
    if (!row->count)
        return;
    qsort(row->times, row->count, sizeof *row->times, compare_doubles);
    printf("%-16s %6zu %6zu %7.1f %7.1f %9.0f KB  %.*s\n", lang_id(lang_at(index)).ptr, row->count,
           row->above, row->times[row->count / 2], row->worst,
           (double)row->worst_file.size / (double)KB, STR_ARG(row->worst_file.path));
    fflush(stdout);
}

int main(int argc, char **argv)
{
    Bench bench = {.bytes_min = BYTES_MIN, .files_max = FILES_MAX};
    int option;
    while ((option = getopt(argc, argv, "b:l:n:v")) != -1) {
        bench.verbose = bench.verbose || option == 'v';
        if (option == 'l')
            bench.only = lang_find(str_from(optarg));
        if ((option == 'b' && !str_parse_u64(str_from(optarg), &bench.bytes_min)) ||
            (option == 'n' && !str_parse_u64(str_from(optarg), &bench.files_max)))
            return 2;
    }
    arena_open(&bench.arena, 0);
    arena_open(&bench.text, 0);
    arena_open(&bench.work.result, 0);
    arena_open(&bench.work.scratch, 0);
    bench.rows = NEW(&bench.arena, Row, lang_count());
    for (int i = optind; i < argc; i++)
        list_tree(&bench, argv[i]);
    printf("%-16s %6s %6s %7s %7s %12s  %s\n", "language", "files", "above", "median", "worst",
           "size", "file");
    for (size_t i = 0; i < lang_count(); i++)
        if (!bench.only || lang_at(i) == bench.only)
            measure_language(&bench, i);
    return 0;
}
