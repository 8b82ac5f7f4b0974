/* Rename detection as in git (diffcore-rename.c, diffcore-delta.c), so that both find the same
   pairs. First come equal contents, then very similar files whose base name is unique, then the
   most similar pairs of the rest if these are not too many. Similarity is the share of the larger
   file's bytes that the other has too, counted by hashes of lines (or of 64-byte pieces of longer
   lines). */
#include "git/objects_inside.h"

#include "base/path.h"

#include <stdlib.h>

/* git's scale (diffcore.h) and its threshold for a rename, 50 %. */
#define SCORE_MAX 60000
#define SCORE_MIN (SCORE_MAX / 2)
/* Threshold for files of the same base name, which are paired first. */
#define SCORE_NAMED (SCORE_MIN + (SCORE_MAX - SCORE_MIN) / 2)
#define SPAN_BYTES_MAX 64
#define SPAN_HASHES 107927
/* A file with a NUL in its first bytes is binary. */
#define BINARY_SNIFF_BYTES 8000
/* Best candidates kept for each file. */
#define PARTNERS 4
/* Candidates of equal content that are considered. */
#define SAME_CONTENT_MAX 100
#define NOBODY SIZE_MAX

typedef struct Span {
    uint32_t hash;
    uint32_t bytes;
} Span;
typedef VEC(Span) SpanVec;

typedef struct Candidate {
    size_t change;
    const GitSide *side;
    size_t partner; /* index on the other side, or NOBODY */
    uint64_t size;
    SpanVec spans; /* by hash, each once */
    bool looked;   /* spans and size are set */
    bool unusable; /* it cannot be read, or is too large */
} Candidate;
typedef VEC(Candidate) CandidateVec;

typedef struct Pair {
    size_t old;
    size_t new; /* NOBODY: a free slot */
    unsigned score;
    bool same_name;
} Pair;

typedef struct Renames {
    GitObjects *objects;
    Arena *arena;
    Arena texts; /* holds one text at a time */
    GitChangeVec *changes;
    CandidateVec gone;
    CandidateVec came;
    size_t gone_left;
    size_t came_left;
} Renames;

static void marry(Renames *renames, size_t old, size_t new, unsigned score)
{
    renames->gone.ptr[old].partner = new;
    renames->came.ptr[new].partner = old;
    renames->changes->ptr[renames->came.ptr[new].change].similarity = score * 100 / SCORE_MAX;
    renames->gone_left--;
    renames->came_left--;
}

/* ---- equal contents ---- */

static bool may_be_same(const GitSide *old, const GitSide *new)
{
    bool regular = (old->mode & 0170000) == 0100000 && (new->mode & 0170000) == 0100000;
    return regular || old->mode == new->mode;
}

/* The first file of equal content; preferably one of the same base name. */
static size_t find_same(const Renames *renames, const GitSide *wanted, const uint64_t *next,
                        size_t first)
{
    size_t best = NOBODY, left = SAME_CONTENT_MAX;
    for (size_t i = first; i != NOBODY && left--; i = next[i]) {
        const Candidate *gone = &renames->gone.ptr[i];
        if (gone->partner != NOBODY || !may_be_same(gone->side, wanted))
            continue;
        if (str_equal(path_base(gone->side->path), path_base(wanted->path)))
            return i;
        best = best == NOBODY ? i : best;
    }
    return best;
}

static void pair_equal(Renames *renames)
{
    Arena scratch = *renames->arena;
    Map firsts = map_open(&scratch);
    uint64_t *next = NEW(&scratch, uint64_t, renames->gone.len);
    for (size_t i = renames->gone.len; i-- > 0;) {
        bool added;
        uint64_t *first = map_put(&firsts, renames->gone.ptr[i].side->id, &added);
        next[i] = added ? NOBODY : *first;
        *first = i;
    }
    for (size_t i = 0; i < renames->came.len; i++) {
        const GitSide *side = renames->came.ptr[i].side;
        const uint64_t *first = side->id.len ? map_find(&firsts, side->id) : NULL;
        size_t same = first ? find_same(renames, side, next, *first) : NOBODY;
        if (same != NOBODY)
            marry(renames, same, i, SCORE_MAX);
    }
}

/* ---- similarity ---- */

static int compare_spans(const void *a, const void *b)
{
    const Span *x = a, *y = b;
    return (x->hash > y->hash) - (x->hash < y->hash);
}

/* The spans of a text, each hash once. */
static void take_spans(Arena *arena, Str text, SpanVec *spans)
{
    bool binary = str_find_byte(str_slice(text, 0, BINARY_SNIFF_BYTES), '\0') != STR_NONE;
    uint32_t low = 0, high = 0, len = 0;
    for (size_t i = 0; i < text.len; i++) {
        unsigned char byte = (unsigned char)text.ptr[i];
        bool last = i + 1 == text.len;
        if (binary || byte != '\r' || last || text.ptr[i + 1] != '\n') {
            uint32_t before = low;
            low = (low << 7 ^ high >> 25) + byte;
            high = high << 7 ^ before >> 25;
            len++;
        }
        if (len && (len == SPAN_BYTES_MAX || byte == '\n' || last)) {
            *VEC_PUSH(arena, spans) =
                (Span){.hash = (low + high * 0x61) % SPAN_HASHES, .bytes = len};
            low = high = len = 0;
        }
    }
    if (!spans->len)
        return;
    qsort(spans->ptr, spans->len, sizeof *spans->ptr, compare_spans);
    size_t kept = 0;
    for (size_t i = 1; i < spans->len; i++) {
        if (spans->ptr[i].hash == spans->ptr[kept].hash)
            spans->ptr[kept].bytes += spans->ptr[i].bytes;
        else
            spans->ptr[++kept] = spans->ptr[i];
    }
    spans->len = kept + 1;
}

static bool look(Renames *renames, Candidate *candidate)
{
    if (candidate->looked)
        return !candidate->unusable;
    GitContent content;
    Err ignored;
    Arena own = renames->texts;
    candidate->looked = true;
    bool read = git_objects_content(renames->objects, &own, candidate->side, GIT_RENAME_BYTES_MAX,
                                    &content, &ignored);
    candidate->unusable = !read || content.too_large;
    if (!candidate->unusable) {
        candidate->size = content.bytes.len;
        take_spans(renames->arena, content.bytes, &candidate->spans);
    }
    return !candidate->unusable;
}

static uint64_t common_bytes(const SpanVec *a, const SpanVec *b)
{
    uint64_t sum = 0;
    for (size_t i = 0, j = 0; i < a->len && j < b->len;) {
        const Span *x = &a->ptr[i], *y = &b->ptr[j];
        if (x->hash == y->hash)
            sum += MIN(x->bytes, y->bytes);
        i += x->hash <= y->hash;
        j += y->hash <= x->hash;
    }
    return sum;
}

static unsigned similarity(Renames *renames, size_t old, size_t new, unsigned least)
{
    Candidate *gone = &renames->gone.ptr[old], *came = &renames->came.ptr[new];
    bool regular =
        (gone->side->mode & 0170000) == 0100000 && (came->side->mode & 0170000) == 0100000;
    if (!regular || !look(renames, gone) || !look(renames, came))
        return 0;
    uint64_t larger = MAX(gone->size, came->size), smaller = MIN(gone->size, came->size);
    if (!smaller || larger * (SCORE_MAX - least) < (larger - smaller) * SCORE_MAX)
        return 0;
    return (unsigned)(common_bytes(&gone->spans, &came->spans) * SCORE_MAX / larger);
}

/* ---- files of one base name ---- */

/* Maps each base name to its only candidate without a partner, or NOBODY. */
static Map by_name(Arena *arena, const CandidateVec *candidates)
{
    Map names = map_open(arena);
    for (size_t i = 0; i < candidates->len; i++) {
        bool added;
        if (candidates->ptr[i].partner != NOBODY)
            continue;
        uint64_t *value = map_put(&names, path_base(candidates->ptr[i].side->path), &added);
        *value = added ? i : NOBODY;
    }
    return names;
}

static void pair_named(Renames *renames)
{
    Arena own;
    arena_open(&own, 0);
    Map gone = by_name(&own, &renames->gone), came = by_name(&own, &renames->came);
    for (size_t i = 0; i < gone.len; i++) {
        const uint64_t *other = map_find(&came, gone.entries[i].key);
        size_t old = gone.entries[i].value;
        if (old == NOBODY || !other || *other == NOBODY)
            continue;
        unsigned score = similarity(renames, old, *other, SCORE_NAMED);
        if (score >= SCORE_NAMED)
            marry(renames, old, *other, score);
    }
    arena_close(&own);
}

/* ---- the remaining files ---- */

/* Orders better pairs first; 0: equally good. */
static int compare_pairs(const void *a, const void *b)
{
    const Pair *x = a, *y = b;
    if (x->new == NOBODY || y->new == NOBODY)
        return (x->new == NOBODY) - (y->new == NOBODY);
    if (x->score != y->score)
        return x->score < y->score ? 1 : -1;
    return (int)y->same_name - (int)x->same_name;
}

/* For a stable sort: a pair and its original position. */
static int compare_places(const void *a, const void *b)
{
    const Pair *const *x = a, *const *y = b;
    int order = compare_pairs(*x, *y);
    return order ? order : (*x > *y) - (*x < *y);
}

static void keep_best(Pair best[PARTNERS], Pair pair)
{
    size_t worst = 0;
    for (size_t i = 1; i < PARTNERS; i++)
        if (compare_pairs(&best[i], &best[worst]) > 0)
            worst = i;
    if (compare_pairs(&best[worst], &pair) > 0)
        best[worst] = pair;
}

static void compare_with_all(Renames *renames, size_t new, Pair best[PARTNERS])
{
    const GitSide *came = renames->came.ptr[new].side;
    for (size_t i = 0; i < PARTNERS; i++)
        best[i] = (Pair){.new = NOBODY};
    for (size_t old = 0; old < renames->gone.len; old++) {
        const Candidate *gone = &renames->gone.ptr[old];
        if (gone->partner != NOBODY)
            continue;
        Pair pair = {.old = old,
                     .new = new,
                     .score = similarity(renames, old, new, SCORE_MIN),
                     .same_name = str_equal(path_base(gone->side->path), path_base(came->path))};
        keep_best(best, pair);
    }
}

static void pair_similar(Renames *renames)
{
    if (!renames->gone_left || renames->came_left > GIT_RENAME_PAIRS_MAX / renames->gone_left)
        return;
    size_t count = 0;
    Pair *pairs = NEW(renames->arena, Pair, renames->came_left * PARTNERS);
    for (size_t i = 0; i < renames->came.len; i++)
        if (renames->came.ptr[i].partner == NOBODY)
            compare_with_all(renames, i, &pairs[PARTNERS * count++]);
    count *= PARTNERS;
    const Pair **order = NEW(renames->arena, const Pair *, count);
    for (size_t i = 0; i < count; i++)
        order[i] = &pairs[i];
    if (count)
        qsort(order, count, sizeof *order, compare_places);
    for (size_t i = 0; i < count && order[i]->score >= SCORE_MIN && order[i]->new != NOBODY; i++)
        if (renames->gone.ptr[order[i]->old].partner == NOBODY &&
            renames->came.ptr[order[i]->new].partner == NOBODY)
            marry(renames, order[i]->old, order[i]->new, order[i]->score);
}

/* ---- changes to candidates and back ---- */

static void collect(Renames *renames)
{
    for (size_t i = 0; i < renames->changes->len; i++) {
        const GitChange *change = &renames->changes->ptr[i];
        bool gone = change->old.mode && !change->new.mode;
        if (change->conflicted || (change->old.mode && change->new.mode))
            continue;
        *VEC_PUSH(renames->arena, gone ? &renames->gone : &renames->came) =
            (Candidate){.change = i, .side = gone ? &change->old : &change->new, .partner = NOBODY};
    }
    renames->gone_left = renames->gone.len;
    renames->came_left = renames->came.len;
}

static void write_back(Renames *renames)
{
    GitChangeVec *changes = renames->changes;
    for (size_t i = 0; i < renames->came.len; i++) {
        const Candidate *came = &renames->came.ptr[i];
        if (came->partner == NOBODY)
            continue;
        GitChange *gone = &changes->ptr[renames->gone.ptr[came->partner].change];
        changes->ptr[came->change].old = gone->old;
        gone->old.mode = 0;
    }
    size_t kept = 0;
    for (size_t i = 0; i < changes->len; i++)
        if (changes->ptr[i].old.mode || changes->ptr[i].new.mode || changes->ptr[i].conflicted)
            changes->ptr[kept++] = changes->ptr[i];
    changes->len = kept;
}

static void add_ids(Renames *renames, const CandidateVec *candidates, GitIdVec *ids)
{
    for (size_t i = 0; i < candidates->len; i++) {
        const GitSide *side = candidates->ptr[i].side;
        if (candidates->ptr[i].partner == NOBODY && !side->working && side->id.len &&
            side->mode != GIT_MODE_COMMIT)
            *VEC_PUSH(renames->arena, ids) = side->id;
    }
}

/* Prefetches the contents to compare. A failure is ignored: each file is then read separately. */
static void expect_contents(Renames *renames)
{
    GitIdVec ids = {0};
    Err ignored;
    if (!renames->gone_left || renames->came_left > GIT_RENAME_PAIRS_MAX / renames->gone_left)
        return;
    add_ids(renames, &renames->gone, &ids);
    add_ids(renames, &renames->came, &ids);
    (void)!git_objects_expect(renames->objects, ids.ptr, ids.len, &ignored);
}

void git_renames_find(GitObjects *objects, Arena *arena, GitChangeVec *changes)
{
    Renames renames = {.objects = objects, .arena = arena, .changes = changes};
    collect(&renames);
    if (!renames.gone.len || !renames.came.len)
        return;
    for (size_t i = 0; i < renames.came.len; i++)
        git_objects_identify(objects, arena, &changes->ptr[renames.came.ptr[i].change].new);
    pair_equal(&renames);
    expect_contents(&renames);
    arena_open(&renames.texts, 0);
    pair_named(&renames);
    pair_similar(&renames);
    arena_close(&renames.texts);
    write_back(&renames);
}
