/* Leaf blocks of Markdown: headings, fences, HTML blocks, paragraphs. */
#include "languages/markdown/scan.h"

static size_t leaf_first(const MarkdownLeaf *leaf)
{
    return skip_blanks(leaf->cursor.text, leaf->cursor.at, leaf->cursor.end);
}

static size_t trim_end(Str text, size_t from, size_t to)
{
    while (to > from && byte_is_space(text.ptr[to - 1]))
        to--;
    return to;
}

static size_t count_byte(Str text, size_t at, size_t end, char byte)
{
    size_t from = at;
    while (at < end && text.ptr[at] == byte)
        at++;
    return at - from;
}

/* The end of the heading's text, before a closing run of #. */
static size_t drop_closing(Str text, size_t from, size_t to)
{
    size_t at = to;
    while (at > from && text.ptr[at - 1] == '#')
        at--;
    if (at == from)
        return from;
    return at < to && byte_is_space(text.ptr[at - 1]) ? trim_end(text, from, at) : to;
}

bool markdown_is_atx(MarkdownLeaf *leaf)
{
    Str text = leaf->cursor.text;
    size_t end = leaf->cursor.end, at = leaf_first(leaf);
    leaf->level = count_byte(text, at, end, '#');
    at += leaf->level;
    if (!leaf->level || leaf->level > MARKDOWN_LEVEL_MAX)
        return false;
    if (at < end && !byte_is_space(text.ptr[at]))
        return false;
    leaf->kind = LEAF_HEADING;
    leaf->from = skip_space(text, at, end);
    leaf->to = drop_closing(text, leaf->from, trim_end(text, leaf->from, end));
    return true;
}

bool markdown_is_fence(MarkdownLeaf *leaf)
{
    Str text = leaf->cursor.text;
    size_t end = leaf->cursor.end, at = leaf_first(leaf);
    char c = at < end ? text.ptr[at] : '\0';
    if (c != '`' && c != '~')
        return false;
    leaf->fence_len = count_byte(text, at, end, c);
    at += leaf->fence_len;
    if (leaf->fence_len < 3 || (c == '`' && find_byte_from(text, at, end, '`') != end))
        return false;
    leaf->kind = LEAF_FENCE;
    leaf->fence = c;
    leaf->from = skip_space(text, at, end);
    leaf->to = trim_end(text, leaf->from, end);
    return true;
}

static const char *const raw_tags[] = {"script", "pre", "style", "textarea", NULL};
static const char *const raw_ends[] = {"</script>", "</pre>", "</style>", "</textarea>", NULL};
static const char *const block_tags[] = {
    "address",  "article",  "aside",    "base",       "basefont", "blockquote", "body",   "caption",
    "center",   "col",      "colgroup", "dd",         "details",  "dialog",     "dir",    "div",
    "dl",       "dt",       "fieldset", "figcaption", "figure",   "footer",     "form",   "frame",
    "frameset", "h1",       "h2",       "h3",         "h4",       "h5",         "h6",     "head",
    "header",   "hr",       "html",     "iframe",     "legend",   "li",         "link",   "main",
    "menu",     "menuitem", "nav",      "noframes",   "ol",       "optgroup",   "option", "p",
    "param",    "section",  "source",   "summary",    "table",    "tbody",      "td",     "tfoot",
    "th",       "thead",    "title",    "tr",         "track",    "ul",         NULL,
};

/* Whether a complete HTML tag is alone on its line. */
static bool is_lone_tag(Str text, size_t at, size_t end)
{
    size_t close = find_byte_from(text, at, end, '>');
    if (close == end || skip_space(text, close + 1, end) != end)
        return false;
    Str inside = str_slice(text, at + 1, close);
    return str_find(inside, STR("://")) == STR_NONE && str_find_byte(inside, '@') == STR_NONE &&
           str_find_byte(inside, '<') == STR_NONE;
}

static const char *html_end(Str text, size_t at, size_t end, bool in_paragraph)
{
    Str rest = str_slice(text, at, end);
    if (str_starts(rest, STR("<!--")))
        return "-->";
    if (str_starts(rest, STR("<?")))
        return "?>";
    if (str_starts(rest, STR("<![CDATA[")))
        return "]]>";
    if (str_starts(rest, STR("<!")) && rest.len > 2 && byte_is_alpha(rest.ptr[2]))
        return ">";
    bool closing = rest.len > 1 && rest.ptr[1] == '/';
    Str tag = word_at(text, at + 1 + closing, end, "-");
    if (!tag.len || !byte_is_alpha(tag.ptr[0]))
        return NULL;
    for (size_t i = 0; raw_tags[i] && !closing; i++)
        if (word_is(tag, raw_tags[i]))
            return raw_ends[i];
    if (word_in(tag, block_tags))
        return "";
    return !in_paragraph && is_lone_tag(text, at, end) ? "" : NULL;
}

bool markdown_is_html(MarkdownLeaf *leaf, bool in_paragraph)
{
    size_t at = leaf_first(leaf);
    if (at == leaf->cursor.end || leaf->cursor.text.ptr[at] != '<')
        return false;
    leaf->html_end = html_end(leaf->cursor.text, at, leaf->cursor.end, in_paragraph);
    leaf->kind = LEAF_HTML;
    return leaf->html_end != NULL;
}

/* Opens a section at `start` and closes those it does not belong to. Headings in block quotes
   and list items do not open sections. */
static void open_section(Markdown *markdown, const MarkdownLeaf *leaf, size_t start)
{
    Scan *scan = markdown->scan;
    if (markdown->container_count || leaf->from == leaf->to)
        return;
    while (markdown->level_count && markdown->levels[markdown->level_count - 1] >= leaf->level)
        scan_close_to(scan, --markdown->level_count, start);
    scan_cut(scan, start, (uint32_t)leaf->level - 1);
    Str name = markdown_plain(scan, leaf->from, leaf->to);
    Symbol *section = scan_symbol_open(scan, SYMBOL_SECTION, name, start);
    section->name_start = (uint32_t)leaf->from;
    section->name_end = (uint32_t)leaf->to;
    section->body = (uint32_t)leaf->cursor.end;
    Str marks = str_slice(STR("######"), 0, leaf->level);
    section->signature =
        scan_shown(scan, str_format(scan->arena, "%.*s %.*s", STR_ARG(marks), STR_ARG(name)));
    markdown->levels[markdown->level_count++] = leaf->level;
    markdown->undocumented = (uint32_t)scan->outline->symbols.len;
    markdown->after_heading = true;
}

bool markdown_read_setext(Markdown *markdown, MarkdownLeaf *leaf)
{
    Str text = leaf->cursor.text;
    size_t at = leaf_first(leaf), end = leaf->cursor.end;
    char c = at < end ? text.ptr[at] : '\0';
    if ((c != '=' && c != '-') || skip_space(text, at + count_byte(text, at, end, c), end) != end)
        return false;
    Str paragraph = str_slice(text, markdown->paragraph_start, markdown->paragraph_end);
    if (str_starts(paragraph, STR("[")) && str_find(paragraph, STR("]:")) != STR_NONE)
        return false;
    leaf->level = c == '=' ? 1 : 2;
    leaf->from = markdown->paragraph_start;
    leaf->to = markdown->paragraph_end;
    markdown->in_paragraph = false;
    size_t start = leaf->from;
    while (start && text.ptr[start - 1] != '\n')
        start--;
    open_section(markdown, leaf, start);
    return true;
}

/* Adds a cut before a block, but never between a heading and the block after it. */
static void cut_block(Markdown *markdown, size_t offset)
{
    if (!markdown->after_heading && !markdown->container_count)
        scan_cut(markdown->scan, offset, MARKDOWN_CUT_BLOCK);
    markdown->after_heading = false;
}

/* The language in a fence's info string: python title="x" gives python; {.python} and {r, echo}
   give python and r. */
static Str fence_language(const MarkdownLeaf *leaf)
{
    Str info = str_slice(leaf->cursor.text, leaf->from, leaf->to);
    size_t at = 0;
    while (at < info.len && (info.ptr[at] == '{' || info.ptr[at] == '.' || info.ptr[at] == ' '))
        at++;
    Str language = word_at(info, at, info.len, "+-#.");
    return language.len ? language : STR("code");
}

static void open_fence(Markdown *markdown, const MarkdownLeaf *leaf)
{
    Scan *scan = markdown->scan;
    size_t start = leaf->on_marker ? leaf_first(leaf) : leaf->cursor.start;
    cut_block(markdown, start);
    Symbol *block = scan_symbol_open(scan, SYMBOL_CODE_BLOCK, fence_language(leaf), start);
    block->signature = scan_signature(scan, leaf_first(leaf), leaf->cursor.end);
    block->body = (uint32_t)MIN(leaf->cursor.end + 1, scan->text.len);
    markdown->fence = leaf->fence;
    markdown->fence_len = leaf->fence_len;
}

/* Bytes searched for an HTML heading, which many READMEs have: <h1 align="center">Name</h1>. */
#define HTML_HEADING_BYTES 1024

static void read_html_heading(Markdown *markdown, MarkdownLeaf *leaf)
{
    Str text = leaf->cursor.text;
    size_t at = leaf_first(leaf);
    if (at + 3 >= leaf->cursor.end || (text.ptr[at + 1] != 'h' && text.ptr[at + 1] != 'H') ||
        text.ptr[at + 2] < '1' || text.ptr[at + 2] > '6')
        return;
    Str part = str_slice(text, at, at + HTML_HEADING_BYTES);
    size_t open = str_find_byte(part, '>'), close = str_find(part, STR("</h"));
    if (close == STR_NONE || open == STR_NONE || open > close)
        return;
    leaf->level = (size_t)(text.ptr[at + 2] - '0');
    leaf->from = skip_space(text, at + open + 1, at + close);
    leaf->to = trim_end(text, leaf->from, at + close);
    if (markdown_plain(markdown->scan, leaf->from, leaf->to).len)
        open_section(markdown, leaf, leaf->cursor.start);
}

static bool html_ends(const Markdown *markdown, const MarkdownLeaf *leaf)
{
    Str rest = str_slice(leaf->cursor.text, leaf->cursor.at, leaf->cursor.end);
    Str mark = str_from(markdown->html);
    if (!mark.len)
        return !str_trim(rest).len;
    for (size_t at = 0; at + mark.len <= rest.len; at++) {
        at = find_byte_from(rest, at, rest.len, mark.ptr[0]);
        if (str_equal_nocase(str_slice(rest, at, at + mark.len), mark))
            return true;
    }
    return false;
}

void markdown_read_leaf(Markdown *markdown, MarkdownLeaf *leaf)
{
    switch (leaf->kind) {
    case LEAF_HEADING: open_section(markdown, leaf, leaf->cursor.start); break;
    case LEAF_FENCE: open_fence(markdown, leaf); break;
    case LEAF_HTML:
        cut_block(markdown, leaf->cursor.start);
        read_html_heading(markdown, leaf);
        markdown->html = leaf->html_end;
        if (leaf->html_end[0] && html_ends(markdown, leaf))
            markdown->html = NULL;
        break;
    case LEAF_BREAK: cut_block(markdown, leaf->cursor.start); break;
    }
}

void markdown_continue_leaf(Markdown *markdown, MarkdownLeaf *leaf, const Line *line)
{
    if (markdown->html) {
        if (html_ends(markdown, leaf))
            markdown->html = NULL;
        return;
    }
    Str text = leaf->cursor.text;
    size_t at = leaf_first(leaf);
    size_t count = count_byte(text, at, line->end, markdown->fence);
    if (count >= markdown->fence_len && at - leaf->cursor.at < 4 &&
        skip_space(text, at + count, line->end) == line->end)
        markdown_end_leaf(markdown, line->end);
}

void markdown_end_leaf(Markdown *markdown, size_t end)
{
    if (markdown->fence)
        scan_symbol_close(markdown->scan, end);
    markdown->fence = '\0';
    markdown->html = NULL;
}

void markdown_start_paragraph(Markdown *markdown, const MarkdownCursor *cursor)
{
    cut_block(markdown, cursor->start);
    markdown->in_paragraph = true;
    markdown->paragraph_start = skip_blanks(cursor->text, cursor->at, cursor->end);
}

void markdown_end_paragraph(Markdown *markdown)
{
    Scan *scan = markdown->scan;
    if (!markdown->in_paragraph)
        return;
    markdown->in_paragraph = false;
    if (!markdown->container_count &&
        markdown_read_module(scan, markdown->paragraph_start, markdown->paragraph_end))
        return;
    if (markdown->undocumented && scan->options->want_docs)
        symbol_set_doc(scan->arena, &scan->outline->symbols.ptr[markdown->undocumented - 1],
                       scan_prose(scan, markdown->paragraph_start, markdown->paragraph_end));
    markdown->undocumented = 0;
}
