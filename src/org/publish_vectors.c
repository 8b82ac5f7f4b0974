/* Vectors are stored by content, like symbols, and sent with the ids of contents, since all
   contents are in the database by then. All vectors of a database come from one model; a repository
   embedded by another model keeps its vectors local. */
#include "org/publish_state.h"

#include "base/id_map.h"
#include "base/limits.h"
#include "index/store/packs.h"

/* Contents whose vectors the database lacks. */
typedef struct Lacking {
    IdMap numbers; /* facts_key -> index in `ids` */
    int64_t *ids;
    size_t count, sent_count;
} Lacking;

/* ---- the model ---- */

static bool read_model(PublishWork *work, VectorModel *model, Err *err)
{
    PostgresRows rows;
    *model = (VectorModel){0};
    if (!publish_query(work, "SELECT model, probe FROM fovea.embedder", NULL, 0, &rows, err))
        return false;
    if (!rows.count)
        return true;
    Str probe = org_bytes(work->arena, postgres_text(&rows, 0, 1));
    model->identity = str_copy(work->arena, postgres_text(&rows, 0, 0));
    model->probe = (const int8_t *)probe.ptr;
    model->dims = probe.len;
    return true;
}

/* Sets the repository's model if the database has none. Waits for a publisher that is setting one.
 */
static bool set_model(PublishWork *work, Err *err)
{
    const VectorModel *own = &work->commit->vectors.model;
    Buf probe = buf_open(work->arena, 0);
    buf_put(&probe, STR("\\x"));
    buf_put_hex(&probe, (Str){(const char *)own->probe, own->dims});
    const PostgresValue values[] = {{.text = org_text(work->arena, own->identity)},
                                    publish_number(work, (int64_t)own->dims),
                                    {.text = buf_str(&probe)}};
    return publish_query(work,
                         "INSERT INTO fovea.embedder (id, model, dims, probe)"
                         " VALUES (1, $1, $2::int, $3::bytea) ON CONFLICT (id) DO NOTHING",
                         values, COUNT(values), NULL, err);
}

static bool agree(PublishWork *work, Err *err)
{
    OrgPublishedVectors *report = &work->published->vectors;
    const VectorModel *own = &work->commit->vectors.model;
    VectorModel model;
    if (!read_model(work, &model, err) ||
        (!model.dims && own->dims && (!set_model(work, err) || !read_model(work, &model, err))))
        return false;
    report->model = model.identity;
    if (!model.dims)
        report->outcome = ORG_EMBEDDED_NOWHERE;
    else if (!own->dims)
        report->outcome = ORG_EMBEDDED_OTHERS;
    else if (own->dims == model.dims &&
             str_equal(org_text(work->arena, own->identity), model.identity) &&
             vector_cosine(own->probe, model.probe, own->dims) >= VECTOR_PROBE_COSINE)
        report->outcome = ORG_EMBEDDED;
    else
        report->outcome = ORG_EMBEDDED_BY_OTHER;
    return true;
}

/* ---- vectors ---- */

static bool list_lacking(PublishWork *work, Lacking *lacking, Err *err)
{
    PostgresRows rows;
    static const char sql[] =
        "SELECT DISTINCT c.id, c.hash FROM pg_temp.fovea_file f JOIN pg_temp.fovea_member m"
        " ON m.path = f.path JOIN fovea.content c ON c.id = m.content_id WHERE f.embedded"
        " AND NOT EXISTS (SELECT FROM fovea.embedded e WHERE e.content_id = c.id)";
    if (!publish_query(work, sql, NULL, 0, &rows, err))
        return false;
    lacking->ids = NEW(work->arena, int64_t, rows.count + 1);
    lacking->count = rows.count;
    for (size_t i = 0; i < rows.count; i++) {
        Str hash = org_bytes(work->arena, postgres_text(&rows, i, 1));
        lacking->ids[i] = postgres_number(&rows, i, 0);
        if (hash.len == HASH_CONTENT_BYTES)
            id_map_put(&lacking->numbers, work->arena, facts_key(hash), (uint32_t)i);
    }
    return true;
}

static bool put_vectors(PublishWork *work, OrgCopy *copy, int64_t content, const FileVectors *file,
                        Err *err)
{
    size_t dims = work->commit->vectors.model.dims, bytes = (dims + 7) / 8;
    for (uint32_t i = 0; i < file->count; i++) {
        buf_printf(&copy->rows, "%lld\t%u\tx", (long long)content, file->entries[i]);
        buf_put_hex(&copy->rows, (Str){(const char *)file->signs + i * bytes, bytes});
        buf_put_byte(&copy->rows, '\t');
        org_field_put_hash(&copy->rows, (Str){(const char *)file->numbers + i * dims, dims});
        if (!org_copy_row(copy, err))
            return false;
    }
    /* The content itself: it counts as embedded even if it has no vector. */
    buf_printf(&copy->rows, "%lld\t%d\t\\N\t\\N", (long long)content, -1);
    return org_copy_row(copy, err);
}

static bool send_vectors(PublishWork *work, Lacking *lacking, Err *err)
{
    const OrgVectors *own = &work->commit->vectors;
    OrgCopy copy SCOPED(org_copy_close) = {0};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (!org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_vector FROM STDIN", err))
        return false;
    VectorRows rows = vectors_rows(own->store, &scratch, own->model.dims);
    while (vectors_next(&rows, err)) {
        uint32_t at = id_map_get(&lacking->numbers, rows.key);
        if (at == ID_MAP_NONE)
            continue;
        if (rows.file.count &&
            !vectors_numbers(own->store, &scratch, rows.key, rows.file.count * own->model.dims,
                             &rows.file.numbers, err))
            return false;
        if (rows.file.count && !rows.file.numbers) /* damaged: treated as missing */
            continue;
        if (!put_vectors(work, &copy, lacking->ids[at], &rows.file, err))
            return false;
        lacking->sent_count++;
        work->published->vectors.added += rows.file.count;
    }
    return !db_failed(rows.statement) && org_copy_end(&copy, err);
}

static bool add_vectors(PublishWork *work, Lacking *lacking, Err *err)
{
    static const char table[] =
        "CREATE TEMP TABLE fovea_vector (content_id bigint, index int, signs bit varying,"
        " numbers bytea) ON COMMIT DROP";
    /* Vectors are added with the contents of this statement: those of others are complete. */
    static const char add[] =
        "WITH added AS (INSERT INTO fovea.embedded (content_id, parts)"
        " SELECT content_id, count(*) - 1 FROM pg_temp.fovea_vector GROUP BY content_id"
        " ORDER BY content_id ON CONFLICT (content_id) DO NOTHING RETURNING content_id),"
        " signs AS (INSERT INTO fovea.vector_sign (content_id, index, signs)"
        " SELECT v.content_id, v.index, v.signs FROM added a JOIN pg_temp.fovea_vector v"
        " ON v.content_id = a.content_id WHERE v.index >= 0 ORDER BY v.content_id, v.index)"
        " INSERT INTO fovea.vector_numbers (content_id, index, numbers)"
        " SELECT v.content_id, v.index, v.numbers FROM added a JOIN pg_temp.fovea_vector v"
        " ON v.content_id = a.content_id WHERE v.index >= 0 ORDER BY v.content_id, v.index";
    if (!postgres_run(work->org->postgres, table, err) || !send_vectors(work, lacking, err))
        return false;
    if (!lacking->sent_count)
        return true;
    return postgres_run(work->org->postgres, "ANALYZE pg_temp.fovea_vector", err) &&
           publish_query(work, add, NULL, 0, NULL, err) &&
           publish_query(work, "SELECT fovea.vector_index()", NULL, 0, NULL, err);
}

/* ---- the publish ---- */

/* A reader sees vectors of a content only through files of repositories that had them: whether
   another repository had them must not leak. */
static bool find_embedded(PublishWork *work, Err *err)
{
    const OrgCommit *commit = work->commit;
    IdMap keys = {0};
    if (!vectors_keys(commit->vectors.store, &work->scratch, &keys, err))
        return false;
    work->embedded = NEW(&work->scratch, bool, commit->catalog->files.len + 1);
    for (size_t i = 0; i < commit->catalog->files.len; i++) {
        const CatalogFile *file = &commit->catalog->files.ptr[i];
        work->embedded[i] = commit->vectors.wanted && commit->vectors.wanted[i] &&
                            publish_has_file(file) && publish_has_content(file) &&
                            id_map_get(&keys, facts_key(file->hash)) != ID_MAP_NONE;
    }
    return true;
}

bool publish_vectors_begin(PublishWork *work, Err *err)
{
    return agree(work, err) &&
           (work->published->vectors.outcome != ORG_EMBEDDED || find_embedded(work, err));
}

bool publish_vectors_add(PublishWork *work, Err *err)
{
    Lacking lacking = {0};
    if (!work->embedded)
        return true;
    return list_lacking(work, &lacking, err) &&
           (!lacking.count || add_vectors(work, &lacking, err));
}

bool publish_vectors_count(PublishWork *work, Err *err)
{
    const OrgCommit *commit = work->commit;
    OrgPublishedVectors *report = &work->published->vectors;
    PostgresRows rows;
    for (size_t i = 0; i < commit->catalog->files.len && commit->vectors.wanted; i++) {
        const CatalogFile *file = &commit->catalog->files.ptr[i];
        report->files +=
            commit->vectors.wanted[i] && publish_has_file(file) && publish_has_content(file);
    }
    const PostgresValue values[] = {publish_number(work, work->branch),
                                    publish_number(work, report->files)};
    static const char sql[] =
        "INSERT INTO fovea.branch_vectors AS b (branch_id, files, embedded, parts)"
        " SELECT $1::int, $2::int, coalesce(sum(f.files), 0), coalesce(sum(e.parts), 0)"
        " FROM (SELECT content_id, count(*) AS files FROM fovea.file"
        " WHERE branch_id = $1::int AND embedded GROUP BY content_id) f"
        " JOIN fovea.embedded e ON e.content_id = f.content_id"
        " ON CONFLICT (branch_id) DO UPDATE SET files = excluded.files,"
        " embedded = excluded.embedded, parts = excluded.parts"
        " WHERE (b.files, b.embedded, b.parts)"
        " IS DISTINCT FROM (excluded.files, excluded.embedded, excluded.parts)";
    static const char count[] =
        "SELECT embedded FROM fovea.branch_vectors WHERE branch_id = $1::int";
    if (!publish_query(work, sql, values, COUNT(values), NULL, err) ||
        !publish_query(work, count, values, 1, &rows, err))
        return false;
    report->embedded = rows.count ? (uint32_t)postgres_number(&rows, 0, 0) : 0;
    return true;
}
