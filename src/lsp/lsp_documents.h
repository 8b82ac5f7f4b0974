/* The texts that the client has opened. From `didOpen` to `didClose` the truth about a file is the
   client's text, not what is on disk. */
#pragma once

#include "base/json.h"
#include "lsp/lsp_text.h"

/* Documents open at a time; clients open what a person looks at, and some never close any. */
#define LSP_DOCUMENTS_MAX 4096
/* A longer text is not kept: its file is read from disk, as if it were not open. */
#define LSP_DOCUMENT_BYTES_MAX ((size_t)32 * 1024 * 1024)

typedef struct LspDocument {
    Arena arena;  /* of all below */
    Str uri;      /* as the client spells it */
    Str path;     /* absolute; empty: it is no file */
    Str language; /* the client's name of its language */
    Str text;
    int64_t version;
    bool lost; /* the text is not known: too long, or a change could not be read */
} LspDocument;

typedef struct LspDocuments {
    LspDocument *list;
    size_t count;
    LspEncoding encoding;
    uint64_t serial; /* changes with each text */
} LspDocuments;

void lsp_documents_open(Arena *arena, LspDocuments *documents);
void lsp_documents_close(LspDocuments *documents);
/* By the client's spelling, then by path; NULL: it is not open. */
const LspDocument *lsp_documents_find(const LspDocuments *documents, Str uri, Str path);

/* Take the parameters of didOpen, didChange and didClose. *why says what is wrong with them, if
   anything is. */
void lsp_documents_take_open(LspDocuments *documents, const Json *params, Str *why);
void lsp_documents_take_change(LspDocuments *documents, Arena scratch, const Json *params,
                               Str *why);
void lsp_documents_take_close(LspDocuments *documents, const Json *params, Str *why);

/* Reads a position; false if it cannot be read. */
bool lsp_documents_position(const Json *value, LspPosition *position);
