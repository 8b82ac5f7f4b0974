/* Cache of search answers. The key is a hash of everything that an answer depends on. Places and
   texts are stored. Parts that depend on the spelling of the question are computed again, so a
   cached answer has the same bytes as a fresh one. */
#include "explore/search_cache.h"

#include "base/build_id.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/proc.h"
#include "base/varint.h"
#include "base/zstd_frame.h"
#include "config/config.h"
#include "explore/embedding.h"
#include "explore/search_ask.h"
#include "session/warm.h"

/* Larger answers are not cached: a thousand of them would take a quarter of a gigabyte. */
#define ANSWER_KEPT_BYTES_MAX (256 * KB)

_Static_assert(ANSWER_KEY_BYTES == HASH_CONTENT_BYTES, "keys are such hashes");

#define COMPRESSION 1
/* Format version of a stored answer. */
#define BODY_VERSION 5

/* ---- the key ---- */

/* Version of the index for the key: it differs whenever other results are possible. 0: the catalog
   differs from the stored one, so nothing is cached. */
static uint64_t moment_of(const SessionRequest *request, const IndexSession *session)
{
    uint64_t birth = 0;
    Err ignored;
    const Catalog *catalog = session->catalog;
    if (session->stale.len || catalog->damaged || catalog->fresh.len)
        return 0;
    if (session->warm)
        return request->warm->view.generation;
    return catalog->generation && store_birth(session->store, &birth, &ignored)
               ? catalog->generation + birth
               : 0;
}

static void put_names(Buf *key, const NameList *list)
{
    varint_put(key, list->count);
    for (size_t i = 0; i < list->count; i++)
        varint_put_str(key, list->names[i]);
}

/* Adds the embedding server and model, their parameters, and the set of embedded files. */
static void put_embedder(Buf *key, const SessionRequest *request, const IndexSession *session,
                         Str text)
{
    const Config *config = request->config;
    VectorModel model = {0};
    Err ignored;
    Arena scratch = *request->scratch;
    if (!embedding_is_configured(config))
        return;
    if (!vectors_model(session->store, &scratch, &model, &ignored))
        return;
    varint_put_str(key, text);
    varint_put_str(key, config->embedder_provider);
    varint_put_str(key, config->embedder_url);
    varint_put_str(key, config->embedder_model);
    varint_put(key, config->embedder_dims);
    varint_put_str(key, model.identity);
    varint_put(key, model.moment);
}

static void put_show(Buf *key, const SearchShow *show)
{
    const uint64_t values[] = {show->summaries,  show->structure, show->file_bytes,
                               show->signatures, show->docs,      show->no_private,
                               show->bodies,     show->lines};
    for (size_t i = 0; i < COUNT(values); i++)
        varint_put(key, values[i]);
}

static void put_surroundings(Buf *key, const SessionRequest *request, const IndexSession *session)
{
    varint_put_str(key, STR(FOVEA_VERSION));
    varint_put_str(key, build_id());
    varint_put(key, BODY_VERSION);
    varint_put_str(key, session->repo.root);
    varint_put_str(key, session->repo.part);
    varint_put(key, request->no_ignore);
    put_names(key, &request->config->excluded);
    put_names(key, &request->config->disabled);
    varint_put(key, request->config->parse_ms);
    put_show(key, &request->config->search.show);
}

/* Key of the question: its normal form and the parameters. */
static Str asking_of(SessionRequest *request, const SearchAsk *ask, SearchLevel level, Str text)
{
    Question question = question_read(request->arena, *request->scratch, text);
    Buf key = buf_open(request->arena, 0);
    buf_put(&key, ask->decisive);
    varint_put(&key, level);
    varint_put_str(&key, question_key(request->arena, &question, text));
    return buf_str(&key);
}

bool search_cache_directory(const SessionRequest *request, Str *directory)
{
    const SearchConfig *config = &request->config->search;
    *directory = config->path;
    if (config->persistent)
        return true;
    Str runtime = fs_environment("XDG_RUNTIME_DIR");
    *directory = path_join(request->arena, runtime, STR("fovea"));
    return path_is_absolute(runtime);
}

void search_cache_open(SessionRequest *request, const IndexSession *session, SearchCache *cache)
{
    *cache = (SearchCache){.begun_ms = proc_clock_ms()};
    const SearchConfig *config = &request->config->search;
    Str directory;
    if (!session->database.len || store_is_private(session->store) ||
        !search_cache_directory(request, &directory))
        return;
    AnswersOptions options = {.index = session->database,
                              .directory = directory,
                              .max = config->answers,
                              .ttl_s = config->ttl_s,
                              .tree = store_tree(session->store)};
    cache->answers = answers_open(request->arena, &options);
}

int search_cache_score(const SearchCache *cache, Str phrase)
{
    return cache->answers && phrase.len ? answers_score(cache->answers, phrase) : 0;
}

void search_cache_note(SearchCache *cache, Str phrase)
{
    cache->asked.phrase = phrase;
}

void search_cache_close(SearchCache *cache)
{
    answers_close(&cache->answers);
}

/* ---- places as bytes ---- */

static void put_float(Buf *body, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    varint_put(body, bits);
}

static float take_float(VarintReader *in)
{
    float value;
    uint32_t bits = varint_u32(in);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void put_place(Buf *body, const SearchPlace *place)
{
    const RankedFile *ranked = place->ranked;
    const Str texts[] = {place->head, place->value, place->option, place->text, place->brief};
    for (size_t i = 0; i < COUNT(texts); i++)
        varint_put_str(body, texts[i]);
    varint_put(body, place->first);
    varint_put(body, place->last);
    varint_put(body, place->full);
    put_float(body, place->score);
    put_float(body, ranked->role);
    put_float(body, ranked->near);
    varint_put(body, ranked->near_words);
    varint_put(body, place->words);
    varint_put(body, place->defines);
    for (size_t i = 0; i < RANK_EVIDENCE_COUNT; i++)
        put_float(body, ranked->evidence[i]);
    varint_put(body, place->declaration != NULL);
    for (size_t i = 0; place->declaration && i < DECLARATION_EVIDENCE_COUNT; i++)
        put_float(body, place->declaration->evidence[i]);
    put_float(body, place->declaration ? place->declaration->worth : 0);
}

static void take_place(Arena *arena, VarintReader *in, SearchPlace *place)
{
    RankedFile *ranked = NEW(arena, RankedFile, 1);
    Str *const texts[] = {&place->head, &place->value, &place->option, &place->text, &place->brief};
    for (size_t i = 0; i < COUNT(texts); i++)
        *texts[i] = varint_str(in);
    place->ranked = ranked;
    place->file = FILE_NOWHERE;
    place->first = varint_u32(in);
    place->last = varint_u32(in);
    place->full = varint_take(in);
    place->score = take_float(in);
    ranked->role = take_float(in);
    ranked->near = take_float(in);
    ranked->near_words = varint_take(in);
    place->words = varint_take(in);
    place->defines = varint_take(in) != 0;
    for (size_t i = 0; i < RANK_EVIDENCE_COUNT; i++)
        ranked->evidence[i] = take_float(in);
    RankedDeclaration *declaration = NEW(arena, RankedDeclaration, 1);
    place->declaration = varint_take(in) ? declaration : NULL;
    for (size_t i = 0; place->declaration && i < DECLARATION_EVIDENCE_COUNT; i++)
        declaration->evidence[i] = take_float(in);
    declaration->worth = take_float(in);
}

static Str pack_found(Arena *arena, const SearchFound *found)
{
    Buf plain = buf_open(arena, ANSWER_KEPT_BYTES_MAX), body = buf_open(arena, 0);
    varint_put(&plain, found->total);
    varint_put(&plain, found->known);
    varint_put(&plain, found->wanted);
    varint_put(&plain, found->embedded);
    varint_put(&plain, found->to_embed);
    varint_put(&plain, found->count);
    for (size_t i = 0; i < found->count; i++)
        put_place(&plain, &found->places[i]);
    if (!plain.overflow)
        zstd_frame_put(&body, buf_str(&plain), (Str){0}, COMPRESSION);
    return buf_str(&body);
}

static bool unpack_found(Arena *arena, Str body, SearchFound *found)
{
    Str plain;
    if (!zstd_frame_take(arena, body, (Str){0}, ANSWER_KEPT_BYTES_MAX, &plain))
        return false;
    VarintReader in = varint_open(plain);
    *found = (SearchFound){0};
    uint32_t *const counts[] = {&found->total, &found->known, &found->wanted, &found->embedded,
                                &found->to_embed};
    for (size_t i = 0; i < COUNT(counts); i++)
        *counts[i] = varint_u32(&in);
    found->count = varint_take(&in);
    if (found->count > plain.len)
        return false;
    found->places = NEW(arena, SearchPlace, found->count + 1);
    for (size_t i = 0; i < found->count; i++)
        take_place(arena, &in, &found->places[i]);
    return varint_is_done(&in) && !in.failed;
}

/* ---- reading and storing ---- */

static Str mark_of(const SearchCache *cache)
{
    return (Str){(const char *)&cache->vector, sizeof cache->vector};
}

static bool is_near(const SearchCache *cache, uint64_t similarity)
{
    QuestionVector other;
    Str mark = cache->answer.mark;
    if (mark.len != sizeof other)
        return false;
    memcpy(&other, mark.ptr, sizeof other);
    return question_cosine(&cache->vector, &other) >= (double)similarity / 1000;
}

/* Computes the keys from everything that the answer depends on. False if the answer must not be
   cached. */
static bool set_keys(SessionRequest *request, const IndexSession *session, const SearchAsk *ask,
                     const SearchWanted *wanted, SearchCache *cache)
{
    uint64_t moment = moment_of(request, session);
    if (!moment || !request->config->search.answers)
        return false;
    Str asking = asking_of(request, ask, wanted->level, wanted->text);
    Buf key = buf_open(request->arena, 0);
    varint_put(&key, moment);
    put_surroundings(&key, request, session);
    put_embedder(&key, request, session, wanted->text);
    buf_put(&key, asking);
    hash_content(STR("search"), buf_str(&key), cache->answer.key);
    hash_content(STR("asked"), asking, cache->asked.key);
    answers_set_moment(cache->answers, moment);
    cache->asked.words = ask->words;
    cache->vector = question_vector(wanted->text);
    return true;
}

bool search_cache_take(SessionRequest *request, const IndexSession *session, const SearchAsk *ask,
                       const SearchWanted *wanted, SearchCache *cache, SearchFound *found)
{
    if (!cache->answers || !ask->cached)
        return false;
    cache->usable = set_keys(request, session, ask, wanted, cache);
    if (!cache->usable || !answers_get(cache->answers, request->arena, &cache->answer) ||
        !is_near(cache, request->config->search.similarity) ||
        !unpack_found(request->arena, cache->answer.body, found))
        return false;
    Question question = question_read(request->arena, *request->scratch, wanted->text);
    for (size_t i = 0; i < found->count; i++)
        found->places[i].why = search_why(request->arena, &question, &found->places[i]);
    cache->hit = true;
    return true;
}

/* Whether the file is unchanged since indexing, so that the text read from it was, too. */
static bool is_as_indexed(SessionRequest *request, const IndexSession *session, uint32_t id)
{
    const CatalogFile *row = &session->catalog->files.ptr[id];
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    return session_open_file(request, session, request->arena, row->path, &file, &ignored) &&
           file.size == row->size && file.stamp == row->stamp && file.inode == row->inode;
}

static bool may_keep(SessionRequest *request, const IndexSession *session, const SearchFound *found)
{
    for (size_t i = 0; i < found->count; i++)
        if (found->note.len || !is_as_indexed(request, session, found->places[i].file))
            return false;
    return true;
}

void search_cache_settle(SessionRequest *request, const IndexSession *session, SearchCache *cache,
                         const SearchFound *found)
{
    bool warms_cache = request->warms_cache;
    if (!cache->answers || (warms_cache && (cache->hit || !cache->usable)))
        return;
    if (cache->hit) {
        answers_hit(cache->answers, &cache->answer, &cache->asked);
        return;
    }
    if (!cache->usable) {
        answers_note(cache->answers, &cache->asked);
        return;
    }
    cache->answer.cost_ms = (uint64_t)(proc_clock_ms() - cache->begun_ms);
    cache->answer.mark = mark_of(cache);
    cache->answer.body = pack_found(request->arena, found);
    bool kept = cache->answer.body.len && may_keep(request, session, found);
    if (!warms_cache)
        answers_miss(cache->answers, kept ? &cache->answer : NULL, &cache->asked);
    else if (kept)
        answers_rehearse(cache->answers, &cache->answer);
}
