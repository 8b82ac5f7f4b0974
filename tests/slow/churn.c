/* churn TREE STEPS SEED [FROM [DATABASE]]: changes files, folders, settings and links of the tree
   at random, brings an index up to date after each step and compares all of it with a rebuilt one.
   The tree is changed: give it a copy. Prints each step that differs with its operations and the
   first lines that do; exit code 1 when there is one. The same seed does the same. With a
   database's path a catalog that is kept in memory follows the tree, too, and is compared. */
#include "catalog_dump.h"
#include "churn_tree.h"
#include "terms_dump.h"

#include "base/proc.h"
#include "index/catalog/hash_prefixes.h"
#include "index/live/live.h"

#include <inttypes.h>
#include <poll.h>
#include <stdio.h>

typedef struct Churn {
    ChurnTree tree;
    Arena scratch;
    GitRepo repo;
    Store *store;
    Live *live;                /* or NULL */
    uint64_t updated, rebuilt; /* trees of the store */
    unsigned failures;
    uint64_t resolved, there;
    int64_t updating_ms, rebuilding_ms;
} Churn;

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

static Str dump_of(Churn *churn, Arena *arena, const Catalog *catalog)
{
    Buf out = buf_open(arena, 0);
    buf_put(&out, catalog_dump(arena, churn->scratch, catalog));
    terms_put(&out, churn->scratch, churn->store, catalog);
    return buf_str(&out);
}

static Str dump(Churn *churn, Arena *arena, uint64_t tree)
{
    Catalog *catalog = NULL;
    Err err;
    store_use_tree(churn->store, tree);
    if (!catalog_load(arena, churn->scratch, churn->store, CATALOG_ALL, &catalog, &err))
        fail(&err);
    return dump_of(churn, arena, catalog);
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

/* Until nothing is left to be done; then what a server makes when there is time. */
static Str dump_live(Churn *churn, Arena *arena)
{
    int fds[LIVE_FDS], wait = 0;
    Err err;
    for (LiveView view = {.stage = LIVE_SETTLING}; view.stage != LIVE_CURRENT || wait >= 0;
         view = live_view(churn->live)) {
        struct pollfd list[LIVE_FDS];
        if (!live_step(churn->live, LIVE_HURRY_SYMBOLS | LIVE_HURRY_CALLS, &err))
            fail(&err);
        wait = live_wait_ms(churn->live, fds);
        for (size_t i = 0; i < LIVE_FDS; i++)
            list[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
        (void)poll(list, LIVE_FDS, wait < 0 || wait > 20 ? 20 : wait);
    }
    Catalog *catalog = live_view(churn->live).catalog;
    catalog_hash_prefix(catalog, churn->scratch, UINT32_MAX);
    return dump_of(churn, arena, catalog);
}

static void compare_live(Churn *churn, unsigned step, Arena *arena, Str want)
{
    if (!churn->live)
        return;
    Str got = dump_live(churn, arena);
    if (str_equal(got, want))
        return;
    churn->failures++;
    printf("step %u differs in the catalog that is kept: %.*s\n", step,
           STR_ARG(buf_str(&churn->tree.reported)));
    show_difference(got, want);
    fflush(stdout);
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
    BuildReport rebuilt = update(churn, &arena, churn->rebuilt);
    int64_t end = proc_clock_ms();
    Str got = dump(churn, &arena, churn->updated), want = dump(churn, &arena, churn->rebuilt);
    churn->resolved += report.resolved;
    churn->there += rebuilt.resolved;
    churn->updating_ms += middle - start;
    churn->rebuilding_ms += end - middle;
    compare_live(churn, step, &arena, want);
    if (str_equal(got, want))
        return;
    churn->failures++;
    printf("step %u differs (%u resolved): %.*s\n", step, report.resolved,
           STR_ARG(buf_str(&churn->tree.reported)));
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
    churn->tree.root = str_from(path);
    arena_open(&churn->tree.keep, 0);
    arena_open(&churn->tree.arena, 0);
    arena_open(&churn->scratch, 0);
    if (!git_repo_find(&churn->tree.keep, churn->tree.root, &churn->repo, &err) ||
        !store_open(&churn->tree.keep, &options, &churn->store, &notice, &err) ||
        !git_walk(&churn->tree.keep, churn->scratch, &churn->repo, &(WalkOptions){0}, &tree, &err))
        fail(&err);
    churn->tree.root = churn->repo.root;
    churn->updated = store_tree(churn->store);
    churn->rebuilt = churn->updated + 1;
    for (size_t i = 0; i < tree.files.len; i++) {
        Str at = tree.files.ptr[i].path;
        *VEC_PUSH(&churn->tree.keep, &churn->tree.files) = (TreeFile){
            at, str_copy(&churn->tree.keep, read_text(&churn->tree, &churn->tree.arena, at)), true};
        arena_reset(&churn->tree.arena);
    }
}

static void open_live(Churn *churn, const char *database)
{
    Err err;
    LiveOptions options = {.root = churn->repo.root, .database = str_from(database)};
    if (!live_open(&options, &churn->live, &err))
        fail(&err);
}

int main(int count, char **words)
{
    if (count < 4) {
        fputs("churn TREE STEPS SEED [FROM [DATABASE]]\n", stderr);
        return 2;
    }
    static Churn churn;
    unsigned steps = (unsigned)strtoul(words[2], NULL, 10);
    unsigned from = count > 4 ? (unsigned)strtoul(words[4], NULL, 10) : 0;
    churn.tree.random = strtoull(words[3], NULL, 10) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    open_tree(&churn, words[1]);
    if (count > 5)
        open_live(&churn, words[5]);
    for (unsigned step = 0; step <= steps; step++) {
        arena_reset(&churn.tree.arena);
        churn.tree.reported = buf_open(&churn.tree.keep, 0);
        for (uint32_t i = step ? 1 + chance(&churn.tree, OPERATIONS_MAX) : 0; i; i--)
            operate(&churn.tree);
        if (step + 1 >= from)
            compare(&churn, step);
    }
    printf("%u steps, %u failed; of %" PRIu64 " files %" PRIu64 " were resolved; updates %" PRId64
           " ms, rebuilding %" PRId64 " ms\n",
           steps, churn.failures, churn.there, churn.resolved, churn.updating_ms,
           churn.rebuilding_ms);
    live_close(&churn.live);
    return churn.failures > 0;
}
