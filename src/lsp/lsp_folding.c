/* Ranges that come from the outline of a text: what can be folded, and what a selection grows to.
 */
#include "lsp/lsp_tree.h"

/* Ranges of one answer. */
#define FOLDS_MAX 20000
/* Positions of one request. */
#define SELECTIONS_MAX 1000

static LspFile *outlined(LspReader *reader, const Json *params, Outline *outline, RpcFault *fault)
{
    const OutlineOptions options = {.time_ms = ASKED_PARSE_TIME_MS};
    LspFile *file = lsp_tree_named(reader, params, fault);
    if (file)
        lang_outline(&reader->arena, reader->scratch, file->language, file->text.bytes, &options,
                     outline);
    return file;
}

static void add_fold(LspReader *reader, Json *all, uint32_t first, uint32_t last, const char *kind)
{
    Arena *arena = &reader->arena;
    Json *fold = json_object(arena);
    if (last <= first || all->count >= FOLDS_MAX)
        return;
    json_set(fold, STR("startLine"), json_u64(arena, first));
    json_set(fold, STR("endLine"), json_u64(arena, last));
    json_set_text(arena, fold, STR("kind"), str_from(kind));
    json_add(all, fold);
}

Json *lsp_folding_ranges(LspReader *reader, const Json *params, RpcFault *fault)
{
    Outline outline = {0};
    Json *all = json_array(&reader->arena);
    LspFile *file = outlined(reader, params, &outline, fault);
    if (!file)
        return NULL;
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        uint32_t lead = lsp_text_position(&file->text, symbol->lead).line;
        uint32_t start = lsp_text_position(&file->text, symbol->start).line;
        if (start > lead + 1)
            add_fold(reader, all, lead, start - 1, "comment");
        add_fold(reader, all, start, lsp_text_position(&file->text, symbol->end).line, "");
    }
    if (outline.imports.len > 1)
        add_fold(
            reader, all, lsp_text_position(&file->text, outline.imports.ptr[0].start).line,
            lsp_text_position(&file->text, outline.imports.ptr[outline.imports.len - 1].end).line,
            "imports");
    return all;
}

static Json *selection(LspReader *reader, const LspText *text, size_t start, size_t end,
                       Json *parent)
{
    Json *value = json_object(&reader->arena);
    json_set(value, STR("range"), lsp_reader_range(reader, text, start, end));
    if (parent)
        json_set(value, STR("parent"), parent);
    return value;
}

/* From the whole text inwards: the symbols around the offset, its line, its word. */
static Json *selection_at(LspReader *reader, const LspFile *file, const Outline *outline, size_t at)
{
    const LspText *text = &file->text;
    Json *value = selection(reader, text, 0, text->bytes.len, NULL);
    for (size_t i = 0; i < outline->symbols.len;) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        bool around = symbol->start <= at && at <= symbol->end;
        if (around)
            value = selection(reader, text, symbol->start, symbol->end, value);
        i = around ? i + 1 : symbol->next;
    }
    size_t start = at - str_word_before(text->bytes, at).len, end = str_word_end(text->bytes, at);
    return end > start ? selection(reader, text, start, MAX(end, at), value) : value;
}

Json *lsp_folding_selections(LspReader *reader, const Json *params, RpcFault *fault)
{
    Outline outline = {0};
    Json *all = json_array(&reader->arena);
    const Json *positions = json_get(params, STR("positions"));
    LspFile *file = outlined(reader, params, &outline, fault);
    if (!file)
        return NULL;
    for (const Json *one = positions ? positions->first : NULL; one; one = one->next) {
        LspPosition position;
        if (all->count >= SELECTIONS_MAX || !lsp_documents_position(one, &position)) {
            lsp_reader_refuse(reader, fault, RPC_INVALID_PARAMS, STR("positions cannot be read"));
            return NULL;
        }
        json_add(all, selection_at(reader, file, &outline, lsp_text_offset(&file->text, position)));
    }
    return all;
}
