/* first_pass DIRECTORY DATABASE: times the first pass over a repository, step by step: listing,
   saving the list, scanning, saving. Prints milliseconds of wall time and of CPU (this process, its
   workers), then entries, names, and peak memory in megabytes. */
#include "index/update/first_pass.h"
#include "base/proc.h"
#include "git/repo.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/catalog_store.h"

#include <sys/resource.h>

typedef struct Clock {
    int64_t wall;
    double own, workers;
} Clock;

static double seconds(struct timeval t)
{
    return (double)t.tv_sec + (double)t.tv_usec / 1e6;
}

static Clock now(void)
{
    struct rusage own, workers;
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &workers);
    return (Clock){proc_clock_ms(), seconds(own.ru_utime) + seconds(own.ru_stime),
                   seconds(workers.ru_utime) + seconds(workers.ru_stime)};
}

static void tell(const char *what, Clock *before)
{
    Clock after = now();
    printf("%-10s %6lld ms wall, %6.0f ms CPU here, %6.0f ms in workers\n", what,
           (long long)(after.wall - before->wall), (after.own - before->own) * 1e3,
           (after.workers - before->workers) * 1e3);
    *before = after;
}

typedef struct Look {
    Arena arena, scratch;
    GitRepo repo;
    WalkResult tree;
    Store *store;
    Catalog *catalog;
    CatalogLean lean;
    IntakeFileVec files;
    Clock clock;
} Look;

static bool list(Look *look, Str directory, Str database, Err *err)
{
    Str notice;
    WalkOptions walk = {0};
    if (!git_repo_find(&look->arena, directory, &look->repo, err) ||
        !git_walk(&look->arena, look->scratch, &look->repo, &walk, &look->tree, err))
        return false;
    tell("list", &look->clock);
    StoreOptions options = {.path = database, .tree = look->repo.root};
    if (!store_open(&look->arena, &options, &look->store, &notice, err))
        return false;
    look->catalog = catalog_open(&look->arena);
    look->catalog->store = look->store;
    catalog_lean_open(&look->lean);
    catalog_make_lean(look->catalog, &look->lean);
    for (size_t i = 0; i < look->tree.files.len; i++) {
        const WalkFile *file = &look->tree.files.ptr[i];
        uint32_t id = catalog_put_file(look->catalog, file->path);
        *VEC_PUSH(&look->arena, &look->files) = (IntakeFile){file, id};
    }
    return store_begin(look->store, err);
}

static bool save(Look *look, const char *what, Err *err)
{
    catalog_number(look->catalog);
    bool ok = catalog_save(look->catalog, look->scratch, look->store, CATALOG_SAVE_QUICK, err) &&
              store_commit(look->store, err) && store_begin(look->store, err);
    tell(what, &look->clock);
    return ok;
}

static bool run(Look *look, Str directory, Str database, Err *err)
{
    FirstPassOptions options = {0};
    if (!list(look, directory, database, err))
        return false;
    options.root = look->repo.root;
    first_pass_list(look->catalog, &look->files);
    if (!save(look, "save list", err) ||
        !first_pass_files(&look->arena, look->catalog, &look->files, &options, err))
        return false;
    tell("look", &look->clock);
    return save(look, "save", err);
}

int main(int argc, char **argv)
{
    Look look = {0};
    Err err;
    struct rusage own;
    if (argc != 3) {
        fprintf(stderr, "usage: look DIRECTORY DATABASE\n");
        return 2;
    }
    arena_open(&look.arena, 0);
    arena_open(&look.scratch, 0);
    Clock start = look.clock = now();
    if (!run(&look, str_from(argv[1]), str_from(argv[2]), &err)) {
        fprintf(stderr, "look: %s\n", err.message);
        return 1;
    }
    tell("all", &start);
    getrusage(RUSAGE_SELF, &own);
    printf("%zu files, %u symbols, %u names, %ld MB\n", look.catalog->files.len,
           look.catalog->symbol_count, names_count(&look.catalog->names), own.ru_maxrss / 1024);
    store_close(&look.store);
    return 0;
}
