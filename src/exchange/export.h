/* Exports the index for other programs: as one SQLite file, or as a directory of JSON lines and
   TOON. The files of the repository are written one by one, so memory does not grow with the
   output. */
#pragma once

#include "base/fs_output.h"
#include "index/graph/modules.h"
#include "query/query.h"

/* Changes when files, tables, columns or their meaning change. */
#define EXPORT_VERSION 1
/* "fovx", in the header of an exported SQLite file: marks a file that may be overwritten. */
#define EXPORT_APPLICATION_ID 0x666f7678

typedef struct ExportCount {
    uint64_t files, symbols, edges, imports, inheritance, modules, module_edges;
    uint64_t tags, definitions, references, externals; /* for the forms that have them */
    uint64_t files_left; /* files whose text differs from the indexed one, or whose path is not
                            UTF-8 */
} ExportCount;

typedef struct Export {
    SessionRequest *request;
    IndexSession *session;
    bool likely; /* SCIP: likely references, too */
    Catalog *catalog;
    Modules modules;
    ModuleEdgeVec module_edges;
    const CatalogPath *paths; /* the files in the order of their paths */
    size_t path_count;
    uint64_t *hashes; /* second halves of the symbols' hashes, by dense id */
    uint32_t *firsts; /* node id of each file's entry 0, by file id; in path order */
    ExportCount count;
} Export;

/* Needs a session with a complete catalog. */
void export_open(SessionRequest *request, IndexSession *session, Export *export);

/* One file with its facts and links; lives in the arena. */
typedef struct ExportFile {
    uint32_t id;
    const CatalogFile *file;
    Str module;
    Outline outline;
    EdgeVec edges;
    ImportLinkVec imports;
} ExportFile;
bool export_file(const Export *export, Arena *arena, uint32_t id, ExportFile *file,
                 Err *err) MUST_USE;
/* Returns the symbol's node id, which does not depend on the order in which files were indexed. */
uint32_t export_node(const Export *export, uint32_t symbol);
/* Returns the symbol of an entry; NULL for the file itself and for a file without facts. */
const Symbol *export_parsed(const ExportFile *file, uint32_t index);
Str export_hash(const Export *export, Arena *arena, uint32_t symbol);
Str export_kind(const Export *export, uint32_t symbol);
/* Whether the import gets a row: one for each import statement and target, not for each name. */
bool export_import_is_row(const ImportLinkVec *imports, size_t i);
Str export_edge_kind(uint8_t kind);
/* Reads a file's text. False if it is not the indexed content. */
bool export_source(const Export *export, Arena *arena, uint32_t id, Str *text) MUST_USE;

/* Both write into an empty file or directory, and count what they write. */
bool export_sqlite(Export *export, const char *path, Err *err) MUST_USE;
bool export_shards(Export *export, Str directory, Err *err) MUST_USE;
bool export_ctags(Export *export, const FsStage *into, Err *err) MUST_USE;
bool export_scip(Export *export, const FsStage *into, Err *err) MUST_USE;

/* ---- parts of export_shards ---- */

/* A table that is written row by row into one file, through a buffer. */
typedef struct ExportTable {
    FsWriter writer;
    Arena arena;
    Buf buf;
} ExportTable;
bool export_table_open(const Export *export, Str path, Str type, ExportTable *table,
                       Err *err) MUST_USE;
/* Ends the head or row in table->buf. */
bool export_table_flush(ExportTable *table, Err *err) MUST_USE;
bool export_table_close(ExportTable *table, Err *err) MUST_USE;
void export_table_drop(ExportTable *table); /* works as SCOPED(export_table_drop) */
Json export_text(Str text);
/* The digits live in the arena. */
Json export_number(Arena *arena, uint64_t number);

/* graphs/{request,import,module}_graph.toon below the directory. */
bool export_graphs(Export *export, Str directory, Err *err) MUST_USE;
/* modules/<module>.toon below the directory. */
bool export_modules(Export *export, Str directory, Err *err) MUST_USE;
/* symbols/<hash>.toon below the directory. */
bool export_symbols(Export *export, Str directory, Err *err) MUST_USE;
