/* The answer of Graphviz as a layout, and labels. */
#include <math.h>

#include "view/graph_layout.h"
#include "view/graph_plan.h"

#include "test.h"

static const GraphNode nodes[] = {{.id = STR_INIT("a"), .label = STR_INIT("a")},
                                  {.id = STR_INIT("b"), .label = STR_INIT("b")}};
static const GraphEdge edges[] = {{.from = 0, .to = 1}, {.from = 1, .to = 0}, {.from = 0, .to = 1}};
static const GraphModel model = {
    .nodes = nodes, .node_count = COUNT(nodes), .edges = edges, .edge_count = COUNT(edges)};

static bool read_plain(const char *text, GraphLayout *layout, Err *err)
{
    *err = (Err){0};
    return graph_layout_from_plain(test_arena(), test_scratch(), &model, str_from(text), layout,
                                   err);
}

TEST(graph_plain_answer_is_a_layout)
{
    GraphLayout layout;
    Err err;
    REQUIRE(read_plain("graph 1 5 5\n"
                       "node n0 1 4 0.6667 0.3125 \"\" solid box black lightgrey\n"
                       "node n1 3 1 0.6667 0.3125 \"\" solid box black lightgrey\r\n"
                       "edge n0 n1 4 1.3 4 2 4 2 1 2.6 1 solid black\n"
                       "edge n0 n7 4 1.3 4 2 4 2 1 2.6 1 solid black\n"
                       "stop\nnode n0 nonsense\n",
                       &layout, &err));
    EXPECT_INT(layout.node_count, 2);
    EXPECT_INT(layout.boxes[0].at.x, 0);
    EXPECT_INT(layout.boxes[0].at.y, 0);
    EXPECT_INT(layout.boxes[1].at.x, 2 * 96);
    EXPECT_INT(layout.boxes[1].at.y, 3 * 96);
    EXPECT_INT(layout.routes[0].count, 4);
    EXPECT_INT(layout.routes[2].count, 4);
    EXPECT_INT(layout.routes[1].count, 0);
    EXPECT(!layout.routes[0].backward);
}

/* The places that dot is asked for are higher than the boxes: see BOX_AIR. */
TEST(graph_plain_lines_end_at_boxes)
{
    GraphLayout layout;
    Err err;
    REQUIRE(read_plain("node n0 1 4 0.6667 0.4125\nnode n1 3 1 0.6667 0.4125\n"
                       "edge n0 n1 4 1.2 3.79375 2 3 3 2 3 1.20625\n"
                       "edge n1 n0 4 2.8 2 2 3 1 3 1 3\n",
                       &layout, &err));
    const GraphPoint *points = layout.points + layout.routes[0].first;
    EXPECT(fabs(points[0].y - (layout.boxes[0].at.y + layout.boxes[0].height)) < 0.01);
    EXPECT(fabs(points[3].y - layout.boxes[1].at.y) < 0.01);
    EXPECT(points[2].y > 0 && points[2].y < points[3].y);
    const GraphPoint *far = layout.points + layout.routes[1].first;
    EXPECT(far[3].y > layout.boxes[0].at.y + layout.boxes[0].height + 48);
}

TEST(graph_plain_answer_is_not_trusted)
{
    static const char *const answers[] = {
        "",
        "node n0 1 1 1 1\n",
        "node n0 1 1 1 1\nnode n1 nan 1 1 1\n",
        "node n0 1 1 1 1\nnode n1 1e9 1 1 1\n",
        "node n0 1 1 1 1\nnode n1 1e999999999999 1 1 1\n",
        "node n0 1 1\nnode n1 1\n",
        "node n0 1 1\nnode n1 1 1\nedge n0 n1 5 0 0 1 1 2 2 3 3 4 4\n",
        "node n0 1 1\nnode n1 1 1\nedge n0 n1 4000000000 0 0\n",
        "node n0 1 1\nnode n1 1 1\nedge n0 n1 4 0 0 1 1 2 2 3\n",
        "node n0 1 1\nnode n4294967297 1 1\n",
    };
    for (size_t i = 0; i < COUNT(answers); i++) {
        GraphLayout layout;
        Err err;
        if (!test_expect(!read_plain(answers[i], &layout, &err), __FILE__, __LINE__, "is refused"))
            fprintf(stderr, "%s\n", answers[i]);
        EXPECT(err.message[0] != '\0');
    }
}

TEST(graph_request_names_each_pair_once)
{
    Buf out = buf_open(test_arena(), 0);
    graph_put_layout_request(&out, test_scratch(), &model);
    Str text = buf_str(&out);
    EXPECT(str_find(text, STR("n0 [width=0.6667, height=0.4125];\n")) != STR_NONE);
    EXPECT(str_find(text, STR("n0 -> n1;\nn1 -> n0;\n}\n")) != STR_NONE);
}

TEST(graph_labels_are_harmless_lines)
{
    Arena *arena = test_arena();
    EXPECT_STR(graph_label(arena, STR(" a\n\tb\x1B[31m \x7F"), 40), "a b [31m");
    EXPECT_STR(graph_label(arena, STR("x\xE2\x80\xAEy\xE2\x80\x8Bz"), 40),
               "x\xEF\xBF\xBDy\xEF\xBF\xBDz");
    EXPECT_STR(graph_label(arena, STR("\xFF"), 40), "\xEF\xBF\xBD");
    EXPECT_STR(graph_label(arena, STR("abcdefghij"), 7), "abc\xE2\x80\xA6hij");
    EXPECT_STR(graph_handle(arena, STR("src/base/buf.c:1-9"), 30), "src/base/buf.c:1-9");
    EXPECT_STR(graph_handle(arena, STR("src/lang/fallback_patterns.c:278-283"), 32),
               "\xE2\x80\xA6/fallback_patterns.c:278-283");
}
