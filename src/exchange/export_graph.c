/* Export of graphs as tables. A table's head has the number of rows, so each graph is traversed
   twice: to count, then to write. */
#include "exchange/export.h"

#include "base/path.h"
#include "relations/symbol_answer.h"
#include "text/toon.h"

typedef struct Graph {
    Export *export;
    ExportTable *table;
    uint64_t rows;
    bool write; /* writing, not counting */
} Graph;

typedef bool (*GraphFile)(Graph *graph, Arena *work, uint32_t id, Err *err);

/* ---- rows ---- */

static bool put_call(Graph *graph, Arena scratch, const Edge *edge, Err *err)
{
    const Export *export = graph->export;
    Str callee = edge->callee == SYMBOL_NOWHERE ? catalog_name(export->catalog, edge->external)
                                                : export_hash(export, &scratch, edge->callee);
    const Json cells[] = {export_text(export_hash(export, &scratch, edge->caller)),
                          export_text(callee),
                          export_text(export_edge_kind(edge->kind)),
                          export_text(edge_confidence(edge)),
                          export_number(&scratch, edge->line),
                          export_number(&scratch, edge->count)};
    toon_put_table_row(&graph->table->buf, cells, COUNT(cells));
    return export_table_flush(graph->table, err);
}

static bool calls_of_file(Graph *graph, Arena *work, uint32_t id, Err *err)
{
    EdgeVec edges = {0};
    catalog_edges(graph->export->catalog, work, id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        if (!symbol_edge_shown(&edges.ptr[i], false))
            continue;
        graph->rows++;
        if (graph->write && !put_call(graph, *work, &edges.ptr[i], err))
            return false;
    }
    return true;
}

static bool put_import(Graph *graph, Arena scratch, uint32_t id, const ImportLink *link, Err *err)
{
    const Catalog *catalog = graph->export->catalog;
    bool outside = link->target == FILE_NOWHERE;
    const Json cells[] = {
        export_text(catalog->files.ptr[id].path),
        export_text(outside ? (Str){0} : catalog->files.ptr[link->target].path),
        export_text(outside ? catalog_name(catalog, link->package) : (Str){0}),
        export_number(&scratch, link->line),
    };
    toon_put_table_row(&graph->table->buf, cells, COUNT(cells));
    return export_table_flush(graph->table, err);
}

static bool imports_of_file(Graph *graph, Arena *work, uint32_t id, Err *err)
{
    ImportLinkVec imports = {0};
    catalog_imports(graph->export->catalog, work, id, &imports);
    for (size_t i = 0; i < imports.len; i++) {
        if (!export_import_is_row(&imports, i))
            continue;
        graph->rows++;
        if (graph->write && !put_import(graph, *work, id, &imports.ptr[i], err))
            return false;
    }
    return true;
}

/* ---- graphs ---- */

static bool go_through(Graph *graph, GraphFile visit, Err *err)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    graph->rows = 0;
    for (size_t i = 0; i < graph->export->path_count; i++) {
        arena_reset(&work);
        if (!visit(graph, &work, graph->export->paths[i].id, err))
            return false;
    }
    return true;
}

typedef struct GraphKind {
    Str name, rows;
    GraphFile visit;
    const Str *fields;
    size_t field_count;
    uint64_t *count;
} GraphKind;

static bool put_graph(Export *export, Str directory, const GraphKind *kind, Err *err)
{
    ExportTable table SCOPED(export_table_drop) = {.writer.fd = -1};
    Graph graph = {.export = export, .table = &table};
    Str path = str_format(export->request->arena, "%.*s/graphs/%.*s.toon", STR_ARG(directory),
                          STR_ARG(kind->name));
    if (!export_table_open(export, path, kind->name, &table, err) ||
        !go_through(&graph, kind->visit, err))
        return false;
    toon_put_table(&table.buf, kind->rows, graph.rows, kind->fields, kind->field_count);
    *kind->count = graph.rows;
    graph.write = true;
    return go_through(&graph, kind->visit, err) && export_table_close(&table, err);
}

static bool put_modules(Export *export, Str directory, Err *err)
{
    static const Str fields[] = {STR_INIT("from"), STR_INIT("to"), STR_INIT("weight"),
                                 STR_INIT("imports"), STR_INIT("references")};
    ExportTable table SCOPED(export_table_drop) = {.writer.fd = -1};
    const Module *modules = export->modules.list.ptr;
    Str path = path_join(export->request->arena, directory, STR("graphs/module_graph.toon"));
    if (!export_table_open(export, path, STR("module_graph"), &table, err))
        return false;
    toon_put_table(&table.buf, STR("edges"), export->module_edges.len, fields, COUNT(fields));
    for (size_t i = 0; i < export->module_edges.len; i++) {
        const ModuleEdge *edge = &export->module_edges.ptr[i];
        Arena scratch = *export->request->scratch;
        const Json cells[] = {
            export_text(modules[edge->from].name), export_text(modules[edge->to].name),
            export_number(&scratch, (uint64_t)edge->imports + edge->calls),
            export_number(&scratch, edge->imports), export_number(&scratch, edge->calls)};
        toon_put_table_row(&table.buf, cells, COUNT(cells));
        if (!export_table_flush(&table, err))
            return false;
    }
    return export_table_close(&table, err);
}

bool export_graphs(Export *export, Str directory, Err *err)
{
    static const Str call_fields[] = {STR_INIT("caller"), STR_INIT("callee"),
                                      STR_INIT("kind"),   STR_INIT("confidence"),
                                      STR_INIT("line"),   STR_INIT("count")};
    static const Str import_fields[] = {STR_INIT("file"), STR_INIT("target"), STR_INIT("package"),
                                        STR_INIT("line")};
    const GraphKind calls = {STR("call_graph"), STR("edges"),       calls_of_file,
                             call_fields,       COUNT(call_fields), &export->count.edges};
    const GraphKind imports = {STR("import_graph"), STR("imports"),       imports_of_file,
                               import_fields,       COUNT(import_fields), &export->count.imports};
    return put_graph(export, directory, &calls, err) &&
           put_graph(export, directory, &imports, err) && put_modules(export, directory, err);
}
