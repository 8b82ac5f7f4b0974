/* HTML and component pages (Vue, Svelte, Astro): title, headings as sections, landmarks, forms
   with fields, elements with ids. Script and style blocks are outlined by their own languages.
   Only shown elements are on the stack; each counts the elements of its name inside that are not
   shown.

   Why not tree-sitter: HTML's has 3 % of the bytes in syntax errors, and its time is
   quadratic in open tags (100,000 take over 8 s); Vue's needs C++. */
#include "languages_lang.h"

#include "lang/scan/scan_tag.h"

/* Elements nested deeper belong to the one at this depth. */
#define OPEN_MAX 48
/* Embedded blocks outlined in one page. */
#define BLOCKS_MAX 256
#define HTML_SIGNATURE_CHARS 120
/* After this many unclosed braces in attribute values, braces are ordinary bytes. */
#define OPEN_BRACES_MAX 64
/* Bytes searched for the end of a title or heading. */
#define TITLE_BYTES_MAX ((size_t)4096)

typedef struct OpenElement {
    Str tag;
    size_t level;  /* rank of a heading's section; 0 for elements */
    size_t nested; /* open elements of the same name inside that are not shown */
} OpenElement;

typedef struct Html {
    Scan *scan;
    Str text;
    OpenElement open[OPEN_MAX];
    size_t depth;
    size_t blocks;
    Lead lead;
} Html;

static const char *const landmarks[] = {"header", "nav",  "main",   "article", "section", "aside",
                                        "footer", "form", "dialog", "search",  NULL};
static const char *const inline_tags[] = {
    "a",   "span", "b",    "i",      "em",   "strong", "code", "small", "sup",
    "sub", "abbr", "cite", "q",      "mark", "dfn",    "var",  "kbd",   "path",
    "g",   "use",  "rect", "circle", "line", "text",   NULL};
/* Elements whose end tag may be missing: they are never kept open. */
static const char *const unclosed[] = {
    "p",      "li",     "td",    "th",    "tr",    "dt",     "dd",   "option", "img",
    "input",  "br",     "hr",    "meta",  "link",  "source", "area", "col",    "embed",
    "iframe", "object", "label", "tbody", "thead", "tfoot",  "slot", NULL};
static const char *const fields[] = {"input", "select", "textarea", "button", NULL};

static void close_to(Html *html, size_t depth, size_t end)
{
    scan_close_to(html->scan, depth, end);
    html->depth = depth;
}

static Symbol *open_symbol(Html *html, SymbolKind kind, Str name, const Tag *tag, size_t level)
{
    Scan *scan = html->scan;
    scan_cut(scan, lead_start(&html->lead, tag->start), (uint32_t)html->depth);
    Symbol *symbol = scan_symbol_open(scan, kind, name, tag->start);
    symbol->body = (uint32_t)tag->end;
    symbol->signature = str_cut_chars(scan->arena, scan_signature(scan, tag->start, tag->end),
                                      HTML_SIGNATURE_CHARS);
    lead_take(scan, &html->lead, symbol);
    html->open[html->depth++] = (OpenElement){.tag = tag->name, .level = level};
    return symbol;
}

static void add_leaf(Html *html, SymbolKind kind, Str name, const Tag *tag)
{
    Scan *scan = html->scan;
    Symbol *symbol = scan_symbol(scan, kind, name, tag->start, tag->end);
    symbol->signature = str_cut_chars(scan->arena, scan_signature(scan, tag->start, tag->end),
                                      HTML_SIGNATURE_CHARS);
}

/* The end of the raw content of script, style or title; *after is the offset after the end tag. */
static size_t raw_end(Str text, size_t at, Str name, size_t *after)
{
    while ((at = find_from(text, at, STR("</"))) != STR_NONE) {
        Str word = word_at(text, at + 2, text.len, "-");
        if (str_equal_nocase(word, name)) {
            *after = MIN(find_byte_from(text, at, text.len, '>') + 1, text.len);
            return at;
        }
        at += 2;
    }
    *after = text.len;
    return text.len;
}

static Str script_language(Str text, const Tag *tag)
{
    Str lang = tag_attribute(text, tag, "lang"), type = tag_attribute(text, tag, "type");
    if (lang.len)
        return lang;
    if (!type.len || str_find(type, STR("javascript")) != STR_NONE ||
        str_equal(type, STR("module")) || str_equal(type, STR("text/babel")))
        return STR("javascript");
    if (str_find(type, STR("typescript")) != STR_NONE)
        return STR("typescript");
    return (Str){0};
}

static Str style_language(Str text, const Tag *tag)
{
    Str lang = tag_attribute(text, tag, "lang");
    return lang.len ? lang : STR("css");
}

/* Reads a script or style element; returns the offset at which the page continues. */
static size_t read_block(Html *html, const Tag *tag)
{
    Scan *scan = html->scan;
    bool script = word_is(tag->name, "script");
    Str source = tag_attribute(html->text, tag, "src");
    if (source.len)
        scan_import(scan, source, tag->start, tag->end);
    if (tag->self_closing)
        return tag->end;
    size_t after, end = raw_end(html->text, tag->end, tag->name, &after);
    if (!str_trim(str_slice(html->text, tag->end, end)).len)
        return after;
    if (html->depth == OPEN_MAX)
        return after;
    open_symbol(html, SYMBOL_ELEMENT, tag->name, tag, 0);
    if (html->blocks++ < BLOCKS_MAX)
        scan_embed(scan,
                   script ? script_language(html->text, tag) : style_language(html->text, tag),
                   tag->end, end);
    close_to(html, html->depth - 1, after);
    return after;
}

static void read_title(Html *html, const Tag *tag)
{
    Str near = str_slice(html->text, 0, tag->end + TITLE_BYTES_MAX);
    size_t after, end = raw_end(near, tag->end, tag->name, &after);
    Str title = end < near.len ? tag_text(html->scan, tag->end, end) : (Str){0};
    if (!title.len)
        return;
    Symbol *symbol = scan_symbol(html->scan, SYMBOL_ELEMENT, title, tag->start, after);
    symbol->signature = scan_shown(html->scan, str_join(html->scan->arena, STR("<title> "), title));
}

/* Opens a section at a heading. The next heading of its rank closes it, and so does the end of
   the enclosing element. */
static void read_heading(Html *html, const Tag *tag)
{
    size_t level = (size_t)(tag->name.ptr[1] - '0'), after;
    Str near = str_slice(html->text, 0, tag->end + TITLE_BYTES_MAX);
    size_t end = raw_end(near, tag->end, tag->name, &after);
    Str name = end < near.len ? tag_text(html->scan, tag->end, end) : (Str){0};
    size_t depth = html->depth;
    while (depth && html->open[depth - 1].level >= level)
        depth--;
    close_to(html, depth, tag->start);
    if (!name.len || html->depth == OPEN_MAX)
        return;
    Symbol *symbol = open_symbol(html, SYMBOL_SECTION, name, tag, level);
    Str id = tag_attribute(html->text, tag, "id");
    Arena *arena = html->scan->arena;
    Str text = str_format(arena, "<%.*s%s%.*s> %.*s", STR_ARG(tag->name), id.len ? " #" : "",
                          STR_ARG(id), STR_ARG(name));
    symbol->signature = scan_shown(html->scan, text);
}

static bool is_heading(Str name)
{
    return name.len == 2 && (name.ptr[0] | 32) == 'h' && name.ptr[1] >= '1' && name.ptr[1] <= '6';
}

static void count_nested(Html *html, Str name)
{
    for (size_t i = html->depth; i-- > 0;) {
        if (!html->open[i].level && str_equal_nocase(html->open[i].tag, name)) {
            html->open[i].nested++;
            return;
        }
    }
}

static bool in_form(const Html *html)
{
    for (size_t i = html->depth; i-- > 0;)
        if (word_is(html->open[i].tag, "form"))
            return true;
    return false;
}

static void read_element(Html *html, const Tag *tag)
{
    Str id = tag_attribute(html->text, tag, "id"), name = tag_attribute(html->text, tag, "name");
    bool component = !html->depth && word_is(tag->name, "template");
    bool landmark = word_in(tag->name, landmarks) || component;
    if (word_in(tag->name, fields) && (id.len || name.len) && (in_form(html) || id.len)) {
        add_leaf(html, SYMBOL_FIELD, name.len ? name : id, tag);
        return;
    }
    bool shown = landmark || (id.len && !word_in(tag->name, inline_tags));
    if (!shown || html->depth == OPEN_MAX) {
        if (!tag->self_closing)
            count_nested(html, tag->name);
        return;
    }
    Str label = id.len ? id : landmark && word_is(tag->name, "form") && name.len ? name : tag->name;
    if (tag->self_closing || word_in(tag->name, unclosed))
        add_leaf(html, SYMBOL_ELEMENT, label, tag);
    else
        open_symbol(html, SYMBOL_ELEMENT, label, tag, 0);
}

/* Closes the element at `index`; sections inside end before its closing tag. */
static void close_element(Html *html, size_t index, const Tag *tag)
{
    close_to(html, index + 1, tag->start);
    close_to(html, index, tag->end);
}

static void read_close(Html *html, const Tag *tag)
{
    for (size_t i = html->depth; i-- > 0;) {
        OpenElement *open = &html->open[i];
        if (open->level || !str_equal_nocase(open->tag, tag->name))
            continue;
        if (open->nested)
            open->nested--;
        else
            close_element(html, i, tag);
        return;
    }
}

static size_t read_open(Html *html, const Tag *tag)
{
    if (word_is(tag->name, "script") || word_is(tag->name, "style"))
        return read_block(html, tag);
    if (word_is(tag->name, "title") && html->scan->outline->symbols.len == 0) {
        read_title(html, tag);
    } else if (is_heading(tag->name)) {
        read_heading(html, tag);
    } else if (word_is(tag->name, "link")) {
        Str relation = tag_attribute(html->text, tag, "rel");
        if (word_is(relation, "stylesheet"))
            scan_import(html->scan, tag_attribute(html->text, tag, "href"), tag->start, tag->end);
    } else {
        read_element(html, tag);
    }
    return tag->end;
}

/* Reads Astro's frontmatter: a TypeScript block between `---` lines at the start. */
static size_t read_frontmatter(Scan *scan)
{
    if (!str_starts(scan->text, STR("---")))
        return 0;
    size_t start = line_end(scan->text, 0), end = find_from(scan->text, start, STR("\n---"));
    if (end == STR_NONE)
        return 0;
    scan_embed(scan, STR("typescript"), MIN(start + 1, end), end + 1);
    return end + 4;
}

static void scan_page(Scan *scan, size_t at, size_t braces)
{
    Html html = {.scan = scan, .text = scan->text};
    Tag tag;
    while (!scan_expired(scan) && tag_next(scan->text, &at, &braces, &tag)) {
        if (tag.kind == TAG_COMMENT) {
            lead_clear(&html.lead);
            lead_add(&html.lead, tag.start, tag.end);
            continue;
        }
        if (tag.kind == TAG_OPEN)
            at = read_open(&html, &tag);
        else if (tag.kind == TAG_CLOSE)
            read_close(&html, &tag);
        lead_clear(&html.lead);
    }
    close_to(&html, 0, scan->text.len);
}

void scan_html(Scan *scan)
{
    scan_page(scan, 0, 0);
}

void scan_vue(Scan *scan)
{
    scan_page(scan, read_frontmatter(scan), OPEN_BRACES_MAX);
}
