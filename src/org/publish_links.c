/* Imports and edges of a file in a form independent of this index's ids: targets are named by the
   keys of their paths and their identities. Equal ones of several files, branches or repositories
   are sent and stored once. Rows are made twice, for the digest and for sending, so that they are
   never all in memory. */
#include "org/publish_state.h"

#include "base/limits.h"
#include "base/map.h"

#define EXTERNAL_PREFIX "ext:"

void publish_links_begin(PublishWork *work)
{
    const Catalog *catalog = work->commit->catalog;
    work->identity = NEW(&work->scratch, uint64_t, (size_t)catalog->symbol_count + 1);
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = catalog_row(catalog, id);
        if (file->path.len && file->count)
            catalog_file_hashes(catalog, work->scratch, id, &work->identity[file->first]);
    }
}

/* ---- rows ---- */

/* Splits `ext:package:name`. A name may contain `::`, a package `:`. */
static void split_external(Str text, Str *package, Str *name)
{
    text = str_starts(text, STR(EXTERNAL_PREFIX)) ? str_from_offset(text, strlen(EXTERNAL_PREFIX))
                                                  : text;
    size_t at = text.len;
    while (at-- > 0) {
        bool doubled =
            (at && text.ptr[at - 1] == ':') || (at + 1 < text.len && text.ptr[at + 1] == ':');
        if (text.ptr[at] == ':' && !doubled)
            break;
    }
    *package = at == STR_NONE ? (Str){0} : str_slice(text, 0, at);
    *name = str_from_offset(text, at == STR_NONE ? 0 : at + 1);
}

static void put_key(Buf *row, bool known, int64_t key)
{
    if (known)
        org_field_put_number(row, key);
    else
        buf_put(row, STR("\\N"));
}

/* caller, target_file, target, package, name, line, count, kind, confidence */
static void put_edge(Buf *row, const PublishWork *work, const Edge *edge)
{
    const Catalog *catalog = work->commit->catalog;
    Str package = {0}, name = {0};
    bool inside = edge->callee != SYMBOL_NOWHERE;
    int64_t key = 0, identity = 0;
    if (inside) {
        SymbolPlace place = catalog_place(catalog, edge->callee);
        key = publish_path_key(catalog->files.ptr[place.file].path);
        identity = place.index ? (int64_t)work->identity[edge->callee] : 0;
    } else {
        split_external(catalog_name(catalog, edge->external), &package, &name);
    }
    buf_printf(row, "%u\t", catalog_place(catalog, edge->caller).index);
    put_key(row, inside, key);
    buf_put_byte(row, '\t');
    put_key(row, inside, identity);
    buf_put_byte(row, '\t');
    if (inside)
        buf_put(row, STR("\\N\t\\N"));
    else {
        org_field_put(row, package);
        buf_put_byte(row, '\t');
        org_field_put(row, name);
    }
    buf_printf(row, "\t%u\t%u\t%u\t%u", MIN(edge->line, (uint32_t)INT32_MAX),
               MIN(edge->count, (uint32_t)INT32_MAX), edge->kind, edge->confidence);
}

/* target_file, package, name, alias, line, flags */
static void put_import(Buf *row, const PublishWork *work, const ImportLink *link)
{
    const Catalog *catalog = work->commit->catalog;
    bool inside = link->target != FILE_NOWHERE;
    put_key(row, inside, inside ? publish_path_key(catalog->files.ptr[link->target].path) : 0);
    buf_put_byte(row, '\t');
    if (inside)
        buf_put(row, STR("\\N"));
    else
        org_field_put(row, catalog_name(catalog, link->package));
    buf_put_byte(row, '\t');
    org_field_put(row, catalog_name(catalog, link->name));
    buf_put_byte(row, '\t');
    org_field_put(row, catalog_name(catalog, link->alias));
    buf_printf(row, "\t%u\t%u", MIN(link->line, (uint32_t)INT32_MAX), link->flags & INT32_MAX);
}

typedef struct FileLinks {
    EdgeVec edges;
    ImportLinkVec imports;
} FileLinks;

static FileLinks links_of(const PublishWork *work, Arena *arena, uint32_t file)
{
    FileLinks links = {0};
    catalog_edges(work->commit->catalog, arena, file, &links.edges);
    catalog_imports(work->commit->catalog, arena, file, &links.imports);
    return links;
}

bool publish_links_hash(PublishWork *work, Arena scratch, uint32_t file,
                        char hash[HASH_CONTENT_BYTES])
{
    FileLinks links = links_of(work, &scratch, file);
    if (!links.edges.len && !links.imports.len)
        return false;
    Buf rows = buf_open(&scratch, 0);
    for (size_t i = 0; i < links.imports.len; i++) {
        put_import(&rows, work, &links.imports.ptr[i]);
        buf_put_byte(&rows, '\n');
    }
    buf_put_byte(&rows, '\n');
    for (size_t i = 0; i < links.edges.len; i++) {
        put_edge(&rows, work, &links.edges.ptr[i]);
        buf_put_byte(&rows, '\n');
    }
    hash_content(STR("links"), buf_str(&rows), hash);
    return true;
}

/* ---- sending ---- */

bool publish_links_missing(PublishWork *work, IdVec *missing, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    PostgresRows rows;
    static const char sql[] = "SELECT DISTINCT ON (f.links) f.path FROM pg_temp.fovea_file f"
                              " WHERE f.links IS NOT NULL AND NOT EXISTS (SELECT FROM fovea.links l"
                              " WHERE l.hash = f.links) ORDER BY f.links, f.path";
    if (!publish_query(work, sql, NULL, 0, &rows, err))
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

typedef void (*PutRow)(Buf *row, const PublishWork *work, const FileLinks *links, size_t i);

static void put_edge_row(Buf *row, const PublishWork *work, const FileLinks *links, size_t i)
{
    put_edge(row, work, &links->edges.ptr[i]);
}

static void put_import_row(Buf *row, const PublishWork *work, const FileLinks *links, size_t i)
{
    put_import(row, work, &links->imports.ptr[i]);
}

static bool send_rows(PublishWork *work, const IdVec *missing, bool edges, Err *err)
{
    OrgCopy copy SCOPED(org_copy_close) = {0};
    PutRow put = edges ? put_edge_row : put_import_row;
    if (!org_copy_begin(&copy, work->org->postgres,
                        edges ? "COPY pg_temp.fovea_edge FROM STDIN"
                              : "COPY pg_temp.fovea_import FROM STDIN",
                        err))
        return false;
    for (size_t i = 0; i < missing->len; i++) {
        Arena scratch = work->scratch;
        char hash[HASH_CONTENT_BYTES];
        if (!publish_links_hash(work, scratch, missing->ptr[i], hash))
            continue;
        FileLinks links = links_of(work, &scratch, missing->ptr[i]);
        size_t count = edges ? links.edges.len : links.imports.len;
        for (size_t k = 0; k < count; k++) {
            org_field_put_hash(&copy.rows, (Str){hash, sizeof hash});
            buf_put_byte(&copy.rows, '\t');
            put(&copy.rows, work, &links, k);
            if (!org_copy_row(&copy, err))
                return false;
        }
    }
    return org_copy_end(&copy, err);
}

/* The external targets of edges and imports, each once by its id in the catalog. */
static bool send_externals(PublishWork *work, const IdVec *missing, Err *err)
{
    const Catalog *catalog = work->commit->catalog;
    OrgCopy copy SCOPED(org_copy_close) = {0};
    Arena scratch = work->scratch;
    bool *sent = NEW(&scratch, bool, names_count(&catalog->names) + 1);
    bool *packages = NEW(&scratch, bool, names_count(&catalog->names) + 1);
    if (!org_copy_begin(&copy, work->org->postgres, "COPY pg_temp.fovea_external FROM STDIN", err))
        return false;
    for (size_t i = 0; i < missing->len; i++) {
        Arena own = scratch;
        FileLinks links = links_of(work, &own, missing->ptr[i]);
        for (size_t k = 0; k < links.edges.len; k++) {
            Str package, name;
            const Edge *edge = &links.edges.ptr[k];
            if (edge->callee != SYMBOL_NOWHERE || sent[edge->external])
                continue;
            sent[edge->external] = true;
            split_external(catalog_name(catalog, edge->external), &package, &name);
            org_field_put(&copy.rows, package);
            buf_put_byte(&copy.rows, '\t');
            org_field_put(&copy.rows, name);
            if (!org_copy_row(&copy, err))
                return false;
        }
        for (size_t k = 0; k < links.imports.len; k++) {
            const ImportLink *link = &links.imports.ptr[k];
            if (link->target != FILE_NOWHERE || packages[link->package])
                continue;
            packages[link->package] = true;
            org_field_put(&copy.rows, catalog_name(catalog, link->package));
            buf_put_byte(&copy.rows, '\t');
            if (!org_copy_row(&copy, err))
                return false;
        }
    }
    return org_copy_end(&copy, err);
}

bool publish_links_add_externals(PublishWork *work, const IdVec *missing, Err *err)
{
    static const char add[] = "INSERT INTO fovea.external (package, name)"
                              " SELECT DISTINCT n.package, n.name FROM pg_temp.fovea_external n"
                              " WHERE NOT EXISTS (SELECT FROM fovea.external k"
                              " WHERE k.name = n.name AND k.package = n.package)"
                              " ORDER BY n.name, n.package ON CONFLICT (name, package) DO NOTHING";
    return postgres_run(work->org->postgres,
                        "CREATE TEMP TABLE fovea_external (package text COLLATE \"C\","
                        " name text COLLATE \"C\") ON COMMIT DROP",
                        err) &&
           send_externals(work, missing, err) && publish_query(work, add, NULL, 0, NULL, err);
}

bool publish_links_send(PublishWork *work, const IdVec *missing, Err *err)
{
    static const char tables[] =
        "CREATE TEMP TABLE fovea_edge (links bytea, caller int, target_file bigint, target bigint,"
        " package text COLLATE \"C\", name text COLLATE \"C\", line int, count int, kind smallint,"
        " confidence smallint) ON COMMIT DROP;"
        "CREATE TEMP TABLE fovea_import (links bytea, target_file bigint,"
        " package text COLLATE \"C\", name text, alias text, line int, flags int) ON COMMIT DROP";
    return postgres_run(work->org->postgres, tables, err) && send_rows(work, missing, true, err) &&
           send_rows(work, missing, false, err) &&
           postgres_run(work->org->postgres,
                        "ANALYZE pg_temp.fovea_edge; ANALYZE pg_temp.fovea_import", err);
}

bool publish_links_add(PublishWork *work, Err *err)
{
    static const char externals[] =
        "INSERT INTO fovea.external (package, name) SELECT n.package, n.name"
        " FROM (SELECT package, name FROM pg_temp.fovea_edge WHERE package IS NOT NULL"
        " UNION SELECT package, '' FROM pg_temp.fovea_import WHERE package IS NOT NULL) AS n"
        " WHERE NOT EXISTS (SELECT FROM fovea.external k"
        " WHERE k.name = n.name AND k.package = n.package)"
        " ORDER BY n.name, n.package ON CONFLICT (name, package) DO NOTHING";
    /* Rows are added with the links of this statement: links of others are complete. */
    static const char links[] =
        "WITH added AS (INSERT INTO fovea.links (hash)"
        " SELECT links FROM (SELECT links FROM pg_temp.fovea_edge"
        " UNION SELECT links FROM pg_temp.fovea_import) AS l ORDER BY links"
        " ON CONFLICT (hash) DO NOTHING RETURNING id, hash),"
        " edges AS (INSERT INTO fovea.edge (links_id, caller, target_file, target, external_id,"
        " line, count, kind, confidence)"
        " SELECT a.id, e.caller, e.target_file, e.target, x.id, e.line, e.count, e.kind,"
        " e.confidence FROM added a JOIN pg_temp.fovea_edge e ON e.links = a.hash"
        " LEFT JOIN fovea.external x ON x.package = e.package AND x.name = e.name"
        " ORDER BY a.id, e.caller, e.line)"
        " INSERT INTO fovea.import (links_id, target_file, external_id, name, alias, line, flags)"
        " SELECT a.id, i.target_file, x.id, i.name, i.alias, i.line, i.flags"
        " FROM added a JOIN pg_temp.fovea_import i ON i.links = a.hash"
        " LEFT JOIN fovea.external x ON x.package = i.package AND x.name = ''"
        " ORDER BY a.id, i.line";
    return publish_query(work, externals, NULL, 0, NULL, err) &&
           publish_query(work, links, NULL, 0, NULL, err);
}
