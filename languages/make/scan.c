/* Makefiles (GNU, BSD, kernel, automake): rules, variables, defines, includes. Lines are joined
   at backslashes; the first `:` or `=` outside $(…) decides the kind of a line. A variable that is
   later only appended to (`obj-y += …`) is shown once, where it begins.

   Why not tree-sitter: its grammar parses 3.3 MB/s, and 35 % of the bytes of the Linux kernel's
   makefiles are in syntax errors. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

#include "base/map.h"

typedef struct Make {
    Scan *scan;
    Str text;
    Map seen; /* names of variables already shown */
    Lead lead;
    bool in_rule;
    size_t rule_end;
} Make;

/* Reads the logical line at *at: lines joined by a backslash at their end. */
static bool take_logical(Str text, size_t *at, Line *line)
{
    Line part;
    if (!line_take(text, at, line))
        return false;
    part = *line;
    while (part.end > part.start && text.ptr[part.end - 1] == '\\' && line_take(text, at, &part))
        ;
    line->end = part.end;
    line->next = part.next;
    return true;
}

/* The offset of the first byte of `stops` outside $(…) and ${…} and before a comment; `end` if it
   is not found. */
static size_t find_outside(Str text, size_t at, size_t end, const char *stops)
{
    size_t depth = 0;
    for (; at < end; at++) {
        char c = text.ptr[at];
        if (c == '$' && at + 1 < end && (text.ptr[at + 1] == '(' || text.ptr[at + 1] == '{')) {
            depth++;
            at++;
        } else if (depth && (c == '(' || c == '{')) {
            depth++;
        } else if (depth && (c == ')' || c == '}')) {
            depth--;
        } else if (!depth && c == '#') {
            return end;
        } else if (!depth && byte_in(c, stops)) {
            return at;
        }
    }
    return end;
}

static size_t trim_end(Str text, size_t from, size_t to)
{
    while (to > from && byte_is_space(text.ptr[to - 1]))
        to--;
    return to;
}

static void close_rule(Make *make)
{
    if (make->in_rule)
        scan_symbol_close(make->scan, make->rule_end);
    make->in_rule = false;
}

static Str bounded_name(Str text, size_t from, size_t to)
{
    Str name = str_slice(text, from, to);
    return str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
}

static void add_variable(Make *make, size_t start, size_t at, size_t sign, size_t end)
{
    Scan *scan = make->scan;
    bool adds = make->text.ptr[sign] == '+';
    size_t name_end = trim_end(make->text, at, sign), comment = name_end;
    Str name = bounded_name(make->text, at, comment);
    bool added = false;
    uint64_t *count = name.len ? map_put(&make->seen, name, &added) : NULL;
    if (!count || (adds && !added))
        return;
    close_rule(make);
    scan_cut(scan, lead_start(&make->lead, start), 0);
    Symbol *symbol = scan_symbol(scan, SYMBOL_VARIABLE, name, start, end);
    symbol->is_value = true;
    symbol->signature = scan_signature(scan, start, end);
    lead_take(scan, &make->lead, symbol);
}

/* Takes the documentation of `target: prerequisites ## text`. */
static void take_rule_doc(Make *make, Symbol *symbol, size_t colon, size_t end)
{
    Str rest = str_slice(make->text, colon, end);
    size_t mark = str_find(rest, STR("##"));
    if (mark != STR_NONE && make->scan->options->want_docs)
        symbol_set_doc(make->scan->arena, symbol, scan_sentence(make->scan, colon + mark, end));
}

static bool is_special(Str name)
{
    return name.len > 1 && name.ptr[0] == '.' && name.ptr[1] >= 'A' && name.ptr[1] <= 'Z' &&
           str_find_byte(name, '/') == STR_NONE && str_find_byte(name, '.') == 0 &&
           str_find_byte(str_from_offset(name, 1), '.') == STR_NONE;
}

static void add_rule(Make *make, size_t start, size_t colon, size_t end)
{
    Scan *scan = make->scan;
    size_t last = find_outside(make->text, colon, end, ";");
    size_t comment = find_byte_from(make->text, colon, end, '#');
    last = trim_end(make->text, colon, MIN(last, comment));
    size_t targets = trim_end(make->text, start, colon);
    if (targets > start && make->text.ptr[targets - 1] == '&')
        targets = trim_end(make->text, start, targets - 1);
    size_t name_end = find_outside(make->text, start, targets, " \t");
    Str name = bounded_name(make->text, start, name_end);
    close_rule(make);
    if (!name.len || is_special(name))
        return;
    scan_cut(scan, lead_start(&make->lead, start), 0);
    Symbol *symbol = scan_symbol_open(scan, SYMBOL_TARGET, name, start);
    symbol->signature = scan_signature(scan, start, last);
    symbol->body = (uint32_t)MIN(end + 1, make->text.len);
    lead_take(scan, &make->lead, symbol);
    take_rule_doc(make, symbol, colon, end);
    make->in_rule = true;
    make->rule_end = end;
}

static void add_includes(Make *make, size_t at, size_t end)
{
    size_t stop = find_byte_from(make->text, at, end, '#');
    while ((at = skip_space(make->text, at, stop)) < stop) {
        size_t next = find_outside(make->text, at, stop, " \t\\\n");
        if (next > at && make->text.ptr[at] != '\\')
            scan_import(make->scan, bounded_name(make->text, at, next), at, next);
        at = MAX(next, at + 1);
    }
}

/* Reads define NAME … endef, which may nest. Returns the offset after it. */
static size_t add_define(Make *make, size_t start, size_t name_at, const Line *line)
{
    Scan *scan = make->scan;
    Str name =
        bounded_name(make->text, name_at, find_outside(make->text, name_at, line->end, " \t=:?+"));
    size_t at = line->next, depth = 1, end = line->end;
    Line inner;
    while (depth && line_take(make->text, &at, &inner)) {
        Str word =
            word_at(make->text, skip_blanks(make->text, inner.start, inner.end), inner.end, "");
        if (word_is(word, "define"))
            depth++;
        else if (word_is(word, "endef"))
            depth--;
        end = inner.end;
    }
    close_rule(make);
    scan_cut(scan, lead_start(&make->lead, start), 0);
    Symbol *symbol = scan_symbol(scan, SYMBOL_MACRO, name, start, end);
    symbol->signature = scan_signature(scan, start, line->end);
    symbol->body = (uint32_t)line->next;
    lead_take(scan, &make->lead, symbol);
    return at;
}

/* Skips export, override and private before an assignment or define. */
static size_t skip_modifiers(Str text, size_t at, size_t end)
{
    static const char *const words[] = {"export", "override", "private", "unexport", NULL};
    for (;;) {
        Str word = word_at(text, at, end, "-.");
        size_t next = skip_blanks(text, at + word.len, end);
        if (!word_in(word, words) || next == end || byte_in(text.ptr[next], ":=?+"))
            return at;
        at = next;
    }
}

static bool read_directive(Make *make, const Line *line, size_t start, size_t at, size_t *next)
{
    static const char *const includes[] = {"include",  "-include",  "sinclude",
                                           ".include", "-.include", NULL};
    static const char *const skipped[] = {"ifdef", "ifndef", "ifeq",    "ifneq",    "else",
                                          "endif", "vpath",  "export",  "unexport", "endef",
                                          ".if",   ".else",  ".endif",  ".for",     ".endfor",
                                          ".elif", ".ifdef", ".ifndef", NULL};
    Str word = word_at(make->text, at, line->end, "-.");
    size_t after = skip_blanks(make->text, at + word.len, line->end);
    bool assigned = after < line->end && byte_in(make->text.ptr[after], ":=?+");
    if (!word.len || assigned)
        return false;
    if (word_is(word, "define"))
        *next = add_define(make, start, after, line);
    else if (word_in(word, includes))
        add_includes(make, after, line->end);
    else
        return word_in(word, skipped);
    return true;
}

static void read_statement(Make *make, const Line *line, size_t *next)
{
    Str text = make->text;
    size_t start = skip_blanks(text, line->start, line->end);
    size_t at = skip_modifiers(text, start, line->end);
    if (read_directive(make, line, start, at, next))
        return;
    size_t sign = find_outside(text, at, line->end, ":=");
    if (sign == line->end || sign == at || text.ptr[at] == '@' || text.ptr[at] == '{')
        return;
    size_t after = sign;
    while (after < line->end && text.ptr[after] == ':')
        after++;
    bool assigns = after < line->end && text.ptr[after] == '=';
    bool recipe_like = text.ptr[line->start] == '\t';
    if (recipe_like && (!assigns || !byte_is_word(text.ptr[at]) ||
                        skip_blanks(text, at + word_at(text, at, sign, "-.").len, sign) + 1 < sign))
        return; /* it belongs to a rule that is not shown */
    if (assigns) {
        size_t op = sign > at && byte_in(text.ptr[sign - 1], "?+!") ? sign - 1 : sign;
        add_variable(make, start, at, op, line->end);
    } else if (sign != after && find_outside(text, after, line->end, "=") == line->end) {
        add_rule(make, start, sign, line->end);
    } else if (sign != after) { /* target: VARIABLE = value, or a `=` in a recipe after `;` */
        size_t recipe = find_outside(text, after, line->end, ";");
        if (find_outside(text, after, recipe, "=") == recipe)
            add_rule(make, start, sign, line->end);
    }
}

static void read_line(Make *make, const Line *line, size_t *next)
{
    Str text = make->text;
    size_t at = skip_blanks(text, line->start, line->end);
    if (line->start < line->end && text.ptr[line->start] == '\t' && make->in_rule) {
        make->rule_end = line->end;
        return;
    }
    if (skip_space(text, at, line->end) == line->end) {
        lead_clear(&make->lead);
        return;
    }
    if (text.ptr[at] == '#') {
        lead_add(&make->lead, line->start, line->end);
        return;
    }
    read_statement(make, line, next);
    lead_clear(&make->lead);
}

void scan_make(Scan *scan)
{
    Make make = {.scan = scan, .text = scan->text, .seen = map_open(scan->arena)};
    size_t at = 0;
    Line line;
    while (!scan_expired(scan) && take_logical(scan->text, &at, &line))
        read_line(&make, &line, &at);
    close_rule(&make);
}
