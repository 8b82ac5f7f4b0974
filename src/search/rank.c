/* One pass over the hits of each term adds up parts, files and names; a pass over the parts finds
   the best of each file; then the files that are ahead are looked at closely. */
#include "search/rank.h"

#include "base/path.h"
#include "search/rank_state.h"

#include <math.h>
#include <stdlib.h>

/* BM25's saturation and normalisation by length, of parts and files. */
#define K1 1.2F
#define PART_B 0.5F
#define FILE_B 0.6F
/* A term in the comment of a declaration counts as so many more in its body. */
#define COMMENT_COUNT 0.6F
#define NAME_COUNT 1.0F
/* Of hits of two words as one, and of words that only mean about the same as one asked for. */
#define PAIR_WEIGHT 0.5F
#define NEAR_WEIGHT 0.3F
/* The latter are looked for in texts where the one asked for has no more hits than these. */
#define WIDENED_HITS 8
/* Files that are looked at closely. */
#define CLOSE_FILES 200

static float idf_of(uint32_t all, uint32_t with)
{
    return logf(1.0F + ((float)all - (float)with + 0.5F) / ((float)with + 0.5F));
}

static float weight_of(const QuestionTerm *term)
{
    switch (term->kind) {
    case QUESTION_PAIR: return PAIR_WEIGHT;
    case QUESTION_NEAR: return NEAR_WEIGHT * term->nearness;
    default: return 1;
    }
}

static uint32_t count_files(const TermIndex *index, const TermHitVec *hits)
{
    uint32_t count = 0, last = FILE_NOWHERE;
    for (size_t i = 0; i < hits->len; i++) {
        uint32_t file = index->files[hits->ptr[i].part];
        count += file != last;
        last = file;
    }
    return count;
}

/* What no language knows counts as documentation, but need not be prose. */
static bool is_prose(const TermIndex *index, uint32_t file)
{
    const CatalogFile *row = &index->catalog->files.ptr[file];
    bool plain = str_equal(lang_id(row->language), STR("text"));
    return row->class == FILE_DOC && (!plain || str_ends(row->path, STR(".txt")) ||
                                      str_starts(path_base(row->path), STR("README")));
}

/* Of code those in comments, once each. */
static void keep_docs(const TermIndex *index, TermHitVec *hits)
{
    size_t kept = 0;
    for (size_t i = 0; i < hits->len; i++) {
        TermHit hit = hits->ptr[i];
        bool prose = is_prose(index, index->files[hit.part]);
        if (prose || hit.code & TERM_IN_COMMENT)
            hits->ptr[kept++] = prose ? hit : (TermHit){hit.part, TERM_IN_COMMENT};
    }
    hits->len = kept;
}

static bool find_term(RankState *state, Arena *arena, RankTerm *term, Err *err)
{
    const TermIndex *index = state->index;
    if (!term_index_find(index, arena, term->asked->term, &term->hits, err))
        return false;
    if (state->docs)
        keep_docs(index, &term->hits);
    term->idf = idf_of(index->live_parts, (uint32_t)term->hits.len);
    term->file_idf = idf_of(index->live_files, count_files(index, &term->hits));
    term->weight = weight_of(term->asked);
    if (term->asked->kind == QUESTION_WORD && term->hits.len) {
        state->weight += term->idf;
        state->file_weight += term->file_idf;
    }
    return true;
}

/* A word that means about the same as one asked for counts in names of files; in texts only where
   the one asked for hardly stands anywhere. */
static bool is_sought(const RankState *state, const QuestionTerm *term)
{
    return term->kind != QUESTION_NEAR || state->terms[term->first].hits.len <= WIDENED_HITS;
}

static bool find_terms(RankState *state, Arena *arena, Ranking *ranking, Err *err)
{
    state->term_count = state->question->terms.len;
    for (size_t i = 0; i < state->term_count; i++) {
        RankTerm *term = &state->terms[i];
        term->asked = &state->question->terms.ptr[i];
        if (is_sought(state, term->asked) && !find_term(state, arena, term, err))
            return false;
        ranking->unknown += term->asked->kind <= QUESTION_IDENTIFIER && !term->hits.len;
    }
    state->weight = MAX(state->weight, 0.01F);
    state->file_weight = MAX(state->file_weight, 0.01F);
    return true;
}

/* ---- adding up ---- */

static float count_of(uint8_t code)
{
    return term_code_count(code) + (code & TERM_IN_COMMENT ? COMMENT_COUNT : 0) +
           (code & TERM_IN_NAME ? NAME_COUNT : 0);
}

static float saturate(float count, float length, float average, float b)
{
    return count * (K1 + 1) / (count + K1 * (1 - b + b * length / average));
}

/* What of a declaration is worth how much as an answer to its name. */
static float worth_of(uint8_t code)
{
    static const float worths[] = {[TERM_NAMES_VALUE] = 0.5F,
                                   [TERM_NAMES_OTHER] = 0.5F,
                                   [TERM_NAMES_FUNCTION] = 0.7F,
                                   [TERM_NAMES_TYPE] = 1};
    return worths[code & 3];
}

/* How much of the question an identifier is: 1 when it is nothing else. */
static float share_of_name(const RankState *state, const QuestionTerm *asked)
{
    float words = 0, own = 0;
    for (size_t i = 0; i < state->term_count; i++) {
        const QuestionTerm *term = state->terms[i].asked;
        bool inside = term->word.ptr >= asked->word.ptr &&
                      term->word.ptr + term->word.len <= asked->word.ptr + asked->word.len;
        if (term->kind != QUESTION_WORD)
            continue;
        words += 1;
        own += inside;
    }
    return words > 0 ? own / words : 1;
}

/* Where the term is declared as a name: what only few files declare tells most. */
static bool add_names(RankState *state, Arena *arena, size_t number, Err *err)
{
    const TermIndex *index = state->index;
    const RankTerm *term = &state->terms[number];
    float *sums = term->asked->kind == QUESTION_PAIR         ? state->defines_pair
                  : term->asked->kind == QUESTION_IDENTIFIER ? state->defines_name
                                                             : state->defines;
    float share = share_of_name(state, term->asked);
    TermHitVec hits;
    if (!term_index_find(index, arena, term->asked->name, &hits, err))
        return false;
    float rare = idf_of(index->live_files, (uint32_t)hits.len) / idf_of(index->live_files, 1);
    for (size_t i = 0; i < hits.len; i++) {
        uint32_t file = index->files[hits.ptr[i].part];
        float worth = worth_of(hits.ptr[i].code) * rare;
        state->words[file] |= UINT64_C(1) << number;
        state->defined[hits.ptr[i].part] = MAX(state->defined[hits.ptr[i].part], worth);
        sums[file] = MAX(sums[file], worth);
        state->named[file] = MAX(state->named[file], share * worth_of(hits.ptr[i].code));
    }
    return true;
}

static void add_whole(RankState *state, const RankTerm *term, uint32_t file, float count)
{
    const TermIndex *index = state->index;
    float average = (float)index->words / (float)MAX(index->live_files, 1u);
    if (file != FILE_NOWHERE)
        state->whole[file] += term->weight * term->file_idf *
                              saturate(count, (float)index->file_words[file], average, FILE_B);
}

static void add_term(RankState *state, size_t number)
{
    const TermIndex *index = state->index;
    const RankTerm *term = &state->terms[number];
    float average = (float)index->words / (float)MAX(index->live_parts, 1u);
    uint32_t file = FILE_NOWHERE;
    float count = 0;
    for (size_t i = 0; i < term->hits.len; i++) {
        TermHit hit = term->hits.ptr[i];
        if (index->files[hit.part] != file) {
            add_whole(state, term, file, count);
            file = index->files[hit.part];
            state->words[file] |= UINT64_C(1) << number;
            count = 0;
        }
        float here = count_of(hit.code);
        count += here;
        state->part_score[hit.part] +=
            term->weight * term->idf *
            saturate(here, (float)index->parts[hit.part].length, average, PART_B);
        if (hit.code & TERM_IN_NAME && term->asked->kind == QUESTION_WORD)
            state->part_name[hit.part] += term->idf / state->weight;
    }
    add_whole(state, term, file, count);
}

/* ---- the best ---- */

static float part_total(const RankState *state, uint32_t part)
{
    return state->part_score[part] / state->weight + 0.4F * state->part_name[part] +
           0.5F * state->defined[part];
}

static bool has_part(const RankState *state, uint32_t part)
{
    return state->part_score[part] > 0 || state->defined[part] > 0;
}

static void find_best_parts(RankState *state)
{
    for (uint32_t part = 0; part < state->index->part_count; part++) {
        uint32_t file = state->index->files[part];
        if (has_part(state, part) && state->best[file] < part_total(state, part))
            state->best[file] = part_total(state, part);
    }
}

static int compare_files(const void *a, const void *b)
{
    const RankedFile *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->file < y->file ? -1 : x->file > y->file;
}

static void choose_files(const RankState *state, Arena *arena, const RankOptions *options,
                         Ranking *ranking)
{
    const Catalog *catalog = state->index->catalog;
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        if (!state->words[file] || (options->left_out && options->left_out[file]))
            continue;
        ranking->total++;
        RankedFile *ranked = VEC_PUSH(arena, &ranking->files);
        ranked->file = file;
        ranked->role = rank_role(state, file);
        ranked->score =
            ranked->role * (state->best[file] + 0.5F * state->whole[file] / state->file_weight);
    }
    if (ranking->files.len)
        qsort(ranking->files.ptr, ranking->files.len, sizeof *ranking->files.ptr, compare_files);
    ranking->files.len = MIN(ranking->files.len, MAX((size_t)CLOSE_FILES, options->limit));
}

static void put_part(RankedFile *file, RankedPart part)
{
    size_t at = RANK_PARTS_MAX;
    while (at && file->parts[at - 1].score < part.score)
        at--;
    if (at == RANK_PARTS_MAX)
        return;
    memmove(&file->parts[at + 1], &file->parts[at],
            (RANK_PARTS_MAX - 1 - at) * sizeof *file->parts);
    file->parts[at] = part;
}

static void gather_parts(const RankState *state, Arena scratch, Ranking *ranking)
{
    const TermIndex *index = state->index;
    uint32_t *places = NEW(&scratch, uint32_t, index->catalog->files.len + 1);
    for (size_t i = 0; i < ranking->files.len; i++)
        places[ranking->files.ptr[i].file] = (uint32_t)i + 1;
    for (uint32_t part = 0; part < index->part_count; part++) {
        if (!has_part(state, part) || !places[index->files[part]])
            continue;
        RankedFile *file = &ranking->files.ptr[places[index->files[part]] - 1];
        put_part(file, (RankedPart){index->parts[part].entry, part_total(state, part)});
        file->evidence[RANK_PART_NAME] =
            MAX(file->evidence[RANK_PART_NAME], state->part_name[part]);
        file->evidence[RANK_PART] =
            MAX(file->evidence[RANK_PART], state->part_score[part] / state->weight);
        if (!index->parts[part].entry)
            file->evidence[RANK_HEAD] = state->part_score[part] / state->weight;
    }
}

static void add_evidence(const RankState *state, RankedFile *file)
{
    float covered = 0;
    for (size_t i = 0; i < state->term_count; i++)
        if (file->words >> i & 1 && state->terms[i].asked->kind == QUESTION_WORD)
            covered += state->terms[i].idf;
    file->evidence[RANK_COVERED] = covered / state->weight;
    file->evidence[RANK_PARTS] = (file->parts[1].score + file->parts[2].score) / 2;
    file->evidence[RANK_WHOLE] = state->whole[file->file] / state->file_weight;
    file->evidence[RANK_DEFINES] = state->defines[file->file];
    file->evidence[RANK_DEFINES_NAME] = state->defines_name[file->file];
    file->evidence[RANK_NAMED] = state->named[file->file];
    file->evidence[RANK_DEFINES_PAIR] = state->defines_pair[file->file];
    rank_add_place(state, file);
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

static RankState open_state(const TermIndex *index, Arena *arena, const Question *question)
{
    size_t files = index->catalog->files.len + 1;
    return (RankState){.index = index,
                       .question = question,
                       .terms = NEW(arena, RankTerm, QUESTION_TERMS_MAX + 1),
                       .part_score = NEW(arena, float, index->part_count + 1),
                       .part_name = NEW(arena, float, index->part_count + 1),
                       .whole = NEW(arena, float, files),
                       .defines = NEW(arena, float, files),
                       .named = NEW(arena, float, files),
                       .defines_name = NEW(arena, float, files),
                       .defines_pair = NEW(arena, float, files),
                       .defined = NEW(arena, float, index->part_count + 1),
                       .words = NEW(arena, uint64_t, files),
                       .best = NEW(arena, float, files)};
}

bool rank_files(const TermIndex *index, Arena *arena, const Question *question,
                const RankOptions *options, Ranking *ranking, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    RankState state = open_state(index, &scratch, question);
    state.docs = options->docs;
    *ranking = (Ranking){0};
    if (!find_terms(&state, &scratch, ranking, err))
        return false;
    for (size_t i = 0; i < state.term_count; i++) {
        add_term(&state, i);
        bool named = state.terms[i].asked->kind != QUESTION_NEAR && !state.docs;
        if (named && !add_names(&state, &scratch, i, err))
            return false;
    }
    find_best_parts(&state);
    choose_files(&state, arena, options, ranking);
    gather_parts(&state, scratch, ranking);
    for (size_t i = 0; i < ranking->files.len; i++) {
        RankedFile *file = &ranking->files.ptr[i];
        file->words = state.words[file->file];
        add_evidence(&state, file);
        file->score = sum_up(file);
    }
    if (ranking->files.len)
        qsort(ranking->files.ptr, ranking->files.len, sizeof *ranking->files.ptr, compare_files);
    ranking->files.len = MIN(ranking->files.len, options->limit);
    return true;
}
