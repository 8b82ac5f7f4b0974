/* What a client of `fovea lsp` may send. Bytes are read as frames; the messages that are about
   documents change them. Every position of a document then comes back from its offset. */
#include "base/rpc.h"
#include "lsp/lsp_documents.h"
#include "lsp/lsp_frame.h"
#include "lsp/lsp_uri.h"

#include <assert.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Offsets of a text that are looked at. */
#define OFFSETS_MAX 2000

static void take_message(LspDocuments *documents, Arena *arena, Str text)
{
    Json *value = NULL;
    Err ignored = {0};
    Str why = {0};
    if (!json_parse(arena, text, &value, &ignored))
        return;
    RpcMessage message = rpc_read(value);
    if (str_equal(message.method, STR("textDocument/didOpen")))
        lsp_documents_take_open(documents, message.params, &why);
    else if (str_equal(message.method, STR("textDocument/didChange")))
        lsp_documents_take_change(documents, *arena, message.params, &why);
    else if (str_equal(message.method, STR("textDocument/didClose")))
        lsp_documents_take_close(documents, message.params, &why);
    (void)lsp_uri_path(arena, json_text(message.params, STR("uri")));
}

static void check_text(Arena *arena, Str bytes, LspEncoding encoding)
{
    LspText text;
    lsp_text_open(arena, bytes, encoding, &text);
    assert(text.lines >= 1);
    for (size_t at = 0; at <= MIN(bytes.len, (size_t)OFFSETS_MAX); at++) {
        LspPosition position = lsp_text_position(&text, at);
        size_t back = lsp_text_offset(&text, position);
        LspPosition again = lsp_text_position(&text, back);
        assert(back <= at && again.line == position.line && again.character == position.character);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    LspFrames frames;
    LspDocuments documents;
    Str text;
    LspFrameKind kind;
    arena_open(&arena, 0);
    lsp_frame_open(&frames);
    lsp_documents_open(&arena, &documents);
    documents.encoding = size ? (LspEncoding)(data[0] % 3) : LSP_UTF16;
    for (size_t at = 0, step = size % 7 + 1; at < size; at += step) {
        byte_queue_put(&frames.in, (Str){(const char *)data + at, MIN(step * 40, size - at)});
        at += MIN(step * 40, size - at) - step;
        while ((kind = lsp_frame_take(&frames, &text)) != LSP_FRAME_NONE)
            if (kind == LSP_FRAME_WHOLE)
                take_message(&documents, &arena, str_copy(&arena, text));
    }
    for (size_t i = 0; i < documents.count; i++)
        check_text(&arena, documents.list[i].text, documents.encoding);
    check_text(&arena, (Str){(const char *)data, size}, documents.encoding);
    lsp_documents_close(&documents);
    lsp_frame_close(&frames);
    arena_close(&arena);
    return 0;
}
