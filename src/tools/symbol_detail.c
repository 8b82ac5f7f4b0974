/* Gathering: the catalog says where it is and what it is tied to, the file's facts what it looks
   like, the file itself its source. */
#include "tools/symbol_answer.h"

#include "base/path.h"

bool symbol_edge_shown(const Edge *edge, bool incoming)
{
    bool shown =
        edge->kind == REFERENCE_CALL || edge->kind == REFERENCE_USE || edge->kind == REFERENCE_BASE;
    return shown && (!incoming || edge->confidence > EDGE_AMBIGUOUS);
}

static void collect_edges(Arena *arena, const Catalog *catalog, SymbolDetail *detail)
{
    Arena work SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    EdgeVec edges = {0};
    catalog_edges(catalog, &work, catalog_place(catalog, detail->symbol).file, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].caller == detail->symbol && symbol_edge_shown(&edges.ptr[i], false))
            *VEC_PUSH(arena, &detail->out) = edges.ptr[i];
    uint64_t *set = NEW(&work, uint64_t, catalog->symbol_count / 64 + 1);
    set[detail->symbol / 64] |= UINT64_C(1) << detail->symbol % 64;
    edges.len = 0;
    catalog_edges_into(catalog, &work, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (symbol_edge_shown(&edges.ptr[i], true))
            *VEC_PUSH(arena, &detail->in) = edges.ptr[i];
}

bool symbol_source(ToolCall *call, const IndexSession *session, const SourceLines *lines,
                   Str *source, Err *err)
{
    FsFile file SCOPED(fs_close) = {.fd = -1};
    FsPolicy policy = tool_policy(call);
    Str text, full = path_join(call->arena, session->repo.root, lines->path);
    if (!fs_open(call->arena, &policy, full, &file, err) ||
        !fs_read_all(call->arena, &file, &text, err))
        return false;
    size_t at = 0, start = text.len, end = text.len;
    for (uint64_t line = 1; at < text.len; line++) {
        if (line == lines->first)
            start = at;
        size_t length = str_find_byte(str_from_offset(text, at), '\n');
        at = length == STR_NONE ? text.len : at + length + 1;
        if (line == lines->last) {
            end = at;
            break;
        }
    }
    *source = str_slice(text, start, MAX(start, end));
    return true;
}

bool symbol_detail(ToolCall *call, IndexSession *session, uint32_t symbol, int64_t context,
                   SymbolDetail *detail, Err *err)
{
    Catalog *catalog = session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = &catalog->files.ptr[place.file];
    const Entry *entry = &file->entries[place.index];
    *detail =
        (SymbolDetail){.symbol = symbol, .hash = catalog_symbol_hash(catalog, call->arena, symbol)};
    if (!catalog_outline(catalog, call->arena, place.file, false, &detail->outline, err))
        return false;
    if (place.index && place.index <= detail->outline.symbols.len)
        detail->parsed = &detail->outline.symbols.ptr[place.index - 1];
    Modules modules = modules_of(call->arena, catalog);
    detail->module = modules.list.ptr[modules.of_file[place.file]].name;
    collect_edges(call->arena, catalog, detail);
    if (context < 0)
        return true;
    uint64_t before = MIN((uint64_t)context, (uint64_t)entry->start_line - 1);
    detail->source_line = (uint32_t)(entry->start_line - before);
    SourceLines lines = {file->path, detail->source_line,
                         (uint64_t)entry->end_line + (uint64_t)context};
    return symbol_source(call, session, &lines, &detail->source, err);
}
