/* Selection of places: files, or the best declarations of all files in one list. Every place keeps
   its ranking features, for the line that explains it. */
#include "explore/search_places.h"

#include "explore/search_read.h"
#include "explore/search_vectors.h"
#include "index/catalog/classify.h"
#include "index/catalog/counterparts.h"
#include "search/respell.h"
#include "view/format.h"

#include <stdlib.h>

/* Files whose declarations compete. */
#define RANKED_FILES 80
/* Declarations that are ranked by their text. */
#define READ_DECLARATIONS 100
/* Score of the line that a question names, above that of its file. */
#define NAMED_LINE 10.0F
/* Maximum number of the question's words named as matches. */
#define WHY_WORDS_MAX 5
/* Number of files found by words that are merged with those found by vectors. */
#define FUSED_FILES 100
/* Bytes of the list of words that no file has. */
#define NOTHING_BYTES 200
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
    size_t cap;
    IdMap known; /* places in the list */
} Gathering;

static bool is_of_kind(const Gathering *gathering, uint32_t file, uint32_t entry)
{
    Str kind = gathering->wanted->kind;
    SymbolKind own = (SymbolKind)catalog_row(gathering->catalog, file)->entries[entry].kind;
    bool same =
        str_equal_nocase(symbol_kind_name(own), kind) ||
        (symbol_is_function(own) && str_equal_nocase(symbol_kind_name(SYMBOL_FUNCTION), kind));
    return !kind.len || (entry && same);
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

/* Adds a place, unless it is known. `declaration`: its features, or NULL. */
static void put_place(Gathering *gathering, const RankedFile *file, uint32_t entry, float score,
                      const RankedDeclaration *declaration)
{
    SearchFound *found = gathering->found;
    uint32_t shown =
        search_level_entry(gathering->catalog, file->file, entry, gathering->wanted->level);
    uint64_t key = id_pair(file->file, shown);
    if (is_announced(gathering, file->file, shown) || found->count == gathering->cap ||
        id_map_get(&gathering->known, key) != ID_MAP_NONE ||
        (!is_of_kind(gathering, file->file, entry) && !is_of_kind(gathering, file->file, shown)))
        return;
    SearchPlace *place = &found->places[found->count];
    id_map_put(&gathering->known, gathering->request->arena, key, (uint32_t)found->count);
    *place = (SearchPlace){.ranked = file,
                           .file = file->file,
                           .entry = shown,
                           .declaration = declaration,
                           .score = score,
                           .order = (uint32_t)found->count};
    set_reasons(gathering, place, declaration ? declaration->part : NULL);
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

static void take_named_line(Gathering *gathering, const RankedFile *file)
{
    const Question *question = gathering->question;
    const CatalogFile *row = catalog_row(gathering->catalog, file->file);
    for (size_t i = 0; i < question->places.len; i++)
        if (question->places.ptr[i].line && str_ends(row->path, question->places.ptr[i].path))
            put_place(gathering, file, entry_at(row, question->places.ptr[i].line),
                      file->score + NAMED_LINE, NULL);
}

/* Whether the part is text outside declarations, which is skipped if a declaration matches. */
static bool is_aside(const Gathering *gathering, const RankedFile *file, const RankedPart *part)
{
    const CatalogFile *row = catalog_row(gathering->catalog, file->file);
    bool others = file->parts[0].entry ? true : file->parts[1].score > 0;
    return !part->entry && others && !gathering->wanted->docs && !rank_is_prose(row) &&
           gathering->wanted->level != LEVEL_FULL;
}

static void take_declarations(Gathering *gathering, const IndexSession *session,
                              const Ranking *ranking)
{
    RankedDeclarationVec list = {0};
    DeclarationOptions options = {.catalog = gathering->catalog,
                                  .question = gathering->question,
                                  .limit = READ_DECLARATIONS,
                                  .docs = gathering->wanted->docs};
    rank_declarations(&options, gathering->request->arena, ranking, &list);
    if (gathering->wanted->mode != SEARCH_VECTOR)
        search_read(gathering->request, session, gathering->question, ranking, &list);
    for (size_t i = 0; i < ranking->files.len; i++)
        take_named_line(gathering, &ranking->files.ptr[i]);
    for (size_t i = 0; i < list.len; i++) {
        const RankedDeclaration *declaration = &list.ptr[i];
        if (!is_aside(gathering, declaration->file, declaration->part))
            put_place(gathering, declaration->file, declaration->entry, declaration->score,
                      declaration);
    }
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

static void note_words(Arena *arena, const Question *question, uint64_t known, SearchFound *found)
{
    for (size_t i = 0; i < question->terms.len; i++) {
        const QuestionTerm *term = &question->terms.ptr[i];
        bool word = term->kind == QUESTION_WORD && !question_is_name(term);
        if (word || term->kind == QUESTION_ALSO)
            *VEC_PUSH(arena, &found->words) = (SearchWord){term->word, term->typed, known >> i & 1};
    }
}

size_t search_files_limit(const SearchWanted *wanted)
{
    return wanted->level == LEVEL_FILE ? wanted->count
                                       : MAX(2 * wanted->count, (size_t)RANKED_FILES);
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
                           .declarations = wanted->level != LEVEL_FILE,
                           .limit = near.len ? MAX(limit, (size_t)FUSED_FILES) : limit};
    Question question = question_read(request->arena, *request->scratch, wanted->text);
    ranking = (Ranking){0};
    if (!only_near && (!term_index_open(session->store, catalog, request->arena, &index, err) ||
                       !question_respell(&index, request->arena, &question, err)))
        return false;
    question_add(request->arena, &question, wanted->also);
    if (wanted->mode != SEARCH_LEXICAL)
        question_widen(request->arena, &question);
    if (!only_near && !rank_files(&index, request->arena, &question, &options, &ranking, err))
        return false;
    if (!only_near)
        note_words(request->arena, &question, ranking.found, found);
    vector_search_fuse(request->arena, catalog, &near, limit, &ranking);
    size_t cap = ranking.files.len * (1 + question.places.len) + READ_DECLARATIONS;
    found->places = NEW(request->arena, SearchPlace, cap);
    found->total = ranking.total;
    found->more = index.totals && index.totals->more;
    count_known(catalog, found);
    Gathering gathering = {request, catalog, wanted, &question, found, cap, {0}};
    for (size_t i = 0; i < ranking.files.len && wanted->level == LEVEL_FILE; i++)
        put_place(&gathering, &ranking.files.ptr[i], 0, ranking.files.ptr[i].score, NULL);
    if (wanted->level != LEVEL_FILE)
        take_declarations(&gathering, session, &ranking);
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

void search_put_nothing(Buf *out, SessionRequest *request, Str text, Str path)
{
    Question question = question_read(request->arena, *request->scratch, text);
    Buf words = buf_open(request->arena, 0);
    for (size_t i = 0; i < question.terms.len; i++) {
        const QuestionTerm *term = &question.terms.ptr[i];
        if (term->kind != QUESTION_WORD || question_is_name(term))
            continue;
        buf_put(&words, words.len ? STR(", ") : (Str){0});
        view_put_line_text(&words, term->word);
    }
    if (!words.len) {
        buf_put(out, STR("(no word of it is indexed: single letters, very common words, numbers of "
                         "other than 3 to 6 digits; fovea grep finds them)\n"));
        return;
    }
    buf_put(out, path.len ? STR("(no file of such a path has any of these words: ")
                          : STR("(no file has any of these words: "));
    buf_put(out, view_cut_end(request->arena, buf_str(&words), NOTHING_BYTES));
    buf_put(out, STR(")\n"));
}
