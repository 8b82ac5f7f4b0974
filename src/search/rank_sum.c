/* Terms are looked up in all segments first, which gives their inverse document frequencies. Then
   their hits are summed up by file and, one segment at a time, by part. */
#include "search/rank_state.h"

#include <math.h>

/* BM25 parameters: saturation (k1), and length normalisation (b) of parts and of files. */
#define K1 1.2F
#define PART_B 0.5F
#define FILE_B 0.6F
/* A hit in a declaration's comment, or in its name, counts as this many more in its body. */
#define COMMENT_COUNT 0.6F
#define NAME_COUNT 1.0F
/* Weights, in addition to BM25, of words in a part's name and of declaring a name of the
   question. */
#define PART_NAME_SHARE 0.4F
#define PART_DEFINES_SHARE 0.5F
/* Minimum share of a name in the question's words if the question asks for it. */
#define NAME_SHARE_MIN 0.6F
/* Weights of hits of two words as one, and of words of similar meaning. */
#define PAIR_WEIGHT 0.5F
#define NEAR_WEIGHT 0.3F
#define SYNONYM_WEIGHT 0.3F
/* Weight of hits of a word that the asker added to the question. */
#define ALSO_WEIGHT 0.5F
/* Words of similar meaning are looked up in texts only if the word itself has at most this many
   hits. */
#define WIDENED_HITS 8
/* Synonyms are looked up if at most one of this many parts has the word: among files a common word
   needs none, whereas a declaration that does the thing may lack it. */
#define SYNONYM_PARTS 400
#define SYNONYM_PARTS_CLOSE 8

/* ---- looking up ---- */

static float idf_of(uint32_t all, uint32_t with)
{
    return logf(1.0F + ((float)all - (float)with + 0.5F) / ((float)with + 0.5F));
}

static float weight_of(const RankState *state, const QuestionTerm *term)
{
    switch (term->kind) {
    case QUESTION_PAIR: return PAIR_WEIGHT;
    case QUESTION_ALSO: return ALSO_WEIGHT;
    case QUESTION_SYNONYM: return SYNONYM_WEIGHT;
    case QUESTION_NEAR: return (state->widened ? 1 : NEAR_WEIGHT) * term->nearness;
    default: return 1;
    }
}

/* In code keeps only hits in comments, counted once each. */
static void keep_docs(const TermIndex *index, TermPostingVec *hits)
{
    size_t kept = 0;
    for (size_t i = 0; i < hits->len; i++) {
        TermPosting hit = hits->ptr[i];
        bool prose = rank_is_prose(&index->catalog->files.ptr[hit.file]);
        if (prose || hit.code & TERM_IN_COMMENT)
            hits->ptr[kept++] = prose ? hit : (TermPosting){hit.file, hit.part, TERM_IN_COMMENT};
    }
    hits->len = kept;
}

static uint32_t count_files(const TermIndex *index, const TermPostingVec *hits)
{
    uint32_t count = 0;
    for (size_t s = 0; s < index->segments.len; s++)
        for (size_t i = 0; i < hits[s].len; i++)
            count += !i || hits[s].ptr[i].file != hits[s].ptr[i - 1].file;
    return count;
}

/* Looks the term up in all segments; adds to earlier hits. */
static bool find(const RankState *state, Arena *arena, uint32_t term, TermPostingVec **hits,
                 size_t *count, Err *err)
{
    const TermIndex *index = state->index;
    if (!*hits)
        *hits = NEW(arena, TermPostingVec, index->segments.len);
    *count = 0;
    for (size_t s = 0; s < index->segments.len; s++) {
        if (!term_index_find(index, arena, s, term, &(*hits)[s], err))
            return false;
        *count += (*hits)[s].len;
    }
    return true;
}

static bool find_hits(RankState *state, Arena *arena, RankTerm *term, Err *err)
{
    const TermIndex *index = state->index;
    if (!find(state, arena, term->asked->term, &term->hits, &term->hit_count, err))
        return false;
    for (size_t s = 0; s < index->segments.len && state->docs; s++) {
        term->hit_count -= term->hits[s].len;
        keep_docs(index, &term->hits[s]);
        term->hit_count += term->hits[s].len;
    }
    uint32_t files = count_files(index, term->hits);
    TermTotal total;
    if (term_index_total(index, term->asked->term, &total)) {
        term->hit_count = MAX(term->hit_count, (size_t)total.parts);
        files = MAX(files, total.files);
    }
    term->idf = idf_of(index->live_parts, (uint32_t)term->hit_count);
    term->file_idf = idf_of(index->live_files, files);
    term->weight = weight_of(state, term->asked);
    if (term->asked->kind == QUESTION_WORD && term->hit_count) {
        state->weight += term->idf;
        state->file_weight += term->file_idf;
    }
    return true;
}

/* An identifier's share of the question's words: 1 when the question is nothing else, except for
   its kind (`struct client`). */
static float share_of_name(const RankState *state, const QuestionTerm *asked)
{
    float words = 0, own = 0;
    for (size_t i = 0; i < state->question->terms.len; i++) {
        const QuestionTerm *term = &state->question->terms.ptr[i];
        bool inside = term->word.ptr >= asked->word.ptr &&
                      term->word.ptr + term->word.len <= asked->word.ptr + asked->word.len;
        if (term->kind != QUESTION_WORD || (term->is_kind && !inside))
            continue;
        words += 1;
        own += inside;
    }
    return words > 0 ? own / words : 1;
}

/* Looks for declarations of that name; the fewer files declare it, the more it tells. */
static bool find_names(RankState *state, Arena *arena, RankTerm *term, Err *err)
{
    uint32_t files = state->index->live_files;
    if (term->asked->kind >= QUESTION_SYNONYM || state->docs)
        return true;
    const QuestionTerm *asked = term->asked;
    if (!find(state, arena, asked->name, &term->named, &term->named_count, err) ||
        (asked->plural != asked->name &&
         !find(state, arena, asked->plural, &term->named, &term->named_count, err)))
        return false;
    TermTotal name, plural = {0};
    if (term_index_total(state->index, asked->name, &name) &&
        (asked->plural == asked->name || term_index_total(state->index, asked->plural, &plural)))
        term->named_count = MAX(term->named_count, (size_t)name.parts + plural.parts);
    term->rare = idf_of(files, (uint32_t)term->named_count) / idf_of(files, 1);
    term->share = share_of_name(state, term->asked);
    return true;
}

/* Words of similar meaning always count in file names. In texts they count only if the original
   word hardly occurs. */
static bool is_sought(const RankState *state, const QuestionTerm *term)
{
    size_t hits = state->terms[term->first].hit_count;
    uint32_t parts = state->declarations ? SYNONYM_PARTS_CLOSE : SYNONYM_PARTS;
    if (term->kind == QUESTION_SYNONYM)
        return hits <= MAX((size_t)WIDENED_HITS, state->index->live_parts / parts);
    return term->kind != QUESTION_NEAR || state->widened || hits <= WIDENED_HITS;
}

bool rank_find_terms(RankState *state, Arena *arena, Err *err)
{
    state->term_count = state->question->terms.len;
    for (size_t i = 0; i < state->term_count; i++) {
        RankTerm *term = &state->terms[i];
        term->asked = &state->question->terms.ptr[i];
        if (is_sought(state, term->asked) &&
            (!find_hits(state, arena, term, err) || !find_names(state, arena, term, err)))
            return false;
    }
    state->weight = MAX(state->weight, 0.01F);
    state->file_weight = MAX(state->file_weight, 0.01F);
    return true;
}

/* ---- summing up ---- */

static float count_of(uint8_t code)
{
    return term_code_count(code) + (code & TERM_IN_COMMENT ? COMMENT_COUNT : 0) +
           (code & TERM_IN_NAME ? NAME_COUNT : 0);
}

static float saturate(float count, float length, float average, float b)
{
    return count * (K1 + 1) / (count + K1 * (1 - b + b * length / average));
}

/* How much a declaration of that kind is worth as the answer to its name. */
static float worth_of(uint8_t code)
{
    static const float worths[] = {[TERM_NAMES_VALUE] = 0.5F,
                                   [TERM_NAMES_OTHER] = 0.5F,
                                   [TERM_NAMES_FUNCTION] = 0.7F,
                                   [TERM_NAMES_TYPE] = 1};
    return worths[code & 3];
}

static void add_whole(RankState *state, const RankTerm *term, uint32_t file, float count)
{
    const TermIndex *index = state->index;
    float average = (float)index->words / (float)MAX(index->live_files, 1u);
    state->files[file].whole += term->weight * term->file_idf *
                                saturate(count, (float)index->file_words[file], average, FILE_B);
}

static void sum_hits(RankState *state, size_t number, const TermPostingVec *hits)
{
    for (size_t i = 0; i < hits->len;) {
        uint32_t file = hits->ptr[i].file;
        float count = 0;
        for (; i < hits->len && hits->ptr[i].file == file; i++)
            count += count_of(hits->ptr[i].code);
        state->files[file].words |= UINT64_C(1) << number;
        add_whole(state, &state->terms[number], file, count);
    }
}

static void sum_names(RankState *state, size_t number, const TermPostingVec *named)
{
    const RankTerm *term = &state->terms[number];
    for (size_t i = 0; i < named->len; i++) {
        RankFileSums *file = &state->files[named->ptr[i].file];
        float worth = worth_of(named->ptr[i].code);
        float *sum = term->asked->kind == QUESTION_PAIR         ? &file->defines_pair
                     : term->asked->kind == QUESTION_IDENTIFIER ? &file->defines_name
                                                                : &file->defines;
        file->words |= UINT64_C(1) << number;
        *sum = MAX(*sum, worth * term->rare);
        file->named = MAX(file->named, worth * term->share);
    }
}

void rank_sum_files(RankState *state)
{
    for (size_t i = 0; i < state->term_count; i++)
        for (size_t s = 0; s < state->index->segments.len; s++) {
            if (state->terms[i].hits)
                sum_hits(state, i, &state->terms[i].hits[s]);
            if (state->terms[i].named)
                sum_names(state, i, &state->terms[i].named[s]);
        }
}

/* The sums of the part; the part is noted on its first hit. */
static RankPartSums *meet(RankState *state, Arena *arena, TermPosting hit)
{
    RankPartSums *sums = &state->parts[hit.part];
    if (sums->score <= 0 && sums->defined <= 0)
        *VEC_PUSH(arena, &state->met) = hit;
    return sums;
}

static void sum_name(RankPartSums *sums, const RankTerm *term, uint8_t code)
{
    sums->defined = MAX(sums->defined, worth_of(code) * term->rare);
    if (term->share > NAME_SHARE_MIN)
        sums->asked = MAX(sums->asked, term->share);
    if (term->asked->kind == QUESTION_IDENTIFIER)
        sums->mentioned = MAX(sums->mentioned, term->rare);
}

static void sum_term(RankState *state, Arena *arena, const RankTerm *term, size_t segment,
                     const uint32_t *only)
{
    size_t number = (size_t)(term - state->terms);
    uint32_t bit = number < 32 ? UINT32_C(1) << number : 0;
    const TermIndex *index = state->index;
    const TermPart *parts = index->segments.ptr[segment].parts;
    float average = (float)index->words / (float)MAX(index->live_parts, 1u);
    for (size_t i = 0; term->hits && i < term->hits[segment].len; i++) {
        TermPosting hit = term->hits[segment].ptr[i];
        if (only && !only[hit.file])
            continue;
        RankPartSums *sums = meet(state, arena, hit);
        sums->words |= bit;
        sums->score += term->weight * term->idf *
                       saturate(count_of(hit.code), (float)parts[hit.part].length, average, PART_B);
        if (hit.code & TERM_IN_NAME &&
            (term->asked->kind == QUESTION_WORD || term->asked->kind == QUESTION_ALSO))
            sums->name += term->weight * term->idf / state->weight;
    }
    for (size_t i = 0; term->named && i < term->named[segment].len; i++) {
        TermPosting hit = term->named[segment].ptr[i];
        if (only && !only[hit.file])
            continue;
        RankPartSums *sums = meet(state, arena, hit);
        sums->words |= bit;
        sum_name(sums, term, hit.code);
    }
}

void rank_sum_parts(RankState *state, Arena *arena, const uint32_t *only, RankPartVisit visit,
                    void *context)
{
    for (size_t s = 0; s < state->index->segments.len; s++) {
        const TermPart *parts = state->index->segments.ptr[s].parts;
        state->met.len = 0;
        for (size_t i = 0; i < state->term_count; i++)
            sum_term(state, arena, &state->terms[i], s, only);
        for (size_t i = 0; i < state->met.len; i++) {
            TermPosting met = state->met.ptr[i];
            visit(context, met.file, parts[met.part].entry, &state->parts[met.part]);
            state->parts[met.part] = (RankPartSums){0};
        }
    }
}

float rank_part_total(const RankState *state, const RankPartSums *sums)
{
    return sums->score / state->weight + PART_NAME_SHARE * sums->name +
           PART_DEFINES_SHARE * sums->defined;
}
