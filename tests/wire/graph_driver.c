/* graph_driver [--format F] [--budget N] [--depth N] [--direction both|in|out] [--plain FILE]
   <MODEL writes a graph, given as JSON with the rows that graph_write gives and with views of
   folders, in another form; with
   --format request what Graphviz is asked, with --plain placed as its answer says. For golden and
   browser tests. */
#include "base/limits.h"
#include "text/budget.h"
#include "view/graph_layout.h"

static Str get_text(const Json *object, const char *key)
{
    const Json *value = json_get(object, str_from(key));
    return value && value->type == JSON_STRING ? value->text : (Str){0};
}

static uint64_t get_number(const Json *object, const char *key)
{
    const Json *value = json_get(object, str_from(key));
    uint64_t number = 0;
    return value && value->type == JSON_NUMBER && str_parse_u64(value->text, &number) ? number : 0;
}

static int find_name(Str name, Str (*name_of)(int), int count)
{
    for (int i = 0; i < count; i++)
        if (str_equal(name, name_of(i)))
            return i;
    return 0;
}

static Str format_name(int i)
{
    return graph_format_name((GraphFormat)i);
}

static Str confidence_name(int i)
{
    return graph_confidence_name((GraphConfidence)i);
}

static Str risk_name(int i)
{
    return graph_risk_name((GraphRisk)i);
}

static Str subject_name(int i)
{
    static const char *const names[] = {"calls", "imports", "modules", "types"};
    return str_from(names[i]);
}

static void read_nodes(Arena *arena, const Json *list, GraphModel *model)
{
    size_t count = list ? list->count : 0;
    GraphNode *nodes = NEW(arena, GraphNode, count), *node = nodes;
    for (const Json *row = list ? list->first : NULL; row; row = row->next, node++) {
        const Json *focus = json_get(row, STR("focus"));
        node->id = get_text(row, "id");
        node->label = get_text(row, "label");
        node->handle = get_text(row, "handle");
        node->detail = get_text(row, "detail");
        node->group = get_text(row, "group");
        node->kind = get_text(row, "kind");
        node->weight = get_number(row, "weight");
        node->risk = (GraphRisk)find_name(get_text(row, "risk"), risk_name, GRAPH_RISK_COUNT);
        node->focus = focus && focus->type == JSON_TRUE;
        node->more_in = (uint32_t)get_number(row, "moreIn");
        node->more_out = (uint32_t)get_number(row, "moreOut");
        node->holds = (uint32_t)get_number(row, "holds");
    }
    model->nodes = nodes;
    model->node_count = count;
}

static void read_edges(Arena *arena, const Json *list, GraphModel *model)
{
    size_t count = list ? list->count : 0;
    GraphEdge *edges = NEW(arena, GraphEdge, count), *edge = edges;
    for (const Json *row = list ? list->first : NULL; row; row = row->next, edge++) {
        edge->from = (uint32_t)get_number(row, "from") - 1;
        edge->to = (uint32_t)get_number(row, "to") - 1;
        edge->weight = (uint32_t)get_number(row, "weight");
        edge->sum_of = (uint32_t)get_number(row, "sumOf");
        edge->kind = get_text(row, "kind");
        edge->label = get_text(row, "label");
        edge->confidence = (GraphConfidence)find_name(get_text(row, "confidence"), confidence_name,
                                                      GRAPH_CONFIDENCE_COUNT);
    }
    model->edges = edges;
    model->edge_count = count;
}

static GraphModel read_graph(Arena *arena, const Json *value)
{
    GraphModel model = {.title = get_text(value, "title"), .note = get_text(value, "note")};
    const Json *left_out = json_get(value, STR("leftOut"));
    model.subject =
        (GraphSubject)find_name(get_text(value, "of"), subject_name, GRAPH_SUBJECT_COUNT);
    model.show_in = get_text(value, "showIn");
    model.show_out = get_text(value, "showOut");
    model.show_all = get_text(left_out, "show");
    model.nodes_left_out = get_number(left_out, "nodes");
    model.edges_left_out = get_number(left_out, "edges");
    read_nodes(arena, json_get(value, STR("nodes")), &model);
    read_edges(arena, json_get(value, STR("edges")), &model);
    return model;
}

static GraphModel read_model(Arena *arena, const Json *value)
{
    GraphModel model = read_graph(arena, value);
    const Json *list = json_get(value, STR("views"));
    GraphView *views = NEW(arena, GraphView, (list ? list->count : 0) + 1), *view = views;
    for (const Json *row = list ? list->first : NULL; row; row = row->next, view++) {
        const Json *hidden = json_get(row, STR("hidden"));
        view->id = get_text(row, "id");
        view->hidden = hidden && hidden->type == JSON_TRUE;
        view->model = read_graph(arena, row);
    }
    model.hidden = get_text(value, "hidden");
    model.views = views;
    model.view_count = list ? list->count : 0;
    return model;
}

static Str read_all(Arena *arena, FILE *file)
{
    Buf text = buf_open(arena, 0);
    for (;;) {
        char *to = buf_reserve(&text, 64 * KB);
        size_t len = fread(to, 1, 64 * KB, file);
        if (!len)
            return buf_str(&text);
        text.len += len;
    }
}

typedef struct Wish {
    GraphOptions options;
    bool request;
    const char *plain;
} Wish;

static Wish read_options(char **argv)
{
    static const char *const directions[] = {"both", "in", "out"};
    Wish wish = {0};
    for (; argv[1] && argv[2]; argv += 2) {
        Str name = str_from(argv[1]), value = str_from(argv[2]);
        uint64_t number = 0;
        if (str_equal(name, STR("--format")))
            wish.options.format = (GraphFormat)find_name(value, format_name, GRAPH_FORMAT_COUNT);
        if (str_equal(value, STR("request")))
            wish.request = true;
        if (str_equal(name, STR("--budget")) && budget_parse(value, &number))
            wish.options.budget = number;
        if (str_equal(name, STR("--depth")) && str_parse_u64(value, &number))
            wish.options.depth = (uint32_t)number;
        if (str_equal(name, STR("--plain")))
            wish.plain = argv[2];
        for (size_t i = 0; str_equal(name, STR("--direction")) && i < COUNT(directions); i++)
            if (str_equal(value, str_from(directions[i])))
                wish.options.direction = (GraphDirection)i;
    }
    return wish;
}

static bool write_model(Buf *out, Arena *arena, const GraphModel *model, Wish *wish, Err *err)
{
    GraphLayout layout;
    if (wish->request) {
        graph_put_layout_request(out, *arena, model);
        return true;
    }
    if (wish->plain) {
        FILE *file = fopen(wish->plain, "r");
        Str plain = file ? read_all(arena, file) : (Str){0};
        if (!graph_layout_from_plain(out->arena, *arena, model, plain, &layout, err))
            return false;
        wish->options.layout = &layout;
    }
    return graph_write(out, *arena, model, &wish->options, err);
}

int main(int argc, char **argv)
{
    (void)argc;
    Arena arena, scratch;
    Json *value;
    Err err = {0};
    arena_open(&arena, 0);
    arena_open(&scratch, 0);
    Wish wish = read_options(argv);
    Buf out = buf_open(&arena, 0);
    Str text = read_all(&scratch, stdin);
    if (json_parse(&scratch, text, &value, &err)) {
        GraphModel model = read_model(&scratch, value);
        if (write_model(&out, &scratch, &model, &wish, &err) &&
            fwrite(out.ptr, 1, out.len, stdout) == out.len)
            return 0;
    }
    fprintf(stderr, "Error: %s\n%s\n", err.message, err.hint);
    return err.code ? (int)err.code : 1;
}
