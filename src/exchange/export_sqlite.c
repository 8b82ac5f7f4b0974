/* Export as an SQLite database: one transaction into a new file that no other process uses, so
   without a journal and without syncing until the end (fs_stage_commit). */
#include "exchange/export.h"

#include "base/path.h"
#include "index/store/db.h"

static const char schema[] =
    "PRAGMA page_size=8192; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF;"
    "PRAGMA cache_size=-32768; PRAGMA application_id=0x666f7678;"
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;"
    "CREATE TABLE nodes(id INTEGER PRIMARY KEY, hash TEXT NOT NULL, name TEXT NOT NULL,"
    " qualified TEXT NOT NULL, kind TEXT NOT NULL, file TEXT NOT NULL, line_start INTEGER NOT NULL,"
    " line_end INTEGER NOT NULL, module TEXT NOT NULL, signature TEXT, complexity INTEGER NOT NULL,"
    " risk INTEGER NOT NULL);"
    "CREATE TABLE edges(caller INTEGER NOT NULL, callee INTEGER, external TEXT,"
    " kind TEXT NOT NULL, confidence TEXT NOT NULL, line INTEGER NOT NULL);"
    "CREATE TABLE imports(file TEXT NOT NULL, target TEXT, package TEXT, line INTEGER NOT NULL);"
    "CREATE TABLE inheritance(child INTEGER NOT NULL, parent INTEGER NOT NULL,"
    " kind TEXT NOT NULL);"
    "CREATE TABLE module_edges(src TEXT NOT NULL, dst TEXT NOT NULL, weight INTEGER NOT NULL);"
    "BEGIN;";

/* Created after all rows, which is cheaper than maintaining them. */
static const char indices[] = "CREATE INDEX nodes_hash ON nodes(hash);"
                              "CREATE INDEX nodes_name ON nodes(name);"
                              "CREATE INDEX nodes_file ON nodes(file);"
                              "CREATE INDEX edges_caller ON edges(caller);"
                              "CREATE INDEX edges_callee ON edges(callee);"
                              "CREATE INDEX inheritance_child ON inheritance(child);"
                              "CREATE INDEX inheritance_parent ON inheritance(parent);"
                              "COMMIT;";

/* A text that is bound as empty, not as NULL. */
static Str some(Str text)
{
    return text.len ? text : (Str){"", 0};
}

static bool put_node(const Export *export, Db *db, Arena scratch, const ExportFile *file,
                     uint32_t index, Err *err)
{
    const Entry *entry = &file->file->entries[index];
    const Symbol *parsed = export_parsed(file, index);
    uint32_t symbol = file->file->first + index;
    Str name = index ? catalog_name(export->catalog, entry->name) : path_base(file->file->path);
    const Str texts[] = {export_hash(export, &scratch, symbol),
                         name,
                         catalog_qualified_name(export->catalog, &scratch, symbol),
                         export_kind(export, symbol),
                         file->file->path,
                         file->module,
                         parsed ? parsed->signature : (Str){0}};
    static const int text_columns[] = {2, 3, 4, 5, 6, 9, 10};
    const uint64_t numbers[] = {export_node(export, symbol), index ? entry->start_line : 1,
                                index ? entry->end_line : MAX(file->file->lines, (uint32_t)1),
                                entry->complexity, file->file->metrics[index].risk};
    static const int number_columns[] = {1, 7, 8, 11, 12};
    Statement *insert =
        db_prepare(db, "INSERT INTO nodes VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12)");
    for (size_t i = 0; i < COUNT(texts); i++)
        db_bind_text(insert, text_columns[i], i + 1 < COUNT(texts) ? some(texts[i]) : texts[i]);
    for (size_t i = 0; i < COUNT(numbers); i++)
        db_bind_u64(insert, number_columns[i], numbers[i]);
    return db_run(insert, err);
}

/* Writes an inheritance: a class implements an interface; everything else extends. */
static bool put_inheritance(Export *export, Db *db, const Edge *edge, Err *err)
{
    uint8_t child = catalog_entry(export->catalog, edge->caller)->kind;
    uint8_t parent = catalog_entry(export->catalog, edge->callee)->kind;
    bool abstract = parent == SYMBOL_INTERFACE || parent == SYMBOL_TRAIT;
    bool implements = abstract && child != SYMBOL_INTERFACE && child != SYMBOL_TRAIT;
    Statement *insert = db_prepare(db, "INSERT INTO inheritance VALUES(?1,?2,?3)");
    db_bind_u64(insert, 1, export_node(export, edge->caller));
    db_bind_u64(insert, 2, export_node(export, edge->callee));
    db_bind_text(insert, 3, implements ? STR("implements") : STR("extends"));
    export->count.inheritance++;
    return db_run(insert, err);
}

static bool put_edge(Export *export, Db *db, const Edge *edge, Err *err)
{
    bool outside = edge->callee == SYMBOL_NOWHERE;
    Statement *insert = db_prepare(db, "INSERT INTO edges VALUES(?1,?2,?3,?4,?5,?6)");
    db_bind_u64(insert, 1, export_node(export, edge->caller));
    if (outside)
        db_bind_text(insert, 3, some(catalog_name(export->catalog, edge->external)));
    else
        db_bind_u64(insert, 2, export_node(export, edge->callee));
    db_bind_text(insert, 4, export_edge_kind(edge->kind));
    db_bind_text(insert, 5, edge_confidence(edge));
    db_bind_u64(insert, 6, edge->line);
    export->count.edges++;
    if (!db_run(insert, err))
        return false;
    bool sure = !outside && edge->confidence > EDGE_AMBIGUOUS && edge->kind == REFERENCE_BASE;
    return !sure || put_inheritance(export, db, edge, err);
}

/* Writes one row per import statement and target, however many names it imports. */
static bool put_imports(Export *export, Db *db, const ExportFile *file, Err *err)
{
    for (size_t i = 0; i < file->imports.len; i++) {
        const ImportLink *link = &file->imports.ptr[i];
        bool outside = link->target == FILE_NOWHERE;
        if (!export_import_is_row(&file->imports, i))
            continue;
        Statement *insert = db_prepare(db, "INSERT INTO imports VALUES(?1,?2,?3,?4)");
        db_bind_text(insert, 1, file->file->path);
        if (outside)
            db_bind_text(insert, 3, some(catalog_name(export->catalog, link->package)));
        else
            db_bind_text(insert, 2, export->catalog->files.ptr[link->target].path);
        db_bind_u64(insert, 4, link->line);
        export->count.imports++;
        if (!db_run(insert, err))
            return false;
    }
    return true;
}

static bool put_file(Export *export, Db *db, Arena *work, uint32_t id, Err *err)
{
    ExportFile file;
    if (!export_file(export, work, id, &file, err))
        return false;
    for (uint32_t i = 0; i < file.file->count; i++)
        if (!put_node(export, db, *work, &file, i, err))
            return false;
    for (size_t i = 0; i < file.edges.len; i++)
        if (!put_edge(export, db, &file.edges.ptr[i], err))
            return false;
    return put_imports(export, db, &file, err);
}

static bool put_module_edges(const Export *export, Db *db, Err *err)
{
    const Module *modules = export->modules.list.ptr;
    for (size_t i = 0; i < export->module_edges.len; i++) {
        const ModuleEdge *edge = &export->module_edges.ptr[i];
        Statement *insert = db_prepare(db, "INSERT INTO module_edges VALUES(?1,?2,?3)");
        db_bind_text(insert, 1, modules[edge->from].name);
        db_bind_text(insert, 2, modules[edge->to].name);
        db_bind_u64(insert, 3, (uint64_t)edge->imports + edge->calls);
        if (!db_run(insert, err))
            return false;
    }
    return true;
}

static bool put_meta(const Export *export, Db *db, Err *err)
{
    const GitRepo *repo = &export->session->repo;
    Arena *arena = export->request->arena;
    const struct {
        Str key, value;
    } rows[] = {
        {STR("format"), STR("fovea export")},
        {STR("version"), str_format(arena, "%d", EXPORT_VERSION)},
        {STR("generator"), STR("fovea " FOVEA_VERSION)},
        {STR("name"), path_base(repo->root)},
        {STR("branch"), some(repo->branch)},
        {STR("head"), some(repo->head)},
        {STR("files"), str_format(arena, "%llu", (unsigned long long)export->count.files)},
        {STR("symbols"), str_format(arena, "%llu", (unsigned long long)export->count.symbols)},
        {STR("edges"), str_format(arena, "%llu", (unsigned long long)export->count.edges)},
    };
    for (size_t i = 0; i < COUNT(rows); i++) {
        Statement *insert = db_prepare(db, "INSERT INTO meta VALUES(?1,?2)");
        db_bind_text(insert, 1, rows[i].key);
        db_bind_text(insert, 2, rows[i].value);
        if (!db_run(insert, err))
            return false;
    }
    return true;
}

static bool put_all(Export *export, Db *db, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    if (!db_script(db, schema, err))
        return false;
    for (size_t i = 0; i < export->path_count; i++) {
        arena_reset(&work);
        if (!put_file(export, db, &work, export->paths[i].id, err))
            return false;
    }
    return put_module_edges(export, db, err) && put_meta(export, db, err) &&
           db_script(db, indices, err);
}

bool export_sqlite(Export *export, const char *path, Err *err)
{
    Db *db SCOPED(db_close) = NULL;
    return db_open(path, DB_WRITE, 0, &db, err) && put_all(export, db, err);
}
