/* What of a file is embedded: a text for each declaration (is it one: term_is_part), its name with
   what it stands in, its comment, then its signature and the beginning of its body. A function of
   the file's content alone. A declaration that holds a secret anywhere gives none. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

/* Of one text: what 512 tokens of a small model hold. */
#define EMBED_TEXT_BYTES 1600
#define EMBED_COMMENT_BYTES 600
/* Declarations of one file; with more it is data in the form of code. */
#define EMBED_FILE_TEXTS_MAX 3000
/* Code has some three bytes for each token of these models. */
#define EMBED_TOKEN_BYTES 3

typedef struct EmbedFile {
    uint32_t file;
    uint64_t key; /* of its content (facts_key) */
    uint32_t count, secret, large;
    uint32_t *entries;
    uint64_t *hashes;
    Str *texts;
    const char *why; /* what secret it holds, at that line, if any */
    uint32_t why_line;
    uint64_t bytes; /* of the texts */
} EmbedFile;

/* Whether it is to be embedded: sources, tests and prose that are indexed, but nothing whose name
   is that of a secret; *secret says that it is left out for that alone. */
bool embed_is_wanted(const CatalogFile *file, bool *secret);
/* False when the file cannot be read, or is not the one that was indexed any more. */
bool embed_file_read(ToolCall *call, const IndexSession *session, Arena *arena, uint32_t id,
                     EmbedFile *file);
