/* Words are extracted again from the text, since the index stores them by term and not by content.
   Sums over a branch are updated by the added and removed contents. */
#include "org/publish_state.h"

#include "base/limits.h"
#include "index/terms/file_terms.h"

/* Lexemes of a row: a tsvector holds at most 1 MB of them, of up to 8 bytes each. */
#define CHUNK_TERMS_MAX 50000
/* PostgreSQL's largest position. */
#define POSITION_MAX 16383

typedef struct Made {
    Facts facts;
    Str terms;
} Made;

static bool make(const PublishWork *work, Arena *arena, uint32_t id, Made *made, Err *err)
{
    const OrgCommit *commit = work->commit;
    const CatalogFile *file = &commit->catalog->files.ptr[id];
    Outline outline;
    Str text;
    *made = (Made){0};
    if (!catalog_facts(commit->catalog, arena, file->hash, false, &made->facts, err))
        return false;
    if (!made->facts.outline.len)
        return true;
    if (!catalog_whole_outline(commit->catalog, arena, id, &outline, err) ||
        !commit->read(commit->context, arena, file, &text, err))
        return false;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    made->terms = file_terms_make(arena, scratch, &outline, text);
    return true;
}

/* An array of tsvectors as text. */
static void put_chunks(Buf *row, Arena *arena, Str terms)
{
    FileTerms all = file_terms_open(arena, terms);
    buf_put_byte(row, '{');
    for (size_t count = 0; file_terms_next(&all); count++) {
        const char *lead = !count ? "\"" : count % CHUNK_TERMS_MAX ? " " : "\",\"";
        buf_printf(row, "%s%x:%u", lead, all.term,
                   MIN(MAX(all.hit_count, 1u), (uint32_t)POSITION_MAX));
    }
    buf_put(row, row->ptr[row->len - 1] == '{' ? STR("}") : STR("\"}"));
}

static void put_made(Buf *row, Arena *arena, Str hash, const Made *made)
{
    FileTerms parts = file_terms_open(arena, made->terms);
    uint64_t words = 0;
    for (size_t i = 0; i < parts.part_count; i++)
        words += parts.parts[i].length;
    org_field_put_hash(row, hash);
    buf_put_byte(row, '\t');
    org_field_put_hash(row, made->facts.outline);
    buf_put_byte(row, '\t');
    org_field_put_hash(row, made->terms);
    buf_printf(row, "\t%zu\t%llu\t", parts.part_count, (unsigned long long)words);
    put_chunks(row, arena, made->terms);
}

bool publish_words_send(PublishWork *work, const IdVec *missing, Err *err)
{
    OrgCopy copy SCOPED(org_copy_close) = {0};
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    static const char table[] =
        "CREATE TEMP TABLE fovea_fact (hash bytea, facts bytea, terms bytea, parts int,"
        " words bigint, chunks text[]) ON COMMIT DROP";
    if (!postgres_run(work->org->postgres, table, err) ||
        !org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_fact FROM STDIN", err))
        return false;
    for (size_t i = 0; i < missing->len; i++) {
        Made made;
        arena_reset(&arena);
        if (!make(work, &arena, missing->ptr[i], &made, err))
            return false;
        if (!made.facts.outline.len) /* nothing is indexed */
            continue;
        put_made(&copy.rows, &arena, work->commit->catalog->files.ptr[missing->ptr[i]].hash, &made);
        if (!org_copy_row(&copy, err))
            return false;
    }
    return org_copy_end(&copy, err) &&
           postgres_run(work->org->postgres, "ANALYZE pg_temp.fovea_fact", err);
}

bool publish_words_add(PublishWork *work, Err *err)
{
    PostgresValue version = publish_number(work, FACTS_VERSION);
    static const char facts[] =
        "INSERT INTO fovea.fact (content_id, facts, terms, parts, words)"
        " SELECT c.id, f.facts, f.terms, f.parts, f.words FROM pg_temp.fovea_fact f"
        " JOIN fovea.content c ON c.hash = f.hash AND c.version = $1::int"
        " ORDER BY c.id ON CONFLICT (content_id) DO NOTHING";
    static const char chunks[] =
        "INSERT INTO fovea.chunk (content_id, number, words)"
        " SELECT c.id, k.number, k.words::tsvector FROM pg_temp.fovea_fact f"
        " JOIN fovea.content c ON c.hash = f.hash AND c.version = $1::int"
        " CROSS JOIN LATERAL unnest(f.chunks) WITH ORDINALITY AS k(words, number)"
        " ORDER BY c.id, k.number ON CONFLICT (content_id, number) DO NOTHING";
    return publish_query(work, facts, &version, 1, NULL, err) &&
           publish_query(work, chunks, &version, 1, NULL, err);
}

/* ---- sums of the branch ---- */

bool publish_words_note(PublishWork *work, Err *err)
{
    PostgresValue branch = publish_number(work, work->branch);
    static const char sql[] = "INSERT INTO pg_temp.fovea_before SELECT DISTINCT content_id"
                              " FROM fovea.file m JOIN pg_temp.fovea_bucket b"
                              " ON m.key BETWEEN b.low AND b.high"
                              " WHERE m.branch_id = $1::int AND m.content_id IS NOT NULL";
    return postgres_run(work->org->postgres,
                        "CREATE TEMP TABLE fovea_before (content_id bigint) ON COMMIT DROP;"
                        "CREATE TEMP TABLE fovea_delta (content_id bigint, sign int)"
                        " ON COMMIT DROP",
                        err) &&
           publish_query(work, sql, &branch, 1, NULL, err) &&
           postgres_run(work->org->postgres, "ANALYZE pg_temp.fovea_before", err);
}

bool publish_words_count(PublishWork *work, Err *err)
{
    PostgresValue branch = publish_number(work, work->branch);
    static const char *const statements[] = {
        /* Unless a file of another bucket already had the content, and still has it. */
        "INSERT INTO pg_temp.fovea_delta SELECT c.content_id, 1 FROM (SELECT content_id"
        " FROM pg_temp.fovea_member WHERE content_id IS NOT NULL"
        " EXCEPT SELECT content_id FROM pg_temp.fovea_before) AS c"
        " WHERE NOT EXISTS (SELECT FROM fovea.file m WHERE m.content_id = c.content_id"
        " AND m.branch_id = $1::int AND NOT EXISTS (SELECT FROM pg_temp.fovea_bucket b"
        " WHERE m.key BETWEEN b.low AND b.high))",
        "INSERT INTO pg_temp.fovea_delta SELECT c.content_id, -1 FROM pg_temp.fovea_before c"
        " WHERE NOT EXISTS (SELECT FROM fovea.file m WHERE m.content_id = c.content_id"
        " AND m.branch_id = $1::int)",
        "INSERT INTO fovea.branch_term AS t (term, branch_id, parts, files)"
        " SELECT u.lexeme, $1::int, sum(d.sign * u.positions[1]), sum(d.sign)"
        " FROM pg_temp.fovea_delta d JOIN fovea.chunk k ON k.content_id = d.content_id"
        " CROSS JOIN LATERAL unnest(k.words) AS u GROUP BY u.lexeme"
        " HAVING sum(d.sign) <> 0 OR sum(d.sign * u.positions[1]) <> 0 ORDER BY u.lexeme"
        " ON CONFLICT (term, branch_id) DO UPDATE"
        " SET parts = t.parts + excluded.parts, files = t.files + excluded.files",
        "DELETE FROM fovea.branch_term t WHERE t.branch_id = $1::int AND t.files <= 0"
        " AND t.term IN (SELECT u.lexeme FROM pg_temp.fovea_delta d"
        " JOIN fovea.chunk k ON k.content_id = d.content_id"
        " CROSS JOIN LATERAL unnest(k.words) AS u WHERE d.sign < 0)",
        "UPDATE fovea.branch b SET contents = b.contents + n.contents, parts = b.parts + n.parts,"
        " words = b.words + n.words FROM (SELECT coalesce(sum(d.sign), 0) AS contents,"
        " coalesce(sum(d.sign * f.parts), 0) AS parts, coalesce(sum(d.sign * f.words), 0) AS words"
        " FROM pg_temp.fovea_delta d JOIN fovea.fact f ON f.content_id = d.content_id) AS n"
        " WHERE b.id = $1::int"};
    for (size_t i = 0; i < COUNT(statements); i++)
        if (!publish_query(work, statements[i], &branch, 1, NULL, err) ||
            (i < 2 && !postgres_run(work->org->postgres, "ANALYZE pg_temp.fovea_delta", err)))
            return false;
    return true;
}
