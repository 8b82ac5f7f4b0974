/* Graphs are made up: dense, sparse, cyclic, with loops, hostile names and every flag. Whatever the
   graph, an answer keeps its budget, is clean UTF-8, parses, and is the same when asked again. */
#include "text/budget.h"
#include "text/toon.h"
#include "text/width.h"
#include "view/graph_layout.h"

#include "test.h"
#include "test_random.h"

#define ROUNDS 40

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

static bool has_control_bytes(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (((unsigned char)text.ptr[i] < 0x20 && text.ptr[i] != '\n') || text.ptr[i] == 0x7F)
            return true;
    return false;
}

/* ---- XML ---- */

#define XML_DEPTH_MAX 16

/* A well-formed document of the kind that we write: elements, attributes in double quotes, the five
   entities, no comments or sections of other kinds. Returns what is wrong, or NULL. */
static const char *find_xml_fault(Str text)
{
    Str open[XML_DEPTH_MAX];
    size_t depth = 0, at = 0;
    while (at < text.len) {
        if (text.ptr[at] == '&') {
            size_t end = str_find_byte(str_slice(text, at, at + 8), ';');
            if (end == STR_NONE)
                return "a bare &";
            at += end;
        }
        if (text.ptr[at] != '<') {
            at++;
            continue;
        }
        bool closing = text.ptr[at + 1] == '/', empty = false, quoted = false;
        size_t start = at + 1 + closing, end = start;
        for (; end < text.len && (quoted || text.ptr[end] != '>'); end++) {
            if (text.ptr[end] == '<')
                return "< in a tag";
            quoted ^= text.ptr[end] == '"';
        }
        if (end == text.len || quoted)
            return "an open tag";
        empty = text.ptr[end - 1] == '/';
        Str name = str_slice(text, start, end);
        name = str_slice(name, 0, MIN(str_find_byte(name, ' '), name.len - empty));
        if (closing && (!depth || !str_equal(open[--depth], name)))
            return "an end tag without its start";
        if (!closing && !empty) {
            if (depth == XML_DEPTH_MAX)
                return "too deep";
            open[depth++] = name;
        }
        at = end + 1;
    }
    return depth ? "an element is not closed" : NULL;
}

static void check_svg(Str svg)
{
    const char *fault = find_xml_fault(svg);
    if (!test_expect(!fault, __FILE__, __LINE__, "is well-formed"))
        fprintf(stderr, "%s\n%.*s\n", fault, STR_ARG(svg));
    EXPECT(str_find(svg, STR("<script")) == STR_NONE);
}

/* Nothing of others ends an element: the page has exactly our own tags. */
static void check_page(Str page)
{
    Str rest = page;
    int scripts = 0;
    for (size_t at; (at = str_find(rest, STR("<script"))) != STR_NONE; scripts++)
        rest = str_from_offset(rest, at + 1);
    EXPECT_INT(scripts, 2);
    EXPECT(str_find(page, STR("src=")) == STR_NONE);
    EXPECT(str_find(page, STR("http://")) == STR_NONE &&
           str_find(page, STR("https://")) == STR_NONE);
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
    else if (format == GRAPH_SVG)
        check_svg(answer);
    else if (format == GRAPH_HTML)
        check_page(answer);
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

TEST(graph_pictures_keep_their_budget)
{
    static const uint64_t budgets[] = {64 * KB, 200 * KB, BUDGET_NONE};
    Random random = {17};
    Arena keep = *test_arena();
    for (int round = 0; round < ROUNDS / 3; round++) {
        *test_arena() = keep;
        GraphModel model = random_model(test_arena(), &random);
        for (size_t i = 0; i < COUNT(budgets) * 2; i++) {
            Arena work = *test_arena();
            GraphOptions options = {.format = i % 2 ? GRAPH_HTML : GRAPH_SVG,
                                    .budget = budgets[i / 2]};
            check_answer(&model, &options);
            *test_arena() = work;
        }
    }
}

/* ---- layout ---- */

static bool boxes_overlap(const GraphBox *a, const GraphBox *b)
{
    return a->at.x < b->at.x + b->width && b->at.x < a->at.x + a->width &&
           a->at.y < b->at.y + b->height && b->at.y < a->at.y + a->height;
}

static void check_boxes(const GraphLayout *layout)
{
    int overlaps = 0, outside = 0;
    for (size_t i = 0; i < layout->node_count; i++) {
        const GraphBox *box = &layout->boxes[i];
        outside += box->at.x < -0.01 || box->at.y < -0.01 ||
                   box->at.x + box->width > layout->width + 0.01 ||
                   box->at.y + box->height > layout->height + 0.01;
        for (size_t k = i + 1; k < layout->node_count; k++)
            overlaps += boxes_overlap(box, &layout->boxes[k]);
    }
    EXPECT_INT(overlaps, 0);
    EXPECT_INT(outside, 0);
}

/* Every line starts at its `from` and ends at its `to`. */
static void check_routes(const GraphModel *model, const GraphLayout *layout)
{
    for (size_t i = 0; i < model->edge_count; i++) {
        const GraphRoute *route = &layout->routes[i];
        const GraphEdge *edge = &model->edges[i];
        EXPECT(route->count >= 4 && route->count % 3 == 1);
        if (route->count < 4 || edge->from == edge->to)
            continue;
        GraphPoint first = layout->points[route->first];
        GraphPoint last = layout->points[route->first + route->count - 1];
        const GraphBox *from = &layout->boxes[edge->from], *to = &layout->boxes[edge->to];
        EXPECT(first.y >= from->at.y && first.y <= from->at.y + from->height);
        EXPECT(last.y >= to->at.y && last.y <= to->at.y + to->height);
        EXPECT(route->backward ? last.x > to->at.x : last.x <= to->at.x + 0.01);
        EXPECT(route->backward ? first.x <= from->at.x + 0.01 : first.x > from->at.x);
    }
}

/* All edges between the same two nodes in the same direction. */
static uint64_t weight_between(const GraphModel *model, uint32_t from, uint32_t to)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < model->edge_count; i++)
        if (model->edges[i].from == from && model->edges[i].to == to)
            sum += MAX(model->edges[i].weight, 1);
    return sum;
}

static bool leads(const GraphModel *model, const GraphLayout *layout, uint32_t from, uint32_t to,
                  uint64_t least)
{
    Arena scratch = test_scratch();
    bool *met = NEW(&scratch, bool, model->node_count);
    bool grows = met[from] = true;
    while (grows && !met[to]) {
        grows = false;
        for (size_t i = 0; i < model->edge_count; i++) {
            const GraphEdge *edge = &model->edges[i];
            if (met[edge->from] && !met[edge->to] && !layout->routes[i].backward &&
                weight_between(model, edge->from, edge->to) >= least)
                grows = met[edge->to] = true;
        }
    }
    return met[to];
}

/* What runs backwards closes a cycle of edges that are at least as heavy. */
static void check_backward(const GraphModel *model, const GraphLayout *layout)
{
    for (size_t i = 0; i < model->edge_count; i++) {
        const GraphEdge *edge = &model->edges[i];
        if (layout->routes[i].backward && edge->from != edge->to)
            EXPECT(leads(model, layout, edge->to, edge->from,
                         weight_between(model, edge->from, edge->to)));
    }
}

TEST(graph_layout_turns_the_lightest_edges)
{
    Random random = {31};
    Arena keep = *test_arena();
    for (int round = 0; round < ROUNDS; round++) {
        *test_arena() = keep;
        GraphModel model = random_model(test_arena(), &random);
        GraphEdge *edges = NEW(test_arena(), GraphEdge, model.edge_count + 1);
        for (size_t i = 0; i < model.edge_count; i++) {
            edges[i] = model.edges[i];
            edges[i].weight = 1 + random_below(&random, 40);
        }
        model.edges = edges;
        GraphLayout layout = graph_layout(test_arena(), test_scratch(), &model);
        check_backward(&model, &layout);
    }
}

TEST(graph_layout_has_no_overlaps)
{
    Random random = {29};
    Arena keep = *test_arena();
    for (int round = 0; round < 2 * ROUNDS; round++) {
        *test_arena() = keep;
        GraphModel model = random_model(test_arena(), &random);
        GraphLayout layout = graph_layout(test_arena(), test_scratch(), &model);
        EXPECT_INT(layout.node_count, model.node_count);
        check_boxes(&layout);
        check_routes(&model, &layout);
    }
}

static GraphModel large_model(Arena *arena, Random *random, uint32_t nodes, uint32_t edges)
{
    GraphModel model = {.title = STR("large"), .node_count = nodes, .edge_count = edges};
    GraphNode *node = NEW(arena, GraphNode, nodes);
    GraphEdge *edge = NEW(arena, GraphEdge, edges);
    for (uint32_t i = 0; i < nodes; i++)
        node[i].id = node[i].label = str_format(arena, "symbol_%u", i);
    for (uint32_t i = 0; i < edges; i++)
        edge[i] =
            (GraphEdge){.from = random_below(random, nodes), .to = random_below(random, nodes)};
    model.nodes = node;
    model.edges = edge;
    return model;
}

TEST(graph_layout_of_two_thousand_nodes)
{
    Random random = {1};
    GraphModel model = large_model(test_arena(), &random, 2000, 10000);
    GraphLayout layout = graph_layout(test_arena(), test_scratch(), &model);
    check_boxes(&layout);
    check_routes(&model, &layout);
}

TEST(graph_layout_takes_the_first_nodes_of_a_huge_graph)
{
    Random random = {2};
    GraphModel model = large_model(test_arena(), &random, 20000, 60000);
    GraphLayout layout = graph_layout(test_arena(), test_scratch(), &model);
    EXPECT_INT(layout.node_count, GRAPH_PICTURE_NODES_MAX);
    GraphOptions options = {.format = GRAPH_SVG};
    Str svg = write_graph(&model, &options);
    EXPECT(str_find(svg, STR(" left out")) != STR_NONE);
}

/* ---- heading ---- */

/* What stands in the heading as text elements of a class, joined by spaces but after a slash;
   pixels are what a column of it takes. */
static Str heading_text(Str svg, const char *kind, double pixels, double width)
{
    Buf out = buf_open(test_arena(), 0);
    Str open = str_format(test_arena(), "<text class=\"%s\" x=", kind);
    Str rest = str_from_offset(svg, str_find(svg, STR("<g class=\"head\">")));
    rest = str_slice(rest, 0, str_find(rest, STR("</g>")));
    for (size_t at; (at = str_find(rest, open)) != STR_NONE;) {
        rest = str_from_offset(rest, at + open.len);
        rest = str_from_offset(rest, str_find_byte(rest, '>') + 1);
        Str line = str_slice(rest, 0, str_find_byte(rest, '<'));
        EXPECT((double)width_columns(line) * pixels <= width);
        bool apart = out.len && !str_ends(buf_str(&out), STR("/"));
        buf_put(&out, apart ? STR(" ") : (Str){0});
        buf_put(&out, line);
    }
    return buf_str(&out);
}

TEST(graph_heading_is_whole_and_within_the_picture)
{
    Random random = {31};
    GraphModel model = large_model(test_arena(), &random, 2, 1);
    const char *title = "Around Serializer.deserialize_many, "
                        "src/some/long/way/to/the/place/of/serializers.py:1000-1040";
    model.title = str_from(title);
    model.note = STR("2 symbols are called 'dictAdd'; meant is src/dict.c:303-310 function "
                     "dictAdd; also: fc38d72f:cd429fb76a5196b9 deps/hiredis/dict.c:141-163 "
                     "function dictAdd");
    GraphOptions options = {.format = GRAPH_SVG};
    Str svg = write_graph(&model, &options);
    int64_t width = 0;
    Str number = str_from_offset(svg, str_find(svg, STR("width=\"")) + strlen("width=\""));
    REQUIRE(str_parse_i64(str_slice(number, 0, str_find_byte(number, '"')), &width));
    EXPECT_STR(heading_text(svg, "t", 11.5, (double)width - 32), title);
    Str note = heading_text(svg, "m", 6.5, (double)width - 32);
    EXPECT(str_find(note, STR("\xE2\x80\xA6")) == STR_NONE);
    EXPECT(str_find(note, STR("303-310 function dictAdd; also: fc38d72f")) != STR_NONE);
    EXPECT(str_ends(note, STR("function dictAdd")));
}
