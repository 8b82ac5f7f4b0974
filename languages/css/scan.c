/* CSS, SCSS and Less. All three consist of preludes that end in `{`, `}` or `;`: a block or a
   statement. Everything else (strings, comments, interpolation, url()) only needs to be skipped
   correctly. The language's facts say whether `//` opens a comment.

   Why not tree-sitter: 3.9 % of the bytes of CSS files, and 9 % of SCSS, are in syntax
   errors. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"
#include "lang/walk/declare.h"

/* Deeper blocks are skipped; stylesheets nest a dozen at most. */
#define CSS_DEPTH_MAX 256

typedef struct Item {
    size_t start, end; /* the prelude, without surrounding white space */
    char ending;       /* '{', '}', ';', or 0 at the end of the text */
} Item;

typedef struct Css {
    Scan *scan;
    Str text;
    size_t at;
    size_t no_close_before; /* no `)` before this offset: limits the search to one a line */
    bool no_script;         /* no further backquote, which encloses scripts in Less */
    Lead lead;
    bool line_comments;
    bool any;                      /* an item has been read */
    bool is_symbol[CSS_DEPTH_MAX]; /* by open block: whether it is a symbol */
    size_t depth, skipped;
    size_t keyframes; /* depth inside @keyframes, 0 outside */
} Css;

static bool starts_at(const Css *css, size_t at, const char *what)
{
    return str_starts(str_from_offset(css->text, at), str_from(what));
}

/* ---- passing over ---- */

/* The end of the comment at `at`; `at` if no comment begins there. */
static size_t pass_comment(const Css *css, size_t at)
{
    if (css->line_comments && starts_at(css, at, "//"))
        return line_end(css->text, at);
    if (!starts_at(css, at, "/*"))
        return at;
    size_t end = find_from(css->text, at + 2, STR("*/"));
    return end == STR_NONE ? css->text.len : end + 2;
}

/* The end of the string at `at`: its closing quote, or the line's end when that is missing. */
static size_t pass_string(Str text, size_t at)
{
    char quote = text.ptr[at++];
    while (at < text.len && text.ptr[at] != quote && text.ptr[at] != '\n')
        at += text.ptr[at] == '\\' ? 2 : 1;
    return MIN(at + 1, text.len);
}

/* The end of an unquoted url( … ) at `at`; `at` at other text. */
static size_t pass_url(Css *css, size_t at)
{
    if (at < css->no_close_before || !starts_at(css, at, "url("))
        return at;
    size_t inside = skip_space(css->text, at + 4, css->text.len);
    if (inside < css->text.len && byte_in(css->text.ptr[inside], "\"'#$@"))
        return at;
    size_t end = line_end(css->text, inside);
    size_t close = find_byte_from(css->text, inside, end, ')');
    if (close == end) {
        css->no_close_before = end;
        return at;
    }
    return close + 1;
}

static size_t pass_script(Css *css, size_t at)
{
    size_t end = css->no_script ? STR_NONE : find_from(css->text, at + 1, STR("`"));
    css->no_script = end == STR_NONE;
    return end == STR_NONE ? at : end + 1;
}

static size_t newlines(Str text, size_t from, size_t to)
{
    size_t count = 0;
    for (size_t i = from; i < to; i++)
        count += text.ptr[i] == '\n';
    return count;
}

/* Skips white space and comments before an item. Comments directly before it become its lead,
   except one that ends the previous item's line. */
static void pass_lead(Css *css)
{
    lead_clear(&css->lead);
    while (true) {
        size_t start = skip_space(css->text, css->at, css->text.len);
        size_t gap = newlines(css->text, css->at, start);
        size_t end = pass_comment(css, start);
        if (gap > 1)
            lead_clear(&css->lead);
        css->at = end;
        if (end == start)
            return;
        if (gap || css->lead.any || !css->any)
            lead_add(&css->lead, start, end);
    }
}

typedef struct Nesting {
    size_t round; /* number of open ( and [ */
    size_t curly; /* number of open #{ and @{ */
} Nesting;

/* The end of the token at `at`; counts brackets in *nesting. */
static size_t pass_token(Css *css, size_t at, Nesting *nesting)
{
    char c = css->text.ptr[at];
    char next = at + 1 < css->text.len ? css->text.ptr[at + 1] : '\0';
    if (c == '"' || c == '\'')
        return pass_string(css->text, at);
    if (c == '\\')
        return MIN(at + 2, css->text.len);
    if ((c == '#' || c == '@') && next == '{') {
        nesting->curly++;
        return at + 2;
    }
    if (c == '}' && nesting->curly)
        nesting->curly--;
    else if (c == '(' || c == '[')
        nesting->round++;
    else if ((c == ')' || c == ']') && nesting->round)
        nesting->round--;
    size_t end = at;
    if (c == '/')
        end = pass_comment(css, at);
    else if (c == 'u')
        end = pass_url(css, at);
    else if (c == '`')
        end = pass_script(css, at);
    return end > at ? end : at + 1;
}

static bool is_ending(char c, const Nesting *nesting)
{
    if (nesting->curly)
        return false;
    return c == '{' || c == '}' || (c == ';' && !nesting->round);
}

static bool take_item(Css *css, Item *item)
{
    pass_lead(css);
    Nesting nesting = {0};
    *item = (Item){.start = css->at};
    if (css->at >= css->text.len)
        return false;
    size_t at = css->at;
    while (at < css->text.len && !is_ending(css->text.ptr[at], &nesting))
        at = pass_token(css, at, &nesting);
    item->ending = at < css->text.len ? css->text.ptr[at] : '\0';
    item->end = at;
    while (item->end > item->start && byte_is_space(css->text.ptr[item->end - 1]))
        item->end--;
    css->at = MIN(at + 1, css->text.len);
    css->any = true;
    return true;
}

/* ---- symbols ---- */

static Str item_text(const Css *css, const Item *item)
{
    return str_slice(css->text, item->start, item->end);
}

/* The at-rule's word without vendor prefix: `media` of `@media …`; empty for other rules. */
static Str at_word(Str prelude)
{
    if (!prelude.len || prelude.ptr[0] != '@')
        return (Str){0};
    Str word = word_at(prelude, 1, prelude.len, "-");
    if (!str_starts(word, STR("-")))
        return word;
    size_t dash = str_find_byte(str_from_offset(word, 1), '-');
    return dash == STR_NONE ? word : str_from_offset(word, dash + 2);
}

static Str after_word(Str prelude)
{
    size_t at = 1 + word_at(prelude, 1, prelude.len, "-").len;
    return str_trim(str_from_offset(prelude, at));
}

static void describe(Css *css, Symbol *symbol, const Item *item)
{
    Scan *scan = css->scan;
    symbol->signature =
        declare_signature(scan->arena, scan->outline->language, item_text(css, item));
    scan_cut(scan, lead_start(&css->lead, item->start), (uint32_t)css->depth);
    lead_take(scan, &css->lead, symbol);
}

/* The symbol name of a selector or prelude: the text itself when it is on one line. */
static Str prelude_name(Css *css, Str prelude)
{
    bool plain =
        str_find_byte(prelude, '\n') == STR_NONE && str_find(prelude, STR("/*")) == STR_NONE;
    if (plain && prelude.len <= NAME_BYTES_MAX)
        return prelude;
    Scan *scan = css->scan;
    return declare_name(scan->arena,
                        declare_signature(scan->arena, scan->outline->language, prelude));
}

/* Whether the block holds only properties (`font: bold {`, `--theme: {`) or is a call
   (`each(@list, {`). */
static bool is_value(Str prelude)
{
    size_t end = word_at(prelude, 0, prelude.len, "-").len;
    char next = end && end < prelude.len ? prelude.ptr[end] : '\0';
    bool last = next == ':' && (end + 1 == prelude.len || byte_is_space(prelude.ptr[end + 1]));
    return last || next == '(' || str_starts(prelude, STR("--")) || str_ends(prelude, STR(":"));
}

/* The symbol kind of a block; SYMBOL_NONE when its content belongs to the enclosing block. */
static SymbolKind block_kind(Str prelude, Str *name)
{
    static const char *const transparent[] = {"if",    "else",    "each",    "for",
                                              "while", "include", "at-root", NULL};
    Str word = at_word(prelude);
    *name = prelude;
    if (word_is(word, "mixin") || word_is(word, "function")) {
        Str rest = after_word(prelude);
        *name = word_at(rest, 0, rest.len, "-.");
        return word_is(word, "mixin") ? SYMBOL_MACRO : SYMBOL_FUNCTION;
    }
    if (word_is(word, "keyframes")) {
        *name = after_word(prelude);
        return SYMBOL_RULE;
    }
    bool shown = prelude.len && !is_value(prelude) && !word_in(word, transparent);
    return shown ? SYMBOL_RULE : SYMBOL_NONE;
}

static void add_reference(Css *css, ReferenceKind kind, Str name)
{
    Scan *scan = css->scan;
    if (!scan->options->want_references || !name.len ||
        scan->outline->references.len >= REFERENCES_MAX)
        return;
    uint32_t start = (uint32_t)scan_offset(scan, name);
    *VEC_PUSH(scan->arena, &scan->outline->references) =
        (Reference){.kind = kind,
                    .name = name,
                    .start = start,
                    .line = scan_line(scan, start),
                    .symbol = scan->depth ? scan->open[scan->depth - 1] + 1 : 0};
}

/* Adds references: @include a.name(…) and @extend %name. */
static void refer(Css *css, Str prelude)
{
    Str word = at_word(prelude), rest = after_word(prelude);
    if (word_is(word, "include")) {
        Str name = word_at(rest, 0, rest.len, "-.");
        size_t dot = str_find_byte(name, '.');
        add_reference(css, REFERENCE_CALL, dot == STR_NONE ? name : str_from_offset(name, dot + 1));
    } else if (word_is(word, "extend")) {
        add_reference(css, REFERENCE_BASE, rest);
    }
}

static void open_block(Css *css, const Item *item)
{
    if (css->depth == CSS_DEPTH_MAX) {
        css->skipped++;
        css->scan->outline->degraded = true;
        return;
    }
    Str prelude = item_text(css, item), name;
    SymbolKind kind = css->keyframes ? SYMBOL_NONE : block_kind(prelude, &name);
    refer(css, prelude);
    if (kind != SYMBOL_NONE) {
        Symbol *symbol = scan_symbol_open(css->scan, kind, prelude_name(css, name), item->start);
        describe(css, symbol, item);
        symbol->body = (uint32_t)(css->at - 1);
    }
    css->is_symbol[css->depth++] = kind != SYMBOL_NONE;
    if (!css->keyframes && word_is(at_word(prelude), "keyframes"))
        css->keyframes = css->depth;
}

static void close_block(Css *css)
{
    if (css->skipped) {
        css->skipped--;
        return;
    }
    if (!css->depth) {
        css->scan->outline->degraded = true;
        return;
    }
    if (css->keyframes == css->depth)
        css->keyframes = 0;
    if (css->is_symbol[--css->depth])
        scan_symbol_close(css->scan, css->at);
}

static void add_variable(Css *css, const Item *item, size_t name_length)
{
    size_t end = item->ending == ';' ? css->at : item->end;
    Str name = str_slice(css->text, item->start, item->start + name_length);
    Symbol *symbol = scan_symbol(css->scan, SYMBOL_VARIABLE, name, item->start, end);
    symbol->is_value = true;
    describe(css, symbol, item);
}

/* Adds imports: with `all`, every quoted or url() address of @import; else the first one, for
   @use and @forward. */
static void add_imports(Css *css, const Item *item, bool all)
{
    size_t at = item->start;
    bool more = true;
    while (more && at < item->end) {
        char c = css->text.ptr[at];
        size_t url = c == 'u' ? pass_url(css, at) : at;
        size_t end = c == '"' || c == '\'' ? pass_string(css->text, at) : url;
        if (end == at) {
            at++;
            continue;
        }
        Str name = str_slice(css->text, at + (url > at ? 4 : 0), end - (url > at ? 1 : 0));
        scan_import(css->scan, declare_name(css->scan->arena, name), item->start, item->end);
        at = end;
        more = all;
    }
}

/* The end of a custom property's name with interpolation: `--#{$prefix}name`. */
static size_t name_end(Str prelude)
{
    size_t at = 1, curly = 0;
    for (; at < prelude.len && (curly || prelude.ptr[at] != ':'); at++) {
        char c = prelude.ptr[at];
        bool part = byte_is_word(c) || byte_is_space(c) || c == '-' || c == '#' || c == '@';
        if (!curly && !part && c != '{')
            break;
        curly += (c == '{') - (size_t)(c == '}' && curly);
    }
    return at;
}

/* Length of the variable's name when the statement assigns one (a colon follows); else 0. */
static size_t variable_length(const Css *css, Str prelude)
{
    bool custom = str_starts(prelude, STR("--"));
    bool global = !css->depth && prelude.len && (prelude.ptr[0] == '$' || prelude.ptr[0] == '@');
    if (!custom && !global)
        return 0;
    size_t colon = name_end(prelude);
    size_t len = str_trim_end(str_slice(prelude, 0, colon)).len;
    return len > 1 && colon < prelude.len && prelude.ptr[colon] == ':' ? len : 0;
}

static void take_statement(Css *css, const Item *item)
{
    static const char *const imports[] = {"import", "use", "forward", "reference", "plugin", NULL};
    static const char *const shown[] = {"layer", "custom-media", "custom-selector", NULL};
    Str prelude = item_text(css, item), word = at_word(prelude);
    size_t variable = variable_length(css, prelude);
    if (variable) {
        add_variable(css, item, variable);
    } else if (word_in(word, imports)) {
        add_imports(css, item, word_is(word, "import"));
    } else if (word_in(word, shown)) {
        Symbol *symbol =
            scan_symbol(css->scan, SYMBOL_RULE, prelude_name(css, prelude), item->start, css->at);
        describe(css, symbol, item);
    } else if (word.len) {
        refer(css, prelude);
    }
}

void scan_css(Scan *scan)
{
    Css *css = NEW(&scan->scratch, Css, 1);
    css->scan = scan;
    css->text = scan->text;
    css->line_comments = str_from(scan->outline->language->line_comment).len > 0;
    Item item;
    while (!scan_expired(scan) && take_item(css, &item)) {
        if (item.ending == '{') {
            open_block(css, &item);
            continue;
        }
        if (item.end > item.start)
            take_statement(css, &item);
        if (item.ending == '}')
            close_block(css);
    }
    scan->outline->degraded |= css->depth > 0;
    scan_close_to(scan, 0, css->text.len);
}
