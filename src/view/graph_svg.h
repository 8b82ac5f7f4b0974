/* SVG parts that the SVG file and the HTML page share. Internal to view. */
#pragma once

#include "view/graph_layout.h"
#include "view/graph_plan.h"

/* Writes the style sheet of the shared parts and the groups' colours, without tags. */
void graph_put_style(Buf *out);
/* Writes the lines and boxes: `<g class="e …" id="e7">`, `<g class="n …" id="n0">`. The numbers are
   positions among the rows that graph_write_value writes. */
void graph_put_drawing(Buf *out, Arena scratch, const GraphPlan *plan, const GraphLayout *layout,
                       const GraphGroups *groups);
/* Index of the group's colour. Groups may share a colour. */
uint32_t graph_color(const GraphGroups *groups, uint32_t group);

/* An entry of the legend: the meaning of a kind of line or dot. */
typedef struct GraphKey {
    const char *kind; /* class of the line or dot */
    const char *text;
    bool dot;
} GraphKey;
/* Enough for every kind of line and dot. */
#define GRAPH_KEYS_MAX 8
size_t graph_keys(const GraphPlan *plan, GraphKey keys[GRAPH_KEYS_MAX]);
/* Draws the entry's line or dot, 20 pixels wide, at x, centred on y. */
void graph_put_key(Buf *out, const GraphKey *key, double x, double y);

/* Writes a label, escaped as XML or HTML text or as an attribute's value. */
void graph_put_xml(Buf *out, Arena scratch, Str text, size_t columns);
/* Writes the value with one decimal, independent of the locale. */
void graph_put_length(Buf *out, double value);

void graph_write_svg(Buf *out, Arena scratch, const GraphPlan *plan);
void graph_write_html(Buf *out, Arena scratch, const GraphPlan *plan);
