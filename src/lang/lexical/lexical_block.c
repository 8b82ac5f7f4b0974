/* Names, blocks and symbols, for all kinds of blocks. */
#include "lang/lexical/lexical_state.h"
#include "lang/scan/scan_text.h"

/* Parts of a dotted name; longer chains are expressions. */
#define NAME_PARTS_MAX 16
/* Maximal length of `<…>` after a name, in bytes. */
#define ARGUMENTS_BYTES_MAX 200
/* Maximal distance from a name to a comma in its head, in bytes. */
#define HEAD_BYTES_MAX 300

BlockKind lexical_block_kind(SymbolKind kind)
{
    if (symbol_is_callable(kind))
        return BLOCK_FUNCTION;
    bool outer = kind == SYMBOL_NAMESPACE || kind == SYMBOL_MODULE || kind == SYMBOL_PACKAGE;
    return outer ? BLOCK_OUTER : BLOCK_TYPE;
}

/* Skips `<…>` and `?` before a dot, as in fun List<T>?.name; returns `at` if no dot follows. */
static size_t skip_arguments(const Lexical *lexical, size_t at)
{
    size_t from = at, depth = 0;
    if (lexical_byte(lexical, at) == '<') {
        for (; at < from + ARGUMENTS_BYTES_MAX && lexical_byte(lexical, at) != '\n'; at++) {
            depth += lexical_byte(lexical, at) == '<';
            if (lexical_byte(lexical, at) == '>' && --depth == 0)
                break;
        }
        at += lexical_byte(lexical, at) == '>';
    }
    at += lexical_byte(lexical, at) == '?';
    return lexical_byte(lexical, at) == '.' ? at : from;
}

/* Skips `.`, `::`, `:` or `\` between the parts of a name; returns `at` without such a mark. */
static size_t skip_dot(const Lexical *lexical, size_t at)
{
    size_t from = at;
    if (lexical->facts->blocks == LEXICAL_BRACES)
        at = skip_arguments(lexical, at);
    char c = lexical_byte(lexical, at);
    size_t marks = (c == ':' && lexical_byte(lexical, at + 1) == ':') ? 2 : 1;
    bool dot =
        c == '.' || c == '\\' || (c == ':' && (marks == 2 || lexical_has(lexical, LEXICAL_LONG)));
    return dot && lexical_is_word(lexical, at + marks) ? at + marks : from;
}

static bool is_operator(const Lexical *lexical, size_t at)
{
    char c = lexical_byte(lexical, at);
    return byte_in(c, "+-*/<>=!&|^%~:?#@\\");
}

static size_t part_end(const Lexical *lexical, size_t at)
{
    size_t end = at;
    bool dashes = lexical_has(lexical, LEXICAL_DASHES);
    if (lexical_has(lexical, LEXICAL_MARKS) && lexical_byte(lexical, at) == '[' &&
        lexical_byte(lexical, at + 1) == ']')
        return at + 2;
    if (lexical_has(lexical, LEXICAL_OPERATORS) && is_operator(lexical, at)) {
        while (is_operator(lexical, end))
            end++;
        return end;
    }
    while (lexical_is_word(lexical, end) ||
           (lexical_has(lexical, LEXICAL_VALUES | LEXICAL_SIGNATURES) && end > at &&
            lexical_byte(lexical, end) == '\'') ||
           (dashes && end > at && byte_in(lexical_byte(lexical, end), "-.:+") &&
            lexical_is_word(lexical, end + 1)))
        end++;
    if (lexical_has(lexical, LEXICAL_OPERATORS) && end > at && lexical->text.ptr[end - 1] == '_')
        while (is_operator(lexical, end))
            end++;
    return end;
}

Span lexical_name(const Lexical *lexical, size_t at, LexicalNaming naming, Str *owner)
{
    if (lexical_byte(lexical, at) == '`') {
        size_t close = find_byte_from(lexical->text, at + 1, line_end(lexical->text, at), '`');
        *owner = (Str){0};
        return (Span){(uint32_t)at + 1, (uint32_t)(close == STR_NONE ? at + 1 : close)};
    }
    size_t start = at, first = at, end = part_end(lexical, at);
    *owner = (Str){0};
    if (end == at || byte_is_digit(lexical->text.ptr[at]))
        return (Span){(uint32_t)at, (uint32_t)at};
    for (int i = 0; i < NAME_PARTS_MAX; i++) {
        size_t next = skip_dot(lexical, end);
        if (next == end)
            break;
        *owner = str_slice(lexical->text, first, end);
        start = next;
        end = part_end(lexical, next);
    }
    if (naming == LEXICAL_DOTTED) {
        start = first;
        *owner = (Str){0};
    }
    if (lexical_has(lexical, LEXICAL_MARKS)) {
        char c = lexical_byte(lexical, end), next = lexical_byte(lexical, end + 1);
        end += c == '?' || c == '!' || (c == '=' && next != ' ' && next != '=' && next != '~');
    }
    return (Span){(uint32_t)start, (uint32_t)end};
}

/* A function in a type is a method. */
static SymbolKind placed_kind(const Lexical *lexical, SymbolKind kind)
{
    const Scan *scan = lexical->scan;
    if (kind != SYMBOL_FUNCTION || !scan->depth)
        return kind;
    SymbolKind around = scan->outline->symbols.ptr[scan->open[scan->depth - 1]].kind;
    return lexical_block_kind(around) == BLOCK_TYPE ? SYMBOL_METHOD : kind;
}

void lexical_open(Lexical *lexical, const LexicalPending *pending, uint32_t body)
{
    Scan *scan = lexical->scan;
    SymbolKind kind = placed_kind(lexical, pending->kind);
    Symbol *symbol =
        scan_symbol_open(scan, kind, lexical_str(lexical, pending->name), pending->start);
    symbol_set_owner(scan->arena, symbol, pending->owner);
    symbol->body = body;
    symbol->signature = scan_signature(scan, pending->start, MAX(body, pending->start));
}

bool lexical_reopen(Lexical *lexical, Str name)
{
    Scan *scan = lexical->scan;
    size_t last = scan->outline->symbols.len;
    const Symbol *symbols = scan->outline->symbols.ptr;
    while (last && symbols[last - 1].depth > scan->depth)
        last = symbols[last - 1].parent; /* index + 1 */
    if (!last || symbols[last - 1].depth != scan->depth ||
        !str_equal(symbols[last - 1].name, name) || scan->skipped ||
        scan->depth == SYMBOL_DEPTH_MAX)
        return false;
    scan->open[scan->depth++] = (uint32_t)last - 1;
    return true;
}

void lexical_put(Lexical *lexical, const LexicalPending *pending, uint32_t end)
{
    end = MAX(end, pending->name.end);
    lexical_open(lexical, pending, end);
    lexical_close(lexical, end);
}

void lexical_close(Lexical *lexical, uint32_t end)
{
    scan_symbol_close(lexical->scan, end);
}

void lexical_push(Lexical *lexical, LexicalBlock block)
{
    if (lexical->block_count == LEXICAL_BLOCKS_KEPT) {
        lexical->blocks_lost++;
        return;
    }
    block.parens = lexical->parens;
    lexical->parens = 0;
    lexical->blocks[lexical->block_count++] = block;
}

LexicalBlock lexical_pop(Lexical *lexical)
{
    if (lexical->blocks_lost || !lexical->block_count) {
        lexical->blocks_lost -= lexical->blocks_lost > 0;
        return (LexicalBlock){0};
    }
    LexicalBlock block = lexical->blocks[--lexical->block_count];
    lexical->parens = block.parens;
    return block;
}

bool lexical_in_angles(const Lexical *lexical, size_t at)
{
    const LexicalPending *pending = &lexical->pending;
    size_t depth = 0;
    if (!pending->active || at - pending->name.end > HEAD_BYTES_MAX)
        return false;
    for (size_t i = pending->name.end; i < at; i++) {
        char c = lexical->text.ptr[i];
        bool arrow = c == '>' && i && byte_in(lexical->text.ptr[i - 1], "-=");
        depth += c == '<';
        depth -= c == '>' && !arrow && depth;
    }
    return depth > 0;
}
