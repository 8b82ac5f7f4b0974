/* Commits are counted from the newest to the oldest. Every path that exists at HEAD is a file.
   When a change says that the file came from a path that is not at HEAD, older changes of that
   path count for the file too. */
#include "index/history/history_count.h"

#include "base/limits_git.h"

#include <stdlib.h>

#define DAY INT64_C(86400)
#define PART_BITS 16 /* precision of a commit's weight */
/* After this many half-lives a commit does not count any more. */
#define AGE_HALVINGS_MAX 40

/* A path of the log refers to a file of the tree, to one not met yet, or to one that is gone. */
#define PATH_UNHEARD UINT32_MAX
#define PATH_GONE (UINT32_MAX - 1)

typedef struct Counting {
    Arena *arena;
    Arena *work;
    const HistoryLog *log;
    History *history;
    uint32_t *at;    /* by path: index in history->files, or PATH_… */
    uint64_t *churn; /* by file, in units of 2^-PART_BITS */
    IdMap authors;   /* pairs of file and author */
    IdMap pairs;     /* from two files to an index in `together` */
    VEC(uint32_t) together;
    VEC(uint32_t) touched; /* files changed by the current commit */
} Counting;

/* The weight of a commit of that age: halved every HISTORY_DAYS, linear in between. */
static uint64_t weight_of(int64_t age, uint32_t files)
{
    int64_t half = HISTORY_DAYS * DAY, whole = MAX(age, INT64_C(0)) / half;
    uint64_t weight = UINT64_C(1) << PART_BITS;
    if (whole >= AGE_HALVINGS_MAX)
        return 0;
    weight -= weight / 2 * (uint64_t)(MAX(age, INT64_C(0)) % half) / (uint64_t)half;
    weight >>= whole;
    return files > HISTORY_FEW_FILES ? weight * HISTORY_FEW_FILES / files : weight;
}

static uint32_t new_file(Counting *counting, uint32_t path)
{
    History *history = counting->history;
    uint32_t index = history->file_count++;
    history->files[index].path = counting->log->paths.ptr[path];
    return index;
}

/* The file that a change affected; PATH_GONE if it does not exist any more. */
static uint32_t file_of(Counting *counting, const HistoryChange *change)
{
    uint32_t *at = &counting->at[change->path];
    if (change->kind == HISTORY_GONE)
        return PATH_GONE;
    if (*at == PATH_UNHEARD)
        *at = new_file(counting, change->path);
    if (change->kind == HISTORY_RENAMED && counting->at[change->from] == PATH_GONE)
        counting->at[change->from] = *at;
    return *at;
}

static void count_file(Counting *counting, uint32_t index, const HistoryCommit *commit, bool added)
{
    FileHistory *file = &counting->history->files[index];
    int64_t age = counting->history->now - commit->time;
    counting->churn[index] += weight_of(age, commit->files);
    file->last = file->commits ? MAX(file->last, commit->time) : commit->time;
    file->first = file->commits ? MIN(file->first, commit->time) : commit->time;
    file->commits++;
    file->older = !added;
    file->recent += age <= HISTORY_DAYS * DAY;
    file->paired += commit->files <= HISTORY_PAIR_FILES;
    file->authors += id_map_put(&counting->authors, counting->work, id_pair(index, commit->author),
                                1) == ID_MAP_NONE;
}

static void count_pair(Counting *counting, uint32_t a, uint32_t b)
{
    uint64_t key = a < b ? id_pair(a, b) : id_pair(b, a);
    uint32_t known = id_map_get(&counting->pairs, key);
    if (known != ID_MAP_NONE) {
        counting->together.ptr[known]++;
    } else if (counting->together.len < HISTORY_PAIRS_MAX) {
        (void)id_map_put(&counting->pairs, counting->work, key, (uint32_t)counting->together.len);
        *VEC_PUSH(counting->work, &counting->together) = 1;
    }
}

static bool is_touched(const Counting *counting, uint32_t file)
{
    for (size_t i = 0; i < counting->touched.len; i++)
        if (counting->touched.ptr[i] == file)
            return true;
    return false;
}

static void count_commit(Counting *counting, const HistoryCommit *commit)
{
    bool few = commit->files <= HISTORY_PAIR_FILES;
    counting->touched.len = 0;
    for (uint32_t i = 0; i < commit->count; i++) {
        const HistoryChange *change = &counting->log->changes.ptr[commit->first + i];
        uint32_t file = file_of(counting, change);
        if (file == PATH_GONE || (few && is_touched(counting, file)))
            continue;
        count_file(counting, file, commit, change->kind == HISTORY_ADDED);
        for (size_t j = 0; few && j < counting->touched.len; j++)
            count_pair(counting, counting->touched.ptr[j], file);
        if (few)
            *VEC_PUSH(counting->work, &counting->touched) = file;
    }
}

/* ---- sorting files by path ---- */

static int compare_files(const void *a, const void *b)
{
    const FileHistory *x = *(const FileHistory *const *)a, *y = *(const FileHistory *const *)b;
    return str_compare(x->path, y->path);
}

/* Sorts the files. Returns the new index by old index. */
static uint32_t *sort_files(Counting *counting)
{
    History *history = counting->history;
    uint32_t count = history->file_count;
    FileHistory **order = NEW(counting->work, FileHistory *, count + 1);
    uint32_t *places = NEW(counting->work, uint32_t, count + 1);
    FileHistory *sorted = NEW(counting->arena, FileHistory, count);
    for (uint32_t i = 0; i < count; i++) {
        order[i] = &history->files[i];
        history->files[i].churn =
            (uint32_t)MIN(counting->churn[i] * 100 >> PART_BITS, (uint64_t)UINT32_MAX);
    }
    qsort(order, count, sizeof *order, compare_files);
    for (uint32_t i = 0; i < count; i++) {
        places[order[i] - history->files] = i;
        sorted[i] = *order[i];
    }
    history->files = sorted;
    return places;
}

/* ---- files that change together ---- */

typedef struct Pair {
    uint32_t file, other, together;
} Pair;
typedef VEC(Pair) PairVec;

static int compare_pairs(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->file != y->file)
        return x->file < y->file ? -1 : 1;
    if (x->together != y->together)
        return x->together > y->together ? -1 : 1;
    return x->other < y->other ? -1 : x->other > y->other;
}

static void put_pair(Counting *counting, PairVec *pairs, Pair pair)
{
    const FileHistory *file = &counting->history->files[pair.file];
    if (pair.together >= HISTORY_TOGETHER_MIN &&
        pair.together * UINT64_C(100) >= (uint64_t)file->paired * HISTORY_TOGETHER_PERCENT)
        *VEC_PUSH(counting->work, pairs) = pair;
}

static void set_partners(Counting *counting, const uint32_t *places)
{
    PairVec pairs = {0};
    const IdMap *known = &counting->pairs;
    for (size_t i = 0; i < known->count; i++) {
        if (!known->slots[i].value)
            continue;
        uint32_t a = places[known->slots[i].key >> 32], b = places[(uint32_t)known->slots[i].key];
        uint32_t together = counting->together.ptr[known->slots[i].value - 1];
        put_pair(counting, &pairs, (Pair){a, b, together});
        put_pair(counting, &pairs, (Pair){b, a, together});
    }
    if (pairs.len)
        qsort(pairs.ptr, pairs.len, sizeof *pairs.ptr, compare_pairs);
    for (size_t i = 0, end; i < pairs.len; i = end) {
        FileHistory *file = &counting->history->files[pairs.ptr[i].file];
        for (end = i; end < pairs.len && pairs.ptr[end].file == pairs.ptr[i].file;)
            end++;
        file->partner_count = (uint32_t)MIN(end - i, (size_t)HISTORY_PARTNERS_MAX);
        file->partners = NEW(counting->arena, HistoryPartner, file->partner_count);
        for (uint32_t j = 0; j < file->partner_count; j++)
            file->partners[j] = (HistoryPartner){pairs.ptr[i + j].other, pairs.ptr[i + j].together};
    }
}

void history_count(Arena *arena, Arena scratch, const HistoryLog *log, History *history)
{
    size_t paths = log->paths.len, commits = log->commits.len;
    Counting counting = {.arena = arena, .work = &scratch, .log = log, .history = history};
    *history = (History){.head = log->head, .whole = log->whole, .by_path = map_open(arena)};
    history->now = commits ? log->commits.ptr[0].time : 0;
    history->since = history->now;
    history->files = NEW(&scratch, FileHistory, paths + 1);
    counting.churn = NEW(&scratch, uint64_t, paths + 1);
    counting.at = NEW(&scratch, uint32_t, paths + 1);
    for (size_t i = 0; i < paths; i++)
        counting.at[i] = log->present.ptr[i] ? PATH_UNHEARD : PATH_GONE;
    for (size_t i = 0; i < commits; i++) {
        const HistoryCommit *commit = &log->commits.ptr[i];
        history->commits += commit->files > 0;
        history->since = MIN(history->since, commit->time);
        count_commit(&counting, commit);
    }
    const uint32_t *places = sort_files(&counting);
    set_partners(&counting, places);
    for (uint32_t i = 0; i < history->file_count; i++)
        *map_put(&history->by_path, history->files[i].path, NULL) = i;
}
