/* A changed text is a new copy in an arena of its own, so that the old one is freed whole. */
#include "lsp/lsp_documents.h"

#include "lsp/lsp_uri.h"

void lsp_documents_open(Arena *arena, LspDocuments *documents)
{
    *documents = (LspDocuments){.list = NEW(arena, LspDocument, LSP_DOCUMENTS_MAX)};
}

void lsp_documents_close(LspDocuments *documents)
{
    for (size_t i = 0; i < documents->count; i++) {
        Arena arena = documents->list[i].arena;
        arena_close(&arena);
    }
    documents->count = 0;
}

static LspDocument *find(const LspDocuments *documents, Str uri, Str path)
{
    for (size_t i = 0; i < documents->count; i++)
        if (str_equal(documents->list[i].uri, uri))
            return &documents->list[i];
    for (size_t i = 0; i < documents->count && path.len; i++)
        if (str_equal(documents->list[i].path, path))
            return &documents->list[i];
    return NULL;
}

const LspDocument *lsp_documents_find(const LspDocuments *documents, Str uri, Str path)
{
    return find(documents, uri, path);
}

static int64_t version_of(const Json *named, int64_t otherwise)
{
    const Json *version = json_get(named, STR("version"));
    int64_t number;
    return version && version->type == JSON_NUMBER && str_parse_i64(version->text, &number)
               ? number
               : otherwise;
}

/* Makes the document again with this text. */
static void put_text(LspDocuments *documents, LspDocument *document, Str text, int64_t version)
{
    LspDocument former = *document;
    arena_open(&document->arena, 0);
    document->lost = text.len > LSP_DOCUMENT_BYTES_MAX;
    document->uri = str_copy(&document->arena, former.uri);
    document->path = str_copy(&document->arena, former.path);
    document->language = str_copy(&document->arena, former.language);
    document->text = document->lost ? (Str){0} : str_copy(&document->arena, text);
    document->version = version;
    documents->serial++;
    arena_close(&former.arena);
}

void lsp_documents_take_open(LspDocuments *documents, const Json *params, Str *why)
{
    Arena scratch SCOPED(arena_close) = {0};
    const Json *named = json_get(params, STR("textDocument"));
    Str uri = json_text(named, STR("uri"));
    arena_open(&scratch, 0);
    LspDocument *document = find(documents, uri, (Str){0});
    if (!uri.len || (!document && documents->count == LSP_DOCUMENTS_MAX)) {
        *why = uri.len ? STR("too many documents are open") : STR("didOpen names no document");
        return;
    }
    if (!document)
        document = &documents->list[documents->count++];
    document->uri = uri;
    document->path = lsp_uri_path(&scratch, uri);
    document->language = json_text(named, STR("languageId"));
    put_text(documents, document, json_text(named, STR("text")), version_of(named, 0));
    if (document->lost)
        *why = STR("a document is too long: its file is read from disk instead");
}

void lsp_documents_take_close(LspDocuments *documents, const Json *params, Str *why)
{
    Str uri = json_text(json_get(params, STR("textDocument")), STR("uri"));
    LspDocument *document = find(documents, uri, (Str){0});
    if (!document) {
        *why = STR("didClose names a document that is not open");
        return;
    }
    Arena arena = document->arena;
    LspDocument *last = &documents->list[--documents->count];
    *document = *last;
    *last = (LspDocument){0}; /* the next document that is opened owns no former text */
    documents->serial++;
    arena_close(&arena);
}

/* ---- changes ---- */

static bool read_number(const Json *value, uint32_t *number)
{
    uint64_t read;
    if (!value || value->type != JSON_NUMBER || !str_parse_u64(value->text, &read))
        return false;
    *number = (uint32_t)MIN(read, (uint64_t)UINT32_MAX);
    return true;
}

bool lsp_documents_position(const Json *value, LspPosition *position)
{
    return read_number(json_get(value, STR("line")), &position->line) &&
           read_number(json_get(value, STR("character")), &position->character);
}

/* Applies one change to the text; false if it cannot be read. */
static bool apply(Arena *arena, LspEncoding encoding, const Json *change, Str *text)
{
    const Json *with = json_get(change, STR("text")), *range = json_get(change, STR("range"));
    LspPosition from, to;
    LspText before;
    if (!with || with->type != JSON_STRING)
        return false;
    if (!range || range->type == JSON_NULL) {
        *text = with->text;
        return true;
    }
    if (!lsp_documents_position(json_get(range, STR("start")), &from) ||
        !lsp_documents_position(json_get(range, STR("end")), &to))
        return false;
    lsp_text_open(arena, *text, encoding, &before);
    size_t start = lsp_text_offset(&before, from), end = lsp_text_offset(&before, to);
    const Str parts[] = {str_slice(*text, 0, MIN(start, end)), with->text,
                         str_from_offset(*text, MAX(start, end))};
    *text = str_join_all(arena, parts, COUNT(parts));
    return text->len <= LSP_DOCUMENT_BYTES_MAX;
}

/* Applies all changes in order. The texts in between are dropped as they are replaced. */
static bool apply_all(Arena work[2], LspEncoding encoding, const Json *changes, Str *text)
{
    size_t turn = 0;
    for (const Json *change = changes ? changes->first : NULL; change; change = change->next) {
        if (!apply(&work[turn], encoding, change, text))
            return false;
        turn = 1 - turn;
        arena_reset(&work[turn]);
    }
    return true;
}

void lsp_documents_take_change(LspDocuments *documents, Arena scratch, const Json *params, Str *why)
{
    const Json *named = json_get(params, STR("textDocument"));
    const Json *changes = json_get(params, STR("contentChanges"));
    Str uri = json_text(named, STR("uri"));
    LspDocument *document = find(documents, uri, lsp_uri_path(&scratch, uri));
    if (!document) {
        *why = STR("didChange names a document that is not open");
        return;
    }
    Arena work[2];
    for (size_t i = 0; i < COUNT(work); i++)
        arena_open(&work[i], 0);
    Str text = document->text;
    bool whole = changes && changes->last && !json_get(changes->last, STR("range"));
    bool read = (!document->lost || whole) && apply_all(work, documents->encoding, changes, &text);
    put_text(documents, document, read ? text : (Str){0}, version_of(named, document->version + 1));
    document->lost |= !read;
    if (document->lost)
        *why = STR(
            "a change could not be applied: the file is read from disk until its whole text comes");
    for (size_t i = 0; i < COUNT(work); i++)
        arena_close(&work[i]);
}
