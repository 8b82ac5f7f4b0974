/* Tokens are read once. The owner of a field is the type around it, else the function with a
   capital that makes objects, else what stands before the function's name: `Stack.new`. */
#include "change/field_writes.h"

/* Fields of one file: more are generated. */
#define FIELDS_MAX 3000

typedef struct Reading {
    Arena *arena;
    const ChangeSide *side;
    const TokenVec *tokens;
    const char *lists; /* words that begin a list of fields */
    bool loose;
    WrittenFields *fields;
} Reading;

bool field_writes_is_own_word(Str word)
{
    static const Str own[] = {STR_INIT("self"), STR_INIT("this"), STR_INIT("$self"),
                              STR_INIT("$this")};
    for (size_t i = 0; i < COUNT(own); i++)
        if (str_equal(word, own[i]))
            return true;
    return false;
}

/* ---- tokens ---- */

static Str text_at(const Reading *reading, size_t i)
{
    if (i >= reading->tokens->len)
        return (Str){0};
    const Token *token = &reading->tokens->ptr[i];
    return str_slice(reading->side->code.text, token->start, token->end);
}

static char mark_at(const Reading *reading, size_t i)
{
    bool mark = i < reading->tokens->len && reading->tokens->ptr[i].kind == TOKEN_MARK;
    return mark ? reading->side->code.text.ptr[reading->tokens->ptr[i].start] : '\0';
}

static bool is_word(const Reading *reading, size_t i)
{
    return i < reading->tokens->len && reading->tokens->ptr[i].kind == TOKEN_WORD;
}

/* ---- owners ---- */

static bool is_capital(Str name)
{
    return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z';
}

static Str last_part(Str name)
{
    for (size_t i = name.len; i-- > 0;)
        if (byte_in(name.ptr[i], ".:"))
            return str_from_offset(name, i + 1);
    return name;
}

/* The innermost symbol that has an offset: index + 1, or 0. */
static uint32_t symbol_at(const SymbolVec *symbols, uint32_t offset)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < symbols->len;) {
        const Symbol *symbol = &symbols->ptr[i];
        bool within = symbol->start <= offset && offset < symbol->end;
        if (within)
            found = i + 1;
        i = within ? i + 1 : MAX(symbol->next, i + 1);
    }
    return found;
}

/* What stands before the name of a function: `Stack` of `Stack.new`. */
static Str table_of(const Reading *reading, const Symbol *symbol)
{
    size_t end = symbol->name_start;
    Str text = reading->side->code.text;
    if (!end || end > text.len || !byte_in(text.ptr[end - 1], ".:"))
        return (Str){0};
    size_t from = --end;
    while (from && byte_is_word(text.ptr[from - 1]))
        from--;
    return str_slice(text, from, end);
}

/* The type that a field at an offset is of; `list`: the word of the list that gives it, or empty.
 */
static Str owner_at(const Reading *reading, uint32_t offset, Str list)
{
    const SymbolVec *symbols = &reading->side->outline.symbols;
    Str maker = {0}, value = {0};
    for (uint32_t at = symbol_at(symbols, offset); at; at = symbols->ptr[at - 1].parent) {
        const Symbol *symbol = &symbols->ptr[at - 1];
        SymbolKind kind = symbol->kind;
        if (list.len && str_equal(symbol->name, list))
            continue;
        if (symbol_is_type(kind) || kind == SYMBOL_MODULE || kind == SYMBOL_PACKAGE ||
            kind == SYMBOL_OBJECT)
            return last_part(symbol->name);
        if (symbol_is_function(kind) && is_capital(symbol->name))
            maker = symbol->name;
        else if (symbol_is_function(kind) && !maker.len)
            maker = table_of(reading, symbol);
        else if (list.len)
            value = symbol->name;
    }
    return list.len ? value : maker;
}

/* ---- fields ---- */

static Str key_of(Arena *arena, Str owner, Str name)
{
    return str_format(arena, "%.*s\n%.*s", STR_ARG(owner), STR_ARG(name));
}

bool field_writes_have(Arena *arena, const WrittenFields *fields, Str owner, Str name)
{
    return change_texts_have(&fields->open, owner) ||
           map_find(&fields->known, key_of(arena, owner, name));
}

static void add(const Reading *reading, WrittenField field)
{
    WrittenFields *fields = reading->fields;
    bool added = false;
    if (!field.owner.len || !field.name.len || fields->list.len >= FIELDS_MAX)
        return;
    uint64_t *row =
        map_put(&fields->known, key_of(reading->arena, field.owner, field.name), &added);
    if (!added)
        return;
    *row = fields->list.len + 1;
    *VEC_PUSH(reading->arena, &fields->list) = field;
}

/* Whether the rest of a line has an assignment: `self.a, self.b = b, a`. */
static bool is_assigned_later(const Reading *reading, size_t i)
{
    Str text = reading->side->code.text;
    for (; i + 1 < reading->tokens->len; i++) {
        uint32_t from = reading->tokens->ptr[i].start, to = reading->tokens->ptr[i + 1].start;
        if (mark_at(reading, i) == '=' && mark_at(reading, i + 1) != '=')
            return true;
        if (str_find_byte(str_slice(text, from, to), '\n') != STR_NONE)
            return false;
    }
    return false;
}

/* Whether a value is given at the token: `= 1`; with `loose`, also `+= 1`, `: int`, `, b = 1`. */
static bool is_given(const Reading *reading, size_t i)
{
    char mark = mark_at(reading, i), next = mark_at(reading, i + 1);
    if (mark == '=')
        return next != '=' && next != '>';
    if (!reading->loose || !mark)
        return false;
    return mark == ':' || (byte_in(mark, "+-*/|&^%?") && next == '=') ||
           (byte_in(mark, "+-") && next == mark) ||
           (byte_in(mark, ",)]") && is_assigned_later(reading, i));
}

/* The token of a field's name after a word for the object: `self.x`, `$self->{x}`. 0: none. */
static size_t member_after(const Reading *reading, size_t i)
{
    char mark = mark_at(reading, i + 1);
    size_t at = i + 2;
    if (mark == '-' && mark_at(reading, i + 2) == '>')
        at = i + 3 + (mark_at(reading, i + 3) == '{');
    else if (mark != '.')
        return 0;
    return is_word(reading, at) ? at : 0;
}

static void read_write(const Reading *reading, size_t i)
{
    size_t name = member_after(reading, i);
    size_t next = name + 1 + (name && mark_at(reading, name + 1) == '}');
    bool part = i && mark_at(reading, i - 1) == '.';
    if (!name || part || !is_given(reading, next))
        return;
    uint32_t at = reading->tokens->ptr[name].start;
    add(reading, (WrittenField){.owner = owner_at(reading, at, (Str){0}),
                                .name = text_at(reading, name),
                                .at = at});
}

/* ---- lists ---- */

typedef struct FieldList {
    Str owner, word;
    uint32_t at;
    bool spread; /* an item is not known here */
    size_t count;
} FieldList;

static void add_listed(const Reading *reading, FieldList *list, Str name)
{
    list->count++;
    add(reading,
        (WrittenField){.owner = list->owner, .name = name, .at = list->at, .is_listed = true});
}

/* Adds the words of a string: `"x y"`, `'a, b'`. */
static void add_string(const Reading *reading, FieldList *list, Str text)
{
    Str inner = text.len > 2 ? str_slice(text, 1, text.len - 1) : (Str){0};
    for (size_t from = 0, to; from < inner.len; from = to + 1) {
        for (to = from; to < inner.len && byte_is_word(inner.ptr[to]);)
            to++;
        if (to > from)
            add_listed(reading, list, str_slice(inner, from, to));
    }
}

/* Reads one item that begins at a token: its name, or a string of names. */
static void read_item(const Reading *reading, FieldList *list, size_t i)
{
    char mark = mark_at(reading, i), next = mark_at(reading, i + 1);
    if (reading->tokens->ptr[i].kind == TOKEN_STRING)
        add_string(reading, list, text_at(reading, i));
    else if (mark == ':' && is_word(reading, i + 1))
        add_listed(reading, list, text_at(reading, i + 1));
    else if (is_word(reading, i) && next && byte_in(next, ":="))
        add_listed(reading, list, text_at(reading, i));
    else
        list->spread |= !mark || byte_in(mark, "@%*+.");
}

static bool has_comma(const Reading *reading, size_t i)
{
    const Token *token = &reading->tokens->ptr[i];
    Str gap = str_slice(reading->side->code.text, token[-1].end, token->start);
    return mark_at(reading, i) == ',' || str_find_byte(gap, ',') != STR_NONE;
}

static bool has_line_end(const Reading *reading, size_t i)
{
    const Token *token = &reading->tokens->ptr[i];
    return str_find_byte(str_slice(reading->side->code.text, token[-1].end, token->start), '\n') !=
           STR_NONE;
}

/* Reads items up to the bracket that closes the list or, without brackets, the end of the line. */
static void read_items(const Reading *reading, FieldList *list, size_t first, bool bracket)
{
    bool value = false;
    for (size_t i = first, depth = 0; i < reading->tokens->len; i++) {
        char mark = mark_at(reading, i);
        bool comma = has_comma(reading, i), opens = mark && byte_in(mark, "([{");
        if (!depth && ((mark && byte_in(mark, ")]}")) ||
                       (!bracket && i > first && !comma && has_line_end(reading, i) &&
                        mark_at(reading, i - 1) != ',')))
            return;
        if (!depth && comma)
            value = false;
        bool blank = mark == ',' || reading->tokens->ptr[i].kind == TOKEN_COMMENT ||
                     reading->tokens->ptr[i].kind == TOKEN_INDENT;
        if (!depth && !value && !blank) {
            read_item(reading, list, i);
            value = true;
        }
        depth += opens;
        depth -= depth && mark && byte_in(mark, ")]}");
    }
}

/* The token after which the items begin: past `=`, `(`, the type's own name, `c(`. */
static size_t items_after(const Reading *reading, size_t i, bool *bracket)
{
    size_t at = i + 1;
    at += mark_at(reading, at) == '=';
    if (mark_at(reading, at) == '(' && reading->tokens->ptr[at + 1].kind == TOKEN_STRING &&
        mark_at(reading, i + 1) == '(' && has_comma(reading, at + 2)) {
        at += 2;
        at += mark_at(reading, at) == ',';
        *bracket = mark_at(reading, at) == '[' || mark_at(reading, at) == '(';
        return at + *bracket;
    }
    if (is_word(reading, at) && mark_at(reading, at + 1) == '(')
        at++;
    *bracket = mark_at(reading, at) && byte_in(mark_at(reading, at), "([{");
    return at + *bracket;
}

static void read_list(const Reading *reading, size_t i)
{
    uint32_t at = reading->tokens->ptr[i].start;
    FieldList list = {.word = text_at(reading, i), .at = at};
    bool bracket;
    list.owner = owner_at(reading, at, list.word);
    if (!list.owner.len || i + 3 >= reading->tokens->len || (i && mark_at(reading, i - 1) == '\''))
        return;
    size_t first = items_after(reading, i, &bracket);
    read_items(reading, &list, first, bracket);
    if (list.spread)
        *VEC_PUSH(reading->arena, &reading->fields->open) = list.owner;
}

/* ---- all ---- */

/* Whether the word lets a type have any field: what sets one by a name that is a value. */
static bool opens_type(Str word)
{
    static const Str words[] = {STR_INIT("setattr"),     STR_INIT("__dict__"),
                                STR_INIT("__getattr__"), STR_INIT("__getattribute__"),
                                STR_INIT("__setattr__"), STR_INIT("assign"),
                                STR_INIT("AUTOLOAD"),    STR_INIT("Proxy")};
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_equal(word, words[i]))
            return true;
    return false;
}

void field_writes_read(Arena *arena, const ChangeSide *side, bool loose, WrittenFields *fields)
{
    TokenVec all = side->tokens.len ? side->tokens : change_side_tokens(arena, side);
    const Reading reading = {.arena = arena,
                             .side = side,
                             .tokens = &all,
                             .lists = lang_facts(side->outline.language)->field_lists,
                             .loose = loose,
                             .fields = fields};
    *fields = (WrittenFields){.known = map_open(arena)};
    for (size_t i = 0; i + 2 < all.len; i++) {
        if (all.ptr[i].kind != TOKEN_WORD)
            continue;
        Str word = text_at(&reading, i);
        if (field_writes_is_own_word(word))
            read_write(&reading, i);
        else if (reading.lists && str_is_listed(word, reading.lists))
            read_list(&reading, i);
        else if (loose && opens_type(word))
            *VEC_PUSH(arena, &fields->open) = owner_at(&reading, all.ptr[i].start, (Str){0});
    }
}
