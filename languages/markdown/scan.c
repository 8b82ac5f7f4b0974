/* Markdown by CommonMark's block structure. Every line passes through the open containers (block
   quotes, list items) and may open new ones. The rest is one leaf: heading, fence, HTML block or
   paragraph. Only this decides whether a `#` is a heading or a comment in a fence within a list
   item. Sections, fenced blocks, front matter and MDX imports become symbols.

   Why not tree-sitter: its grammar parses 3.1 MB/s, its tree takes 55 bytes for each byte of
   source, and it aborts at 254 `>` in a line. */
#include "languages_lang.h"

#include "languages/markdown/scan.h"

#define CODE_INDENT 4
/* Tab stop (CommonMark 2.2). */
#define TAB_COLUMNS 4

static size_t cursor_indent(const MarkdownCursor *cursor)
{
    size_t column = cursor->column;
    for (size_t at = cursor->at; at < cursor->end; at++) {
        if (cursor->text.ptr[at] == ' ')
            column++;
        else if (cursor->text.ptr[at] == '\t')
            column = (column / TAB_COLUMNS + 1) * TAB_COLUMNS;
        else
            break;
    }
    return column - cursor->column;
}

static void cursor_skip(MarkdownCursor *cursor, size_t columns)
{
    while (columns && cursor->at < cursor->end) {
        size_t width = 1;
        if (cursor->text.ptr[cursor->at] == '\t')
            width = TAB_COLUMNS - cursor->column % TAB_COLUMNS;
        size_t step = MIN(width, columns);
        cursor->column += step;
        columns -= step;
        if (step == width)
            cursor->at++;
    }
}

/* The byte after the indentation; 0 at the end of the line. */
static char cursor_peek(const MarkdownCursor *cursor)
{
    size_t at = skip_blanks(cursor->text, cursor->at, cursor->end);
    return at < cursor->end ? cursor->text.ptr[at] : '\0';
}

static bool cursor_blank(const MarkdownCursor *cursor)
{
    return skip_space(cursor->text, cursor->at, cursor->end) == cursor->end;
}

static bool take_quote(MarkdownCursor *cursor)
{
    size_t indent = cursor_indent(cursor);
    if (indent >= CODE_INDENT || cursor_peek(cursor) != '>')
        return false;
    cursor_skip(cursor, indent + 1);
    if (cursor_indent(cursor))
        cursor_skip(cursor, 1);
    return true;
}

static size_t match_containers(const Markdown *markdown, MarkdownCursor *cursor)
{
    size_t matched = 0;
    for (; matched < markdown->container_count; matched++) {
        uint32_t width = markdown->containers[matched];
        if (width == MARKDOWN_QUOTE) {
            if (!take_quote(cursor))
                break;
        } else if (!cursor_blank(cursor)) {
            if (cursor_indent(cursor) < width)
                break;
            cursor_skip(cursor, width);
        }
    }
    return matched;
}

static bool is_thematic_break(const MarkdownCursor *cursor)
{
    char mark = cursor_peek(cursor);
    size_t count = 0;
    if (mark != '-' && mark != '*' && mark != '_')
        return false;
    for (size_t at = cursor->at; at < cursor->end; at++) {
        if (cursor->text.ptr[at] == mark)
            count++;
        else if (!byte_is_space(cursor->text.ptr[at]))
            return false;
    }
    return count >= 3;
}

/* Bytes of the list marker at the cursor's first non-blank, 0 at other text. An ordered list that
   interrupts a paragraph must start at 1. */
static size_t list_marker(const MarkdownCursor *cursor, bool in_paragraph)
{
    size_t from = skip_blanks(cursor->text, cursor->at, cursor->end), at = from;
    if (at == cursor->end)
        return 0;
    char c = cursor->text.ptr[at];
    if (c == '-' || c == '+' || c == '*') {
        at++;
    } else {
        while (at < cursor->end && byte_is_digit(cursor->text.ptr[at]) && at - from < 9)
            at++;
        bool first = at - from == 1 && c == '1';
        if (at == from || at == cursor->end || (in_paragraph && !first))
            return 0;
        if (cursor->text.ptr[at] != '.' && cursor->text.ptr[at] != ')')
            return 0;
        at++;
    }
    if (at < cursor->end && !byte_is_space(cursor->text.ptr[at]))
        return 0;
    bool empty = skip_space(cursor->text, at, cursor->end) == cursor->end;
    return empty && in_paragraph ? 0 : at - from;
}

/* Opens a list item and returns its content column. */
static uint32_t take_list_marker(MarkdownCursor *cursor, size_t marker)
{
    size_t before = cursor_indent(cursor);
    cursor_skip(cursor, before + marker);
    size_t after = cursor_indent(cursor);
    bool empty = cursor_blank(cursor);
    if (empty || after > CODE_INDENT || !after)
        after = 1;
    if (!empty)
        cursor_skip(cursor, after);
    return (uint32_t)(before + marker + after);
}

static void drop_containers(Markdown *markdown, size_t count)
{
    if (count < markdown->container_count) {
        markdown_end_paragraph(markdown);
        markdown->container_count = count;
    }
}

/* Opens the containers that start on this line; true when there was one. */
static bool open_containers(Markdown *markdown, MarkdownCursor *cursor, size_t matched)
{
    bool opened = false;
    while (cursor_indent(cursor) < CODE_INDENT) {
        size_t marker = 0;
        bool in_paragraph = markdown->in_paragraph && !opened;
        MarkdownCursor ahead = *cursor;
        uint32_t container = MARKDOWN_QUOTE;
        if (!take_quote(&ahead)) {
            bool same = in_paragraph && matched == markdown->container_count;
            if (is_thematic_break(&ahead) || !(marker = list_marker(&ahead, same)))
                break;
            container = take_list_marker(&ahead, marker);
        }
        if (!opened)
            drop_containers(markdown, matched);
        if (markdown->container_count == MARKDOWN_CONTAINERS_MAX)
            break;
        markdown_end_paragraph(markdown);
        if (!opened && marker)
            scan_cut(markdown->scan, cursor->start, MARKDOWN_CUT_ITEM);
        markdown->containers[markdown->container_count++] = container;
        *cursor = ahead;
        opened = true;
    }
    return opened;
}

/* Reads a leaf that ends a paragraph, if one begins here. */
static bool read_leaf_start(Markdown *markdown, MarkdownCursor *cursor, size_t matched, bool opened)
{
    MarkdownLeaf leaf = {.cursor = *cursor, .on_marker = opened};
    bool own = matched == markdown->container_count || opened;
    if (markdown->in_paragraph && own && !opened && markdown_read_setext(markdown, &leaf))
        return true;
    if (markdown_is_atx(&leaf) || markdown_is_fence(&leaf) || is_thematic_break(cursor) ||
        markdown_is_html(&leaf, markdown->in_paragraph)) {
        if (!opened)
            drop_containers(markdown, matched);
        markdown_end_paragraph(markdown);
        markdown_read_leaf(markdown, &leaf);
        return true;
    }
    return false;
}

static void read_text(Markdown *markdown, MarkdownCursor *cursor, size_t matched, bool opened)
{
    if (cursor_blank(cursor)) {
        markdown_end_paragraph(markdown);
        if (!opened)
            drop_containers(markdown, matched);
        return;
    }
    if (cursor_indent(cursor) >= CODE_INDENT) {
        if (!markdown->in_paragraph && !opened)
            drop_containers(markdown, matched);
        if (markdown->in_paragraph)
            markdown->paragraph_end = cursor->end;
        return;
    }
    if (read_leaf_start(markdown, cursor, matched, opened))
        return;
    if (!markdown->in_paragraph) {
        if (!opened)
            drop_containers(markdown, matched);
        markdown_start_paragraph(markdown, cursor);
    }
    markdown->paragraph_end = cursor->end;
}

static void read_line(Markdown *markdown, const Line *line)
{
    MarkdownCursor cursor = {
        .text = markdown->scan->text, .start = line->start, .at = line->start, .end = line->end};
    size_t matched = match_containers(markdown, &cursor);
    MarkdownLeaf leaf = {.cursor = cursor};
    if (markdown->fence || markdown->html) {
        if (matched == markdown->container_count) {
            markdown_continue_leaf(markdown, &leaf, line);
            return;
        }
        markdown_end_leaf(markdown, line->start);
    }
    bool opened = open_containers(markdown, &cursor, matched);
    read_text(markdown, &cursor, matched, opened);
}

void scan_markdown(Scan *scan)
{
    Markdown markdown = {.scan = scan};
    size_t at = markdown_read_front_matter(scan);
    Line line;
    while (!scan_expired(scan) && line_take(scan->text, &at, &line))
        read_line(&markdown, &line);
    markdown_end_paragraph(&markdown);
    markdown_end_leaf(&markdown, scan->text.len);
    scan_close_to(scan, 0, at);
}
