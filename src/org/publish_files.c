/* Files by differences (a Merkle tree of one level). The files of a branch are spread over buckets
   by the keys of their paths. The database stores a digest of each bucket's rows, as sent by their
   publisher; only files of buckets with another digest are sent and compared. Rows are made twice,
   for the digest and for sending, so that they are never all in memory. */
#include "org/publish_state.h"

#include "base/limits.h"

#include <stdlib.h>

/* The highest bits of a key. A changed file causes its whole bucket to be sent: 30 files of
   30,000. */
#define BUCKET_SHIFT 54
_Static_assert(PUBLISH_BUCKETS == 1 << (64 - BUCKET_SHIFT),
               "a bucket for each value of these bits");

/* A row of the listing; equal ones have equal rows. */
typedef struct Line {
    Str path;
    uint32_t bucket;
    char hash[HASH_CONTENT_BYTES];
} Line;

static uint32_t bucket_of(Str path)
{
    return (uint32_t)((uint64_t)publish_path_key(path) >> BUCKET_SHIFT);
}

/* path, hash, name, class, size, lines, key, links, embedded */
static void put_row(PublishWork *work, Arena scratch, Buf *row, uint32_t id)
{
    const Catalog *catalog = work->commit->catalog;
    const CatalogFile *file = &catalog->files.ptr[id];
    char links[HASH_CONTENT_BYTES];
    org_field_put(row, file->path);
    buf_put_byte(row, '\t');
    if (publish_has_content(file))
        org_field_put_hash(row, file->hash);
    else
        buf_put(row, STR("\\N"));
    buf_put_byte(row, '\t');
    org_field_put(row, catalog_name(catalog, catalog_row(catalog, id)->entries[0].name));
    buf_printf(row, "\t%u\t%llu\t%u\t%lld\t", (unsigned)file->class, (unsigned long long)file->size,
               file->lines, (long long)publish_path_key(file->path));
    if (publish_links_hash(work, scratch, id, links))
        org_field_put_hash(row, (Str){links, sizeof links});
    else
        buf_put(row, STR("\\N"));
    buf_put(row, work->embedded && work->embedded[id] ? STR("\tt") : STR("\tf"));
}

static int compare_lines(const void *a, const void *b)
{
    const Line *x = a, *y = b;
    if (x->bucket != y->bucket)
        return x->bucket < y->bucket ? -1 : 1;
    return str_compare(x->path, y->path);
}

/* The rows' digests, sorted; also counts the commit's files and symbols. */
static size_t make_lines(PublishWork *work, Line *lines)
{
    const Catalog *catalog = work->commit->catalog;
    OrgPublished *published = work->published;
    size_t count = 0;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[i];
        published->left_out += file->path.len && !publish_has_file(file);
        if (!publish_has_file(file))
            continue;
        arena_reset(&scratch);
        Buf row = buf_open(&scratch, 0);
        put_row(work, work->scratch, &row, i);
        Line *line = &lines[count++];
        *line = (Line){.path = file->path, .bucket = bucket_of(file->path)};
        hash_content(work->version, buf_str(&row), line->hash);
        published->files++;
        published->symbols += file->count ? file->count - 1 : 0;
    }
    qsort(lines, count, sizeof *lines, compare_lines);
    return count;
}

static void make_digests(PublishWork *work)
{
    Line *lines = NEW(&work->scratch, Line, work->commit->catalog->files.len + 1);
    size_t count = make_lines(work, lines);
    for (size_t from = 0, end; from < count; from = end) {
        Arena scratch = work->scratch;
        Buf hashes = buf_open(&scratch, 0);
        uint32_t bucket = lines[from].bucket;
        for (end = from; end < count && lines[end].bucket == bucket; end++)
            buf_put(&hashes, (Str){lines[end].hash, HASH_CONTENT_BYTES});
        hash_content(STR("bucket"), buf_str(&hashes), work->digests[bucket].hash);
        work->digests[bucket].known = true;
    }
}

bool publish_files_compare(PublishWork *work, Err *err)
{
    PostgresRows rows;
    const PostgresValue branch = publish_number(work, work->branch);
    work->digests = NEW(&work->scratch, PublishDigest, PUBLISH_BUCKETS + 1);
    make_digests(work);
    if (!publish_query(work, "SELECT bucket, hash FROM fovea.listing WHERE branch_id = $1::int",
                       &branch, 1, &rows, err))
        return false;
    for (size_t i = 0; i < PUBLISH_BUCKETS; i++)
        work->digests[i].differs = work->digests[i].known || work->commit->again;
    for (size_t i = 0; i < rows.count && !work->commit->again; i++) {
        int64_t bucket = postgres_number(&rows, i, 0);
        if (bucket < 0 || bucket > PUBLISH_BUCKETS)
            continue;
        Str there = org_bytes(&work->scratch, postgres_text(&rows, i, 1));
        PublishDigest *own = &work->digests[bucket];
        own->there = there;
        own->differs = !own->known || !str_equal((Str){own->hash, HASH_CONTENT_BYTES}, there);
    }
    return true;
}

bool publish_files_differ(const PublishWork *work, uint32_t id)
{
    const CatalogFile *file = &work->commit->catalog->files.ptr[id];
    return publish_has_file(file) && work->digests[bucket_of(file->path)].differs;
}

/* ---- sending ---- */

static bool send_buckets(PublishWork *work, Err *err)
{
    OrgCopy copy SCOPED(org_copy_close) = {0};
    if (!org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_bucket FROM STDIN", err))
        return false;
    for (size_t i = 0; i < PUBLISH_BUCKETS; i++) {
        const PublishDigest *digest = &work->digests[i];
        if (!digest->differs)
            continue;
        uint64_t low = (uint64_t)i << BUCKET_SHIFT,
                 high = low | ((UINT64_C(1) << BUCKET_SHIFT) - 1);
        buf_printf(&copy.rows, "%zu\t%lld\t%lld\t", i, (long long)low, (long long)high);
        if (digest->known)
            org_field_put_hash(&copy.rows, (Str){digest->hash, HASH_CONTENT_BYTES});
        else
            buf_put(&copy.rows, STR("\\N"));
        if (!org_copy_row(&copy, err))
            return false;
    }
    return org_copy_end(&copy, err);
}

bool publish_files_send(PublishWork *work, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    OrgCopy copy SCOPED(org_copy_close) = {0};
    static const char tables[] =
        "CREATE TEMP TABLE fovea_bucket (bucket int, low bigint, high bigint, hash bytea)"
        " ON COMMIT DROP;"
        "CREATE TEMP TABLE fovea_file (path text COLLATE \"C\", hash bytea,"
        " name text COLLATE \"C\", class smallint, size bigint, lines int, key bigint, links bytea,"
        " embedded boolean) ON COMMIT DROP";
    if (!postgres_run(work->org->postgres, tables, err) || !send_buckets(work, err) ||
        !org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_file FROM STDIN", err))
        return false;
    for (uint32_t i = 0; i < catalog->files.len; i++) {
        if (!publish_files_differ(work, i))
            continue;
        put_row(work, work->scratch, &copy.rows, i);
        if (!org_copy_row(&copy, err))
            return false;
    }
    return org_copy_end(&copy, err) &&
           postgres_run(work->org->postgres,
                        "ANALYZE pg_temp.fovea_bucket; ANALYZE pg_temp.fovea_file", err);
}

/* ---- membership ---- */

/* Rows with their final ids. A file whose vectors the repository once published stays embedded,
   even if a clone without vectors publishes. */
static bool resolve(PublishWork *work, Err *err)
{
    static const char sql[] =
        "CREATE TEMP TABLE fovea_member ON COMMIT DROP AS"
        " SELECT f.path, c.id AS content_id, n.id AS name_id, f.class, f.size, f.lines, f.key,"
        " l.id AS links_id, f.embedded"
        " FROM pg_temp.fovea_file f JOIN fovea.name n ON n.text = f.name"
        " LEFT JOIN fovea.links l ON l.hash = f.links"
        " LEFT JOIN fovea.content c ON c.hash = f.hash AND c.version = %d;" /* an internal number of
                                                                               ours */
        " ANALYZE pg_temp.fovea_member";
    static const char kept[] =
        "UPDATE pg_temp.fovea_member f SET embedded = true WHERE NOT f.embedded AND EXISTS"
        " (SELECT FROM fovea.file o JOIN fovea.branch b ON b.id = o.branch_id"
        " WHERE o.content_id = f.content_id AND o.embedded AND b.repository_id = $1::int)";
    const PostgresValue repository = publish_number(work, work->repository);
    Str text = str_format(work->arena, sql, FACTS_VERSION);
    return postgres_run(work->org->postgres, str_terminate(work->arena, text), err) &&
           (!work->published->vectors.model.len ||
            publish_query(work, kept, &repository, 1, NULL, err));
}

static bool put_listing(PublishWork *work, Err *err)
{
    const PostgresValue branch = publish_number(work, work->branch);
    static const char gone[] =
        "DELETE FROM fovea.listing l USING pg_temp.fovea_bucket b"
        " WHERE l.branch_id = $1::int AND l.bucket = b.bucket AND b.hash IS NULL";
    static const char put[] =
        "INSERT INTO fovea.listing (branch_id, bucket, hash)"
        " SELECT $1::int, bucket, hash FROM pg_temp.fovea_bucket WHERE hash IS NOT NULL"
        " ON CONFLICT (branch_id, bucket) DO UPDATE SET hash = excluded.hash";
    return publish_query(work, gone, &branch, 1, NULL, err) &&
           publish_query(work, put, &branch, 1, NULL, err);
}

bool publish_files_put(PublishWork *work, Err *err)
{
    const PostgresValue branch = publish_number(work, work->branch);
    static const char removed[] =
        "DELETE FROM fovea.file m USING pg_temp.fovea_bucket b WHERE m.branch_id = $1::int"
        " AND m.key BETWEEN b.low AND b.high"
        " AND NOT EXISTS (SELECT FROM pg_temp.fovea_member f WHERE f.path = m.path)";
    static const char changed[] =
        "INSERT INTO fovea.file AS m (branch_id, path, content_id, name_id, class, size, lines,"
        " key, links_id, embedded)"
        " SELECT $1::int, f.path, f.content_id, f.name_id, f.class, f.size, f.lines, f.key,"
        " f.links_id, f.embedded"
        " FROM pg_temp.fovea_member f LEFT JOIN fovea.file o"
        " ON o.branch_id = $1::int AND o.path = f.path WHERE o.path IS NULL"
        " OR (o.content_id, o.name_id, o.class, o.size, o.lines, o.links_id, o.embedded)"
        " IS DISTINCT FROM"
        " (f.content_id, f.name_id, f.class, f.size, f.lines, f.links_id, f.embedded)"
        " ORDER BY f.path"
        " ON CONFLICT (branch_id, path) DO UPDATE SET content_id = excluded.content_id,"
        " name_id = excluded.name_id, class = excluded.class, size = excluded.size,"
        " lines = excluded.lines, links_id = excluded.links_id, embedded = excluded.embedded";
    if (!resolve(work, err) || !publish_query(work, removed, &branch, 1, NULL, err))
        return false;
    work->published->removed = postgres_affected(work->org->postgres);
    if (!publish_query(work, changed, &branch, 1, NULL, err))
        return false;
    work->published->changed = postgres_affected(work->org->postgres);
    return put_listing(work, err);
}
