/* First the frequencies of all terms are fetched. Files are then found by the rarest terms, up to a
   number that the server reads quickly, and the best by weight are fetched with facts and words. */
#include "org/org_search.h"

#include "index/terms/term_index.h"
#include "org/org_text.h"

#include <math.h>
#include <stdlib.h>

/* Postings that the server reads for one question: some tens of milliseconds. */
#define POSTINGS_MAX 20000
/* Rarest terms that are always read. */
#define TERMS_MIN 2
/* Weights of a term by kind, as in ranking (search/rank_sum.c): two words as one, words of similar
   meaning, and names of declarations. */
#define PAIR_WEIGHT 0.5F
#define NEAR_WEIGHT 0.3F
#define NAME_WEIGHT 0.7F

typedef struct AskedTerm {
    uint32_t term;
    float kind; /* weight by kind */
    TermTotal total;
} AskedTerm;
typedef VEC(AskedTerm) AskedTermVec;

typedef struct Searching {
    Org *org;
    Arena *arena;
    const OrgAsked *asked;
    const OrgSearchQuery *query;
    OrgSearched *found;
    TermTotals *totals;
    AskedTermVec terms; /* ascending */
    VEC(Str) paths;     /* by file id: paths within their repositories */
    Arena scratch;
} Searching;

static bool ask(Searching *searching, const char *sql, const PostgresValue *values, size_t count,
                PostgresRows *rows, Err *err)
{
    const PostgresStatement statement = {.sql = sql, .values = values, .count = count};
    return postgres_query(searching->org->postgres, searching->arena, &statement, rows, err);
}

/* ---- terms ---- */

static void add_term(Searching *searching, uint32_t term, float kind)
{
    for (size_t i = 0; i < searching->terms.len; i++)
        if (searching->terms.ptr[i].term == term) {
            searching->terms.ptr[i].kind = MAX(searching->terms.ptr[i].kind, kind);
            return;
        }
    *VEC_PUSH(searching->arena, &searching->terms) = (AskedTerm){.term = term, .kind = kind};
}

static int compare_terms(const void *a, const void *b)
{
    uint32_t x = ((const AskedTerm *)a)->term, y = ((const AskedTerm *)b)->term;
    return (x > y) - (x < y);
}

static void list_terms(Searching *searching)
{
    const Question *question = searching->query->question;
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        bool near = term->kind >= QUESTION_SYNONYM;
        float kind = near                          ? NEAR_WEIGHT * term->nearness
                     : term->kind == QUESTION_PAIR ? PAIR_WEIGHT
                                                   : 1;
        add_term(searching, term->term, kind);
        if (near)
            continue;
        add_term(searching, term->name, NAME_WEIGHT);
        add_term(searching, term->plural, NAME_WEIGHT);
    }
    if (searching->terms.len)
        qsort(searching->terms.ptr, searching->terms.len, sizeof *searching->terms.ptr,
              compare_terms);
}

static uint32_t clip(int64_t value)
{
    return value < 0 ? 0 : (uint32_t)MIN(value, (int64_t)INT32_MAX);
}

static AskedTerm *find_term(Searching *searching, uint32_t term)
{
    const AskedTerm key = {.term = term};
    return searching->terms.len ? bsearch(&key, searching->terms.ptr, searching->terms.len,
                                          sizeof *searching->terms.ptr, compare_terms)
                                : NULL;
}

static Str term_text(Arena *arena, uint32_t term)
{
    return str_format(arena, "%x", term);
}

static bool count_terms(Searching *searching, Err *err)
{
    Arena *arena = searching->arena;
    PostgresRows rows;
    Buf terms = buf_open(arena, 0);
    buf_put_byte(&terms, '{');
    for (size_t i = 0; i < searching->terms.len; i++)
        org_array_put(&terms, term_text(arena, searching->terms.ptr[i].term));
    buf_put_byte(&terms, '}');
    const PostgresValue values[] = {{.text = buf_str(&terms)}, {.text = searching->asked->branch}};
    if (!ask(searching, "SELECT term, parts, files, words FROM fovea.search_counts($1::text[], $2)",
             values, COUNT(values), &rows, err))
        return false;
    if (rows.count)
        *searching->totals =
            (TermTotals){.parts = clip(postgres_number(&rows, 0, 1)),
                         .files = clip(postgres_number(&rows, 0, 2)),
                         .words = (uint64_t)MAX(postgres_number(&rows, 0, 3), (int64_t)0)};
    for (size_t i = 1; i < rows.count; i++) {
        char digits[16];
        Str text = postgres_text(&rows, i, 0);
        size_t len = MIN(text.len, sizeof digits - 1);
        memcpy(digits, text.ptr, len);
        digits[len] = '\0';
        AskedTerm *term = find_term(searching, (uint32_t)strtoul(digits, NULL, 16));
        if (term)
            term->total =
                (TermTotal){clip(postgres_number(&rows, i, 1)), clip(postgres_number(&rows, i, 2))};
    }
    return true;
}

static void set_totals(Searching *searching)
{
    size_t count = searching->terms.len;
    uint32_t *terms = NEW(searching->arena, uint32_t, count + 1);
    TermTotal *totals = NEW(searching->arena, TermTotal, count + 1);
    for (size_t i = 0; i < count; i++) {
        terms[i] = searching->terms.ptr[i].term;
        totals[i] = searching->terms.ptr[i].total;
    }
    searching->totals->count = count;
    searching->totals->terms = terms;
    searching->totals->totals = totals;
}

/* ---- files ---- */

static int compare_rare(const void *a, const void *b)
{
    const AskedTerm *x = *(const AskedTerm *const *)a, *y = *(const AskedTerm *const *)b;
    if (x->total.files != y->total.files)
        return x->total.files < y->total.files ? -1 : 1;
    return (x->term > y->term) - (x->term < y->term);
}

/* Arrays of the terms that select files, rarest first, and of their weights. */
static void choose_terms(Searching *searching, Str *terms, Str *weights)
{
    Arena *arena = searching->arena;
    const AskedTerm **order = NEW(arena, const AskedTerm *, searching->terms.len + 1);
    size_t count = 0, chosen = 0;
    uint64_t postings = 0;
    Buf list = buf_open(arena, 0), sizes = buf_open(arena, 0);
    for (size_t i = 0; i < searching->terms.len; i++)
        if (searching->terms.ptr[i].total.files)
            order[count++] = &searching->terms.ptr[i];
    if (count)
        qsort(order, count, sizeof *order, compare_rare);
    buf_put_byte(&list, '{');
    buf_put_byte(&sizes, '{');
    for (size_t i = 0; i < count; i++) {
        postings += order[i]->total.files;
        if (chosen >= TERMS_MIN && postings > POSTINGS_MAX) {
            searching->found->more = true;
            break;
        }
        double files = searching->totals->files, with = order[i]->total.files;
        double weight = order[i]->kind * log(1 + (MAX(files - with, 0.0) + 0.5) / (with + 0.5));
        org_array_put(&list, term_text(arena, order[i]->term));
        buf_printf(&sizes, "%s%.4f", chosen++ ? "," : "", weight);
    }
    buf_put_byte(&list, '}');
    buf_put_byte(&sizes, '}');
    *terms = buf_str(&list);
    *weights = buf_str(&sizes);
}

/* Columns after those of the place. */
enum {
    HASH = ORG_PLACE_WIDTH,
    FACTS,
    WORDS
};

/* A file with its known data. */
typedef struct Candidate {
    OrgPlace place;
    Str hash, facts, words; /* empty: only its place is known */
} Candidate;

/* Puts the file into the catalog. False: its facts are damaged. */
static bool put_file(Searching *searching, const Candidate *candidate)
{
    Arena *arena = searching->arena;
    Catalog *catalog = searching->found->catalog;
    const OrgPlace *place = &candidate->place;
    FreshFacts fresh = {.hash = candidate->hash,
                        .facts = {.outline = candidate->facts, .terms = candidate->words}};
    Outline outline;
    if (candidate->facts.len && !facts_decode(arena, &fresh.facts, false, &outline))
        return false;
    uint32_t id = catalog_put_file(catalog, org_whole_path(arena, place->repository, place->path));
    CatalogFile *file = &catalog->files.ptr[id];
    const Language *language = lang_find(place->language);
    file->language = language ? language : lang_detect(place->path, (Str){0});
    file->class = place->class;
    file->size = place->size;
    file->state = FILE_SYNTACTIC;
    file->hash = fresh.hash;
    if (candidate->facts.len)
        catalog_set_outline(catalog, searching->scratch, id, &outline);
    else
        catalog_set_entries(catalog, id, place->lines, 0);
    catalog->files.ptr[id].lines = place->lines;
    if (candidate->facts.len)
        *VEC_PUSH(arena, &catalog->fresh) = fresh;
    *VEC_PUSH(arena, &searching->paths) = place->path;
    *VEC_PUSH(arena, &searching->found->files) = *place;
    return true;
}

static Candidate candidate_of(Arena *arena, const PostgresRows *rows, size_t row)
{
    return (Candidate){.place = org_place(arena, rows, row),
                       .hash = org_bytes(arena, postgres_text(rows, row, HASH)),
                       .facts = org_bytes(arena, postgres_text(rows, row, FACTS)),
                       .words = org_bytes(arena, postgres_text(rows, row, WORDS))};
}

static bool fetch(Searching *searching, PostgresRows *rows, Err *err)
{
    Arena *arena = searching->arena;
    const OrgSearchQuery *query = searching->query;
    Str terms, weights;
    choose_terms(searching, &terms, &weights);
    const PostgresValue values[] = {{.text = terms},
                                    {.text = weights},
                                    {.text = org_text(arena, query->path)},
                                    {.text = query->language ? lang_id(query->language) : (Str){0}},
                                    {.text = query->no_tests ? STR("f") : STR("t")},
                                    {.text = str_format(arena, "%d", FACTS_VERSION)},
                                    {.text = searching->asked->branch},
                                    {.text = str_format(arena, "%d", ORG_SEARCHED_MAX)}};
    return ask(searching,
               "SELECT " ORG_PLACE_COLUMNS ", hash, facts, words"
               " FROM fovea.search_files($1::text[], $2::real[], $3, $4, $5::boolean, $6::int, $7,"
               " $8::int)",
               values, COUNT(values), rows, err);
}

/* ---- files near by their vectors ---- */

/* Adds the files that words did not find. Parts missing in their file are dropped. */
static bool put_near(Searching *searching, Map *ids)
{
    OrgNear *near = searching->query->near;
    Catalog *catalog = searching->found->catalog;
    VectorHitVec parts = {0};
    for (size_t i = 0; i < near->files.len; i++) {
        const OrgNearFile *file = &near->files.ptr[i];
        bool added;
        uint64_t *id = map_put(ids, file->place.content, &added);
        if (!added)
            continue;
        *id = catalog->files.len;
        if (!put_file(searching, &(Candidate){.place = file->place,
                                              .hash = file->hash,
                                              .facts = file->facts,
                                              .words = file->words}))
            return false;
    }
    for (size_t i = 0; i < near->parts.len; i++) {
        VectorHit hit = near->parts.ptr[i];
        const OrgNearFile *file = &near->files.ptr[hit.file];
        hit.file = (uint32_t)*map_find(ids, file->place.content);
        uint32_t count = catalog_row(catalog, hit.file)->count;
        if (!file->shown && count <= 1)
            hit.entry = 0; /* its rank counts, its declarations are not fetched */
        if (hit.entry < MAX(count, 1u))
            *VEC_PUSH(searching->arena, &parts) = hit;
    }
    near->parts = parts;
    return true;
}

static bool make_catalog(Searching *searching, const PostgresRows *rows, Err *err)
{
    Arena *arena = searching->arena;
    OrgNear *near = searching->query->near;
    Catalog *catalog = searching->found->catalog = catalog_open(arena);
    CatalogElsewhere *elsewhere = NEW(arena, CatalogElsewhere, 1);
    Map ids = map_open(arena); /* contents -> file ids */
    bool good = true;
    for (size_t i = 0; i < rows->count && good; i++) {
        Candidate candidate = candidate_of(arena, rows, i);
        *map_put(&ids, candidate.place.content, NULL) = catalog->files.len;
        good = put_file(searching, &candidate);
    }
    if (near && !org_vectors_fetch(searching->org, arena, searching->asked, &ids, near, err))
        return false;
    if (!good || (near && !put_near(searching, &ids)))
        return err_set(err, ERR_FAILED, "PostgreSQL: facts of a file are damaged");
    catalog_number(catalog);
    *VEC_PUSH(arena, &searching->paths) = (Str){0}; /* never NULL */
    *elsewhere =
        (CatalogElsewhere){.paths = searching->paths.ptr,
                           .identity = NEW(arena, uint64_t, (size_t)catalog->symbol_count + 1),
                           .known = NEW(arena, bool, (size_t)catalog->symbol_count + 1),
                           .totals = searching->totals};
    catalog->elsewhere = elsewhere;
    return true;
}

bool org_search(Org *org, Arena *arena, const OrgAsked *asked, const OrgSearchQuery *query,
                OrgSearched *found, Err *err)
{
    PostgresRows rows = {0};
    *found = (OrgSearched){0};
    Searching searching = {.org = org,
                           .arena = arena,
                           .asked = asked,
                           .query = query,
                           .found = found,
                           .totals = NEW(arena, TermTotals, 1)};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    searching.scratch = scratch;
    list_terms(&searching);
    if (!query->no_words) {
        if (!count_terms(&searching, err))
            return false;
        set_totals(&searching);
        if (!fetch(&searching, &rows, err))
            return false;
    }
    searching.totals->more = found->more || rows.count >= ORG_SEARCHED_MAX;
    return make_catalog(&searching, &rows, err);
}
