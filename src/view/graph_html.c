/* HTML form: one page with style, picture, the JSON of --format json, and a script. Its content
   security policy contains the hashes of the style and the script. Nothing else can run or load,
   even if a label got past the escaping. */
#include "view/graph_svg.h"
#include "view/html.h"

/* Maximum width of one line of the heading, in columns. */
#define TITLE_COLUMNS 100
#define NOTE_COLUMNS 400 /* it wraps */
/* Limits of the group buttons, so that they fit two or three rows. */
#define GROUP_COLUMNS 40
#define CHIPS_MAX 24

static const unsigned char page_css[] = {
#include "view_graph_page_css.inc"
};
static const unsigned char page_js[] = {
#include "view_graph_page_js.inc"
};

#define SCRIPT ((Str){(const char *)page_js, sizeof page_js})

static Str make_style(Arena *arena)
{
    Buf style = buf_open(arena, 0);
    buf_put_byte(&style, '\n');
    graph_put_style(&style);
    buf_put(&style, (Str){(const char *)page_css, sizeof page_css});
    return buf_str(&style);
}

static void put_head(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Str title = graph_label(&scratch, plan->model->title, TITLE_COLUMNS);
    HtmlHead head = {.title = title, .style = make_style(&scratch), .script = SCRIPT};
    html_put_head(out, scratch, &head);
}

static void put_summary(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Str rest[] = {plan->model->note, graph_left_out(&scratch, plan)};
    buf_put(out, STR("<p>"));
    graph_put_counts(out, plan);
    for (size_t i = 0; i < COUNT(rest); i++) {
        buf_put(out, rest[i].len ? STR(" \xC2\xB7 ") : (Str){0});
        graph_put_xml(out, scratch, rest[i], NOTE_COLUMNS);
    }
    buf_put(out, STR("</p>"));
}

/* Writes the path of folders of a view. */
static void put_trail(Buf *out, Arena scratch, const GraphPlan *plan)
{
    if (!plan->model->view_count)
        return;
    buf_put(out, STR("<nav id=\"trail\" aria-label=\"Folders\" data-view=\""));
    graph_put_xml(out, scratch, plan->model->view, GRAPH_ID_COLUMNS);
    buf_put(out, STR("\" hidden></nav>"));
}

/* Writes the switch that shows hidden nodes, if the page has any. */
static void put_switch(Buf *out, Arena scratch, const GraphPlan *plan)
{
    const GraphModel *model = plan->model;
    if (!model->view_count || !model->hidden.len)
        return;
    buf_put(out, STR("<label class=\"switch\"><input id=\"hidden\" type=\"checkbox\" "
                     "autocomplete=\"off\"><span>Show "));
    graph_put_xml(out, scratch, model->hidden, NOTE_COLUMNS);
    buf_put(out, STR("</span></label>\n"));
}

static void put_header(Buf *out, Arena scratch, const GraphPlan *plan)
{
    buf_put(out, STR("<body>\n<header>\n<div class=\"name\"><h1>"));
    graph_put_xml(out, scratch, plan->model->title, TITLE_COLUMNS);
    buf_put(out, STR("</h1>"));
    put_summary(out, scratch, plan);
    put_trail(out, scratch, plan);
    buf_put(out, STR("</div>\n"));
    put_switch(out, scratch, plan);
    buf_put(out, STR("<div class=\"find\"><input id=\"find\" type=\"search\" placeholder=\"Search"
                     " ( / )\" aria-label=\"Search\" autocomplete=\"off\" spellcheck=\"false\">"
                     "<output id=\"found\" for=\"find\"></output></div>\n"
                     "<div class=\"zoom\"><button id=\"out\" title=\"Zoom out (-)\">\xE2\x88\x92"
                     "</button><button id=\"fit\" title=\"Show all (0)\">Fit</button>"
                     "<button id=\"in\" title=\"Zoom in (+)\">+</button></div>\n</header>\n"));
}

static void put_sizes(Buf *out, const GraphLayout *layout)
{
    const char *const sizes[] = {" data-width=\"", "\" data-height=\"", "\" viewBox=\"0 0 ", " "};
    for (size_t i = 0; i < COUNT(sizes); i++) {
        buf_put(out, str_from(sizes[i]));
        graph_put_length(out, i % 2 ? layout->height : layout->width);
    }
    buf_put_byte(out, '"');
}

static void put_picture(Buf *out, Arena scratch, const GraphPlan *plan, const GraphGroups *groups)
{
    const GraphLayout *layout = plan->options->layout;
    buf_put(out, STR("<main>\n<svg id=\"picture\" tabindex=\"0\" role=\"group\""));
    put_sizes(out, layout);
    buf_put(out, STR(" aria-label=\""));
    graph_put_xml(out, scratch, plan->model->title, TITLE_COLUMNS);
    buf_put(out, STR("\"><g id=\"view\">\n"));
    graph_put_drawing(out, scratch, plan, layout, groups);
    buf_put(out, STR("</g></svg>\n"));
}

/* Writes a button for each group, which highlights its nodes. */
static void put_chips(Buf *out, Arena scratch, const GraphGroups *groups)
{
    for (uint32_t i = 0; i < MIN(groups->count, CHIPS_MAX); i++) {
        buf_put(out, STR("<button aria-pressed=\"false\" data-group=\""));
        graph_put_xml(out, scratch, groups->names[i], GRAPH_VALUE_COLUMNS);
        buf_printf(out,
                   "\"><svg class=\"g%u\" viewBox=\"0 0 10 10\"><rect class=\"b\" width=\"10\" "
                   "height=\"10\" rx=\"3\"/></svg>",
                   graph_color(groups, i));
        graph_put_xml(out, scratch, groups->names[i], GROUP_COLUMNS);
        buf_put(out, STR("</button>"));
    }
}

static void put_keys(Buf *out, const GraphPlan *plan)
{
    GraphKey keys[GRAPH_KEYS_MAX];
    size_t count = graph_keys(plan, keys);
    for (size_t i = 0; i < count; i++) {
        buf_put(out, STR("<span class=\"key\"><svg viewBox=\"0 0 24 10\">"));
        graph_put_key(out, &keys[i], 2, 5);
        buf_printf(out, "</svg>%s</span>", keys[i].text);
    }
}

static void put_panel(Buf *out, Arena scratch, const GraphPlan *plan)
{
    const GraphWords *words = graph_words(plan->model->subject);
    const struct {
        const char *name;
        Str value;
    } facts[] = {{"in", words->in},
                 {"out", words->out},
                 {"show-in", plan->model->show_in},
                 {"show-out", plan->model->show_out}};
    buf_put(out, STR("<aside id=\"panel\" aria-live=\"polite\" hidden"));
    for (size_t i = 0; i < COUNT(facts); i++) {
        buf_printf(out, " data-%s=\"", facts[i].name);
        graph_put_xml(out, scratch, facts[i].value, NOTE_COLUMNS);
        buf_put_byte(out, '"');
    }
    buf_put(out, STR("></aside>\n</main>\n"));
}

/* In JSON `<` occurs only within strings, where it is escaped, so that nothing ends the element. */
static void put_json(Buf *out, Arena scratch, const GraphPlan *plan)
{
    Buf json = buf_open(&scratch, 0);
    graph_write_value(&json, *out->arena, plan);
    Str rest = buf_str(&json), part;
    for (bool first = true; str_take_until(&rest, '<', &part); first = false) {
        buf_put(out, first ? (Str){0} : STR("\\u003c"));
        buf_put(out, part);
    }
}

static void put_tail(Buf *out, Arena scratch, const GraphPlan *plan)
{
    buf_put(out, STR("<script type=\"application/json\" id=\"data\">"));
    put_json(out, scratch, plan);
    buf_put(out, STR("</script>\n"));
    html_put_end(out, SCRIPT);
}

/* ---- other views ---- */

static void put_view(Buf *out, Arena scratch, const GraphPlan *plan, const GraphView *view)
{
    GraphGroups groups = graph_groups(&scratch, plan);
    buf_put(out, STR("<template class=\"view\" data-id=\""));
    graph_put_xml(out, scratch, view->id, GRAPH_ID_COLUMNS);
    buf_put(out, STR("\" data-title=\""));
    graph_put_xml(out, scratch, view->model.title, TITLE_COLUMNS);
    buf_put(out, view->hidden ? STR("\" data-hidden>") : STR("\">"));
    put_summary(out, scratch, plan);
    buf_put(out, STR("<svg"));
    put_sizes(out, plan->options->layout);
    buf_put(out, STR("><g>\n"));
    graph_put_drawing(out, scratch, plan, plan->options->layout, &groups);
    buf_put(out, STR("</g></svg><div>"));
    put_keys(out, plan);
    put_chips(out, scratch, &groups);
    buf_put(out, STR("</div><script type=\"application/json\">"));
    put_json(out, scratch, plan);
    buf_put(out, STR("</script></template>\n"));
}

/* Writes as many further views as fit in `room` bytes. */
static void put_views(Buf *out, Arena scratch, const GraphPlan *plan, size_t room)
{
    for (size_t i = 0; i < plan->model->view_count && !out->overflow; i++) {
        const GraphView *view = &plan->model->views[i];
        Arena work = scratch;
        GraphOptions options = *plan->options;
        GraphLayout layout = graph_layout(&work, *out->arena, &view->model);
        size_t before = out->len;
        options.layout = &layout;
        GraphPlan whole = graph_plan_picture(&work, &view->model, &options);
        put_view(out, work, &whole, view);
        if (!out->limit || (!out->overflow && out->len + room <= out->limit))
            continue;
        out->overflow = false;
        out->len = before;
        return;
    }
}

void graph_write_html(Buf *out, Arena scratch, const GraphPlan *plan)
{
    GraphGroups groups = graph_groups(&scratch, plan);
    put_head(out, scratch, plan);
    put_header(out, scratch, plan);
    put_picture(out, scratch, plan, &groups);
    buf_put(out, STR("<div id=\"groups\">"));
    put_keys(out, plan);
    put_chips(out, scratch, &groups);
    buf_put(out, STR("</div>\n"));
    put_panel(out, scratch, plan);
    Buf tail = buf_open(out->arena, 0);
    put_tail(&tail, scratch, plan);
    put_views(out, scratch, plan, tail.len);
    buf_put(out, buf_str(&tail));
}
