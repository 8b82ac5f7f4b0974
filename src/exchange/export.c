#include "exchange/export.h"

#include "base/hash.h"
#include "index/catalog/symbol.h"

void export_open(SessionRequest *request, IndexSession *session, Export *export)
{
    Catalog *catalog = session->catalog;
    *export = (Export){.request = request, .session = session, .catalog = catalog};
    export->modules = modules_of(request->arena, catalog);
    export->module_edges = modules_edges(request->arena, catalog, &export->modules, true, NULL);
    export->paths = catalog_by_path(request->arena, catalog, &export->path_count);
    export->hashes = NEW(request->arena, uint64_t, catalog->symbol_count + 1);
    for (uint32_t f = 0; f < catalog->files.len; f++)
        if (catalog->files.ptr[f].path.len)
            catalog_file_hashes(catalog, *request->scratch, f,
                                &export->hashes[catalog->files.ptr[f].first]);
    export->count.files = export->path_count;
    export->count.modules = export->modules.list.len;
    export->count.module_edges = export->module_edges.len;
    export->firsts = NEW(request->arena, uint32_t, catalog->files.len + 1);
    uint32_t next = 0;
    for (size_t i = 0; i < export->path_count; i++) {
        const CatalogFile *file = &catalog->files.ptr[export->paths[i].id];
        export->firsts[export->paths[i].id] = next;
        next += file->count;
        export->count.symbols += file->count ? file->count - 1 : 0;
    }
}

bool export_file(const Export *export, Arena *arena, uint32_t id, ExportFile *file, Err *err)
{
    const Catalog *catalog = export->catalog;
    *file = (ExportFile){.id = id, .file = &catalog->files.ptr[id]};
    file->module = export->modules.list.ptr[export->modules.of_file[id]].name;
    if (session_is_cancelled(export->request))
        return err_interrupted(err);
    if (!catalog_outline(catalog, arena, id, false, &file->outline, err))
        return false;
    catalog_edges(catalog, arena, id, &file->edges);
    catalog_imports(catalog, arena, id, &file->imports);
    return true;
}

bool export_source(const Export *export, Arena *arena, uint32_t id, Str *text)
{
    const CatalogFile *row = &export->catalog->files.ptr[id];
    FsFile file SCOPED(fs_close) = {.fd = -1};
    char hash[HASH_CONTENT_BYTES];
    Err ignored;
    if (!session_open_file(export->request, export->session, arena, row->path, &file, &ignored) ||
        !fs_read_all(arena, &file, text, &ignored))
        return false;
    hash_content(row->language ? lang_id(row->language) : (Str){0}, *text, hash);
    return str_equal(row->hash, (Str){hash, sizeof hash});
}

uint32_t export_node(const Export *export, uint32_t symbol)
{
    SymbolPlace place = catalog_place(export->catalog, symbol);
    return export->firsts[place.file] + place.index;
}

const Symbol *export_parsed(const ExportFile *file, uint32_t index)
{
    bool known = index && index <= file->outline.symbols.len;
    return known ? &file->outline.symbols.ptr[index - 1] : NULL;
}

Str export_hash(const Export *export, Arena *arena, uint32_t symbol)
{
    SymbolPlace place = catalog_place(export->catalog, symbol);
    return symbol_hash_text(arena, symbol_file_hash(export->catalog->files.ptr[place.file].path),
                            export->hashes[symbol]);
}

Str export_kind(const Export *export, uint32_t symbol)
{
    if (!catalog_place(export->catalog, symbol).index)
        return STR("file");
    return symbol_kind_name((SymbolKind)catalog_entry(export->catalog, symbol)->kind);
}

bool export_import_is_row(const ImportLinkVec *imports, size_t i)
{
    const ImportLink *link = &imports->ptr[i];
    if (link->flags & BINDING_OUTER)
        return false;
    if (!i)
        return true;
    const ImportLink *before = &imports->ptr[i - 1];
    return before->target != link->target || before->line != link->line ||
           before->package != link->package;
}

Str export_edge_kind(uint8_t kind)
{
    static const Str names[] = {[REFERENCE_CALL] = STR_INIT("call"),
                                [REFERENCE_TYPE] = STR_INIT("type"),
                                [REFERENCE_BASE] = STR_INIT("base"),
                                [REFERENCE_USE] = STR_INIT("use")};
    return kind < COUNT(names) ? names[kind] : STR("use");
}
