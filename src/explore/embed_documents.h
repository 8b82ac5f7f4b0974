/* The texts to embed of a file, one for each declaration (term_is_part): qualified name, comment,
   signature, beginning of the body. They depend only on the file's content. A declaration that
   contains a secret has none. */
#pragma once

#include "session/send.h"
#include "session/session.h"

/* Limit of a text: about 512 tokens, the window of a small model. */
#define EMBED_TEXT_BYTES 1600
#define EMBED_COMMENT_BYTES 600
/* Declarations of a file. A file with more is data in the form of code. */
#define EMBED_FILE_TEXTS_MAX 3000
/* Code takes about three bytes a token in these models. */
#define EMBED_TOKEN_BYTES 3

typedef struct EmbedFile {
    uint32_t file;
    uint64_t key; /* of its content (facts_key) */
    uint32_t count, secret, large;
    uint32_t *entries;
    uint64_t *hashes;
    Str *texts;
    const char *why; /* the secret that it contains, at why_line; NULL: none */
    uint32_t why_line;
    uint64_t bytes; /* of the texts */
} EmbedFile;

/* Whether to embed the file: it is source, test or prose, indexed, and not named like a secret.
 *secret: its name is the only reason against it. */
bool embed_is_wanted(const CatalogFile *file, bool *secret);
/* False if the file cannot be read or has changed since it was indexed. */
bool embed_file_read(SessionRequest *request, const IndexSession *session, Arena *arena,
                     uint32_t id, EmbedFile *file);
