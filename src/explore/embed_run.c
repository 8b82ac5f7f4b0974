/* Batched embedding. Files are taken in the catalog's order until their texts fill a request. A
   text embedded before, in any content, is not sent again, so an edit costs only its changes. */
#include "explore/embed_run.h"

#include "base/id_map.h"
#include "index/catalog/contents.h"
#include "index/store/packs.h"

/* Maximum number of refused texts named in the report; all are counted. */
#define LEFT_OUT_MAX 20
/* A text that the server finds too long is halved at most this many times, then left out. */
#define CUTS_MAX 3

/* Where a text's vector is stored. */
typedef struct Known {
    uint64_t key;
    bool former;        /* the row belongs to a former index version */
    uint32_t at, count; /* position and number of texts of that content */
} Known;

typedef VEC(EmbedFile) EmbedFileVec;

typedef struct Run {
    SessionRequest *request;
    IndexSession *session;
    const EmbedPlan *plan;
    EmbedReport *report;
    Arena *kept; /* for the whole run */
    Arena *work; /* for one group of files */
    IdMap texts; /* hash → index in `known` */
    VEC(Known) known;
    IdMap done; /* keys of stored contents */
    EmbedFileVec group;
    uint64_t group_texts, group_bytes;
} Run;

static uint64_t tokens_of(uint64_t bytes)
{
    return (bytes + EMBED_TOKEN_BYTES - 1) / EMBED_TOKEN_BYTES;
}

/* ---- stored vectors ---- */

/* Loads the rows of an index of another version; only their texts can be reused. */
static bool load_former(Run *run, Err *err)
{
    size_t dims = run->plan->model.dims;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    VectorRows rows = vectors_former_rows(run->session->store, &scratch, dims);
    while (vectors_next(&rows, err)) {
        const int8_t *numbers;
        if (!vectors_former_numbers(run->session->store, &scratch, rows.key, rows.file.count * dims,
                                    &numbers, err))
            return false;
        for (uint32_t i = 0; i < rows.file.count && numbers; i++) {
            id_map_put(&run->texts, run->kept, rows.file.hashes[i], (uint32_t)run->known.len);
            *VEC_PUSH(run->kept, &run->known) =
                (Known){.key = rows.key, .former = true, .at = i, .count = rows.file.count};
        }
    }
    return !db_failed(rows.statement);
}

/* Loads the present rows. A row with damaged numbers is ignored: its content is embedded again. */
static bool load_known(Run *run, Err *err)
{
    size_t dims = run->plan->model.dims;
    Arena scratch SCOPED(arena_close) = {0};
    if (!dims)
        return true;
    if (!load_former(run, err))
        return false;
    arena_open(&scratch, 0);
    VectorRows rows = vectors_rows(run->session->store, &scratch, dims);
    while (vectors_next(&rows, err)) {
        const int8_t *numbers;
        if (!vectors_numbers(run->session->store, &scratch, rows.key, rows.file.count * dims,
                             &numbers, err))
            return false;
        if (rows.file.count && !numbers)
            continue;
        id_map_put(&run->done, run->kept, rows.key, rows.file.count);
        for (uint32_t i = 0; i < rows.file.count; i++) {
            id_map_put(&run->texts, run->kept, rows.file.hashes[i], (uint32_t)run->known.len);
            *VEC_PUSH(run->kept, &run->known) =
                (Known){.key = rows.key, .at = i, .count = rows.file.count};
        }
    }
    return !db_failed(rows.statement);
}

static void note_left_out(Run *run, Str path, uint32_t line, const char *why)
{
    if (run->report->left_out.len < LEFT_OUT_MAX)
        *VEC_PUSH(run->request->arena, &run->report->left_out) = (EmbedLeftOut){path, line, why};
}

/* ---- vectors of a group ---- */

/* Distinct texts that must be sent. */
typedef struct Sending {
    Str *texts;
    uint64_t *hashes;
    bool *refused;
    int8_t *numbers;
    size_t count;
    IdMap places; /* hash → index */
} Sending;

static Sending gather(Run *run)
{
    Sending sending = {.texts = NEW(run->work, Str, run->group_texts + 1),
                       .hashes = NEW(run->work, uint64_t, run->group_texts + 1),
                       .refused = NEW(run->work, bool, run->group_texts + 1)};
    for (size_t f = 0; f < run->group.len; f++)
        for (uint32_t i = 0; i < run->group.ptr[f].count; i++) {
            uint64_t hash = run->group.ptr[f].hashes[i];
            if (id_map_get(&run->texts, hash) != ID_MAP_NONE ||
                id_map_get(&sending.places, hash) != ID_MAP_NONE)
                continue;
            id_map_put(&sending.places, run->work, hash, (uint32_t)sending.count);
            sending.hashes[sending.count] = hash;
            sending.texts[sending.count++] = run->group.ptr[f].texts[i];
        }
    sending.numbers = NEW(run->work, int8_t, sending.count * run->plan->model.dims + 1);
    return sending;
}

/* Sends one request. Fails with ERR_USAGE if the server refuses these texts. */
static bool request(Run *run, const Str *texts, size_t count, int8_t *numbers, Err *err)
{
    Arena answer SCOPED(arena_close) = {0};
    Embeddings found;
    uint64_t bytes = 0;
    Embedder embedder = run->plan->embedding->embedder;
    embedder.dims = run->plan->model.dims;
    for (size_t i = 0; i < count; i++)
        bytes += texts[i].len;
    arena_open(&answer, 0);
    if (!embedder_embed(&embedder, &answer, texts, count, &found, err))
        return false;
    memcpy(numbers, found.numbers, count * found.dims);
    run->report->texts += count;
    run->report->tokens += MAX(found.tokens, tokens_of(bytes));
    return true;
}

/* Sends a refused text again, halved each time. */
static bool request_shorter(Run *run, Str text, int8_t *numbers, bool *refused, Err *err)
{
    for (int cut = 0; cut < CUTS_MAX; cut++) {
        text = str_slice(text, 0, str_char_floor(text, text.len / 2));
        if (request(run, &text, 1, numbers, err))
            return true;
        if (err->code != ERR_USAGE)
            return false;
    }
    *err = (Err){0};
    return *refused = true;
}

/* Sends all texts in batches. A refused batch is halved until the refused text is found. */
static bool request_all(Run *run, Sending *sending, Err *err)
{
    size_t dims = run->plan->model.dims, size = run->plan->batch;
    for (size_t at = 0; at < sending->count;) {
        size_t count = MIN(size, sending->count - at);
        int8_t *numbers = sending->numbers + at * dims;
        if (!request(run, sending->texts + at, count, numbers, err)) {
            if (err->code != ERR_USAGE)
                return false;
            *err = (Err){0};
            if (count > 1) {
                size = count / 2;
                continue;
            }
            if (!request_shorter(run, sending->texts[at], numbers, &sending->refused[at], err))
                return false;
        }
        at += count;
        size = run->plan->batch;
    }
    return true;
}

/* ---- keeping ---- */

/* Copies a stored vector; false if it can no longer be read. */
static bool copy_known(Run *run, const Known *known, int8_t *to, Err *err)
{
    size_t dims = run->plan->model.dims;
    Arena scratch = *run->work;
    const int8_t *numbers;
    Store *store = run->session->store;
    size_t bytes = known->count * dims;
    bool read = known->former
                    ? vectors_former_numbers(store, &scratch, known->key, bytes, &numbers, err)
                    : vectors_numbers(store, &scratch, known->key, bytes, &numbers, err);
    if (!read)
        return false;
    if (!numbers) {
        err_set(err, ERR_FAILED, "the stored vectors are damaged");
        return err_hint(err, "the same call makes the damaged ones again");
    }
    memcpy(to, numbers + known->at * dims, dims);
    return true;
}

static bool fill(Run *run, const Sending *sending, EmbedFile *file, int8_t *numbers, Err *err)
{
    size_t dims = run->plan->model.dims;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        uint32_t known = id_map_get(&run->texts, file->hashes[i]);
        uint32_t sent = id_map_get(&sending->places, file->hashes[i]);
        if (sent != ID_MAP_NONE && sending->refused[sent]) {
            file->large++;
            continue;
        }
        if (sent != ID_MAP_NONE)
            memcpy(numbers + kept * dims, sending->numbers + sent * dims, dims);
        else if (!copy_known(run, &run->known.ptr[known], numbers + kept * dims, err))
            return false;
        file->entries[kept] = file->entries[i];
        file->hashes[kept++] = file->hashes[i];
    }
    file->count = kept;
    return true;
}

static bool keep_file(Run *run, const Sending *sending, EmbedFile *file, Err *err)
{
    size_t dims = run->plan->model.dims, signs = (dims + 7) / 8;
    int8_t *numbers = NEW(run->work, int8_t, file->count * dims + 1);
    uint8_t *bits = NEW(run->work, uint8_t, file->count * signs + 1);
    if (!fill(run, sending, file, numbers, err))
        return false;
    for (uint32_t i = 0; i < file->count; i++)
        vector_signs(numbers + i * dims, dims, bits + i * signs);
    FileVectors vectors = {.count = file->count,
                           .secret = file->secret,
                           .large = file->large,
                           .entries = file->entries,
                           .hashes = file->hashes,
                           .signs = bits,
                           .numbers = numbers};
    return vectors_put(run->session->store, *run->work, file->key, &vectors, dims, err);
}

static void note_kept(Run *run, const EmbedFile *file)
{
    id_map_put(&run->done, run->kept, file->key, file->count);
    run->report->done++;
    for (uint32_t i = 0; i < file->count; i++) {
        id_map_put(&run->texts, run->kept, file->hashes[i], (uint32_t)run->known.len);
        *VEC_PUSH(run->kept, &run->known) =
            (Known){.key = file->key, .at = i, .count = file->count};
    }
}

static bool keep(Run *run, const Sending *sending, Err *err)
{
    Store *store = run->session->store;
    bool kept = store_begin(store, err);
    for (size_t i = 0; i < run->group.len && kept; i++)
        kept = keep_file(run, sending, &run->group.ptr[i], err);
    kept = kept && vectors_touch(store, err) && store_commit(store, err);
    if (!kept) {
        store_rollback(store);
        if (!*err->hint)
            err_hint(err, "free some space; stored vectors are kept");
        return false;
    }
    for (size_t i = 0; i < run->group.len; i++)
        note_kept(run, &run->group.ptr[i]);
    return true;
}

static void clear_group(Run *run)
{
    run->group = (EmbedFileVec){0};
    run->group_texts = run->group_bytes = 0;
    arena_reset(run->work);
}

static bool flush(Run *run, Err *err)
{
    const ProgressSink *progress = &run->request->progress;
    ProgressStep step = {.total = run->report->files, .name = "embed"};
    if (run->group.len) {
        Sending sending = gather(run);
        if (!request_all(run, &sending, err) || !keep(run, &sending, err))
            return false;
        step.done = run->report->done;
        if (progress->put)
            progress->put(progress->state, &step);
    }
    clear_group(run);
    return true;
}

/* ---- files ---- */

static uint64_t new_bytes(Run *run, const EmbedFile *file)
{
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        bool known = id_map_get(&run->texts, file->hashes[i]) != ID_MAP_NONE;
        run->report->reused += known;
        bytes += known ? 0 : file->texts[i].len;
    }
    return bytes;
}

static void note_file(Run *run, const EmbedFile *file)
{
    Str path = run->session->catalog->files.ptr[file->file].path;
    run->report->secret += file->secret;
    run->report->large += file->large;
    if (file->why)
        note_left_out(run, path, file->why_line, file->why);
    if (file->large)
        note_left_out(run, path, 0, "too many declarations");
}

/* Counts the file as sent, without sending it. */
static void count_file(Run *run, const EmbedFile *file, uint64_t bytes)
{
    run->report->tokens += tokens_of(bytes);
    for (uint32_t i = 0; i < file->count; i++)
        if (id_map_get(&run->texts, file->hashes[i]) == ID_MAP_NONE) {
            id_map_put(&run->texts, run->kept, file->hashes[i], 0);
            run->report->texts++;
        }
    arena_reset(run->work);
}

static bool take_file(Run *run, uint32_t id, Err *err)
{
    EmbedFile file;
    EmbedReport *report = run->report;
    if (!embed_file_read(run->request, run->session, run->work, id, &file)) {
        report->unread++;
        return true;
    }
    uint64_t bytes = new_bytes(run, &file);
    uint64_t tokens = report->tokens + tokens_of(run->group_bytes + bytes);
    if (run->plan->embedding && bytes && tokens > run->plan->max_tokens) {
        report->capped = true;
        return flush(run, err);
    }
    report->fresh++;
    note_file(run, &file);
    if (!run->plan->embedding) {
        count_file(run, &file, bytes);
        return true;
    }
    *VEC_PUSH(run->work, &run->group) = file;
    run->group_texts += file.count;
    run->group_bytes += bytes;
    return run->group_texts < run->plan->batch || flush(run, err);
}

static bool take_all(Run *run, Err *err)
{
    const Catalog *catalog = run->session->catalog;
    IdMap contents = catalog_contents(run->kept, catalog);
    EmbedReport *report = run->report;
    for (uint32_t id = 0; id < catalog->files.len && !report->capped; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        bool secret;
        if (session_is_cancelled(run->request))
            return err_interrupted(err);
        if (!embed_is_wanted(file, &secret)) {
            report->secret_files += secret;
            if (secret)
                note_left_out(run, file->path, 0, "the name of a secret");
            continue;
        }
        uint64_t key = facts_key(file->hash);
        uint32_t stored = id_map_get(&run->done, key);
        if (id_map_get(&contents, key) != id || stored != ID_MAP_NONE)
            continue;
        if (!take_file(run, id, err))
            return false;
    }
    return report->capped || flush(run, err);
}

static void count_all(Run *run)
{
    const Catalog *catalog = run->session->catalog;
    bool secret;
    run->report->files = run->report->done = 0;
    run->report->stored_texts = 0;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!embed_is_wanted(file, &secret))
            continue;
        uint32_t stored = id_map_get(&run->done, facts_key(file->hash));
        run->report->files++;
        run->report->done += stored != ID_MAP_NONE;
        run->report->stored_texts += stored != ID_MAP_NONE ? stored : 0;
    }
}

/* Removes former rows, which are useless once everything is embedded. */
static bool drop_former(Run *run, Err *err)
{
    Store *store = run->session->store;
    if (!run->plan->embedding || run->report->capped)
        return true;
    if (store_begin(store, err) && vectors_drop_former(store, err) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool embed_run(SessionRequest *request, IndexSession *session, const EmbedPlan *plan,
               EmbedReport *report, Err *err)
{
    Arena kept SCOPED(arena_close) = {0}, work SCOPED(arena_close) = {0};
    *report = (EmbedReport){0};
    arena_open(&kept, 0);
    arena_open(&work, 0);
    Run run = {.request = request,
               .session = session,
               .plan = plan,
               .report = report,
               .kept = &kept,
               .work = &work};
    if (!load_known(&run, err))
        return false;
    count_all(&run);
    bool all = take_all(&run, err) && drop_former(&run, err);
    count_all(&run);
    return all;
}

bool embed_count(const IndexSession *session, Arena scratch, uint32_t *files, uint32_t *done,
                 Err *err)
{
    const Catalog *catalog = session->catalog;
    bool secret;
    IdMap keys = {0};
    *files = *done = 0;
    if (!vectors_keys(session->store, &scratch, &keys, err))
        return false;
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        if (!embed_is_wanted(file, &secret))
            continue;
        ++*files;
        *done += id_map_get(&keys, facts_key(file->hash)) != ID_MAP_NONE;
    }
    return true;
}
