/* Two phases: cheap sums by file and part choose the candidates, which are then scored by all
   evidence. */
#include "search/rank.h"

#include "search/rank_state.h"

#include <stdlib.h>

/* Candidates that are scored by all evidence. */
#define CLOSE_FILES 200
/* … and files whose declarations are refined. */
#define REFINED_FILES 40

/* ---- choosing candidates ---- */

static void note_best(void *context, uint32_t file, uint32_t entry, const RankPartSums *sums)
{
    RankState *state = context;
    (void)entry;
    float total = rank_part_total(state, sums);
    state->files[file].best = MAX(state->files[file].best, total);
}

typedef struct FileScore {
    float score;
    uint32_t file;
} FileScore;

/* Whether one ranks before the other; ties go by path. */
static bool is_ahead(const Catalog *catalog, FileScore one, FileScore other)
{
    if (one.score != other.score)
        return one.score > other.score;
    return str_compare(catalog->files.ptr[one.file].path, catalog->files.ptr[other.file].path) < 0;
}

/* A bounded min-heap of the best files: the worst of them is on top. */
typedef struct BestFiles {
    const Catalog *catalog;
    FileScore *heap;
    size_t len, max;
} BestFiles;

static void sink(BestFiles *best, size_t at)
{
    FileScore moved = best->heap[at];
    for (size_t child; (child = 2 * at + 1) < best->len; at = child) {
        if (child + 1 < best->len &&
            is_ahead(best->catalog, best->heap[child], best->heap[child + 1]))
            child++;
        if (!is_ahead(best->catalog, moved, best->heap[child]))
            break;
        best->heap[at] = best->heap[child];
    }
    best->heap[at] = moved;
}

static void put_file(BestFiles *best, FileScore file)
{
    if (best->len < best->max) {
        size_t at = best->len++;
        for (; at && is_ahead(best->catalog, best->heap[(at - 1) / 2], file); at = (at - 1) / 2)
            best->heap[at] = best->heap[(at - 1) / 2];
        best->heap[at] = file;
    } else if (best->len && is_ahead(best->catalog, file, best->heap[0])) {
        best->heap[0] = file;
        sink(best, 0);
    }
}

static int compare_files(const void *a, const void *b)
{
    const RankedFile *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return str_compare(x->path, y->path);
}

static void choose_files(const RankState *state, Arena *arena, const RankOptions *options,
                         Ranking *ranking)
{
    const Catalog *catalog = state->index->catalog;
    size_t max = MIN(MAX((size_t)CLOSE_FILES, options->limit), catalog->files.len);
    BestFiles best = {catalog, NEW(arena, FileScore, max + 1), 0, max};
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        const RankFileSums *sums = &state->files[file];
        if (!sums->words || (options->left_out && options->left_out[file]))
            continue;
        float score = sums->best + 0.5F * sums->whole / state->file_weight;
        ranking->total++;
        put_file(&best, (FileScore){rank_role(state, file) * score, file});
    }
    for (size_t i = 0; i < best.len; i++) {
        uint32_t file = best.heap[i].file;
        *VEC_PUSH(arena, &ranking->files) = (RankedFile){.file = file,
                                                         .path = catalog->files.ptr[file].path,
                                                         .role = rank_role(state, file),
                                                         .score = best.heap[i].score};
    }
}

/* ---- scoring candidates ---- */

static bool is_better(RankedPart part, RankedPart other)
{
    if (part.score != other.score)
        return part.score > other.score;
    return part.entry < other.entry;
}

static void put_part(RankedFile *file, RankedPart part)
{
    size_t at = RANK_PARTS_MAX;
    /* Parts come in no order, so ties go to the earlier declaration. */
    while (at && is_better(part, file->parts[at - 1]))
        at--;
    if (at == RANK_PARTS_MAX)
        return;
    memmove(&file->parts[at + 1], &file->parts[at],
            (RANK_PARTS_MAX - 1 - at) * sizeof *file->parts);
    file->parts[at] = part;
}

typedef struct Gathering {
    const RankState *state;
    RankedFileVec *files;
    uint32_t *places; /* by file id: 1 + index in `files` */
} Gathering;

static void take_part(void *context, uint32_t id, uint32_t entry, const RankPartSums *sums)
{
    const Gathering *gathering = context;
    RankedFile *file = &gathering->files->ptr[gathering->places[id] - 1];
    float *evidence = file->evidence, share = sums->score / gathering->state->weight;
    put_part(file, (RankedPart){.entry = entry,
                                .score = rank_part_total(gathering->state, sums),
                                .text = share,
                                .defined = sums->defined,
                                .asked = sums->asked,
                                .mentioned = sums->mentioned,
                                .words = sums->words});
    evidence[RANK_PART_NAME] = MAX(evidence[RANK_PART_NAME], sums->name);
    evidence[RANK_PART] = MAX(evidence[RANK_PART], share);
    if (!entry)
        evidence[RANK_HEAD] = share;
}

static void gather_parts(RankState *state, Arena *arena, Ranking *ranking)
{
    size_t files = state->index->catalog->files.len;
    Gathering gathering = {state, &ranking->files, NEW(arena, uint32_t, files + 1)};
    for (size_t i = 0; i < ranking->files.len; i++)
        gathering.places[ranking->files.ptr[i].file] = (uint32_t)i + 1;
    rank_sum_parts(state, arena, gathering.places, take_part, &gathering);
}

static void add_evidence(RankState *state, Arena *arena, RankedFile *file)
{
    const RankFileSums *sums = &state->files[file->file];
    float covered = 0;
    file->words = sums->words;
    for (size_t i = 0; i < state->term_count; i++)
        if (file->words >> i & 1 && state->terms[i].asked->kind >= QUESTION_SYNONYM)
            file->near_words |= UINT64_C(1) << state->terms[i].asked->first;
    file->near_words &= ~file->words;
    for (size_t i = 0; i < state->term_count; i++)
        if (file->words >> i & 1 && state->terms[i].asked->kind == QUESTION_WORD)
            covered += state->terms[i].idf;
    file->evidence[RANK_COVERED] = covered / state->weight;
    file->evidence[RANK_PARTS] = (file->parts[1].score + file->parts[2].score) / 2;
    file->evidence[RANK_WHOLE] = sums->whole / state->file_weight;
    file->evidence[RANK_DEFINES] = sums->defines;
    file->evidence[RANK_DEFINES_NAME] = sums->defines_name;
    file->evidence[RANK_NAMED] = sums->named;
    file->evidence[RANK_DEFINES_PAIR] = sums->defines_pair;
    rank_add_place(state, arena, file);
}

static float sum_up(const RankedFile *file)
{
    static const float weights[] = {
#define X(id, name, weight) weight,
        RANK_EVIDENCE(X)
#undef X
    };
    float sum = 0;
    for (size_t i = 0; i < RANK_EVIDENCE_COUNT; i++)
        sum += weights[i] * file->evidence[i];
    return sum * file->role;
}

static int compare_parts(const void *a, const void *b)
{
    const RankedPart *x = a, *y = b;
    return is_better(*x, *y) ? -1 : is_better(*y, *x);
}

/* Drops parts with an entry the file does not have: terms of another version of it. */
static void drop_strangers(const RankState *state, RankedFile *file)
{
    uint32_t entries = catalog_row(state->index->catalog, file->file)->count;
    size_t kept = 0;
    for (size_t i = 0; i < RANK_PARTS_MAX; i++)
        if (!file->parts[i].entry || file->parts[i].entry < entries)
            file->parts[kept++] = file->parts[i];
    for (; kept < RANK_PARTS_MAX; kept++)
        file->parts[kept] = (RankedPart){0};
}

static void refine_parts(const RankState *state, RankedFile *file)
{
    size_t count = 0;
    for (; count < RANK_PARTS_MAX && file->parts[count].score > 0; count++)
        rank_refine_part(state, file->file, &file->parts[count]);
    if (count)
        qsort(file->parts, count, sizeof *file->parts, compare_parts);
}

static void share_out(const RankState *state, Ranking *ranking)
{
    float sum = 0, words = 0, all = 0;
    for (size_t i = 0; i < state->term_count; i++)
        if (state->terms[i].asked->kind == QUESTION_WORD && state->terms[i].hit_count) {
            sum += state->terms[i].idf;
            words += 1;
        }
    for (size_t i = 0; i < state->term_count; i++) {
        if (state->terms[i].asked->kind != QUESTION_WORD)
            continue;
        bool known = state->terms[i].hit_count;
        ranking->shares[i] = known ? state->terms[i].idf : words > 0 ? sum / words : 1;
        all += ranking->shares[i];
    }
    for (size_t i = 0; i < state->term_count; i++) {
        const RankTerm *term = &state->terms[i];
        if (term->hit_count)
            ranking->found |= UINT64_C(1) << i;
        if (term->asked->kind > QUESTION_WORD && term->asked->kind <= QUESTION_ALSO)
            ranking->shares[i] = term->weight * term->idf;
        ranking->shares[i] /= all > 0 ? all : 1;
    }
}

bool rank_files(const TermIndex *index, Arena *arena, const Question *question,
                const RankOptions *options, Ranking *ranking, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    RankState state = {.index = index,
                       .question = question,
                       .docs = options->docs,
                       .widened = options->widened,
                       .declarations = options->declarations,
                       .terms = NEW(&scratch, RankTerm, QUESTION_TERMS_MAX + 1),
                       .files = NEW(&scratch, RankFileSums, index->catalog->files.len + 1),
                       .parts = NEW(&scratch, RankPartSums, index->parts_max + 1)};
    *ranking = (Ranking){0};
    if (!rank_find_terms(&state, &scratch, err))
        return false;
    share_out(&state, ranking);
    rank_sum_files(&state);
    rank_sum_parts(&state, &scratch, NULL, note_best, &state);
    choose_files(&state, arena, options, ranking);
    gather_parts(&state, &scratch, ranking);
    for (size_t i = 0; i < ranking->files.len; i++) {
        add_evidence(&state, &scratch, &ranking->files.ptr[i]);
        ranking->files.ptr[i].score = sum_up(&ranking->files.ptr[i]);
    }
    if (ranking->files.len)
        qsort(ranking->files.ptr, ranking->files.len, sizeof *ranking->files.ptr, compare_files);
    ranking->files.len = MIN(ranking->files.len, options->limit);
    for (size_t i = 0; i < ranking->files.len; i++)
        drop_strangers(&state, &ranking->files.ptr[i]);
    for (size_t i = 0; i < MIN(ranking->files.len, (size_t)REFINED_FILES); i++)
        refine_parts(&state, &ranking->files.ptr[i]);
    return true;
}
