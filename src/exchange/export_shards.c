/* Export as a directory: its top level, the overview and the symbol index. Its folders are written
   by export_graph.c, export_module.c and export_symbol.c. */
#include "exchange/export.h"
#include "text/address.h"

#include "base/path.h"
#include "overview/overview.h"

static Json *index_row(const Export *export, Arena *arena, const ExportFile *file, uint32_t index)
{
    const Entry *entry = &file->file->entries[index];
    const Symbol *parsed = export_parsed(file, index);
    uint32_t symbol = file->file->first + index;
    Json *row = json_object(arena);
    Str name = catalog_qualified_name(export->catalog, arena, symbol);
    json_set(row, STR("hash"), json_str(arena, export_hash(export, arena, symbol)));
    json_set(row, STR("name"), json_str(arena, index ? name : path_base(name)));
    json_set(row, STR("kind"), json_str(arena, export_kind(export, symbol)));
    json_set(row, STR("file"), json_str(arena, address_value(arena, file->file->path)));
    json_set(row, STR("start"), json_u64(arena, index ? entry->start_line : 1));
    json_set(row, STR("end"),
             json_u64(arena, index ? entry->end_line : MAX(file->file->lines, (uint32_t)1)));
    json_set(row, STR("module"), json_str(arena, file->module));
    if (parsed && parsed->signature.len)
        json_set(row, STR("signature"), json_str(arena, parsed->signature));
    json_set(row, STR("complexity"), json_u64(arena, entry->complexity));
    json_set(row, STR("risk"), json_u64(arena, file->file->metrics[index].risk));
    return row;
}

static void put_row(Buf *out, Arena scratch, const Export *export, const ExportFile *file,
                    uint32_t index)
{
    json_write(out, index_row(export, &scratch, file, index), 0);
    buf_put_byte(out, '\n');
}

static bool put_index(Export *export, Str directory, Err *err)
{
    FsWriter writer SCOPED(fs_writer_drop) = {.fd = -1};
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    Str path = path_join(export->request->arena, directory, STR("symbol_index.jsonl"));
    if (!fs_writer_open(export->request->arena, path, &writer, err))
        return false;
    for (size_t i = 0; i < export->path_count; i++) {
        ExportFile file;
        arena_reset(&work);
        if (!export_file(export, &work, export->paths[i].id, &file, err))
            return false;
        Buf out = buf_open(&work, 0);
        for (uint32_t k = 0; k < file.file->count; k++)
            put_row(&out, *export->request->scratch, export, &file, k);
        if (!fs_writer_put(&writer, buf_str(&out), err))
            return false;
    }
    return fs_writer_close(&writer, err);
}

static bool put_overview(const Export *export, Str directory, Err *err)
{
    SessionRequest *request = export->request;
    Overview overview;
    overview_gather(request, export->session, &overview);
    overview_divide(request, export->session, OVERVIEW_MODULES_MAX, &overview);
    Buf out = buf_open(request->arena, 0);
    Json *value = overview_value(request->arena, export->session, &overview, true);
    view_put_value(&out, *request->scratch, VIEW_TOON, value);
    Str path = path_join(request->arena, directory, STR("repo_overview.toon"));
    return fs_write_new(*request->scratch, path, buf_str(&out), err);
}

static bool make_folder(const Export *export, Str directory, Str name, Err *err)
{
    return fs_make_directory(*export->request->scratch,
                             path_join(export->request->arena, directory, name), err);
}

bool export_shards(Export *export, Str directory, Err *err)
{
    return put_overview(export, directory, err) && put_index(export, directory, err) &&
           make_folder(export, directory, STR("modules"), err) &&
           export_modules(export, directory, err) &&
           make_folder(export, directory, STR("symbols"), err) &&
           export_symbols(export, directory, err) &&
           make_folder(export, directory, STR("graphs"), err) &&
           export_graphs(export, directory, err);
}
