/* A candidate rendering of a map: level, limit and selected symbols. map.c makes it; map_text.c and
   map_value.c write it. Internal to view. */
#pragma once

#include "view/file_map.h"

typedef struct MapPlan {
    const MapFile *file;
    const MapOptions *options;
    MapLevel level;
    bool asked;            /* the level was requested, not chosen to fit */
    bool slim;             /* the budget is too small for the box */
    uint64_t limit;        /* maximum bytes at this level, or BUDGET_NONE */
    uint64_t missed;       /* the limit that the level before did not fit */
    const uint32_t *items; /* symbols shown, in source order */
    size_t item_count;
    size_t wanted; /* number of symbols in the requested lines */
    size_t edge;   /* TRUNCATED: entries kept at each end */
} MapPlan;

void file_map_write_text(Buf *out, Arena scratch, const MapPlan *plan);
void file_map_write_model(Buf *out, Arena scratch, const MapPlan *plan);

/* Maximum bytes of one text in the frame. */
size_t file_map_frame_text_max(const MapPlan *plan);
/* Maximum bytes of the list of imports. */
size_t file_map_imports_max(const MapPlan *plan);
/* The symbol's name with the scope that its declaration names: `Server.Serve`,
   `Ns::Class::method`. */
Str file_map_symbol_name(Arena *arena, const Outline *outline, const Symbol *symbol);

/* The entries left out of the middle of a truncated outline. */
typedef struct MapGap {
    size_t count;
    uint32_t first_line, last_line;
} MapGap;
MapGap file_map_gap(const MapPlan *plan);
