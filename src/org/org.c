/* Migrations. They run in one transaction under an advisory lock: a second program waits, then
   finds them done. bootstrap.sql creates the roles and the schema, ensure.sql grants rights; both
   can be repeated. */
#include "org/org.h"

#include "base/buf.h"
#include "base/limits.h"
#include "lang/lang.h"

static const char bootstrap[] = {
#include "org_bootstrap_sql.inc"
    0};
static const char migration_1[] = {
#include "org_migration_1_sql.inc"
    '\n',
#include "org_migration_1_graph_sql.inc"
    '\n',
#include "org_migration_1_words_sql.inc"
    '\n',
#include "org_migration_1_explore_sql.inc"
    '\n',
#include "org_migration_1_vectors_sql.inc"
    0};
static const char ensure[] = {
#include "org_ensure_sql.inc"
    0};
static const char *const migrations[ORG_SCHEMA] = {migration_1};

#define SCHEMA_LOCK \
    "SELECT pg_advisory_xact_lock(1870031714)" /* a fixed number of our own: "foveab" */

/* The only value of a statement's first row; *found is false without a row. */
static bool ask_value(Org *org, Arena *arena, const char *sql, Str *value, bool *found, Err *err)
{
    PostgresRows rows;
    const PostgresStatement statement = {.sql = sql};
    if (!postgres_query(org->postgres, arena, &statement, &rows, err))
        return false;
    *found = rows.count > 0;
    *value = *found ? postgres_text(&rows, 0, 0) : (Str){0};
    return true;
}

static bool read_schema(Org *org, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str value;
    bool found;
    uint64_t number = 0;
    arena_open(&scratch, 1 * MB);
    org->schema = 0;
    if (!ask_value(org, &scratch,
                   "SELECT has_schema_privilege(oid, 'USAGE')"
                   " FROM pg_namespace WHERE nspname = 'fovea'",
                   &value, &found, err))
        return false;
    if (!found)
        return true;
    if (!str_equal(value, STR("t"))) {
        err_set(err, ERR_FAILED, "PostgreSQL: this user may not read the schema fovea");
        return err_hint(err, "GRANT fovea_reader TO … lets it read what its roles are granted");
    }
    if (!ask_value(org, &scratch, "SELECT to_regclass('fovea.migration') IS NOT NULL", &value,
                   &found, err))
        return false;
    if (!str_equal(value, STR("t")))
        return true;
    if (!ask_value(org, &scratch, "SELECT coalesce(max(number), 0) FROM fovea.migration", &value,
                   &found, err))
        return false;
    org->schema = str_parse_u64(value, &number) && number < UINT32_MAX ? (uint32_t)number : 0;
    return true;
}

static bool check_schema(const Org *org, bool writes, Err *err)
{
    if (org->schema > ORG_SCHEMA) {
        err_set(err, ERR_FAILED, "the database's schema has number %u, and this fovea knows %d",
                org->schema, ORG_SCHEMA);
        return err_hint(err, "install the version of fovea that publishes there");
    }
    if (writes || org->schema == ORG_SCHEMA)
        return true;
    if (!org->schema) {
        err_set(err, ERR_NOT_FOUND, "nothing is published in this database");
        return err_hint(err, "fovea publish --to … in a repository makes the schema and publishes");
    }
    err_set(err, ERR_FAILED, "the database's schema has number %u, and this fovea wants %d",
            org->schema, ORG_SCHEMA);
    return err_hint(err, "fovea publish --init brings it up to date");
}

/* A reader stays in the transaction: an answer comes from one snapshot. */
static bool look_at_schema(Org *org, bool writes, Err *err)
{
    return postgres_begin(org->postgres, err) && read_schema(org, err) &&
           check_schema(org, writes, err) && (!writes || postgres_commit(org->postgres, err));
}

bool org_open(Arena *arena, const OrgOptions *options, Org *org, Err *err)
{
    *org = (Org){0};
    PostgresOptions wanted = {.target = options->target,
                              .reads = !options->writes,
                              .statement_ms = options->statement_ms,
                              .cancel = options->cancel};
    if (postgres_open(arena, &wanted, &org->postgres, err) &&
        look_at_schema(org, options->writes, err))
        return true;
    org_close(org);
    return false;
}

void org_close(Org *org)
{
    postgres_close(&org->postgres);
}

/* Creates the tables as the owner of the schema, perhaps a role without login. */
static bool become_owner(Org *org, Err *err)
{
    return postgres_run(
        org->postgres,
        "DO $$ DECLARE who name; BEGIN"
        " SELECT r.rolname INTO who FROM pg_namespace n JOIN pg_roles r ON r.oid = n.nspowner"
        " WHERE n.nspname = 'fovea';"
        " EXECUTE format('SET LOCAL ROLE %I', who); END $$;"
        "CREATE TABLE IF NOT EXISTS fovea.migration (number int PRIMARY KEY,"
        " applied_at timestamptz NOT NULL DEFAULT now(), program text NOT NULL)",
        err);
}

static bool apply(Org *org, uint32_t number, Err *err)
{
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    const PostgresValue values[] = {{.text = str_from(text)}, {.text = STR(FOVEA_VERSION)}};
    const PostgresStatement record = {
        .sql = "INSERT INTO fovea.migration (number, program) VALUES ($1::int, $2)",
        .values = values,
        .count = COUNT(values)};
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    return postgres_run(org->postgres, migrations[number - 1], err) &&
           postgres_query(org->postgres, &scratch, &record, NULL, err);
}

static bool check_encoding(Org *org, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str value;
    bool found;
    arena_open(&scratch, 1 * MB);
    if (!ask_value(org, &scratch,
                   "SELECT pg_encoding_to_char(encoding) FROM pg_database"
                   " WHERE datname = current_database()",
                   &value, &found, err))
        return false;
    if (str_equal(value, STR("UTF8")))
        return true;
    err_set(err, ERR_FAILED, "the database's encoding is not UTF8");
    return err_hint(err, "createdb --encoding UTF8 --template template0 NAME");
}

/* The function that gives the system of packages that code in a language imports from. */
static bool make_system_of(Org *org, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 1 * MB);
    Buf sql = buf_open(&scratch, 0);
    buf_put(&sql, STR("CREATE OR REPLACE FUNCTION fovea.system_of(language text) RETURNS text"
                      " LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp"
                      " AS $$ SELECT CASE language"));
    for (size_t i = 0; i < lang_count(); i++) {
        const char *system = lang_facts(lang_at(i))->package_system;
        if (system)
            buf_printf(&sql, " WHEN '%.*s' THEN '%s'", STR_ARG(lang_id(lang_at(i))), system);
    }
    buf_put(&sql, STR(" ELSE '' END $$"));
    return postgres_run(org->postgres, str_terminate(&scratch, buf_str(&sql)), err);
}

static bool migrate(Org *org, uint32_t *applied, Err *err)
{
    if (!postgres_run(org->postgres, SCHEMA_LOCK, err) || !check_encoding(org, err) ||
        !postgres_run(org->postgres, bootstrap, err) || !become_owner(org, err) ||
        !read_schema(org, err) || !check_schema(org, true, err))
        return false;
    for (uint32_t number = org->schema + 1; number <= ORG_SCHEMA; number++, ++*applied)
        if (!apply(org, number, err))
            return false;
    return make_system_of(org, err) && postgres_run(org->postgres, ensure, err);
}

bool org_install(Org *org, uint32_t *applied, Err *err)
{
    *applied = 0;
    if (!postgres_begin(org->postgres, err))
        return false;
    if (migrate(org, applied, err)) {
        org->schema = ORG_SCHEMA;
        return postgres_commit(org->postgres, err);
    }
    Err ignored;
    (void)!postgres_rollback(org->postgres, &ignored);
    return false;
}
