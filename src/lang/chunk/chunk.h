/* Structure-aware chunking: splits a file into chunks of limited size, cut where its declarations
   allow it. Chunks are contiguous, and concatenated they are the file, byte for byte. Only the
   single chunk of an empty file is empty.

   A chunk of max_tokens has at most 4 * max_tokens + 3 bytes, the largest text that counts as that
   many tokens. Whole declarations, each with the comments before it, are packed while they fit. A
   declaration that fits into a chunk is never cut. A larger one is cut at its members, these at
   statements, and these at paragraphs and lines. It starts a new chunk, and so does the declaration
   after it. A line that is too long is cut at a declaration, an element, a separator or a
   character. Text before the first declaration (imports, licence) goes with that declaration.

   A plan contains only the boundaries, so it is small even for large files. Names of chunks are
   computed on demand. Time is linear in the text. */
#pragma once

#include "lang/lang.h"

/* Characters of the context line in a chunk's header. */
#define CHUNK_CONTEXT_CHARS 60

typedef struct ChunkMark {
    uint32_t start; /* byte */
    uint32_t line;  /* 1-based line of that byte */
} ChunkMark;

typedef struct ChunkPlan {
    const Outline *outline;
    Str text;
    VEC(ChunkMark) marks; /* at least one */
} ChunkPlan;

typedef struct Chunk {
    uint32_t start, end;           /* bytes */
    uint32_t start_line, end_line; /* inclusive; 0 in an empty file */
    Str type;    /* kind of its first declaration; without one: comment, imports, code or text */
    Str name;    /* up to three names: `Class.method`, `name (part 2/5)` */
    Str context; /* first sentence of the declaration's comment, or its signature. Without a
                    declaration, first sentence of the comment that the chunk begins with, or its
                    first line. At most CHUNK_CONTEXT_CHARS characters */
} Chunk;

/* Size limit in bytes of a chunk of max_tokens. */
size_t chunk_bytes_max(uint64_t max_tokens);

/* The outline of a text for chunking, with cut points. So that the result does not depend on the
   machine, it never uses ctags, and a grammar only up to CHUNK_PARSE_BYTES_MAX. */
void chunk_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                   const volatile bool *cancel, Outline *outline);

/* Plans the chunks of a text of at most FILE_BYTES_MAX; max_tokens is clamped to the limits. The
   outline is not trusted: with wrong offsets the cuts are worse, but the plan is still valid.
   Outline and text must outlive the plan. `scratch` must be another arena. */
void chunk_plan(Arena *arena, Arena scratch, const Outline *outline, Str text, uint64_t max_tokens,
                ChunkPlan *plan);

/* Describes one chunk; index < plan->marks.len. `file_name` is the name of chunks without
   declarations. */
Chunk chunk_describe(Arena *arena, const ChunkPlan *plan, size_t index, Str file_name);

static inline Str chunk_text(const ChunkPlan *plan, const Chunk *chunk)
{
    return str_slice(plan->text, chunk->start, chunk->end);
}
