/* SVG form: a file with heading, legend and drawing. The lines of heading and legend are broken
   here, as SVG does not break lines. */
#include "view/graph_svg.h"

#include "text/width.h"

#define MARGIN 32.0
/* Heading and legend need this width even around a single box. */
#define WIDTH_MIN 560.0
#define TITLE_COLUMNS 100
#define HEADING_COLUMNS 4000 /* not cut: a note may list symbols */
/* Limits of the legend, so that it fits a few rows. */
#define GROUP_COLUMNS 30
#define LEGEND_GROUPS_MAX 24
#define LEGEND_ROW 22.0
#define LEGEND_PIXELS 7.2
#define MARK_WIDTH 26.0
#define ENTRY_GAP 18.0

typedef struct Page {
    Buf *out;
    Arena scratch;
    const GraphPlan *plan;
    double width; /* width within the margins */
    double x, y;
} Page;

static void put_at(Buf *out, double x, double y)
{
    buf_put(out, STR(" x=\""));
    graph_put_length(out, x);
    buf_put(out, STR("\" y=\""));
    graph_put_length(out, y);
    buf_put_byte(out, '"');
}

/* A kind of text in the heading: its class, the distance to its first and to each further line,
   maximum pixels per column, maximum number of lines. */
typedef struct HeadingKind {
    const char *name;
    double first, next;
    double column;
    size_t lines_max;
} HeadingKind;

static const HeadingKind title_kind = {"t", 18, 24, 11.6, 3};
static const HeadingKind counts_kind = {"c", 22, 16, LEGEND_PIXELS, 2};
static const HeadingKind note_kind = {"m", 18, 16, 6.8, 8};

/* Takes the words that fit, or a part of a word that is too long; a path is broken between
   folders. */
static Str take_line(Str *rest, size_t columns)
{
    size_t at = 0, end = 0, folders = 0, used = 0;
    while (at < rest->len) {
        size_t from = at;
        str_decode(*rest, &at);
        used += width_columns(str_slice(*rest, from, at));
        if (used > columns) {
            end = end ? end : folders ? folders : from;
            break;
        }
        folders = rest->ptr[from] == '/' ? at : folders;
        end = at == rest->len || rest->ptr[at] == ' ' ? at : end;
    }
    Str line = str_slice(*rest, 0, end);
    *rest = str_trim(str_from_offset(*rest, end));
    return line;
}

static void put_heading_line(Page *page, const HeadingKind *kind, double step, Str line)
{
    page->y += step;
    buf_printf(page->out, "<text class=\"%s\"", kind->name);
    put_at(page->out, MARGIN, page->y);
    buf_put_byte(page->out, '>');
    graph_put_xml(page->out, page->scratch, line, (size_t)(page->width / kind->column));
    buf_put(page->out, STR("</text>\n"));
}

/* Writes a text within the page's width. If it has too many lines, the last one is cut in its
   middle. */
static void put_heading_text(Page *page, const HeadingKind *kind, Str text)
{
    size_t columns = (size_t)(page->width / kind->column);
    Arena scratch = page->scratch;
    Str rest = graph_label(&scratch, text, HEADING_COLUMNS);
    for (size_t i = 0; rest.len && i < kind->lines_max; i++) {
        bool last = i + 1 == kind->lines_max;
        Str line = last ? rest : take_line(&rest, columns);
        put_heading_line(page, kind, i ? kind->next : kind->first, line);
    }
}

static void put_heading(Page *page)
{
    Arena *arena = &page->scratch;
    Buf counts = buf_open(arena, 0);
    graph_put_counts(&counts, page->plan);
    Str left_out = graph_left_out(arena, page->plan);
    buf_put(page->out, STR("<g class=\"head\">\n"));
    put_heading_text(page, &title_kind, page->plan->model->title);
    put_heading_text(page, &counts_kind, buf_str(&counts));
    put_heading_text(page, &note_kind, page->plan->model->note);
    put_heading_text(page, &note_kind, left_out);
    buf_put(page->out, STR("</g>\n"));
}

/* ---- legend ---- */

/* Writes the text of an entry and returns the position of its mark. */
static GraphPoint put_entry(Page *page, Str text)
{
    double width = MARK_WIDTH + LEGEND_PIXELS * (double)width_columns(text) + ENTRY_GAP;
    if (page->x > MARGIN && page->x + width > MARGIN + page->width) {
        page->x = MARGIN;
        page->y += LEGEND_ROW;
    }
    GraphPoint mark = {page->x, page->y};
    buf_put(page->out, STR("<text"));
    put_at(page->out, page->x + MARK_WIDTH, page->y + 4);
    buf_put_byte(page->out, '>');
    graph_put_xml(page->out, page->scratch, text, TITLE_COLUMNS);
    buf_put(page->out, STR("</text>"));
    page->x += width;
    return mark;
}

static void put_group_entry(Page *page, const GraphGroups *groups, uint32_t group)
{
    GraphPoint at =
        put_entry(page, graph_label(&page->scratch, groups->names[group], GROUP_COLUMNS));
    buf_printf(page->out, "<g class=\"g%u\"><rect class=\"b\"", graph_color(groups, group));
    put_at(page->out, at.x + 4, at.y - 6);
    buf_put(page->out, STR(" width=\"14\" height=\"12\" rx=\"3\"/></g>\n"));
}

static void put_legend(Page *page, const GraphGroups *groups)
{
    GraphKey keys[GRAPH_KEYS_MAX];
    size_t key_count = graph_keys(page->plan, keys);
    page->y += 26;
    page->x = MARGIN;
    buf_put(page->out, STR("<g class=\"legend\">\n"));
    for (uint32_t i = 0; i < MIN(groups->count, LEGEND_GROUPS_MAX); i++)
        put_group_entry(page, groups, i);
    for (size_t i = 0; i < key_count; i++) {
        GraphPoint at = put_entry(page, str_from(keys[i].text));
        graph_put_key(page->out, &keys[i], at.x, at.y);
    }
    buf_put(page->out, STR("</g>\n"));
}

void graph_write_svg(Buf *out, Arena scratch, const GraphPlan *plan)
{
    const GraphLayout *layout = plan->options->layout;
    GraphGroups groups = graph_groups(&scratch, plan);
    Buf top = buf_open(out->arena, out->limit);
    Page page = {.out = &top, .scratch = scratch, .plan = plan, .y = MARGIN - 8};
    page.width = MAX(layout->width, WIDTH_MIN);
    put_heading(&page);
    put_legend(&page, &groups);
    double width = page.width + 2 * MARGIN, start = page.y + 36;
    buf_put(out, STR("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\""));
    graph_put_length(out, width);
    buf_put(out, STR("\" height=\""));
    graph_put_length(out, start + layout->height + MARGIN);
    buf_put(out, STR("\" viewBox=\"0 0 "));
    graph_put_length(out, width);
    buf_put_byte(out, ' ');
    graph_put_length(out, start + layout->height + MARGIN);
    buf_put(out, STR("\">\n<title>"));
    graph_put_xml(out, scratch, plan->model->title, TITLE_COLUMNS);
    buf_put(out, STR("</title>\n<style>\n"));
    graph_put_style(out);
    buf_put(out, STR("</style>\n<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"));
    buf_put(out, buf_str(&top));
    out->overflow |= top.overflow;
    buf_put(out, STR("<g transform=\"translate("));
    graph_put_length(out, MARGIN + (page.width - layout->width) / 2);
    buf_put_byte(out, ',');
    graph_put_length(out, start);
    buf_put(out, STR(")\">\n"));
    graph_put_drawing(out, scratch, plan, layout, &groups);
    buf_put(out, STR("</g>\n</svg>\n"));
}
