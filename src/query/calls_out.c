/* The tokens of the body are compared with the edges by name: a word before a bracket is a call,
   and so is a bracket after another one. */
#include "query/calls_out.h"

#include "index/catalog/classify.h"
#include "lang/lexical/code_tokens.h"
#include "lang/name_sites.h"
#include "lang/registry.h"
#include "query/calls_unresolved.h"
#include "text/address.h"

/* Calls and operators that are shown: the first ones say what kind they are. */
#define CALLS_OUT_SHOWN 3
/* Namesakes that are looked at: one is enough, and most names have few. */
#define CALLS_OUT_NAMED 64

typedef struct Unled {
    Str name; /* or an operator */
    uint32_t line;
} Unled;

typedef struct Body {
    Arena *arena;
    Catalog *catalog;
    const CatalogFile *file;
    uint32_t index; /* of the symbol in the file */
    const EdgeVec *edges;
    const Outline *outline;
    Str text;
    TokenVec tokens;
    uint32_t counted, line;    /* of line_at: the line of a byte */
    uint64_t calls, operators; /* how many */
    Unled shown[CALLS_OUT_SHOWN], signs[CALLS_OUT_SHOWN];
    uint32_t sign_count; /* different ones, shown or not */
} Body;

static Str token_text(const Body *body, size_t i)
{
    return i < body->tokens.len
               ? str_slice(body->text, body->tokens.ptr[i].start, body->tokens.ptr[i].end)
               : (Str){0};
}

static bool is_mark(const Body *body, size_t i, const char *mark)
{
    return i < body->tokens.len && body->tokens.ptr[i].kind == TOKEN_MARK &&
           str_equal(token_text(body, i), str_from(mark));
}

static bool touches(const Body *body, size_t i)
{
    return i && i < body->tokens.len && body->tokens.ptr[i - 1].end == body->tokens.ptr[i].start;
}

/* ---- what edges lead to ---- */

static Str callee_name(const Body *body, const Edge *edge)
{
    if (edge->callee != SYMBOL_NOWHERE)
        return catalog_name(body->catalog, catalog_entry(body->catalog, edge->callee)->name);
    Str name = catalog_name(body->catalog, edge->external);
    size_t colon = str_find_last_byte(name, ':');
    return str_from_offset(name, colon == STR_NONE ? 0 : colon + 1);
}

/* An edge of another name is that of an alias or a constructor on its line. */
static bool has_edge(const Body *body, Str name, uint32_t line)
{
    for (size_t i = 0; i < body->edges->len; i++) {
        const Edge *edge = &body->edges->ptr[i];
        Str callee = callee_name(body, edge);
        size_t dot = str_find_last_byte(callee, '.');
        if (str_equal_nocase(callee, name) ||
            (dot != STR_NONE && str_equal(str_from_offset(callee, dot + 1), name)) ||
            (edge->line == line && edge->callee != SYMBOL_NOWHERE &&
             catalog_entry(body->catalog, edge->callee)->kind == SYMBOL_CONSTRUCTOR))
            return true;
    }
    return false;
}

static bool leads_to_function(const Body *body, Str name)
{
    for (size_t i = 0; i < body->edges->len; i++) {
        const Edge *edge = &body->edges->ptr[i];
        if (edge->callee != SYMBOL_NOWHERE && str_equal(callee_name(body, edge), name) &&
            symbol_is_callable((SymbolKind)catalog_entry(body->catalog, edge->callee)->kind))
            return true;
    }
    return false;
}

/* ---- names that may be meant ---- */

/* Whether a parameter or a variable of the symbol has the name. */
static bool is_bound(const Body *body, Str name)
{
    for (size_t i = 0; i < body->outline->references.len; i++) {
        const Reference *reference = &body->outline->references.ptr[i];
        if (reference->kind == REFERENCE_BIND && reference->symbol == body->index &&
            str_equal(reference->name, name))
            return true;
    }
    return false;
}

/* Whether a symbol of the language may be called by the name; members only after a receiver. */
static bool is_callable(const Body *body, Str name, bool receiver)
{
    uint32_t id = names_find(&body->catalog->names, name);
    IdSpan named = id ? catalog_named(body->catalog, id) : (IdSpan){0};
    for (size_t i = 0; i < named.len && i < CALLS_OUT_NAMED; i++) {
        SymbolPlace place = catalog_place(body->catalog, named.ptr[i]);
        const Entry *entry = catalog_entry(body->catalog, named.ptr[i]);
        SymbolKind kind = (SymbolKind)entry->kind;
        bool value = kind == SYMBOL_FIELD || kind == SYMBOL_PROPERTY || kind == SYMBOL_VARIABLE;
        if (body->catalog->files.ptr[place.file].language == body->file->language &&
            (symbol_is_callable(kind) || value) && (receiver || !entry->parent))
            return true;
    }
    return false;
}

/* Whether its edges lead to types alone: then more is said. */
static bool is_bare(const Body *body)
{
    for (size_t i = 0; i < body->edges->len; i++)
        if (body->edges->ptr[i].kind != REFERENCE_TYPE)
            return false;
    return true;
}

/* The line of a token; calls in their order count each line once. */
static uint32_t line_at(Body *body, size_t i)
{
    uint32_t start = body->tokens.ptr[i].start;
    if (!body->line || body->counted > start) {
        body->counted = 0;
        body->line = 1;
    }
    for (; body->counted < start; body->counted++)
        body->line += body->text.ptr[body->counted] == '\n';
    return body->line;
}

/* ---- calls ---- */

static void take_call(Body *body, Str name, uint32_t line)
{
    if (body->calls < CALLS_OUT_SHOWN)
        body->shown[body->calls] = (Unled){name, line};
    body->calls++;
}

static bool has_receiver(const Body *body, size_t i)
{
    return touches(body, i) &&
           (is_mark(body, i - 1, ".") || is_mark(body, i - 1, ">") || is_mark(body, i - 1, ":"));
}

static Str unquoted(const Body *body, size_t i)
{
    Str text = token_text(body, i);
    bool quoted = body->tokens.ptr[i].kind == TOKEN_STRING && text.len > 2;
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

/* Whether the token is what a call names: a word, or a quoted one, before a bracket. */
static bool is_called(const Body *body, size_t i)
{
    TokenKind kind = body->tokens.ptr[i].kind;
    size_t next = is_mark(body, i + 1, "!") && touches(body, i + 1) ? i + 2 : i + 1;
    return (kind == TOKEN_WORD || kind == TOKEN_STRING) && is_mark(body, next, "(") &&
           touches(body, next);
}

/* `table[n](…)`, but not the type arguments of a function that is known: `first[int](…)`. */
static bool is_of_element(const Body *body, size_t i)
{
    size_t at = i, depth = 0;
    if (!is_mark(body, i, "(") || !touches(body, i) || !is_mark(body, i - 1, "]"))
        return false;
    while (at--) {
        depth += is_mark(body, at, "]");
        if (is_mark(body, at, "[") && !--depth)
            break;
    }
    Str name = at && at < i ? token_text(body, at - 1) : (Str){0};
    return name.len && byte_is_word(name.ptr[0]) && !leads_to_function(body, name);
}

static void judge_call(Body *body, size_t i)
{
    const LangFacts *facts = lang_facts(body->file->language);
    Str name = unquoted(body, i);
    if (body->tokens.ptr[i].kind == TOKEN_WORD && name_is_listed(facts->sends, name))
        take_call(body, name, line_at(body, i));
    else if (is_called(body, i)) {
        bool receiver = has_receiver(body, i);
        uint32_t line = line_at(body, i);
        if (!has_edge(body, name, line) &&
            ((!receiver && is_bound(body, name)) || is_callable(body, name, receiver) ||
             is_callable(body, token_text(body, i), receiver) ||
             (receiver && i > 1 && is_bare(body) && is_bound(body, token_text(body, i - 2)))))
            take_call(body, name, line);
    } else if (is_of_element(body, i)) {
        take_call(body, STR("[…]()"), line_at(body, i));
    }
}

/* ---- operators ---- */

/* Whether the operator starts at the token, as the whole run of marks. */
static bool is_sign(const Body *body, size_t i, Str sign)
{
    static const char marks[] = "+-*/%=<>!&|^~@?";
    uint32_t start = body->tokens.ptr[i].start;
    if (body->tokens.ptr[i].kind == TOKEN_WORD)
        return str_equal(token_text(body, i), sign);
    if (body->tokens.ptr[i].kind != TOKEN_MARK)
        return false;
    if (str_equal(sign, STR("[]")))
        return is_mark(body, i, "[") && touches(body, i) &&
               body->tokens.ptr[i - 1].kind == TOKEN_WORD;
    if (!byte_in(sign.ptr[0], marks) || (start && byte_in(body->text.ptr[start - 1], marks)))
        return false;
    Str rest = str_from_offset(body->text, start);
    return str_starts(rest, sign) && (rest.len == sign.len || !byte_in(rest.ptr[sign.len], marks));
}

static void take_sign(Body *body, size_t first, Str sign)
{
    bool found = false;
    for (size_t i = first; i < body->tokens.len; i++) {
        if (!is_sign(body, i, sign))
            continue;
        if (!found && body->sign_count < CALLS_OUT_SHOWN)
            body->signs[body->sign_count] = (Unled){sign, line_at(body, i)};
        body->sign_count += !found;
        body->operators++;
        found = true;
    }
}

static bool is_taken(const Body *body, Str sign)
{
    for (size_t i = 0; i < body->sign_count && i < CALLS_OUT_SHOWN; i++)
        if (str_equal(body->signs[i].name, sign))
            return true;
    return false;
}

/* Rows of names and operators; words such as `for` count where nothing else is known. */
static void take_rows(Body *body, size_t first, const char *rows)
{
    Str rest = str_from(rows ? rows : ""), name, sign;
    while (str_take_until(&rest, ' ', &name) && str_take_until(&rest, ' ', &sign))
        if (sign.len && (!byte_is_word(sign.ptr[0]) || is_bare(body)) && !is_taken(body, sign) &&
            is_callable(body, name, true))
            take_sign(body, first, sign);
}

/* Operators that are declared by their sign: `operator+`. */
static void take_declared(Body *body, size_t first)
{
    static const char signs[] = "+ - * / % == != < > <= >= [] << >> += -= *= /= %= ! ~ ++ -- && "
                                "|| & | ^ -> = <=>";
    Str rest = str_from(signs), sign;
    while (str_take_until(&rest, ' ', &sign)) {
        Str joined = str_format(body->arena, "operator%.*s", STR_ARG(sign));
        Str apart = str_format(body->arena, "operator %.*s", STR_ARG(sign));
        if (is_callable(body, joined, true) || is_callable(body, apart, true) ||
            is_callable(body, sign, true))
            take_sign(body, first, sign);
    }
}

/* ---- the body ---- */

/* The token after the head: its name and its parameters. */
static size_t after_head(const Body *body)
{
    Str name = catalog_name(body->catalog, body->file->entries[body->index].name);
    Str word = str_starts(name, STR("operator")) ? STR("operator") : name;
    size_t i = 0, depth = 0;
    while (i < body->tokens.len && !str_equal(token_text(body, i), word))
        i++;
    for (i = i < body->tokens.len ? i + 1 : 0; i < body->tokens.len; i++) {
        depth += is_mark(body, i, "(");
        if (is_mark(body, i, ")") && depth && !--depth)
            return i + 1;
        if (!depth && (is_mark(body, i, "{") || is_mark(body, i, "=") || is_mark(body, i, ":")))
            return i;
    }
    return 0;
}

/* By line after the symbol's first one: whether a function within it has the line. */
static const bool *nested_lines(const Body *body)
{
    const Entry *entries = body->file->entries, *self = &entries[body->index];
    bool *nested = NEW(body->arena, bool, self->end_line - self->start_line + 1);
    uint32_t done = self->start_line;
    for (uint32_t k = body->index + 1; k < body->file->count; k++) {
        if (entries[k].start_line > self->end_line)
            break;
        if (!symbol_is_callable((SymbolKind)entries[k].kind) ||
            entries[k].start_line <= self->start_line)
            continue;
        for (uint32_t line = MAX(entries[k].start_line, done + 1);
             line <= MIN(entries[k].end_line, self->end_line); line++)
            nested[line - self->start_line] = true;
        done = MAX(done, entries[k].end_line);
    }
    return nested;
}

/* Blanks all that is not the symbol's own, so that offsets stay those of the file. */
static Str own_text(const Body *body, Str text)
{
    char *own = str_terminate(body->arena, text);
    const Entry *self = &body->file->entries[body->index];
    const bool *nested = nested_lines(body);
    uint32_t line = 1;
    for (size_t i = 0; i < text.len; i++) {
        bool inside =
            line >= self->start_line && line <= self->end_line && !nested[line - self->start_line];
        line += text.ptr[i] == '\n';
        if (!inside && text.ptr[i] != '\n')
            own[i] = ' ';
    }
    return (Str){own, text.len};
}

static bool read_body(SessionRequest *request, const IndexSession *session, uint32_t file,
                      Str *text)
{
    FsTree tree SCOPED(fs_tree_close) = {.fd = -1};
    FsFile open SCOPED(fs_close) = {.fd = -1};
    FsPolicy policy = request->policy;
    Err ignored = {0};
    return fs_tree_open(request->arena, &policy, session->repo.root, &tree, &ignored) &&
           fs_tree_file(&tree, session->catalog->files.ptr[file].path, &open) &&
           open.size <= INDEX_FILE_BYTES_MAX && fs_read_all(request->arena, &open, text, &ignored);
}

static void put_places(Buf *out, const Unled *list, uint64_t count)
{
    for (size_t i = 0; i < count && i < CALLS_OUT_SHOWN; i++)
        buf_printf(out, "%s%.*s: line %u", i ? ", " : "",
                   STR_ARG(str_slice(list[i].name, 0, PATH_SHOWN_BYTES)), list[i].line);
    buf_put(out, count > CALLS_OUT_SHOWN ? STR(", …)") : STR(")"));
}

static Str sentence(const Body *body)
{
    Buf out = buf_open(body->arena, 0);
    if (body->calls) {
        buf_printf(&out, "%llu call%s in it %s not followed (", (unsigned long long)body->calls,
                   body->calls == 1 ? "" : "s", body->calls == 1 ? "is" : "are");
        put_places(&out, body->shown, body->calls);
    }
    if (body->operators) {
        buf_printf(&out, "%soperators that types here define may be calls (", out.len ? "; " : "");
        put_places(&out, body->signs, body->sign_count);
    }
    return buf_str(&out);
}

Str calls_out_text(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                   const EdgeVec *edges)
{
    SymbolPlace place = catalog_place(session->catalog, symbol);
    const CatalogFile *file = catalog_row(session->catalog, place.file);
    Outline outline = {0};
    Err ignored = {0};
    Str text = {0};
    if (!place.index || place.index >= file->count ||
        !symbol_is_callable((SymbolKind)file->entries[place.index].kind) ||
        !read_body(request, session, place.file, &text) ||
        !catalog_whole_outline(session->catalog, request->arena, place.file, &outline, &ignored))
        return (Str){0};
    Body body = {.arena = request->arena,
                 .catalog = session->catalog,
                 .file = file,
                 .index = place.index,
                 .edges = edges,
                 .outline = &outline};
    body.text = own_text(&body, text);
    code_tokens_read(request->arena, file->language, body.text, &body.tokens);
    size_t first = after_head(&body);
    for (size_t i = first; i < body.tokens.len; i++)
        judge_call(&body, i);
    const LangFacts *facts = lang_facts(file->language);
    take_rows(&body, first, facts->operators);
    if (is_bare(&body))
        take_rows(&body, first, facts->protocols);
    if (!facts->operators)
        take_declared(&body, first);
    return sentence(&body);
}
