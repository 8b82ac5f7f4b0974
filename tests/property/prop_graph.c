/* Graphs are made up: dense, sparse, cyclic, with loops, hostile names and every flag. Whatever the
   graph, an answer keeps its budget, is clean UTF-8, parses, and is the same when asked again. */
#include "text/budget.h"
#include "text/toon.h"
#include "view/graph.h"

#include "test.h"

#define ROUNDS 40

typedef struct Random {
    uint32_t state;
} Random;

static uint32_t random_below(Random *random, uint32_t n)
{
    random->state = random->state * 1664525u + 1013904223u;
    return n ? (random->state >> 8) % n : 0;
}

static Str random_text(Arena *arena, Random *random)
{
    static const char *const shapes[] = {
        "run",
        "parse_visit",
        "<script>alert('x')</script>",
        "\"quoted\\name\"",
        "]]>-->&amp;",
        "\xFF\xFE",
        "\x1B[31mred",
        "line\nbreak\t\r",
        "\xE2\x80\xAEltr\xE2\x81\xA6",
        "\xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D",
        "\xE6\xBC\xA2\xE5\xAD\x97",
        "a\xCC\x81\xCC\x82\xCC\x83",
        "",
        "end; subgraph x[\"y\"] %% `#quot;` $(id)",
    };
    uint32_t repeats = random_below(random, 30) ? 1 : 1 + random_below(random, 400);
    Buf text = buf_open(arena, 0);
    buf_put_repeat(&text, str_from(shapes[random_below(random, COUNT(shapes))]), repeats);
    if (random_below(random, 3))
        buf_put_u64(&text, random_below(random, 1000));
    return buf_str(&text);
}

static void random_nodes(Arena *arena, Random *random, GraphModel *model)
{
    GraphNode *nodes = NEW(arena, GraphNode, model->node_count);
    for (size_t i = 0; i < model->node_count; i++) {
        GraphNode *node = &nodes[i];
        node->id = str_format(arena, "%zu:%.*s", i, STR_ARG(random_text(arena, random)));
        node->label = random_text(arena, random);
        node->handle = random_below(random, 3) ? random_text(arena, random) : (Str){0};
        node->detail = random_below(random, 3) ? (Str){0} : random_text(arena, random);
        node->group = random_below(random, 5) ? random_text(arena, random) : (Str){0};
        node->kind = random_below(random, 2) ? STR("function") : (Str){0};
        node->weight = random_below(random, 4) ? random_below(random, 100000) : 0;
        node->risk = (GraphRisk)random_below(random, GRAPH_RISK_COUNT);
        node->focus = i == 0 ? random_below(random, 3) > 0 : random_below(random, 50) == 0;
        node->more_in = random_below(random, 4) ? 0 : random_below(random, 100);
        node->more_out = random_below(random, 4) ? 0 : random_below(random, 100);
    }
    model->nodes = nodes;
}

static void random_edges(Arena *arena, Random *random, GraphModel *model)
{
    GraphEdge *edges = NEW(arena, GraphEdge, model->edge_count);
    uint32_t count = (uint32_t)model->node_count;
    for (size_t i = 0; i < model->edge_count; i++) {
        edges[i].from = random_below(random, count);
        edges[i].to = random_below(random, 10) ? random_below(random, count) : edges[i].from;
        edges[i].weight = random_below(random, 5);
        edges[i].confidence = (GraphConfidence)random_below(random, GRAPH_CONFIDENCE_COUNT);
        edges[i].kind = random_below(random, 5) ? (Str){0} : random_text(arena, random);
        edges[i].label = random_below(random, 5) ? (Str){0} : random_text(arena, random);
    }
    model->edges = edges;
}

static GraphModel random_model(Arena *arena, Random *random)
{
    static const uint32_t node_counts[] = {0, 1, 2, 5, 12, 40, 120};
    GraphModel model = {.subject = (GraphSubject)random_below(random, GRAPH_SUBJECT_COUNT)};
    model.title = random_text(arena, random);
    model.note = random_below(random, 2) ? random_text(arena, random) : (Str){0};
    model.show_in = STR("fovea callers");
    model.show_out = STR("fovea callees");
    model.show_all = str_join(arena, STR("fovea graph "), random_text(arena, random));
    model.nodes_left_out = random_below(random, 2) ? 0 : random_below(random, 100000);
    model.node_count = node_counts[random_below(random, COUNT(node_counts))];
    model.edge_count =
        model.node_count ? random_below(random, 1 + 3 * (uint32_t)model.node_count) : 0;
    random_nodes(arena, random, &model);
    random_edges(arena, random, &model);
    return model;
}

static Str write_graph(const GraphModel *model, const GraphOptions *options)
{
    Err err = {0};
    Buf out = buf_open(test_arena(), 0);
    if (!test_expect(graph_write(&out, test_scratch(), model, options, &err), __FILE__, __LINE__,
                     "is written"))
        fprintf(stderr, "%s\n", err.message);
    return buf_str(&out);
}

static void expect_parses(Str answer, GraphFormat format)
{
    Json *value = NULL;
    Err err = {0};
    const ToonOptions strict = {0};
    if (format == GRAPH_JSON)
        EXPECT(json_parse(test_arena(), answer, &value, &err));
    else if (format == GRAPH_TOON)
        EXPECT(toon_decode(test_arena(), answer, &strict, &value, &err));
}

static bool has_control_bytes(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (((unsigned char)text.ptr[i] < 0x20 && text.ptr[i] != '\n') || text.ptr[i] == 0x7F)
            return true;
    return false;
}

static void check_answer(const GraphModel *model, const GraphOptions *options)
{
    Str answer = write_graph(model, options);
    EXPECT(answer.len > 0);
    EXPECT(str_is_utf8(answer));
    EXPECT(!has_control_bytes(answer));
    EXPECT(answer.len <= options->budget);
    EXPECT(str_equal(answer, write_graph(model, options)));
    expect_parses(answer, options->format);
}

TEST(graph_answers_keep_their_budget)
{
    static const uint64_t budgets[] = {GRAPH_BUDGET_MIN, 2500, 4000, 10000, 40000, BUDGET_NONE};
    Random random = {3};
    Arena keep = *test_arena();
    for (int round = 0; round < ROUNDS; round++) {
        *test_arena() = keep;
        GraphModel model = random_model(test_arena(), &random);
        for (size_t i = 0; i < COUNT(budgets) * GRAPH_SVG; i++) {
            Arena work = *test_arena();
            GraphOptions options = {.format = (GraphFormat)(i % GRAPH_SVG),
                                    .budget = budgets[i / GRAPH_SVG],
                                    .direction = (GraphDirection)random_below(&random, 3),
                                    .depth = random_below(&random, 5)};
            check_answer(&model, &options);
            *test_arena() = work;
        }
    }
}
