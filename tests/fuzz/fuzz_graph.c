/* Whatever Graphviz may answer: a layout with every node and only sound lines, or an error. */
#include "view/graph_layout.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_layout(const GraphModel *model, const GraphLayout *layout)
{
    assert(layout->node_count == model->node_count);
    assert(layout->width >= 0 && layout->width < 1e9 && layout->height >= 0);
    for (size_t i = 0; i < layout->node_count; i++)
        assert(layout->boxes[i].at.x >= -0.01 && layout->boxes[i].at.x <= layout->width);
    for (size_t i = 0; i < model->edge_count; i++)
        assert(layout->routes[i].count == 0 || layout->routes[i].count % 3 == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const GraphNode nodes[] = {{.id = STR_INIT("a"), .label = STR_INIT("a")},
                                      {.id = STR_INIT("b"), .label = STR_INIT("b")},
                                      {.id = STR_INIT("c"), .label = STR_INIT("c")}};
    static const GraphEdge edges[] = {
        {.from = 0, .to = 1}, {.from = 1, .to = 2}, {.from = 2, .to = 2}};
    GraphModel model = {
        .nodes = nodes, .node_count = COUNT(nodes), .edges = edges, .edge_count = COUNT(edges)};
    Arena arena, scratch;
    Err err = {0};
    GraphLayout layout;
    arena_open(&arena, 1 * GB);
    arena_open(&scratch, 1 * GB);
    if (graph_layout_from_plain(&arena, scratch, &model, (Str){(const char *)data, size}, &layout,
                                &err)) {
        GraphOptions options = {.format = GRAPH_SVG, .layout = &layout};
        Buf out = buf_open(&arena, 0);
        check_layout(&model, &layout);
        bool written = graph_write(&out, scratch, &model, &options, &err);
        assert(written && out.len);
    } else {
        assert(err.message[0]);
    }
    arena_close(&arena);
    arena_close(&scratch);
    return 0;
}
