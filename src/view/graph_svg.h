/* Inside view: parts of the picture that the SVG file and the HTML page share. */
#pragma once

#include "view/graph_layout.h"
#include "view/graph_plan.h"

/* Colours of the shared parts and of the groups; a style sheet without tags. */
void graph_put_style(Buf *out);
/* Lines and boxes of what is shown: `<g class="e …" id="e7">`, `<g class="n …" id="n0">`, where the
   numbers are positions among the rows that graph_write_value gives. */
void graph_put_drawing(Buf *out, Arena scratch, const GraphPlan *plan, const GraphLayout *layout,
                       const GraphGroups *groups);
/* Index of a group's colour; every group has one, several may share it. */
uint32_t graph_color(const GraphGroups *groups, uint32_t group);

/* What the lines and dots of this picture mean, where they differ. */
typedef struct GraphKey {
    const char *kind; /* class of the line or dot */
    const char *text;
    bool dot;
} GraphKey;
/* Room for every kind of line and dot. */
#define GRAPH_KEYS_MAX 8
size_t graph_keys(const GraphPlan *plan, GraphKey keys[GRAPH_KEYS_MAX]);
/* Its line or dot, 20 pixels wide, at x and around y. */
void graph_put_key(Buf *out, const GraphKey *key, double x, double y);

/* A label as XML or HTML text or attribute. */
void graph_put_xml(Buf *out, Arena scratch, Str text, size_t columns);
/* One decimal, no locale. */
void graph_put_length(Buf *out, double value);

void graph_write_svg(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_html(Buf *out, Arena scratch, const GraphPlan *plan);
