/* A key is a word or a string before `:`, `=>` or `=` in the brackets of a value, at any depth. The
   brackets are those of a literal: after `=` or `return`, in another literal, or after a word that
   makes a table. */
#include "change/table_keys.h"

/* Keys of one symbol: a longer table is data. */
#define KEYS_MAX 400
/* Brackets within each other: deeper ones are not read. */
#define DEPTH_MAX 30

typedef struct Reading {
    Arena *arena;
    const ChangeSide *side;
    const TokenVec *tokens;
    TableKeyVec *keys;
} Reading;

static Str text_at(const Reading *reading, size_t i)
{
    const Token *token = &reading->tokens->ptr[i];
    return str_slice(reading->side->code.text, token->start, token->end);
}

static char mark_at(const Reading *reading, size_t i)
{
    bool mark = i < reading->tokens->len && reading->tokens->ptr[i].kind == TOKEN_MARK;
    return mark ? reading->side->code.text.ptr[reading->tokens->ptr[i].start] : '\0';
}

static TokenKind kind_at(const Reading *reading, size_t i)
{
    return i < reading->tokens->len ? reading->tokens->ptr[i].kind : TOKEN_MARK;
}

static Str name_at(const Reading *reading, size_t i)
{
    Str text = text_at(reading, i);
    bool string = kind_at(reading, i) == TOKEN_STRING && text.len > 2;
    return string ? str_slice(text, 1, text.len - 1) : text;
}

/* Whether a word begins an item: after a bracket, a comma or a line end. */
static bool begins_item(const Reading *reading, size_t i, size_t open)
{
    char last = mark_at(reading, i - 1);
    const Token *token = &reading->tokens->ptr[i];
    Str gap = str_slice(reading->side->code.text, token[-1].end, token->start);
    return i == open + 1 || (last && byte_in(last, ",;")) || str_find_byte(gap, ',') != STR_NONE ||
           str_find_byte(gap, '\n') != STR_NONE || kind_at(reading, i - 1) == TOKEN_INDENT;
}

/* Whether the token is a key of the brackets that begin at `open`. */
static bool is_key(const Reading *reading, size_t i, size_t open)
{
    TokenKind kind = kind_at(reading, i);
    char next = mark_at(reading, i + 1), after = mark_at(reading, i + 2);
    bool arrow = next == '=' && after == '>';
    bool symbol = mark_at(reading, i - 1) == ':';
    if (kind == TOKEN_STRING && mark_at(reading, i - 1) == '[' && next == ']')
        return after == '=';
    if (kind == TOKEN_STRING)
        return next == ':' || arrow;
    if (kind != TOKEN_WORD || !(symbol ? arrow : begins_item(reading, i, open)))
        return false;
    bool alone = lang_facts(reading->side->outline.language)->objects_are_values &&
                 mark_at(reading, open) == '{' && next && byte_in(next, ",}");
    return arrow || (next == ':' && after != ':') || (next == '=' && after != '=') || alone;
}

/* Whether the bracket begins a table: not the arguments of a call, not a block. */
static bool begins_table(const Reading *reading, size_t open, bool within)
{
    char last = mark_at(reading, open - 1);
    Str word = kind_at(reading, open - 1) == TOKEN_WORD ? text_at(reading, open - 1) : (Str){0};
    if (word.len && mark_at(reading, open) == '(')
        return str_is_listed(word, "dict list c table array freeze");
    return within || (last && byte_in(last, "=([,:>%-")) || str_equal(word, STR("return"));
}

/* Reads tables between two tokens. */
static void read_tables(const Reading *reading, size_t first, size_t last)
{
    size_t opens[DEPTH_MAX], depth = 0;
    bool tables[DEPTH_MAX];
    for (size_t i = first; i < last && reading->keys->len < KEYS_MAX; i++) {
        char mark = mark_at(reading, i);
        if (mark && byte_in(mark, "([{") && depth < DEPTH_MAX) {
            opens[depth] = i;
            tables[depth] = begins_table(reading, i, depth && tables[depth - 1] && mark != '(');
            depth++;
        } else if (mark && byte_in(mark, ")]}")) {
            depth -= depth > 0;
        } else if (depth && kind_at(reading, i) != TOKEN_MARK) {
            bool boxed = mark_at(reading, i - 1) == '[' && opens[depth - 1] == i - 1 && depth > 1;
            size_t level = depth - 1 - (boxed && mark_at(reading, i + 1) == ']');
            if (tables[level] && is_key(reading, i, opens[level]))
                *VEC_PUSH(reading->arena, reading->keys) =
                    (TableKey){name_at(reading, i), reading->tokens->ptr[i].start};
        }
    }
}

/* Whether a value follows the token: `=`, `<-`. */
static bool begins_value(const Reading *reading, size_t i)
{
    char mark = mark_at(reading, i), next = mark_at(reading, i + 1);
    return (mark == '=' && next != '=') || (mark == '-' && mark_at(reading, i - 1) == '<');
}

void table_keys_read(Arena *arena, const ChangeSide *side, uint32_t symbol, TableKeyVec *keys)
{
    const Symbol *read = &side->outline.symbols.ptr[symbol];
    const OwnPart *own = &side->own[symbol];
    const Reading reading = {arena, side, &side->tokens, keys};
    bool function = symbol_is_function(read->kind);
    size_t last = MIN((size_t)own->last, side->tokens.len);
    for (size_t i = own->first + 1; i < last; i++) {
        bool begins = function ? kind_at(&reading, i) == TOKEN_WORD &&
                                     str_equal(text_at(&reading, i), STR("return"))
                               : begins_value(&reading, i);
        if (!begins)
            continue;
        size_t end = i + 1, depth = 0;
        for (; function && end < last; end++) {
            char mark = mark_at(&reading, end);
            depth += mark && byte_in(mark, "([{");
            depth -= depth && mark && byte_in(mark, ")]}");
            if (!depth)
                break;
        }
        read_tables(&reading, i + 1, function ? end : last);
        if (!function)
            return;
        i = end;
    }
}

bool table_keys_mention(const ChangeSide *side, uint32_t symbol, Str name)
{
    const OwnPart *own = &side->own[symbol];
    const Reading reading = {.side = side, .tokens = &side->tokens};
    for (size_t i = own->first; i < MIN((size_t)own->last, side->tokens.len); i++)
        if (kind_at(&reading, i) != TOKEN_MARK && str_equal(name_at(&reading, i), name))
            return true;
    return false;
}
