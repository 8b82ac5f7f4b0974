/* Export of modules: one file per module with its figures, its neighbours, and tables of its files
   and symbols. */
#include "exchange/export.h"

#include "text/toon.h"

/* Maximum length of a name: file systems allow 255 bytes, including the ending. */
#define NAME_BYTES_KEPT 200

typedef struct Shard {
    Export *export;
    ExportTable *table;
    const uint32_t *files; /* files of the module, by path */
    size_t file_count;
    size_t module;
} Shard;

/* File name of a module. Bytes that are not allowed in file names or confuse a shell's output
   become %XX. A name that is too long, or not unique, gets the hash of the directory. */
static Str file_name(Arena *arena, const Module *list, size_t index)
{
    Str module = list[index].name;
    bool repeated = index && str_equal(list[index - 1].name, module);
    Buf name = buf_open(arena, 0);
    for (size_t i = 0; i < module.len; i++) {
        unsigned char c = (unsigned char)module.ptr[i];
        if (c < 0x20 || c == '/' || c == '%' || c == 0x7F)
            buf_printf(&name, "%%%02X", c);
        else
            buf_put_byte(&name, (char)c);
    }
    if (name.len <= NAME_BYTES_KEPT && !repeated)
        return buf_str(&name);
    size_t cut = str_char_floor(buf_str(&name), NAME_BYTES_KEPT);
    return str_format(arena, "%.*s~%016llx", (int)cut, name.ptr,
                      (unsigned long long)str_hash(list[index].directory));
}

static void put_head(Buf *out, const Module *module)
{
    const struct {
        const char *key;
        uint64_t value;
    } rows[] = {{"files_total", module->files}, {"lines", module->lines},
                {"bytes", module->bytes},       {"symbols_total", module->symbols},
                {"high_risk", module->high},    {"medium_risk", module->medium},
                {"low_risk", module->low}};
    toon_put_member(out, STR("name"), module->name);
    toon_put_member(out, STR("directory"), module->directory);
    for (size_t i = 0; i < COUNT(rows); i++)
        buf_printf(out, "%s: %llu\n", rows[i].key, (unsigned long long)rows[i].value);
}

static void put_neighbours(const Shard *shard, Buf *out, bool incoming)
{
    static const Str fields[] = {STR_INIT("module"), STR_INIT("references")};
    const ModuleEdgeVec *edges = &shard->export->module_edges;
    uint64_t rows = 0;
    for (size_t i = 0; i < edges->len; i++)
        rows += (incoming ? edges->ptr[i].to : edges->ptr[i].from) == shard->module;
    toon_put_table(out, incoming ? STR("needed_by") : STR("needs"), rows, fields, COUNT(fields));
    for (size_t i = 0; i < edges->len; i++) {
        const ModuleEdge *edge = &edges->ptr[i];
        if ((incoming ? edge->to : edge->from) != shard->module)
            continue;
        Arena scratch = *shard->export->request->scratch;
        Str other = shard->export->modules.list.ptr[incoming ? edge->from : edge->to].name;
        const Json cells[] = {export_text(other),
                              export_number(&scratch, (uint64_t)edge->imports + edge->calls)};
        toon_put_table_row(out, cells, COUNT(cells));
    }
}

static void put_files(const Shard *shard, Buf *out)
{
    static const Str fields[] = {STR_INIT("path"), STR_INIT("language"), STR_INIT("lines"),
                                 STR_INIT("symbols")};
    toon_put_table(out, STR("files"), shard->file_count, fields, COUNT(fields));
    for (size_t i = 0; i < shard->file_count; i++) {
        Arena scratch = *shard->export->request->scratch;
        const CatalogFile *file = &shard->export->catalog->files.ptr[shard->files[i]];
        const Json cells[] = {export_text(file->path), export_text(lang_id(file->language)),
                              export_number(&scratch, file->lines),
                              export_number(&scratch, file->count ? file->count - 1 : 0)};
        toon_put_table_row(out, cells, COUNT(cells));
    }
}

static bool put_symbol(const Shard *shard, Arena scratch, const CatalogFile *file, uint32_t index,
                       Err *err)
{
    const Export *export = shard->export;
    const Entry *entry = &file->entries[index];
    uint32_t symbol = file->first + index;
    const Json cells[] = {
        export_text(export_hash(export, &scratch, symbol)),
        export_text(catalog_qualified_name(export->catalog, &scratch, symbol)),
        export_text(export_kind(export, symbol)),
        export_text(file->path),
        export_number(&scratch, entry->start_line),
        export_number(&scratch, entry->end_line),
        export_number(&scratch, entry->complexity),
        export_number(&scratch, file->metrics[index].risk),
    };
    toon_put_table_row(&shard->table->buf, cells, COUNT(cells));
    return export_table_flush(shard->table, err);
}

static bool put_symbols(const Shard *shard, Err *err)
{
    static const Str fields[] = {STR_INIT("hash"),       STR_INIT("name"),  STR_INIT("kind"),
                                 STR_INIT("file"),       STR_INIT("start"), STR_INIT("end"),
                                 STR_INIT("complexity"), STR_INIT("risk")};
    const Export *export = shard->export;
    uint64_t rows = 0;
    for (size_t i = 0; i < shard->file_count; i++) {
        const CatalogFile *file = &export->catalog->files.ptr[shard->files[i]];
        rows += file->count ? file->count - 1 : 0;
    }
    toon_put_table(&shard->table->buf, STR("symbols"), rows, fields, COUNT(fields));
    for (size_t i = 0; i < shard->file_count; i++) {
        const CatalogFile *file = &export->catalog->files.ptr[shard->files[i]];
        for (uint32_t k = 1; k < file->count; k++)
            if (!put_symbol(shard, *export->request->scratch, file, k, err))
                return false;
    }
    return true;
}

static bool put_module(Shard *shard, Str directory, Err *err)
{
    ExportTable table SCOPED(export_table_drop) = {.writer.fd = -1};
    const Module *module = &shard->export->modules.list.ptr[shard->module];
    shard->table = &table;
    Arena *arena = shard->export->request->arena;
    Str path =
        str_format(arena, "%.*s/modules/%.*s.toon", STR_ARG(directory),
                   STR_ARG(file_name(arena, shard->export->modules.list.ptr, shard->module)));
    if (!export_table_open(shard->export, path, STR("module"), &table, err))
        return false;
    put_head(&table.buf, module);
    put_neighbours(shard, &table.buf, false);
    put_neighbours(shard, &table.buf, true);
    put_files(shard, &table.buf);
    return put_symbols(shard, err) && export_table_close(&table, err);
}

bool export_modules(Export *export, Str directory, Err *err)
{
    size_t count = export->modules.list.len;
    uint32_t *starts = NEW(export->request->arena, uint32_t, count + 2);
    uint32_t *files = NEW(export->request->arena, uint32_t, export->path_count + 1);
    for (size_t i = 0; i < export->path_count; i++)
        starts[export->modules.of_file[export->paths[i].id] + 2]++;
    for (size_t i = 1; i <= count; i++)
        starts[i + 1] += starts[i];
    for (size_t i = 0; i < export->path_count; i++)
        files[starts[export->modules.of_file[export->paths[i].id] + 1]++] = export->paths[i].id;
    for (size_t i = 0; i < count; i++) {
        Shard shard = {.export = export,
                       .files = &files[starts[i]],
                       .file_count = starts[i + 1] - starts[i],
                       .module = i};
        if (!put_module(&shard, directory, err))
            return false;
    }
    return true;
}
