/* Inside view: what map.c decided and map_text.c and map_value.c write down. */
#pragma once

#include "view/map.h"

typedef struct MapPlan {
    const MapFile *file;
    const MapOptions *options;
    MapLevel level;
    bool asked;            /* the level was asked for: nothing had to give way */
    bool slim;             /* too small a budget for the box */
    uint64_t limit;        /* bytes that this level must fit, BUDGET_NONE for any */
    const uint32_t *items; /* symbols shown, in source order */
    size_t item_count;
    size_t wanted; /* symbols in the lines asked for */
    size_t edge;   /* TRUNCATED: entries kept at each end */
} MapPlan;

void map_write_text(Buf *out, Arena scratch, const MapPlan *plan);
void map_write_model(Buf *out, Arena scratch, const MapPlan *plan);

/* Bytes that a text in the frame may take under this plan. */
size_t map_frame_text_max(const MapPlan *plan);
/* Bytes that the list of imports may take. */
size_t map_imports_max(const MapPlan *plan);
/* With the scope that its own declaration names: `Server.Serve`, `Ns::Class::method`. */
Str map_symbol_name(Arena *arena, const Outline *outline, const Symbol *symbol);

/* The entries left out of a truncated outline. */
typedef struct MapGap {
    size_t count;
    uint32_t first_line, last_line;
} MapGap;
MapGap map_gap(const MapPlan *plan);
