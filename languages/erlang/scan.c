/* Erlang: forms that end with a period. The clauses of a function are one symbol, which includes
   a -spec before it.

   Why not tree-sitter: npm has no usable grammar. */
#include "languages_lang.h"

#include "lang/scan/scan_text.h"

typedef struct Erlang {
    Scan *scan;
    Str text;
    Lead lead;
    size_t spec; /* start of the next function's -spec */
    bool specified;
} Erlang;

/* The offset after the string, quoted atom, character, comment or byte at `at`. */
static size_t skip_item(Str text, size_t at)
{
    char c = text.ptr[at];
    if (c == '%')
        return line_end(text, at);
    if (c == '$')
        return MIN(at + (at + 1 < text.len && text.ptr[at + 1] == '\\' ? 3 : 2), text.len);
    if (c != '"' && c != '\'')
        return at + 1;
    for (at++; at < text.len && text.ptr[at] != c; at++)
        if (text.ptr[at] == '\\')
            at++;
    return MIN(at + 1, text.len);
}

/* The offset after the period that ends the form at `at`. */
static size_t form_end(Str text, size_t at)
{
    while (at < text.len) {
        bool period =
            text.ptr[at] == '.' &&
            (at + 1 == text.len || byte_is_space(text.ptr[at + 1]) || text.ptr[at + 1] == '%');
        if (period)
            return at + 1;
        at = skip_item(text, at);
    }
    return text.len;
}

/* The offset after the closing partner of the bracket at `at`. */
static size_t group_end(Str text, size_t at, size_t end)
{
    size_t depth = 0;
    while (at < end) {
        char c = text.ptr[at];
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if ((c == ')' || c == ']' || c == '}') && !--depth)
            return at + 1;
        at = skip_item(text, at);
    }
    return end;
}

/* The atom or macro at `at`, without quotes; *after is the offset after it. */
static Str atom_at(Str text, size_t at, size_t end, size_t *after)
{
    if (at < end && text.ptr[at] == '\'') {
        *after = MIN(skip_item(text, at), end);
        Str name = str_slice(text, at + 1, MAX(*after, at + 2) - 1);
        return str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
    }
    Str name = word_at(text, at, end, "@?");
    *after = at + name.len;
    return name;
}

static Symbol *add(Erlang *erlang, SymbolKind kind, Str name, size_t start, size_t end,
                   size_t signature_end)
{
    Scan *scan = erlang->scan;
    scan_cut(scan, lead_start(&erlang->lead, start), 0);
    Symbol *symbol = scan_symbol(scan, kind, name, start, end);
    symbol->signature = scan_signature(scan, start, signature_end);
    lead_take(scan, &erlang->lead, symbol);
    return symbol;
}

/* Reads -record(name, {a, b :: type}). */
static void read_record(Erlang *erlang, size_t start, size_t at, size_t end)
{
    Scan *scan = erlang->scan;
    Str text = erlang->text, name = atom_at(text, at, end, &at);
    size_t open = find_byte_from(text, at, end, '{');
    scan_cut(scan, lead_start(&erlang->lead, start), 0);
    Symbol *record = scan_symbol_open(scan, SYMBOL_STRUCT, name, start);
    record->signature =
        scan_shown(scan, str_format(scan->arena, "-record(%.*s)", STR_ARG(record->name)));
    record->body = (uint32_t)open;
    lead_take(scan, &erlang->lead, record);
    for (at = open + 1; at < end && text.ptr[at] != '}';) {
        at = skip_space(text, at, end);
        if (at < end && text.ptr[at] == '%') {
            at = line_end(text, at);
            continue;
        }
        size_t from = at, depth = 0;
        Str field = atom_at(text, at, end, &at);
        while (at < end &&
               (depth || (text.ptr[at] != ',' && text.ptr[at] != '}' && text.ptr[at] != '%'))) {
            depth += byte_in(text.ptr[at], "([{");
            depth -= depth && byte_in(text.ptr[at], ")]}");
            at = skip_item(text, at);
        }
        if (field.len)
            scan_symbol(scan, SYMBOL_FIELD, field, from, at)->signature =
                scan_signature(scan, from, at);
        at += at < end && text.ptr[at] == ',';
    }
    scan_symbol_close(scan, end);
}

static void read_define(Erlang *erlang, size_t start, size_t at, size_t end)
{
    size_t after;
    Str name = atom_at(erlang->text, at, end, &after);
    bool called = after < end && erlang->text.ptr[after] == '(';
    if (called)
        after = group_end(erlang->text, after, end);
    Symbol *macro = add(erlang, SYMBOL_MACRO, name, start, end, after);
    macro->signature =
        scan_shown(erlang->scan, str_join(erlang->scan->arena, macro->signature, STR(")")));
    macro->is_value = false;
}

static void read_attribute(Erlang *erlang, size_t start, size_t end)
{
    static const char *const imports[] = {"include",   "include_lib", "import",
                                          "behaviour", "behavior",    NULL};
    static const char *const types[] = {"type", "opaque", "nominal", NULL};
    Str text = erlang->text;
    size_t at = skip_space(text, start + 1, end);
    Str word = word_at(text, at, end, "");
    at = skip_space(text, at + word.len, end);
    at += at < end && text.ptr[at] == '(';
    at = skip_space(text, at, end);
    if (word_is(word, "module")) {
        erlang->scan->outline->package = scan_signature(erlang->scan, start, end - 1);
    } else if (word_in(word, imports)) {
        bool quoted = at < end && text.ptr[at] == '"';
        size_t to = quoted ? find_byte_from(text, at + 1, end, '"') : at;
        Str name = quoted ? str_slice(text, at + 1, to) : atom_at(text, at, end, &to);
        scan_import(erlang->scan, name, start, end);
    } else if (word_is(word, "record")) {
        read_record(erlang, start, at, end);
    } else if (word_is(word, "define")) {
        read_define(erlang, start, at, end);
    } else if (word_in(word, types)) {
        add(erlang, SYMBOL_TYPE, atom_at(text, at, end, &at), start, end, end - 1);
    } else if (word_is(word, "callback")) {
        add(erlang, SYMBOL_METHOD, atom_at(text, at, end, &at), start, end, end - 1);
    } else if (word_is(word, "spec")) {
        erlang->spec = start;
        erlang->specified = true;
    }
}

static void read_function(Erlang *erlang, size_t start, size_t end)
{
    size_t open;
    Str text = erlang->text, name = atom_at(text, start, end, &open);
    open = skip_space(text, open, end);
    if (!name.len || open >= end || text.ptr[open] != '(')
        return;
    size_t close = group_end(text, open, end);
    size_t from = erlang->specified ? erlang->spec : start;
    Symbol *symbol = add(erlang, SYMBOL_FUNCTION, name, from, end, close);
    symbol->signature = scan_signature(erlang->scan, start, close);
    symbol->body = (uint32_t)close;
}

void scan_erlang(Scan *scan)
{
    Erlang erlang = {.scan = scan, .text = scan->text};
    size_t at = str_starts(scan->text, STR("#!")) ? line_end(scan->text, 0) : 0;
    while (!scan_expired(scan) &&
           (at = lead_skip(&erlang.lead, scan->text, at, '%', line_end)) < scan->text.len) {
        size_t end = form_end(scan->text, at);
        bool attribute = scan->text.ptr[at] == '-';
        if (attribute)
            read_attribute(&erlang, at, end);
        else
            read_function(&erlang, at, end);
        if (!attribute)
            erlang.specified = false;
        if (!erlang.specified)
            lead_clear(&erlang.lead);
        at = end;
    }
}
