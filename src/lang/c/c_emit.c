/* Creation of entries (a declaration's texts and positions), and their final order under their
   parents. */
#include "lang/c/c_parse.h"

#include "base/buf.h"
#include "lang/walk/declare.h"
#include "text/lines.h"

/* Upper bound for the bytes of SIGNATURE_CHARS_MAX characters. */
#define SIGNATURE_SOURCE_BYTES (SIGNATURE_CHARS_MAX * 4)

/* ---- texts ---- */

static bool needs_no_space(const CToken *before, const CToken *token)
{
    bool opens = c_is(before, '(') || c_is(before, '[') || c_is(before, '<') || c_is(before, '~');
    bool closes = c_is(token, ')') || c_is(token, ']') || c_is(token, ',') || c_is(token, ';') ||
                  c_is(token, '>');
    return token->first && (opens || closes);
}

/* Appends the source text of the tokens, with white space and comments between them folded to
   one space. */
static void put_tokens(const CParse *parse, Buf *out, CRange range)
{
    for (uint32_t i = range.first; i < range.end && out->len < SIGNATURE_SOURCE_BYTES; i++) {
        const CToken *token = c_at(parse, i);
        const CToken *before = i > range.first ? c_at(parse, i - 1) : NULL;
        bool space =
            before ? token->start > before->end && !needs_no_space(before, token) : out->len > 0;
        if (space)
            buf_put_byte(out, ' ');
        buf_put(out, c_text(parse->source, token));
    }
}

Str c_join_text(const CParse *parse, Arena *arena, CRange range)
{
    if (range.end <= range.first)
        return (Str){0};
    if (range.end == range.first + 1)
        return c_text_at(parse, range.first);
    Buf out = buf_open(arena, 0);
    put_tokens(parse, &out, range);
    return buf_str(&out);
}

Str c_name_text(const CParse *parse, CRange name)
{
    Arena *arena = parse->scan->arena;
    if (!c_at_word(parse, name.first, CW_OPERATOR) || name.end == name.first + 1)
        return declare_name(arena, c_join_text(parse, arena, name));
    Buf out = buf_open(arena, 0);
    for (uint32_t i = name.first; i < name.end && out.len < SIGNATURE_SOURCE_BYTES; i++) {
        bool words =
            c_at(parse, i)->kind == C_WORD && i > name.first && c_at(parse, i - 1)->kind == C_WORD;
        buf_put(&out, words ? STR(" ") : STR(""));
        buf_put(&out, c_text_at(parse, i));
    }
    return declare_name(arena, buf_str(&out));
}

static Str signature_text(const CParse *parse, const CDeclaration *declaration)
{
    Arena *arena = parse->scan->arena;
    char *since = arena->ptr;
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < COUNT(declaration->signature); i++)
        put_tokens(parse, &out, declaration->signature[i]);
    Str text = str_fold_space(arena, buf_str(&out));
    return str_keep_only(arena, since, str_cut_chars(arena, text, SIGNATURE_CHARS_MAX));
}

/* The owner without template arguments: A::B<int> gives A::B. */
static Str owner_text(const CParse *parse, CRange range)
{
    Buf out = buf_open(parse->scan->arena, 0);
    if (c_at_is(parse, range.first, C_SCOPE))
        range.first++;
    if (range.end > range.first && c_at_is(parse, range.end - 1, C_SCOPE))
        range.end--;
    for (uint32_t i = range.first; i < range.end;) {
        uint32_t closed = c_at_is(parse, i, '<') ? c_skip_angles(parse, i) : 0;
        if (!closed)
            buf_put(&out, c_text_at(parse, i));
        i = closed ? closed : i + 1;
    }
    return buf_str(&out);
}

/* ---- comments before a declaration ---- */

static size_t comments_before(const CSource *source, uint32_t offset)
{
    size_t low = 0, high = source->comments.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (source->comments.ptr[middle].end <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The start of the comments directly before a declaration. Each is on separate lines, with no blank
   line between. */
static uint32_t lead_of(const CSource *source, uint32_t offset, uint32_t line, uint32_t code_end)
{
    uint32_t lead = offset;
    for (size_t i = comments_before(source, offset); i-- > 0;) {
        const CComment *comment = &source->comments.ptr[i];
        if (comment->trailing || comment->start < code_end || line - comment->end_line > 1)
            break;
        lead = comment->start;
        line = comment->line;
    }
    return lead;
}

/* ---- entries ---- */

static CEntry *push_entry(CParse *parse)
{
    if (parse->entries.len >= SYMBOLS_MAX) {
        parse->scan->outline->degraded = true;
        parse->scan->outline->note = STR("too many symbols: the rest is left out");
        return NULL;
    }
    return VEC_PUSH(parse->scratch, &parse->entries);
}

static void set_texts(CParse *parse, Symbol *symbol, uint32_t code_end)
{
    const CSource *source = parse->source;
    symbol->lead = lead_of(source, symbol->start, symbol->start_line, code_end);
    if (parse->scan->options->want_docs && symbol->lead < symbol->start)
        symbol_set_doc(
            parse->scan->arena, symbol,
            declare_doc(parse->scan->arena, str_slice(source->text, symbol->lead, symbol->start)));
}

static bool has_type(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_FIELD ||
           kind == SYMBOL_VARIABLE || kind == SYMBOL_CONSTANT || kind == SYMBOL_TYPE;
}

void c_emit(CParse *parse, const CDeclaration *declaration)
{
    if (declaration->whole.end <= declaration->whole.first)
        return;
    CEntry *entry = push_entry(parse);
    if (!entry)
        return;
    Symbol *symbol = &entry->symbol;
    const CToken *first = c_at(parse, declaration->whole.first);
    const CToken *last = c_at(parse, declaration->whole.end - 1);
    CRange name = declaration->name;
    symbol->kind = declaration->kind;
    symbol->start = first->start;
    /* An unterminated literal reaches to the end of the text. */
    Str tail = str_trim_end(c_text(parse->source, last));
    symbol->end = last->start + (uint32_t)tail.len;
    symbol->start_line = first->line;
    symbol->end_line = last->line + (uint32_t)lines_count_feeds(tail);
    symbol->name = declaration->label;
    symbol->name_start = symbol->name_end = first->start;
    symbol->name_line = first->line;
    if (name.end > name.first) {
        if (!symbol->name.len)
            symbol->name = c_name_text(parse, name);
        symbol->name_start = c_at(parse, name.first)->start;
        symbol->name_end = c_at(parse, name.end - 1)->end;
        symbol->name_line = c_at(parse, name.first)->line;
        c_mark(parse, name, CR_DECLARED);
    }
    if (declaration->owner.end > declaration->owner.first)
        symbol_set_owner(parse->scan->arena, symbol, owner_text(parse, declaration->owner));
    symbol->signature = signature_text(parse, declaration);
    symbol->modifiers =
        declaration->modifiers |
        declare_modifiers(str_slice(
            symbol->signature, 0, MIN(symbol->signature.len, symbol->name_start - symbol->start)));
    symbol->is_value = declaration->is_value;
    if (declaration->body && c_at(parse, declaration->body)->start < last->end) {
        uint32_t match = c_at(parse, declaration->body)->match;
        bool open = match == C_NO_MATCH || declaration->body_end;
        symbol->body = c_at(parse, declaration->body)->start;
        entry->body_end = open ? symbol->end : MIN(c_at(parse, match)->start, symbol->end);
    }
    bool starts = declaration->whole.first == 0;
    if (parse->scan->options->want_references && has_type(declaration->kind))
        symbol_set_type(parse->scan->arena, symbol, c_declared_type(parse, declaration));
    else if (declaration->type.len)
        symbol_set_type(parse->scan->arena, symbol, declaration->type);
    set_texts(parse, symbol, starts ? 0 : c_at(parse, declaration->whole.first - 1)->end);
}

static void emit_macro(CParse *parse, const CDirective *directive)
{
    const CSource *source = parse->source;
    CEntry *entry = push_entry(parse);
    if (!entry)
        return;
    Symbol *symbol = &entry->symbol;
    symbol->kind = directive->has_arguments ? SYMBOL_MACRO : SYMBOL_CONSTANT;
    symbol->name = directive->name;
    symbol->name_start = (uint32_t)(directive->name.ptr - source->text.ptr);
    symbol->name_end = symbol->name_start + (uint32_t)directive->name.len;
    symbol->name_line = symbol->start_line = directive->line;
    symbol->start = directive->start;
    symbol->end = directive->end;
    symbol->end_line = directive->end_line;
    symbol->is_value = directive->body && !directive->has_arguments;
    symbol->signature =
        declare_signature(parse->scan->arena, parse->scan->outline->language,
                          str_slice(source->text, directive->start, directive->head));
    set_texts(parse, symbol, 0);
}

/* Whether the condition names an unusual macro, as in `#ifdef LIB_TEST_MAIN`: not one that
   compilers or configure scripts define, and not a guard. */
static bool is_doubtful(const CDirective *condition)
{
    static const char *const usual[] = {"_",       "HAVE_", "CONFIG_", "USE_",
                                        "ENABLE_", "WITH_", "WIN",     NULL};
    Str name = condition->name;
    if (str_starts(name, STR("defined")))
        name = str_trim(str_from_offset(name, strlen("defined")));
    name = str_starts(name, STR("(")) ? str_trim(str_from_offset(name, 1)) : name;
    size_t len = 0;
    while (len < name.len && byte_is_word(name.ptr[len]))
        len++;
    bool known = !len || byte_is_digit(name.ptr[0]) || condition->negated;
    for (size_t i = 0; usual[i] && !known; i++)
        known = str_starts(name, str_from(usual[i]));
    Str rest = str_trim(str_from_offset(name, len));
    return !known && (!rest.len || str_equal(rest, STR(")")));
}

static void emit_include(CParse *parse, const CDirective *directive, bool doubtful)
{
    ImportVec *imports = &parse->scan->outline->imports;
    Str text = parse->source->text, name = directive->name;
    size_t count = imports->len;
    scan_import(parse->scan, name, directive->start, directive->end);
    if (imports->len > count)
        imports->ptr[count].angled = name.ptr > text.ptr && name.ptr[-1] == '<';
    if (imports->len > count)
        imports->ptr[count].doubtful = doubtful;
}

void c_emit_macros(CParse *parse)
{
    uint32_t depth = 0, doubtful = 0; /* open groups; depth of the outermost doubtful one */
    for (size_t i = 0; i < parse->source->directives.len; i++) {
        const CDirective *directive = &parse->source->directives.ptr[i];
        depth += directive->kind == CD_IF;
        if (directive->kind == CD_IF && !doubtful && is_doubtful(directive))
            doubtful = depth;
        bool ends = directive->kind == CD_ENDIF || directive->kind == CD_ELSE;
        if (ends && doubtful == depth)
            doubtful = 0;
        depth -= directive->kind == CD_ENDIF && depth;
        if (directive->kind == CD_DEFINE && directive->name.len && !directive->guard)
            emit_macro(parse, directive);
        if (directive->kind == CD_INCLUDE)
            emit_include(parse, directive, doubtful > 0);
    }
}

/* ---- order ---- */

typedef struct Place {
    uint32_t start, entry;
} Place;

static int compare_places(const void *a, const void *b)
{
    const Place *first = a, *second = b;
    if (first->start != second->start)
        return first->start < second->start ? -1 : 1;
    return first->entry < second->entry ? -1 : first->entry > second->entry;
}

typedef struct Open {
    uint32_t symbol, body_end;
} Open;

void c_emit_outline(CParse *parse)
{
    Arena *arena = parse->scan->arena;
    SymbolVec *symbols = &parse->scan->outline->symbols;
    size_t count = parse->entries.len, depth = 0;
    Place *places = NEW(parse->scratch, Place, count + 1);
    Open open[SYMBOL_DEPTH_MAX];
    for (size_t i = 0; i < count; i++)
        places[i] = (Place){parse->entries.ptr[i].symbol.start, (uint32_t)i};
    qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < count; i++) {
        const CEntry *entry = &parse->entries.ptr[places[i].entry];
        while (depth && open[depth - 1].body_end <= entry->symbol.start)
            symbols->ptr[open[--depth].symbol].next = (uint32_t)symbols->len;
        if (!entry->symbol.name.len)
            continue;
        Symbol *symbol = VEC_PUSH(arena, symbols);
        *symbol = entry->symbol;
        symbol->depth = (uint16_t)depth;
        symbol->parent = depth ? open[depth - 1].symbol + 1 : 0;
        symbol->next = (uint32_t)symbols->len;
        if (entry->body_end > symbol->start && depth < SYMBOL_DEPTH_MAX)
            open[depth++] = (Open){(uint32_t)symbols->len - 1, entry->body_end};
    }
    while (depth)
        symbols->ptr[open[--depth].symbol].next = (uint32_t)symbols->len;
}
