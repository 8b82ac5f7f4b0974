/* Candidate cuts for chunking, from the structure of a file, with a rank for each. Internal to
   chunk.c. */
#pragma once

#include "lang/outline.h"

/* A better cut has a smaller rank. Declarations and statements at the same level of a body share a
   rank; nested ones have a larger rank. chunk.c itself finds paragraphs and lines. */
#define CHUNK_RANK_PARAGRAPH (1u << 28)
#define CHUNK_RANK_LINE (CHUNK_RANK_PARAGRAPH + 1)
/* Within a line: used only if the line is too long. */
#define CHUNK_RANK_INLINE (1u << 29)
#define CHUNK_LEVEL_MAX (1u << 26)

typedef struct ChunkBound {
    uint32_t offset;
    uint32_t rank;
    bool firm;       /* a declaration that fits starts here; never skipped to fill a chunk better */
    bool ends_split; /* a declaration that was split ends here: cut, unless the chunk gets thin */
} ChunkBound;

/* A range (from, to] in which no paragraph starts: the head of a declaration, up to its body. */
typedef struct ChunkZone {
    uint32_t from, to;
} ChunkZone;

typedef struct ChunkBounds {
    VEC(ChunkBound) bounds; /* ascending, at most one per offset */
    VEC(ChunkZone) zones;   /* ascending */
} ChunkBounds;

/* Finds the bounds for chunks of at most size_max bytes. A declaration that fits has no bounds
   inside. */
void chunk_bounds_find(Arena *arena, const Outline *outline, Str text, size_t size_max,
                       ChunkBounds *found);
