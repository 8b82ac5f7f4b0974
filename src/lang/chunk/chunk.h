/* Splitting a file into chunks for one who reads it piece by piece. Chunks are contiguous, none is
   empty (but for the one of an empty file), and concatenated they are the file, byte for byte.

   A chunk of max_tokens holds at most 4 * max_tokens + 3 bytes: the largest text that counts as
   that many tokens. Whole declarations, each with the comments before it, are packed while they
   fit; one that fits the limit alone is never cut. A larger one starts a chunk of its own and ends
   with one, cut at its members, these at statements, these at paragraphs and lines; a line that is
   too long is cut at a declaration, an element, a separator or a character. What comes before the
   first declaration (imports, licence) goes with it.

   The plan is only the boundaries, so that it stays small for any file; what a chunk is called is
   found when asked. Time is linear in the text. */
#pragma once

#include "lang/lang.h"

/* One line of a chunk's header. Characters. */
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
    Str type; /* kind of its first declaration; comment, imports, code or text when it has none */
    Str name; /* up to three names; `Class.method`; `name (part 2/5)` */
    Str context; /* first sentence of the declaration's comment, else its signature, else of
                    the comment or docstring that code begins with, else the chunk's first line; at
                    most CHUNK_CONTEXT_CHARS characters */
} Chunk;

/* Bytes that a chunk of max_tokens may hold. */
size_t chunk_bytes_max(uint64_t max_tokens);

/* The outline of a text for chunking: with cut points, never by a child process, and by a grammar
   only up to CHUNK_PARSE_BYTES_MAX, so that it does not depend on how fast the machine is. */
void chunk_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                   const volatile bool *cancel, Outline *outline);

/* Text up to FILE_BYTES_MAX; max_tokens >= CHUNK_TOKENS_MIN. The outline may be any: positions in
   it are checked, and only a better place to cut is lost when they are wrong. Outline and text must
   outlive the plan. `scratch` must be another arena. */
void chunk_plan(Arena *arena, Arena scratch, const Outline *outline, Str text, uint64_t max_tokens,
                ChunkPlan *plan);

/* index < plan->marks.len. `file_name` names the pieces of a file without declarations. */
Chunk chunk_describe(Arena *arena, const ChunkPlan *plan, size_t index, Str file_name);

static inline Str chunk_text(const ChunkPlan *plan, const Chunk *chunk)
{
    return str_slice(plan->text, chunk->start, chunk->end);
}
