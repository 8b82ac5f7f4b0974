/* HTML page of a diff. The top lists files that were not compared and uses that break; then come
   the reading order and the tests to run; then the change itself. The later parts are rendered
   first, because the top reports what did not fit. */
#include "view/diff_page.h"

#include "view/diff_page_parts.h"
#include "view/html.h"

#define GROUPS_SHOWN 40
#define GROUP_SYMBOLS_SHOWN 200
#define CONSEQUENCES_SHOWN 100
/* Maximum size of the file list at the side of the page. */
#define NAV_BYTES_MAX (1 * MB)

static const unsigned char page_css[] = {
#include "view_diff_page_css.inc"
};
static const unsigned char page_js[] = {
#include "view_diff_page_js.inc"
};

#define STYLE ((Str){(const char *)page_css, sizeof page_css})
#define SCRIPT ((Str){(const char *)page_js, sizeof page_js})

/* ---- parts of lines ---- */

void page_put_count(Buf *out, size_t count, const char *noun)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s%s", noun, count == 1 ? "" : "s");
}

void page_put_mark(Buf *out, const ChangedSymbol *changed)
{
    static const struct {
        char mark;
        const char *class, *text, *name;
    } marks[] = {{'!', "brk", "!", "may break callers"},
                 {'+', "add", "+", "new"},
                 {'-', "rem", "−", "gone"},
                 {'~', "chg", "~", "changed"}};
    size_t at = 0;
    while (marks[at].mark != diff_mark(changed))
        at++;
    buf_printf(out, "<span class=\"m %s\" title=\"%s\">%s</span>", marks[at].class, marks[at].name,
               marks[at].text);
}

void page_put_link(Buf *out, const PageState *state, uint32_t block)
{
    Str name = page_name(state->arena, state->set, page_reported(state, block));
    buf_put(out, STR("<a href=\"#"));
    buf_put(out, state->blocks[block].anchor);
    buf_put(out, STR("\">"));
    html_put_text(out, name);
    buf_put(out, STR("</a>"));
}

/* ---- files not compared ---- */

static void put_unseen_rows(Buf *out, const DiffUnseenVec *unseen)
{
    for (size_t i = 0; i < unseen->len; i++) {
        const DiffUnseen *row = &unseen->ptr[i];
        buf_put(out, STR("<li>"));
        page_put_count(out, row->count, "file");
        buf_put(out, STR(" not compared, "));
        html_put_text(out, row->reason);
        for (size_t k = 0; k < row->paths.len; k++) {
            buf_put(out, k ? STR(", <code>") : STR(": <code>"));
            html_put_text(out, row->paths.ptr[k]);
            buf_put(out, STR("</code>"));
        }
        buf_put(out, row->count > row->paths.len ? STR(" …</li>\n") : STR("</li>\n"));
    }
}

static void put_note(Buf *out, const char *before, Str note)
{
    if (!note.len)
        return;
    buf_printf(out, "<li>%s", before);
    html_put_text(out, note);
    buf_put(out, STR("</li>\n"));
}

static void put_left_out(Buf *out, size_t count, const char *noun, const char *rest)
{
    if (!count)
        return;
    buf_put(out, STR("<li>"));
    page_put_count(out, count, noun);
    buf_printf(out, " %s</li>\n", rest);
}

static void put_too_much(Buf *out, const PageState *state)
{
    const DiffView *view = state->view;
    size_t start = out->len, behind = view->set->files.len - view->shown;
    put_left_out(out, state->code_left_out, "place", "where not all lines are shown");
    put_left_out(out, state->symbols_left_out, "symbol", "that are not on this page");
    put_left_out(out, behind + state->files_left_out, "file", "that are not on this page");
    if (out->len == start || !state->page->more.len)
        return;
    buf_put(out, STR("<li>too much for one page: <code>"));
    html_put_text(out, state->page->more);
    buf_put(out, STR("</code> shows a part of it</li>\n"));
}

static void put_unseen(Buf *out, const PageState *state)
{
    Buf rows = buf_open(state->arena, 0);
    put_unseen_rows(&rows, &state->view->unseen);
    put_note(&rows, "not all code was looked at: ", state->view->unseen_code);
    put_note(&rows, "not all code was looked at: ", state->view->unlooked);
    put_note(&rows, "", state->view->note);
    put_too_much(&rows, state);
    if (!rows.len)
        return;
    buf_put(out, STR("<section class=\"box warn\" id=\"unseen\"><h2>Not seen here</h2><ul>\n"));
    buf_put(out, buf_str(&rows));
    buf_put(out, STR("</ul></section>\n"));
}

/* ---- consequences ---- */

static bool is_of(const PageState *state, const Consequence *row, const ChangedSymbol *of)
{
    if ((of && consequence_is_of_file(row)) || (!of && row->fault == USE_MENTIONED))
        return false;
    return !of || of == &state->set->files.ptr[row->file].symbols.ptr[row->reported];
}

static void put_consequence(Buf *out, const PageState *state, const Consequence *row, bool named)
{
    uint32_t *blocks = state->block_of[row->file];
    Str fault = use_fault_name(row->fault);
    buf_put(out, STR("<li><span class=\"place\">"));
    html_put_text(out, row->path);
    buf_printf(out, ":%u</span> <code>", row->line);
    html_put_text(out, row->user);
    buf_put(out, STR("</code>"));
    if (named && consequence_is_of_file(row)) {
        buf_put(out, STR(" → "));
        html_put_text(out, consequence_subject(state->arena, state->set, row));
    } else if (named && blocks) {
        buf_put(out, STR(" → "));
        page_put_link(out, state, blocks[row->reported]);
    }
    buf_printf(out, " <span class=\"why\">%.*s: ", STR_ARG(fault));
    html_put_text(out, row->why);
    buf_put(out, row->likely ? STR(" (likely)</span></li>\n") : STR("</span></li>\n"));
}

size_t page_put_consequences(Buf *out, const PageState *state, const ChangedSymbol *of)
{
    const ConsequenceVec *rows = state->view->consequences;
    size_t count = 0;
    for (size_t i = 0; rows && i < rows->len; i++)
        if (is_of(state, &rows->ptr[i], of) && count++ < CONSEQUENCES_SHOWN)
            put_consequence(out, state, &rows->ptr[i], !of);
    if (count > CONSEQUENCES_SHOWN)
        buf_printf(out, "<li>%zu more</li>\n", count - CONSEQUENCES_SHOWN);
    return count;
}

static void put_broken(Buf *out, const PageState *state)
{
    if (!state->view->consequences)
        return;
    Buf rows = buf_open(state->arena, 0);
    size_t count = page_put_consequences(&rows, state, NULL);
    if (!count && diff_unchecked(state->arena, state->view->set).len) {
        buf_put(out,
                STR("<p class=\"fine\" id=\"broken\">Callers of the symbols marked ! were only "
                    "partly checked.</p>\n"));
        return;
    }
    if (!count) {
        bool all = !state->view->unseen_code.len && !state->view->unlooked.len;
        buf_printf(out,
                   "<p class=\"fine\" id=\"broken\">No use outside of the change was found whose "
                   "arguments, names or imports no longer fit%s</p>\n",
                   all ? "." : ", but not all code was looked at.");
        return;
    }
    buf_put(out, STR("<section class=\"box bad\" id=\"broken\"><h2>"));
    page_put_count(out, count, "use");
    buf_put(out, STR(" not updated by this change</h2><ul>\n"));
    buf_put(out, buf_str(&rows));
    buf_put(out, STR("</ul></section>\n"));
}

/* ---- order and tests ---- */

static void put_group(Buf *out, const PageState *state, size_t first, size_t end)
{
    const ChangeGroups *groups = state->view->groups;
    uint32_t last = 0;
    size_t shown = 0, all = 0;
    buf_put(out, STR("<ol>"));
    for (size_t i = first; i < end; i++) {
        const ReportedSymbol *reported = &groups->order[i];
        uint32_t block = state->block_of[reported->file]
                             ? state->block_of[reported->file][reported->reported]
                             : 0;
        bool own = block && state->blocks[block].reported == reported->reported && block != last;
        last = block;
        if (!own || all++ >= GROUP_SYMBOLS_SHOWN)
            continue;
        const ChangedSymbol *changed = page_reported(state, block);
        shown++;
        buf_put(out, STR("<li>"));
        page_put_mark(out, changed);
        page_put_link(out, state, block);
        buf_put(out, STR(" <span class=\"place\">"));
        html_put_text(out, page_path(&state->set->files.ptr[reported->file]));
        buf_put(out, reported->test ? STR("</span> <span class=\"soft\">test</span></li>\n")
                                    : STR("</span></li>\n"));
    }
    if (all > shown)
        buf_printf(out, "<li class=\"soft\">%zu more</li>", all - shown);
    buf_put(out, STR("</ol>\n"));
}

static size_t group_end(const ChangeGroups *groups, size_t first)
{
    size_t end = first;
    while (end < groups->count && groups->order[end].group == groups->order[first].group)
        end++;
    return end;
}

static void put_order(Buf *out, const PageState *state)
{
    const ChangeGroups *groups = state->view->groups;
    if (!groups || groups->count < 2)
        return;
    buf_put(out, STR("<details class=\"box\" id=\"order\"><summary><h2>In which order to read it"
                     "</h2> <span class=\"soft\">"));
    page_put_count(out, groups->count, "symbol");
    buf_put(out, STR(" in "));
    page_put_count(out, groups->groups, "independent group");
    buf_put(out, STR("</span></summary>\n"));
    for (size_t i = 0, end; i < groups->count && groups->order[i].group < GROUPS_SHOWN; i = end) {
        end = group_end(groups, i);
        if (groups->groups > 1)
            buf_printf(out, "<h4>Group %u</h4>\n", groups->order[i].group + 1);
        put_group(out, state, i, end);
    }
    if (groups->groups > GROUPS_SHOWN)
        buf_printf(out, "<p class=\"soft\">%u more groups</p>\n", groups->groups - GROUPS_SHOWN);
    buf_put(out, STR("</details>\n"));
}

static void put_tests(Buf *out, const DiffTests *tests)
{
    if (!tests)
        return;
    if (!tests->all) {
        buf_put(out, STR("<p class=\"fine\" id=\"tests\">No test is known to reach what changed."));
        buf_put(out, tests->named.len ? STR(" ") : (Str){0});
        html_put_text(out, tests->named);
        buf_put(out, tests->unlooked.len ? STR(" Not looked at: ") : (Str){0});
        html_put_text(out, tests->unlooked);
        buf_put(out, STR("</p>\n"));
        return;
    }
    buf_put(out, STR("<details class=\"box\" id=\"tests\"><summary><h2>Tests to run</h2> "
                     "<span class=\"soft\">"));
    page_put_count(out, tests->all, "test");
    buf_printf(out, " reach%s what changed%s</span></summary>\n", tests->all == 1 ? "es" : "",
               tests->more ? ", and more" : "");
    if (tests->commands.len && tests->all > tests->shown.len)
        buf_printf(out, "<p class=\"fine\">Runs the first %zu:</p>\n", tests->shown.len);
    for (size_t i = 0; i < tests->commands.len; i++) {
        buf_put(out, STR("<pre>"));
        html_put_text(out, tests->commands.ptr[i]);
        buf_put(out, STR("</pre>\n"));
    }
    buf_put(out, STR("<ul>"));
    for (size_t i = 0; i < tests->shown.len; i++) {
        buf_put(out, STR("<li><code>"));
        html_put_text(out, tests->shown.ptr[i]);
        buf_put(out, STR("</code></li>\n"));
    }
    if (tests->all > tests->shown.len)
        buf_printf(out, "<li class=\"soft\">%zu more</li>", tests->all - tests->shown.len);
    buf_put(out, STR("</ul></details>\n"));
}

/* ---- head and contents ---- */

static void put_totals(Buf *out, const ChangeSet *set)
{
    buf_put(out, STR("<p class=\"totals\"><span>"));
    page_put_count(out, set->files.len, "file");
    buf_put(out, STR("</span> <span><ins>+"));
    buf_put_thousands(out, set->lines_added);
    buf_put(out, STR("</ins> <del>−"));
    buf_put_thousands(out, set->lines_removed);
    buf_put(out, STR("</del></span>"));
    if (set->breaking)
        buf_printf(out, " <span class=\"chip brk\">%u may break callers</span>", set->breaking);
    for (unsigned i = 1; i < CHANGE_KIND_COUNT; i++) {
        Str name = change_kind_name((ChangeKind)i);
        if (set->counts[i])
            buf_printf(out, " <span class=\"chip\">%u %.*s</span>", set->counts[i], STR_ARG(name));
    }
    buf_put(out, STR("</p>\n"));
}

static Str title_of(const PageState *state)
{
    const DiffPage *page = state->page;
    const char *gap = page->title.len ? ": " : "";
    return str_format(state->arena, "%.*s%s%.*s → %.*s", STR_ARG(page->title), gap,
                      STR_ARG(state->view->base), STR_ARG(state->view->head));
}

static void put_header(Buf *out, const PageState *state)
{
    buf_put(out, STR("<body>\n<a class=\"skip\" href=\"#main\">Skip to the change</a>\n<header>"
                     "<h1>"));
    if (state->page->title.len) {
        html_put_text(out, state->page->title);
        buf_put_byte(out, ' ');
    }
    buf_put(out, STR("<span class=\"range\">"));
    html_put_text(out, state->view->base);
    buf_put(out, STR(" → "));
    html_put_text(out, state->view->head);
    buf_put(out, STR("</span></h1>\n"));
    put_totals(out, state->set);
    buf_put(out, STR("<p class=\"tools\" hidden><button id=\"fold\">Fold all</button> "
                     "<button id=\"unfold\">Unfold all</button> <span id=\"seen\"></span> "
                     "<span class=\"keys\"><kbd>j</kbd> <kbd>k</kbd> next, previous "
                     "<kbd>o</kbd> fold <kbd>x</kbd> seen <kbd>/</kbd> search</span></p>\n"
                     "</header>\n"));
}

static void put_nav_file(Buf *out, const PageState *state, uint32_t index, Arena scratch)
{
    const ChangedFile *file = &state->set->files.ptr[index];
    const uint32_t *order = diff_symbol_order(&scratch, file);
    const uint32_t *outer = diff_reported_with(&scratch, file);
    buf_put(out, STR("<li><a class=\"path\" href=\"#"));
    buf_put(out, state->anchors[index]);
    buf_put(out, STR("\">"));
    html_put_text(out, page_path(file));
    buf_put(out, STR("</a><ul>"));
    for (size_t i = 0; i < file->symbols.len && !state->view->summary_only; i++) {
        if (outer[order[i]])
            continue;
        uint32_t block = state->block_of[index][order[i]];
        buf_put(out, STR("<li>"));
        page_put_mark(out, page_reported(state, block));
        page_put_link(out, state, block);
        buf_put(out, STR("</li>"));
    }
    buf_put(out, STR("</ul></li>\n"));
}

static void put_nav(Buf *out, const PageState *state, Arena scratch)
{
    size_t start = out->len, left = 0;
    buf_put(out, STR("<nav aria-label=\"Contents\"><details open><summary>Contents</summary>\n"
                     "<input id=\"find\" type=\"search\" placeholder=\"Search names\" aria-label="
                     "\"Search names\" autocomplete=\"off\" spellcheck=\"false\" hidden>\n"));
    for (size_t m = 0; m < state->module_count; m++) {
        const PageModule *module = &state->modules[m];
        buf_put(out, STR("<h4><a href=\"#"));
        buf_put(out, module->anchor);
        buf_put(out, STR("\">"));
        html_put_text(out, module->name);
        buf_put(out, STR("</a></h4><ul>\n"));
        for (size_t i = 0; i < module->count; i++)
            if (out->len - start < NAV_BYTES_MAX)
                put_nav_file(out, state, module->files[i], scratch);
            else
                left++;
        buf_put(out, STR("</ul>\n"));
    }
    if (left)
        buf_printf(out, "<p class=\"soft\">%zu more files</p>\n", left);
    buf_put(out, STR("</details></nav>\n"));
}

void diff_put_page(Buf *out, Arena scratch, const DiffPage *page)
{
    PageState state;
    Buf modules = buf_open(out->arena, 0);
    page_plan(&state, page, out->arena);
    arena_open(&state.work, 0);
    page_put_modules(&modules, scratch, &state);
    HtmlHead head = {.title = title_of(&state), .style = STYLE, .script = SCRIPT};
    html_put_head(out, scratch, &head);
    put_header(out, &state);
    buf_put(out, STR("<div class=\"page\">\n"));
    put_nav(out, &state, scratch);
    buf_put(out, STR("<main id=\"main\" tabindex=\"-1\">\n"));
    page_put_verdict(out, &state);
    put_unseen(out, &state);
    put_broken(out, &state);
    put_order(out, &state);
    put_tests(out, page->view->tests);
    if (!state.set->files.len)
        buf_put(out, STR("<p class=\"fine\">No difference.</p>\n"));
    buf_put(out, buf_str(&modules));
    buf_put(out, STR("</main>\n</div>\n"));
    html_put_end(out, SCRIPT);
    arena_close(&state.work);
}
