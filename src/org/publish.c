/* The rows of the commit are loaded into temporary tables by COPY; the server then compares them
   with its own as sets. Shared tables are filled in one statement each, in a fixed order (names,
   contents, files) and sorted, so transactions may wait for each other but never deadlock. */
#include "org/publish.h"

#include "base/limits.h"
#include "base/map.h"
#include "index/catalog/classify.h"
#include "org/publish_state.h"

/* Attempts if the server aborts a transaction in favour of another one. */
#define ATTEMPTS_MAX 5
/* Timeout for another publisher of the same branch. */
#define LOCK_WAIT "SET LOCAL lock_timeout = '600s'"
/* Sorting names and merging the words' index would take several passes with the server's default of
   a few MB. */
#define MEMORY "SET LOCAL work_mem = '64MB'; SET LOCAL maintenance_work_mem = '128MB'"
/* Advisory locks with a first number of our own ("fove"): publishers share a lock that prune takes
   exclusively. */
#define LOCK_PUBLISH "SELECT pg_advisory_xact_lock_shared(1719629413, 1)"
#define LOCK_REPOSITORY "SELECT pg_advisory_xact_lock(1719629414, hashtext($1))"

bool org_name_check(const char *what, Str name, Err *err)
{
    bool good = name.len && name.len <= ORG_NAME_BYTES_MAX && str_is_utf8(name) &&
                name.ptr[0] != '/' && !str_ends(name, STR("/")) &&
                str_find(name, STR("//")) == STR_NONE;
    for (size_t at = 0; good && at < name.len;)
        good = !char_is_control(str_decode(name, &at));
    if (good)
        return true;
    err_set(err, ERR_USAGE, "%s: not a name: '%.*s'", what,
            STR_ARG(str_slice(name, 0, ORG_NAME_BYTES_MAX)));
    return err_hint(err, "as in acme/billing: at most %d bytes, without control characters",
                    ORG_NAME_BYTES_MAX);
}

bool publish_query(PublishWork *work, const char *sql, const PostgresValue *values, size_t count,
                   PostgresRows *rows, Err *err)
{
    const PostgresStatement statement = {.sql = sql, .values = values, .count = count};
    return postgres_query(work->org->postgres, work->arena, &statement, rows, err);
}

PostgresValue publish_number(PublishWork *work, int64_t number)
{
    return (PostgresValue){.text = str_format(work->arena, "%lld", (long long)number)};
}

/* ---- the branch ---- */

/* Two projects may have one name. Fails if no branch of the database's repository has a commit that
   is joined with this one. */
static bool check_history(PublishWork *work, Err *err)
{
    const OrgCommit *commit = work->commit;
    const PostgresValue values[] = {{.text = commit->repository}};
    static const char list[] = "SELECT b.commit FROM fovea.branch b"
                               " JOIN fovea.repository r ON r.id = b.repository_id"
                               " WHERE r.name = $1";
    PostgresRows rows;
    if (commit->again || !commit->is_related)
        return true;
    if (!publish_query(work, list, values, COUNT(values), &rows, err))
        return false;
    bool related = !rows.count;
    for (size_t i = 0; i < rows.count && !related; i++)
        related = commit->is_related(commit->context, postgres_text(&rows, i, 0));
    if (related)
        return true;
    err_set(err, ERR_FAILED, "the database has another history under the name '%.*s'",
            STR_ARG(commit->repository));
    return err_hint(err, "--repository NAME publishes this one under its own name; if both are one "
                         "project, git fetch joins them, and --force replaces what is there");
}

static bool find_branch(PublishWork *work, bool *done, Err *err)
{
    const OrgCommit *commit = work->commit;
    PostgresRows rows;
    const PostgresValue values[] = {{.text = commit->repository}, {.text = commit->branch}};
    static const char make[] = "INSERT INTO fovea.repository (name, default_branch) VALUES ($1, $2)"
                               " ON CONFLICT (name) DO NOTHING";
    static const char find[] = "SELECT r.id, b.id, b.commit, b.version"
                               " FROM fovea.repository r"
                               " LEFT JOIN fovea.branch b ON b.repository_id = r.id AND b.name = $2"
                               " WHERE r.name = $1";
    if (!publish_query(work, LOCK_REPOSITORY, values, 1, NULL, err) || !check_history(work, err) ||
        !publish_query(work, make, values, COUNT(values), NULL, err) ||
        !publish_query(work, find, values, COUNT(values), &rows, err))
        return false;
    if (!rows.count)
        return err_set(err, ERR_FAILED, "this user may not publish the repository '%.*s'",
                       STR_ARG(commit->repository));
    work->repository = postgres_number(&rows, 0, 0);
    work->branch = postgres_number(&rows, 0, 1);
    Str before = str_copy(work->arena, postgres_text(&rows, 0, 2));
    bool same =
        str_equal(before, commit->commit) && str_equal(postgres_text(&rows, 0, 3), work->version);
    *done = !commit->again && work->branch &&
            (same || (commit->is_newer && before.len && !str_equal(before, commit->commit) &&
                      commit->is_newer(commit->context, before)));
    if (*done)
        work->published->outcome = same ? ORG_UNCHANGED : ORG_NEWER;
    return true;
}

/* ---- the commit's files ---- */

/* PostgreSQL's index accepts no longer keys, and a byte may become three (text.h). */
#define PATH_PUBLISHED_MAX 850

bool publish_has_file(const CatalogFile *file)
{
    return file->path.len > 0 && file->path.len <= PATH_PUBLISHED_MAX;
}

bool publish_has_content(const CatalogFile *file)
{
    /* Third-party code of one repository may be another one's own, which is indexed. */
    return file->state == FILE_SYNTACTIC && file->hash.len == HASH_CONTENT_BYTES &&
           file->language && classify_is_indexed(file->class, file->path);
}

static bool make_tables(PublishWork *work, Err *err)
{
    static const char tables[] =
        "CREATE TEMP TABLE fovea_content (hash bytea, language text, package text, lines int,"
        " degraded boolean, symbols int) ON COMMIT DROP;"
        "CREATE TEMP TABLE fovea_symbol (hash bytea, index int, name text COLLATE \"C\", kind text,"
        " parent int, start_line int, end_line int, modifiers int, complexity int, arity smallint,"
        " identity bigint, owner text, type text, signature text, doc text) ON COMMIT DROP";
    return postgres_run(work->org->postgres, tables, err);
}

/* ---- contents that the database lacks ---- */

typedef struct Symbols {
    PublishWork *work;
    OrgCopy copy;
    uint64_t *hashes; /* second halves, of the current file */
    size_t room;
} Symbols;

/* The text as a field, or \N if it is empty, after a tab. */
static void publish_put_optional(Buf *row, Str text)
{
    buf_put_byte(row, '\t');
    if (text.len)
        org_field_put(row, text);
    else
        buf_put(row, STR("\\N"));
}

static void put_symbol(Symbols *symbols, const Catalog *catalog, const CatalogFile *file,
                       uint32_t index, const Symbol *parsed)
{
    Buf *row = &symbols->copy.rows;
    const Entry *entry = &file->entries[index];
    org_field_put_hash(row, file->hash);
    buf_printf(row, "\t%u\t", index);
    org_field_put(row, catalog_name(catalog, entry->name));
    buf_put_byte(row, '\t');
    buf_put(row, symbol_kind_name((SymbolKind)entry->kind));
    buf_printf(row, "\t%u\t%u\t%u\t%d\t%u\t%u\t%lld", entry->parent, entry->start_line,
               entry->end_line, (int)entry->modifiers, entry->complexity, entry->arity,
               (long long)symbols->hashes[index]);
    publish_put_optional(row, catalog_name(catalog, entry->owner));
    publish_put_optional(row, catalog_name(catalog, entry->type));
    publish_put_optional(row, parsed ? parsed->signature : (Str){0});
    publish_put_optional(row, parsed ? symbol_doc(parsed) : (Str){0});
}

static bool send_symbols_of(Symbols *symbols, Arena scratch, uint32_t id, Err *err)
{
    PublishWork *work = symbols->work;
    const Catalog *catalog = work->commit->catalog;
    const CatalogFile *file = catalog_row(catalog, id);
    Outline outline;
    if (!catalog_outline(catalog, &scratch, id, false, &outline, err))
        return false;
    symbols->hashes = NEW(&scratch, uint64_t, file->count + 1);
    Arena hashing = scratch;
    catalog_file_hashes(catalog, hashing, id, symbols->hashes);
    for (uint32_t i = 1; i < file->count; i++) {
        const Symbol *parsed = i - 1 < outline.symbols.len ? &outline.symbols.ptr[i - 1] : NULL;
        put_symbol(symbols, catalog, file, i, parsed);
        work->published->new_symbols++;
        if (!org_copy_row(&symbols->copy, err))
            return false;
    }
    return true;
}

/* File ids of the missing contents, one for each. */
static bool list_missing(PublishWork *work, IdVec *missing, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    PostgresRows rows;
    static const char sql[] =
        "SELECT DISTINCT ON (f.hash) f.path FROM pg_temp.fovea_file f"
        " WHERE f.hash IS NOT NULL AND NOT EXISTS (SELECT FROM fovea.content c"
        " WHERE c.hash = f.hash AND c.version = $1::int) ORDER BY f.hash, f.path";
    PostgresValue version = publish_number(work, FACTS_VERSION);
    if (!publish_query(work, sql, &version, 1, &rows, err))
        return false;
    Map ids = map_open(&work->scratch);
    for (uint32_t i = 0; rows.count && i < catalog->files.len; i++)
        if (publish_files_differ(work, i))
            *map_put(&ids, org_text(&work->scratch, catalog->files.ptr[i].path), NULL) = i;
    for (size_t i = 0; i < rows.count; i++) {
        const uint64_t *id = map_find(&ids, postgres_text(&rows, i, 0));
        if (id)
            *VEC_PUSH(work->arena, missing) = (uint32_t)*id;
    }
    return true;
}

static bool send_contents(PublishWork *work, const IdVec *missing, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    OrgCopy copy SCOPED(org_copy_close) = {0};
    if (!org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_content FROM STDIN", err))
        return false;
    for (size_t i = 0; i < missing->len; i++) {
        const CatalogFile *file = catalog_row(catalog, missing->ptr[i]);
        Buf *row = &copy.rows;
        org_field_put_hash(row, file->hash);
        buf_put_byte(row, '\t');
        org_field_put(row, lang_id(file->language));
        buf_put_byte(row, '\t');
        org_field_put(row, catalog_name(catalog, file->package));
        buf_printf(row, "\t%u\t%s\t%u", file->lines, file->degraded ? "t" : "f", file->count - 1);
        if (!org_copy_row(&copy, err))
            return false;
    }
    work->published->new_contents = missing->len;
    return org_copy_end(&copy, err);
}

static bool send_symbols(PublishWork *work, const IdVec *missing, Err *err)
{
    Symbols symbols = {.work = work};
    if (!org_copy_begin(&symbols.copy, work->org->postgres, "COPY pg_temp.fovea_symbol FROM STDIN",
                        err)) {
        org_copy_close(&symbols.copy);
        return false;
    }
    bool sent = true;
    for (size_t i = 0; i < missing->len && sent; i++)
        sent = send_symbols_of(&symbols, work->scratch, missing->ptr[i], err);
    sent = sent && org_copy_end(&symbols.copy, err) &&
           postgres_run(work->org->postgres,
                        "ANALYZE pg_temp.fovea_content; ANALYZE pg_temp.fovea_symbol", err);
    org_copy_close(&symbols.copy);
    return sent;
}

static bool add_contents(PublishWork *work, Err *err)
{
    PostgresValue version = publish_number(work, FACTS_VERSION);
    static const char names[] =
        "INSERT INTO fovea.name (text) SELECT n.text"
        " FROM (SELECT name FROM pg_temp.fovea_symbol UNION SELECT name FROM pg_temp.fovea_file)"
        " AS n(text)"
        " WHERE NOT EXISTS (SELECT FROM fovea.name k WHERE k.text = n.text)"
        " ORDER BY n.text ON CONFLICT (text) DO NOTHING";
    /* Symbols are added with the contents of this statement: contents of others are complete. */
    static const char contents[] =
        "WITH added AS (INSERT INTO fovea.content"
        " (hash, version, language, package, lines, degraded, symbols)"
        " SELECT hash, $1::int, language, package, lines, degraded, symbols"
        " FROM pg_temp.fovea_content ORDER BY hash ON CONFLICT (hash, version) DO NOTHING"
        " RETURNING id, hash)"
        " INSERT INTO fovea.symbol (content_id, index, name_id, kind, parent, start_line, end_line,"
        " modifiers, complexity, arity, identity, owner, type,"
        " signature, doc)"
        " SELECT a.id, s.index, n.id, s.kind, s.parent, s.start_line, s.end_line, s.modifiers,"
        " s.complexity, s.arity, s.identity, s.owner, s.type,"
        " s.signature, s.doc"
        " FROM added a JOIN pg_temp.fovea_symbol s ON s.hash = a.hash"
        " JOIN fovea.name n ON n.text = s.name ORDER BY a.id, s.index";
    return publish_query(work, names, NULL, 0, NULL, err) &&
           publish_query(work, contents, &version, 1, NULL, err);
}

/* ---- membership ---- */

static bool put_branch(PublishWork *work, Err *err)
{
    const OrgCommit *commit = work->commit;
    PostgresRows rows;
    const PostgresValue values[] = {publish_number(work, work->repository),
                                    {.text = commit->branch},
                                    {.text = commit->commit},
                                    {.text = work->version},
                                    publish_number(work, (int64_t)work->published->files),
                                    publish_number(work, (int64_t)work->published->symbols)};
    static const char sql[] =
        "INSERT INTO fovea.branch (repository_id, name, commit, version, generation, published_at,"
        " files, symbols) VALUES ($1::int, $2, $3, $4, 1, clock_timestamp(), $5::int, $6::bigint)"
        " ON CONFLICT (repository_id, name) DO UPDATE SET commit = excluded.commit,"
        " version = excluded.version, generation = branch.generation + 1,"
        " published_at = excluded.published_at, files = excluded.files,"
        " symbols = excluded.symbols RETURNING id";
    if (!publish_query(work, sql, values, COUNT(values), &rows, err))
        return false;
    work->branch = rows.count ? postgres_number(&rows, 0, 0) : 0;
    return !commit->make_default ||
           publish_query(work, "UPDATE fovea.repository SET default_branch = $2 WHERE id = $1::int",
                         values, 2, NULL, err);
}

static bool put_readers(PublishWork *work, Err *err)
{
    const OrgCommit *commit = work->commit;
    PostgresRows rows;
    PostgresValue values[] = {publish_number(work, work->repository), {.null = true}};
    for (size_t i = 0; i < commit->reader_count; i++) {
        values[1] = (PostgresValue){.text = commit->readers[i]};
        if (!publish_query(work, "SELECT 1 FROM pg_roles WHERE rolname = $1", &values[1], 1, &rows,
                           err))
            return false;
        if (!rows.count) {
            err_set(err, ERR_NOT_FOUND, "PostgreSQL: there is no role '%.*s'",
                    STR_ARG(str_slice(commit->readers[i], 0, ORG_NAME_BYTES_MAX)));
            return err_hint(err, "psql's \\du lists the roles; CREATE ROLE makes one");
        }
        if (!publish_query(work,
                           "INSERT INTO fovea.repository_reader VALUES ($1::int, $2)"
                           " ON CONFLICT DO NOTHING",
                           values, COUNT(values), NULL, err))
            return false;
    }
    if (!publish_query(work,
                       "SELECT coalesce(string_agg(role::text, ', ' ORDER BY role), ''),"
                       " coalesce(string_agg(role::text, ', ' ORDER BY role)"
                       " FILTER (WHERE NOT pg_has_role(role, 'fovea_reader', 'MEMBER')), '')"
                       " FROM fovea.repository_reader WHERE repository_id = $1::int",
                       values, 1, &rows, err))
        return false;
    work->published->readers = str_copy(work->arena, postgres_text(&rows, 0, 0));
    work->published->without_right = str_copy(work->arena, postgres_text(&rows, 0, 1));
    return true;
}

/* ---- the transaction ---- */

/* Writes contents and all rows that refer to them, then the branch, which becomes visible at the
   end. */
static bool put_commit(PublishWork *work, const IdVec *missing, const IdVec *links, Err *err)
{
    bool changes = work->published->outcome == ORG_PUBLISHED;
    return make_tables(work, err) && send_contents(work, missing, err) &&
           send_symbols(work, missing, err) && publish_words_send(work, missing, err) &&
           publish_links_send(work, links, err) && add_contents(work, err) &&
           publish_words_add(work, err) && publish_links_add(work, err) &&
           (!changes || put_branch(work, err)) && publish_words_note(work, err) &&
           publish_files_put(work, err) && publish_words_count(work, err) &&
           publish_vectors_add(work, err) && (!changes || publish_packages(work, err));
}

static bool end(PublishWork *work, Err *err)
{
    return (work->published->outcome == ORG_NEWER || publish_vectors_count(work, err)) &&
           put_readers(work, err) && postgres_commit(work->org->postgres, err);
}

/* *again: only names were added, and the rest remains to be done. */
static bool publish_once(PublishWork *work, bool *again, Err *err)
{
    IdVec missing = {0}, links = {0};
    bool done = false;
    *again = false;
    work->published->outcome = ORG_PUBLISHED;
    if (!postgres_begin(work->org->postgres, err) ||
        !postgres_run(work->org->postgres, LOCK_WAIT "; " MEMORY "; " LOCK_PUBLISH, err) ||
        !find_branch(work, &done, err) ||
        (work->published->outcome != ORG_NEWER && !publish_vectors_begin(work, err)))
        return false;
    if (done && !work->embedded)
        return end(work, err);
    publish_links_begin(work);
    if (!publish_files_compare(work, err) || !publish_files_send(work, err) ||
        !list_missing(work, &missing, err) || !publish_links_missing(work, &links, err))
        return false;
    *again = publish_names_are_many(work, &missing);
    return *again ? publish_names_add(work, &missing, &links, err)
                  : put_commit(work, &missing, &links, err) && end(work, err);
}

/* Deadlock, serialization failure, or a row added concurrently by another transaction. */
static bool may_try_again(const Org *org)
{
    Str state = postgres_state(org->postgres);
    return str_equal(state, STR("40P01")) || str_equal(state, STR("40001")) ||
           str_equal(state, STR("23505"));
}

/* The commit is published whether or not this succeeds. */
static void tidy(Org *org)
{
    Err ignored;
    bool done = postgres_begin(org->postgres, &ignored) &&
                postgres_run(org->postgres, "SELECT fovea.tidy()", &ignored) &&
                postgres_commit(org->postgres, &ignored);
    if (!done)
        (void)!postgres_rollback(org->postgres, &ignored);
}

bool org_publish(Org *org, Arena *arena, const OrgCommit *commit, OrgPublished *published, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (!org_name_check("repository", commit->repository, err) ||
        !org_name_check("branch", commit->branch, err))
        return false;
    Str version = str_format(arena, "facts %d, edges %d", FACTS_VERSION, RESOLVE_VERSION);
    bool names_added = false, again;
    for (int attempt = 1;; attempt++) {
        Err failed = {0}, ignored;
        *published = (OrgPublished){0};
        arena_reset(&scratch);
        PublishWork work = {.org = org,
                            .arena = arena,
                            .scratch = scratch,
                            .commit = commit,
                            .published = published,
                            .version = version,
                            .names_added = names_added};
        if (publish_once(&work, &again, &failed)) {
            if (!again) {
                tidy(org);
                return true;
            }
            names_added = true;
            continue;
        }
        again = may_try_again(org) && attempt < ATTEMPTS_MAX;
        if (again && postgres_rollback(org->postgres, &ignored))
            continue;
        *err = failed;
        return false;
    }
}
