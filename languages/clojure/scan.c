/* S-expression scanner for Clojure, Scheme and related Lisps: the first word of a form says what
   kind of symbol it defines. Only strings, characters, comments and brackets are known. A defining
   form at the left margin always starts a new definition, so a missing parenthesis costs only one.

   Why not tree-sitter: the npm package for Clojure has ABI 9, which the parser core rejects; the
   one tried for Scheme does not exist (404). */
#include "languages_lang.h"

#include "base/buf.h"
#include "lang/scan/scan_text.h"

/* Brackets nested deeper are only counted. */
#define FORMS_MAX 256
#define NAME_SEARCH_FORMS 8

typedef struct Definer {
    const char *word;
    SymbolKind kind;
} Definer;

typedef struct LispStyle {
    const Definer *definers;
    bool brackets_are_parameters; /* [a b] after the name is a parameter list (Clojure) */
    bool block_comments;          /* #| |# are comments */
} LispStyle;

typedef struct Lisp {
    Scan *scan;
    Str text;
    const LispStyle *style;
    size_t depth;
    bool shown[FORMS_MAX]; /* whether the bracket at this depth opened a symbol */
    Lead lead;
    size_t last_end;
} Lisp;

static const Definer clojure_definers[] = {
    {"ns", SYMBOL_NAMESPACE},
    {"in-ns", SYMBOL_NAMESPACE},
    {"def", SYMBOL_VARIABLE},
    {"defonce", SYMBOL_VARIABLE},
    {"defn", SYMBOL_FUNCTION},
    {"defn-", SYMBOL_FUNCTION},
    {"defmacro", SYMBOL_MACRO},
    {"defmulti", SYMBOL_FUNCTION},
    {"defmethod", SYMBOL_METHOD},
    {"defprotocol", SYMBOL_INTERFACE},
    {"definterface", SYMBOL_INTERFACE},
    {"defrecord", SYMBOL_CLASS},
    {"deftype", SYMBOL_CLASS},
    {"defstruct", SYMBOL_STRUCT},
    {"deftest", SYMBOL_FUNCTION},
    {"definline", SYMBOL_FUNCTION},
    {"s/def", SYMBOL_TYPE},
    {"s/fdef", SYMBOL_TYPE},
    {"s/defn", SYMBOL_FUNCTION},
    {"extend-type", SYMBOL_IMPL},
    {"extend-protocol", SYMBOL_IMPL},
    {"rf/reg-event-db", SYMBOL_EVENT},
    {"rf/reg-sub", SYMBOL_EVENT},
    {"declare", SYMBOL_NONE},
    {NULL, SYMBOL_NONE},
};

static const Definer scheme_definers[] = {
    {"define", SYMBOL_FUNCTION},
    {"define*", SYMBOL_FUNCTION},
    {"define-public", SYMBOL_FUNCTION},
    {"define*-public", SYMBOL_FUNCTION},
    {"define-syntax", SYMBOL_MACRO},
    {"define-syntax-rule", SYMBOL_MACRO},
    {"define-macro", SYMBOL_MACRO},
    {"defmacro", SYMBOL_MACRO},
    {"define-record-type", SYMBOL_STRUCT},
    {"define-struct", SYMBOL_STRUCT},
    {"struct", SYMBOL_STRUCT},
    {"define-values", SYMBOL_VARIABLE},
    {"define-library", SYMBOL_MODULE},
    {"define-module", SYMBOL_MODULE},
    {"module", SYMBOL_MODULE},
    {"library", SYMBOL_MODULE},
    {"define-class", SYMBOL_CLASS},
    {"define-method", SYMBOL_METHOD},
    {"define-generic", SYMBOL_FUNCTION},
    {"define/contract", SYMBOL_FUNCTION},
    {"define/public", SYMBOL_METHOD},
    {"define/private", SYMBOL_METHOD},
    {"define/override", SYMBOL_METHOD},
    {"defun", SYMBOL_FUNCTION},
    {"fn", SYMBOL_FUNCTION},
    {"local", SYMBOL_VARIABLE},
    {"defn", SYMBOL_FUNCTION},
    {NULL, SYMBOL_NONE},
};

static const LispStyle clojure_style = {.definers = clojure_definers,
                                        .brackets_are_parameters = true};
static const LispStyle scheme_style = {.definers = scheme_definers, .block_comments = true};

static bool is_symbol_byte(char c)
{
    return c && !byte_is_space(c) && !byte_in(c, "()[]{}\";,");
}

static size_t symbol_end(Str text, size_t at)
{
    while (at < text.len && is_symbol_byte(text.ptr[at]))
        at++;
    return at;
}

static size_t string_end(Str text, size_t at)
{
    for (at++; at < text.len && text.ptr[at] != '"'; at++)
        if (text.ptr[at] == '\\')
            at++;
    return MIN(at + 1, text.len);
}

/* The offset after the atom, string, comment or single bracket at `at`. */
static size_t skip_item(const Lisp *lisp, size_t at)
{
    Str text = lisp->text;
    char c = text.ptr[at], next = at + 1 < text.len ? text.ptr[at + 1] : '\0';
    if (c == '"')
        return string_end(text, at);
    if (c == ';')
        return line_end(text, at);
    if (c == '\\') /* a character literal of Clojure: \( or \newline */
        return MAX(symbol_end(text, MIN(at + 1, text.len)), MIN(at + 2, text.len));
    if (c == '#' && next == '\\')
        return MAX(symbol_end(text, MIN(at + 2, text.len)), MIN(at + 3, text.len));
    if (c == '#' && next == '|' && lisp->style->block_comments) {
        size_t close = find_from(text, at + 2, STR("|#"));
        return close == STR_NONE ? text.len : close + 2;
    }
    if (c == '#' && next == '"')
        return string_end(text, at + 1);
    return is_symbol_byte(c) && c != '#' && c != '\'' && c != '`' ? symbol_end(text, at) : at + 1;
}

/* Skips blanks, comments and metadata (^:private, ^{…}, #:…) before a name. */
static size_t skip_gap(const Lisp *lisp, size_t at)
{
    Str text = lisp->text;
    for (size_t i = 0; i < NAME_SEARCH_FORMS; i++) {
        at = skip_space(text, at, text.len);
        while (at < text.len && text.ptr[at] == ';')
            at = skip_space(text, line_end(text, at), text.len);
        if (at >= text.len || text.ptr[at] != '^')
            return at;
        bool map = at + 1 < text.len && text.ptr[at + 1] == '{';
        at = map ? find_byte_from(text, at, text.len, '}') + 1 : symbol_end(text, at + 1);
        at = MIN(at, text.len);
    }
    return at;
}

/* The offset after the bracketed form at `at`, at most `limit`. */
static size_t skip_form(const Lisp *lisp, size_t at, size_t limit)
{
    size_t depth = 0;
    while (at < limit) {
        char c = lisp->text.ptr[at];
        if (c == '(' || c == '[' || c == '{')
            depth++;
        else if (c == ')' || c == ']' || c == '}')
            depth -= depth > 0;
        at = skip_item(lisp, at);
        if (!depth)
            return at;
    }
    return limit;
}

/* Bytes of a form that its head may take. */
#define HEADER_BYTES ((size_t)2048)

/* Signature of `defn name [a b]`: keyword, name and parameter vectors, without documentation and
   bodies. */
static Str clojure_signature(Lisp *lisp, size_t head, size_t name_end)
{
    Arena *arena = lisp->scan->arena;
    size_t limit = MIN(lisp->text.len, name_end + HEADER_BYTES), at = name_end;
    Buf buf = buf_open(arena, HEADER_BYTES);
    buf_put(&buf, str_slice(lisp->text, head, name_end));
    while ((at = skip_gap(lisp, at)) < limit) {
        char c = lisp->text.ptr[at];
        if (c == '"' || c == '{') { /* documentation, attributes */
            at = skip_form(lisp, at, limit);
            continue;
        }
        bool arity = c == '(' && at + 1 < limit &&
                     lisp->text.ptr[skip_space(lisp->text, at + 1, limit - 1)] == '[';
        if (c != '[' && !arity)
            break;
        size_t from = c == '[' ? at : skip_space(lisp->text, at + 1, limit);
        size_t end = skip_form(lisp, from, limit);
        buf_put_byte(&buf, ' ');
        buf_put(&buf, str_slice(lisp->text, from, end));
        if (c == '[')
            break;
        at = skip_form(lisp, at, limit);
    }
    return scan_shown(lisp->scan, buf_str(&buf));
}

static const Definer *definer_of(const Lisp *lisp, Str head)
{
    for (const Definer *definer = lisp->style->definers; definer->word; definer++)
        if (str_equal(head, str_from(definer->word)))
            return definer;
    return NULL;
}

/* Adds imports from (:require [a.b :as c] d), (:use …) and (import …): the first symbol of each
   form. */
static void read_requires(Lisp *lisp, size_t at)
{
    Str text = lisp->text;
    size_t limit = MIN(text.len, at + 16 * HEADER_BYTES), end = skip_form(lisp, at, limit),
           depth = 0;
    bool clause = false;
    while (at < end) {
        char c = text.ptr[at];
        if (c == '(' || c == '[') {
            depth++;
            size_t from = skip_space(text, at + 1, end), to = symbol_end(text, from);
            Str head = str_slice(text, from, to);
            if (depth == 2)
                clause = str_equal(head, STR(":require")) || str_equal(head, STR(":use")) ||
                         str_equal(head, STR(":import")) || str_equal(head, STR(":require-macros"));
            else if (clause && depth == 3 && head.len)
                scan_import(lisp->scan, head, from, to);
            at = depth > 1 && to > from ? to : at + 1;
            continue;
        }
        size_t next = skip_item(lisp, at);
        if (c == ')' || c == ']')
            depth -= depth > 0;
        else if (clause && depth == 2 && is_symbol_byte(c) && c != ':')
            scan_import(lisp->scan, str_slice(text, at, next), at, next);
        at = next;
    }
}

/* Reads the definition whose bracket is at `open`; true when it opened a symbol. */
static bool open_definition(Lisp *lisp, size_t open)
{
    Scan *scan = lisp->scan;
    size_t head = skip_space(lisp->text, open + 1, lisp->text.len),
           head_end = symbol_end(lisp->text, head);
    const Definer *definer = definer_of(lisp, str_slice(lisp->text, head, head_end));
    if (!definer || definer->kind == SYMBOL_NONE)
        return false;
    size_t name = skip_gap(lisp, head_end);
    bool list =
        name < lisp->text.len && (lisp->text.ptr[name] == '(' || lisp->text.ptr[name] == '[');
    size_t header_end = list ? skip_form(lisp, name, MIN(lisp->text.len, name + HEADER_BYTES)) : 0;
    while (list && name < header_end &&
           (lisp->text.ptr[name] == '(' || lisp->text.ptr[name] == '['))
        name = skip_space(lisp->text, name + 1, header_end);
    name += name < lisp->text.len && lisp->text.ptr[name] == '\''; /* (in-ns 'x) */
    size_t name_end = symbol_end(lisp->text, name);
    SymbolKind kind = definer->kind;
    if (name_end == name)
        return false;
    if (kind == SYMBOL_FUNCTION && !list && !lisp->style->brackets_are_parameters &&
        str_starts(str_slice(lisp->text, head, head_end), STR("define")))
        kind = SYMBOL_VARIABLE;
    if (kind == SYMBOL_NAMESPACE) {
        scan->outline->package = scan_signature(scan, head, name_end);
        scan_cut(scan, lead_start(&lisp->lead, open), (uint32_t)scan->depth);
        read_requires(lisp, open);
        return false;
    }
    scan_cut(scan, lead_start(&lisp->lead, open), (uint32_t)scan->depth);
    Str called = str_slice(lisp->text, name, MIN(name_end, name + NAME_BYTES_MAX));
    Symbol *symbol = scan_symbol_open(scan, kind, called, open);
    symbol->is_value = kind == SYMBOL_VARIABLE;
    size_t dispatch = skip_gap(lisp, name_end); /* dispatch value of a multimethod's method */
    size_t called_end =
        kind == SYMBOL_METHOD && dispatch < lisp->text.len ? skip_item(lisp, dispatch) : name_end;
    symbol->signature = list ? scan_signature(scan, head, header_end)
                        : lisp->style->brackets_are_parameters
                            ? clojure_signature(lisp, head, called_end)
                            : scan_signature(scan, head, name_end);
    lead_take(scan, &lisp->lead, symbol);
    return true;
}

static void close_brackets(Lisp *lisp, size_t depth, size_t end)
{
    while (lisp->depth > depth) {
        lisp->depth--;
        if (lisp->depth < FORMS_MAX && lisp->shown[lisp->depth])
            scan_symbol_close(lisp->scan, end);
    }
}

/* Reads a method, (name [this] …), directly inside a protocol, record or type. */
static bool open_method(Lisp *lisp, size_t open)
{
    Scan *scan = lisp->scan;
    if (!lisp->style->brackets_are_parameters || !lisp->depth || lisp->depth > FORMS_MAX ||
        !lisp->shown[lisp->depth - 1] || !scan->depth)
        return false;
    SymbolKind outer = scan->outline->symbols.ptr[scan->open[scan->depth - 1]].kind;
    size_t head = skip_space(lisp->text, open + 1, lisp->text.len),
           end = symbol_end(lisp->text, head);
    size_t after = skip_gap(lisp, end);
    if ((outer != SYMBOL_INTERFACE && outer != SYMBOL_CLASS && outer != SYMBOL_IMPL) ||
        end == head || after >= lisp->text.len ||
        (lisp->text.ptr[after] != '[' && lisp->text.ptr[after] != '('))
        return false;
    Str name = str_slice(lisp->text, head, MIN(end, head + NAME_BYTES_MAX));
    scan_symbol_open(scan, SYMBOL_METHOD, name, open)->signature =
        clojure_signature(lisp, head, end);
    return true;
}

static void open_bracket(Lisp *lisp, size_t at)
{
    bool margin = !at || lisp->text.ptr[at - 1] == '\n';
    bool shown = false;
    if (lisp->text.ptr[at] == '(') {
        size_t head = skip_space(lisp->text, at + 1, lisp->text.len);
        const Definer *definer =
            definer_of(lisp, str_slice(lisp->text, head, symbol_end(lisp->text, head)));
        if (margin && lisp->depth && definer) {
            lisp->scan->outline->degraded = true;
            close_brackets(lisp, 0, lisp->last_end);
        }
        bool room = lisp->scan->depth < SYMBOL_DEPTH_MAX;
        shown = room && (definer ? open_definition(lisp, at) : open_method(lisp, at));
    }
    if (lisp->depth < FORMS_MAX)
        lisp->shown[lisp->depth] = shown;
    else if (shown)
        scan_symbol_close(lisp->scan, at + 1);
    lisp->depth++;
}

static size_t read_item(Lisp *lisp, size_t at)
{
    char c = lisp->text.ptr[at];
    size_t next = skip_item(lisp, at);
    if (c == '(' || c == '[' || c == '{')
        open_bracket(lisp, at);
    else if ((c == ')' || c == ']' || c == '}') && lisp->depth)
        close_brackets(lisp, lisp->depth - 1, next);
    if (c == ';' && !lisp->depth)
        lead_add(&lisp->lead, at, next);
    else if (c != ';')
        lead_clear(&lisp->lead);
    lisp->last_end = next;
    return next;
}

static void scan_lisp(Scan *scan, const LispStyle *style)
{
    Lisp lisp = {.scan = scan, .text = scan->text, .style = style};
    size_t at = 0, lines = 0;
    while (!scan_expired(scan) && at < scan->text.len) {
        char c = scan->text.ptr[at];
        if (byte_is_space(c) || c == ',') {
            lines += c == '\n';
            if (lines > 1)
                lead_clear(&lisp.lead);
            at++;
            continue;
        }
        lines = 0;
        at = read_item(&lisp, at);
    }
    close_brackets(&lisp, 0, lisp.last_end);
    scan_close_to(scan, 0, lisp.last_end);
}

void scan_clojure(Scan *scan)
{
    scan_lisp(scan, &clojure_style);
}

void scan_scheme(Scan *scan)
{
    scan_lisp(scan, &scheme_style);
}
