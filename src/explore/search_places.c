/* Selection of places: the best declarations of the best files, with a discount on each further one
   of a file, so that one file does not fill a page. Every place keeps its ranking features, for the
   line that explains it. */
#include "explore/search_places.h"

#include "explore/search_vectors.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "view/format.h"

#include <stdlib.h>

/* Maximum number of places of one file, and factor of each further one. */
#define FILE_PLACES_MAX 3
#define FURTHER 0.8F
/* Maximum number of the question's words named as matches. */
#define WHY_WORDS_MAX 5
/* Number of files found by words that are merged with those found by vectors. */
#define FUSED_FILES 100
/* Minimum value of a named feature. */
#define WHY_MIN 0.2F

static void put_reason(Buf *out, Str reason)
{
    buf_put(out, out->len ? STR("; ") : (Str){0});
    buf_put(out, reason);
}

/* Names a match by vectors, or by words of similar meaning. */
static void put_near(Buf *out, const Question *question, const RankedFile *file)
{
    size_t words = 0;
    if (file->near <= 0 && !file->near_words)
        return;
    put_reason(out, STR("near in meaning"));
    for (size_t i = 0; i < question->terms.len && words < WHY_WORDS_MAX; i++) {
        if (!(file->near_words >> i & 1))
            continue;
        buf_put(out, words ? STR(", ") : STR(" to "));
        view_put_line_text(out, question->terms.ptr[i].word);
        words++;
    }
}

/* Explains a place: first its special features, then the words that match. */
Str search_why(Arena *arena, const Question *question, const SearchPlace *place)
{
    const float *evidence = place->ranked->evidence;
    Buf out = buf_open(arena, 0);
    size_t words = 0;
    if (evidence[RANK_PLACE] > 0)
        put_reason(&out, STR("the question names it"));
    if (place->defines)
        put_reason(&out, STR("defines it"));
    if (MAX(evidence[RANK_FILE_WORDS], evidence[RANK_FILE_PAIR]) > WHY_MIN)
        put_reason(&out, STR("the file's name"));
    for (size_t i = 0; i < question->terms.len && words < WHY_WORDS_MAX; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        if (!(place->words >> i & 1) || term->kind != QUESTION_WORD)
            continue;
        buf_put(&out, words ? STR(", ") : out.len ? STR("; has ") : STR("has "));
        view_put_line_text(&out, term->word);
        words++;
    }
    put_near(&out, question, place->ranked);
    return buf_str(&out);
}

typedef struct Gathering {
    SessionRequest *request;
    const Catalog *catalog;
    const SearchWanted *wanted;
    const Question *question;
    SearchFound *found;
    size_t cap, file_places;
} Gathering;

static bool is_of_kind(const Gathering *gathering, uint32_t file, uint32_t entry)
{
    Str kind = gathering->wanted->kind;
    SymbolKind own = (SymbolKind)catalog_row(gathering->catalog, file)->entries[entry].kind;
    return !kind.len || (entry && str_equal(symbol_kind_name(own), kind));
}

static bool has_place(const Gathering *gathering, size_t from, uint32_t entry)
{
    for (size_t i = from; i < gathering->found->count; i++)
        if (gathering->found->places[i].entry == entry)
            return true;
    return false;
}

/* Whether the entry only declares a symbol defined elsewhere, as a prototype does. */
static bool is_announced(const Gathering *gathering, uint32_t file, uint32_t entry)
{
    const CatalogFile *row = catalog_row(gathering->catalog, file);
    return entry && gathering->wanted->level != LEVEL_FILE &&
           counterpart_is_declaration(gathering->catalog, row->first + entry);
}

/* Sets the reasons: those of the declaration if known, else those of the file. */
static void set_reasons(Gathering *gathering, SearchPlace *place, const RankedPart *part)
{
    const RankedFile *file = place->ranked;
    const float *evidence = file->evidence;
    place->words = part ? part->words : file->words;
    place->defines = MAX(evidence[RANK_NAMED], evidence[RANK_DEFINES_NAME]) > WHY_MIN &&
                     (!part || part->defined > 0);
    place->why = search_why(gathering->request->arena, gathering->question, place);
}

/* Adds a place. `part`: features of the declaration, or NULL. */
static void put_place(Gathering *gathering, const RankedFile *file, size_t from, uint32_t entry,
                      const RankedPart *part)
{
    SearchFound *found = gathering->found;
    bool further = part && found->count > from;
    float score =
        further ? file->score * part->score / file->parts[0].score * FURTHER : file->score;
    bool rest = !entry && found->count > from; /* text around the shown declarations */
    uint32_t shown =
        search_level_entry(gathering->catalog, file->file, entry, gathering->wanted->level);
    if (rest || is_announced(gathering, file->file, shown) || found->count == gathering->cap ||
        has_place(gathering, from, shown) ||
        (!is_of_kind(gathering, file->file, entry) && !is_of_kind(gathering, file->file, shown)))
        return;
    SearchPlace *place = &found->places[found->count];
    *place = (SearchPlace){.ranked = file,
                           .file = file->file,
                           .entry = shown,
                           .score = score,
                           .order = (uint32_t)found->count};
    set_reasons(gathering, place, part);
    found->count++;
}

/* The innermost entry around a line; 0: the file. */
static uint32_t entry_at(const CatalogFile *file, uint32_t line)
{
    uint32_t found = 0;
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].start_line <= line && file->entries[i].end_line >= line)
            found = i;
    return found;
}

static void take_named_line(Gathering *gathering, const RankedFile *file, size_t from)
{
    const Question *question = gathering->question;
    const CatalogFile *row = catalog_row(gathering->catalog, file->file);
    for (size_t i = 0; i < question->places.len; i++)
        if (question->places.ptr[i].line && str_ends(row->path, question->places.ptr[i].path))
            put_place(gathering, file, from, entry_at(row, question->places.ptr[i].line), NULL);
}

/* Whether the part is text outside declarations, which is skipped if a declaration matches. */
static bool is_aside(const Gathering *gathering, const RankedFile *file, const RankedPart *part)
{
    const CatalogFile *row = catalog_row(gathering->catalog, file->file);
    bool others = file->parts[0].entry ? true : file->parts[1].score > 0;
    return !part->entry && others && !gathering->wanted->docs && !rank_is_prose(row) &&
           gathering->wanted->level != LEVEL_FULL;
}

static void take_file(Gathering *gathering, const RankedFile *file)
{
    size_t from = gathering->found->count;
    if (gathering->wanted->level == LEVEL_FILE) {
        put_place(gathering, file, from, 0, NULL);
        return;
    }
    take_named_line(gathering, file, from);
    for (size_t i = 0; i < RANK_PARTS_MAX && file->parts[i].score > 0 &&
                       gathering->found->count < from + gathering->file_places;
         i++)
        if (!is_aside(gathering, file, &file->parts[i]))
            put_place(gathering, file, from, file->parts[i].entry, &file->parts[i]);
}

static int compare_places(const void *a, const void *b)
{
    const SearchPlace *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

void search_sort_places(SearchPlace *places, size_t count)
{
    if (count)
        qsort(places, count, sizeof *places, compare_places);
}

static void count_known(const Catalog *catalog, SearchFound *found)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        if (!file->path.len || !classify_is_indexed(file->class, file->path))
            continue;
        found->wanted++;
        found->known += file->state == FILE_SYNTACTIC;
    }
}

size_t search_files_limit(const SearchWanted *wanted)
{
    size_t files = wanted->level == LEVEL_FILE ? wanted->count : 2 * wanted->count;
    return wanted->kind.len ? 10 * files : files;
}

bool search_places(SessionRequest *request, const IndexSession *session, const SearchWanted *wanted,
                   SearchFound *found, Err *err)
{
    const Catalog *catalog = session->catalog;
    TermIndex index = {0};
    Ranking ranking;
    size_t limit = search_files_limit(wanted);
    VectorHitVec near;
    *found = (SearchFound){0};
    if (!search_vectors(request, session, wanted, &near, found, err))
        return false;
    bool only_near = wanted->mode == SEARCH_VECTOR && found->to_embed;
    RankOptions options = {.left_out = wanted->left_out,
                           .docs = wanted->docs,
                           .widened = wanted->mode == SEARCH_VECTOR,
                           .limit = near.len ? MAX(limit, (size_t)FUSED_FILES) : limit};
    Question question = question_read(request->arena, *request->scratch, wanted->text);
    if (wanted->mode != SEARCH_LEXICAL)
        question_widen(request->arena, &question);
    ranking = (Ranking){0};
    if (!only_near && (!term_index_open(session->store, catalog, request->arena, &index, err) ||
                       !rank_files(&index, request->arena, &question, &options, &ranking, err)))
        return false;
    vector_search_fuse(request->arena, catalog, &near, limit, &ranking);
    size_t file_places = wanted->file_places ? wanted->file_places : FILE_PLACES_MAX;
    size_t cap = ranking.files.len * (file_places + question.places.len) + 1;
    found->places = NEW(request->arena, SearchPlace, cap);
    found->total = ranking.total;
    found->more = index.totals && index.totals->more;
    count_known(catalog, found);
    Gathering gathering = {request, catalog, wanted, &question, found, cap, file_places};
    for (size_t i = 0; i < ranking.files.len; i++)
        take_file(&gathering, &ranking.files.ptr[i]);
    search_sort_places(found->places, found->count);
    found->count = MIN(found->count, wanted->count);
    return true;
}

bool search_check(const char *param, Str text, Err *err)
{
    size_t chars = str_count_chars(text);
    if (!text.len)
        return err_set(err, ERR_USAGE, "%s: empty", param);
    if (chars <= QUESTION_BYTES_MAX)
        return true;
    err_set(err, ERR_USAGE, "%s: %zu characters; at most %d are taken", param, chars,
            QUESTION_BYTES_MAX);
    return err_hint(err, "give the sentence that says most, or the top of a stack trace");
}
