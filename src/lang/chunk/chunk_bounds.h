/* Where the structure of a file allows a cut, and how good each place is. Part of chunk.c's
   work. */
#pragma once

#include "lang/outline.h"

/* A better place has a smaller rank. A declaration's start and the statements beside it share a
   rank; what is nested in them has a larger one. Paragraphs and lines are found by the sweep
   itself. */
#define CHUNK_RANK_PARAGRAPH (1u << 28)
#define CHUNK_RANK_LINE (CHUNK_RANK_PARAGRAPH + 1)
/* Within a line: used only when the line is too long. */
#define CHUNK_RANK_INLINE (1u << 29)
#define CHUNK_LEVEL_MAX (1u << 26)

typedef struct ChunkBound {
    uint32_t offset;
    uint32_t rank;
    bool firm; /* a declaration that fits starts here: never passed over to fill a chunk better */
    bool ends_split; /* the pieces of a declaration end here: cut unless that makes a thin chunk */
} ChunkBound;

/* No paragraph starts in (from, to]: what is before belongs to what follows. */
typedef struct ChunkZone {
    uint32_t from, to;
} ChunkZone;

typedef struct ChunkBounds {
    VEC(ChunkBound) bounds; /* ascending, one an offset */
    VEC(ChunkZone) zones;   /* ascending */
} ChunkBounds;

/* size_max: bytes of a chunk. Between two bounds around a declaration that fits there is none. */
void chunk_bounds_find(Arena *arena, const Outline *outline, Str text, size_t size_max,
                       ChunkBounds *found);
