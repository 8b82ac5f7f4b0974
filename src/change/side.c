/* Each token is visited once, by the symbol whose own part contains it: visits skip members. */
#include "change/side.h"

#include "base/hash.h"
#include "change/offers.h"

static void mix(uint64_t *hash, uint64_t value)
{
    *hash = hash_mix(*hash, value);
}

/* ---- offsets ---- */

static void put_right(Outline *outline, uint32_t len)
{
    for (size_t i = 0; i < outline->symbols.len; i++) {
        Symbol *symbol = &outline->symbols.ptr[i];
        symbol->end = MIN(symbol->end, len);
        symbol->start = MIN(symbol->start, symbol->end);
        symbol->lead = MIN(symbol->lead, symbol->start);
        symbol->name_end = MIN(symbol->name_end, symbol->end);
        symbol->name_start = MIN(symbol->name_start, symbol->name_end);
        symbol->body = symbol->body > symbol->end ? 0 : symbol->body;
    }
}

/* Where blocks have no brackets, grammars place the comment before a block's first member outside
   the block. Moves it to the member. */
static void lead_first(const ChangeSide *side, const TokenVec *tokens, Symbol *symbol)
{
    Str text = side->code.text, line;
    for (;;) {
        size_t end = str_find_last_byte(str_slice(text, 0, symbol->lead), '\n');
        if (end == STR_NONE || str_trim(str_slice(text, end, symbol->lead)).len)
            return;
        size_t before = str_find_last_byte(str_slice(text, 0, end), '\n');
        line = str_trim(str_slice(text, before == STR_NONE ? 0 : before, end));
        uint32_t from = (uint32_t)(line.ptr - text.ptr), token = code_tokens_from(tokens, from);
        if (!str_starts(line, STR("#")) || token >= tokens->len ||
            tokens->ptr[token].kind != TOKEN_COMMENT || tokens->ptr[token].start >= end)
            return;
        symbol->lead = from;
    }
}

static void lead_members(ChangeSide *side, const TokenVec *tokens)
{
    SymbolVec *symbols = &side->outline.symbols;
    if (!lang_has_docstrings(side->outline.language))
        return;
    for (size_t i = 1; i < symbols->len; i++)
        if (symbols->ptr[i].parent == i && symbols->ptr[i].lead == symbols->ptr[i].start)
            lead_first(side, tokens, &symbols->ptr[i]);
}

/* ---- zones ---- */

typedef struct Zones {
    const ChangeSide *side;
    const Symbol *symbol;
    bool value;    /* the value follows `=` */
    bool in_value; /* inside the value */
    bool docs;     /* a string may be a docstring here */
} Zones;

static Zones zones_of(const ChangeSide *side, const Symbol *symbol)
{
    return (Zones){.side = side,
                   .symbol = symbol,
                   .value = !symbol->body && symbol->kind != SYMBOL_TYPE,
                   .docs = symbol->body && lang_has_docstrings(side->outline.language)};
}

static bool opens_value(const Zones *zones, const Token *token)
{
    char mark = zones->side->code.text.ptr[token->start];
    if (token->kind != TOKEN_MARK || token->start < zones->symbol->name_end)
        return false;
    return mark == '=' || (mark == ':' && zones->symbol->kind == SYMBOL_KEY);
}

/* A macro's value is everything after its name and parameters. */
static bool is_macro_value(const Zones *zones, const Token *token)
{
    const Symbol *symbol = zones->symbol;
    if (symbol->kind == SYMBOL_CONSTANT && zones->side->code.text.ptr[symbol->start] == '#')
        return token->start >= symbol->name_end;
    if (symbol->kind != SYMBOL_MACRO || symbol->name_end >= symbol->end ||
        zones->side->code.text.ptr[symbol->name_end] != '(')
        return symbol->kind == SYMBOL_MACRO && token->start >= symbol->name_end;
    size_t close =
        str_find_byte(str_slice(zones->side->code.text, symbol->name_end, symbol->end), ')');
    return close != STR_NONE && token->start > symbol->name_end + close;
}

static bool is_docstring(Zones *zones, const Token *token)
{
    if (!zones->docs || token->kind == TOKEN_INDENT || token->start < zones->symbol->body)
        return false;
    zones->docs = false;
    return token->kind == TOKEN_STRING;
}

static OwnZone zone_of(Zones *zones, const Token *token)
{
    const Symbol *symbol = zones->symbol;
    if (token->kind == TOKEN_COMMENT || is_docstring(zones, token))
        return ZONE_COMMENT;
    if (token->start >= symbol->name_start && token->end <= symbol->name_end)
        return ZONE_NAME;
    /* A rule's selector over several lines is its name too. */
    if (symbol->kind == SYMBOL_RULE && symbol->name_start == symbol->name_end &&
        token->start < symbol->body)
        return ZONE_NAME;
    if (symbol->body)
        return token->start >= symbol->body ? ZONE_BODY : ZONE_HEAD;
    if (!zones->value)
        return ZONE_HEAD;
    bool was = zones->in_value;
    zones->in_value = was || opens_value(zones, token) || is_macro_value(zones, token);
    return zones->in_value ? ZONE_BODY : ZONE_HEAD;
}

/* Whether a field stands among the parameters of a constructor, whose head it is part of:
   `constructor(readonly id: string)`. */
static bool is_parameter(const Symbol *symbol, const Symbol *other)
{
    return symbol->kind == SYMBOL_CONSTRUCTOR && !symbol_is_callable(other->kind) &&
           !symbol_is_type(other->kind) && other->start >= symbol->name_end &&
           (!symbol->body || other->end <= symbol->body);
}

/* The next symbol from index `at` on that is excluded from the own part: a member, or a symbol
   merely within its range, as the struct that a typedef defines. */
static size_t next_inside(const SymbolVec *symbols, size_t index, size_t at)
{
    const Symbol *symbol = &symbols->ptr[index];
    for (; at < symbols->len; at = symbols->ptr[at].next) {
        const Symbol *other = &symbols->ptr[at];
        if (is_parameter(symbol, other))
            continue;
        if (at < symbol->next)
            return at;
        if (other->start >= symbol->end)
            return symbols->len;
        if (other->end <= symbol->end && other->end - other->start < symbol->end - symbol->start)
            return at;
    }
    return at;
}

void change_side_visit(const ChangeSide *side, const TokenVec *tokens, size_t index, OwnVisit visit,
                       void *context)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[index];
    const OwnPart *own = &side->own[index];
    Zones zones = zones_of(side, symbol);
    size_t child = next_inside(symbols, index, index + 1);
    bool behind = false; /* after a member */
    for (uint32_t i = own->first; i < own->last; i++) {
        const Token *token = &tokens->ptr[i];
        while (child < symbols->len && symbols->ptr[child].end <= token->start)
            child = next_inside(symbols, index, symbols->ptr[child].next);
        if (child < symbols->len && symbols->ptr[child].lead <= token->start) {
            i = MAX(i, side->own[child].last - (side->own[child].last > 0));
            behind = true;
            continue;
        }
        /* Separators belong to members: they come and go with them. */
        bool separates =
            behind && token->kind == TOKEN_MARK && byte_in(side->code.text.ptr[token->start], ",;");
        behind = behind && token->kind == TOKEN_COMMENT;
        if (!separates)
            visit(context, token, zone_of(&zones, token));
    }
}

/* ---- hashes ---- */

typedef struct Sums {
    OwnPart *own;
    const ChangeSide *side;
    bool colons;    /* a colon opens a block */
    bool opened;    /* the last token did so */
    uint32_t level; /* indentation of the first line; other lines are relative to it */
    bool level_known;
} Sums;

static void sum(void *context, const Token *token, OwnZone zone)
{
    Sums *sums = context;
    OwnPart *own = sums->own;
    uint64_t value = token->hash;
    if (token->kind == TOKEN_INDENT) {
        bool first = !sums->level_known;
        sums->level = first ? token->hash : sums->level;
        sums->level_known = true;
        if (first || sums->opened) /* a block of one line may follow on the line that opens it */
            return;
        value = (uint64_t)1 << 40 | (uint32_t)(token->hash - sums->level);
    }
    if (zone != ZONE_COMMENT)
        sums->opened = sums->colons && token->kind == TOKEN_MARK &&
                       sums->side->code.text.ptr[token->start] == ':';
    switch (zone) {
    case ZONE_HEAD:
        mix(&own->head, value);
        own->head_tokens += token->kind != TOKEN_INDENT;
        break;
    case ZONE_BODY:
        mix(&own->body, value);
        own->yields |=
            token->kind == TOKEN_WORD &&
            str_equal(str_slice(sums->side->code.text, token->start, token->end), STR("yield"));
        own->body_tokens += token->kind != TOKEN_INDENT;
        break;
    case ZONE_COMMENT: mix(token->kind == TOKEN_STRING ? &own->docs : &own->comments, value); break;
    case ZONE_NAME: break;
    }
}

/* Hashes line by line, so that it does not matter between which lines members lie. Blank lines and
   white space next to members do not count. */
static void sum_run(const ChangeSide *side, size_t index, uint32_t from, uint32_t to)
{
    OwnPart *own = &side->own[index];
    Str run = str_slice(side->code.text, from, MAX(to, from)), line;
    Str rest = str_trim(run);
    size_t before = (size_t)(rest.ptr - run.ptr);
    size_t feed = str_find_last_byte(str_slice(run, 0, before), '\n');
    if (feed != STR_NONE)
        rest = str_trim_end(str_from_offset(run, feed + 1));
    while (str_take_until(&rest, '\n', &line)) {
        bool blank = !str_trim(line).len;
        own->blank += blank;
        if (!blank)
            mix(&own->bytes, hash_fast(line));
    }
}

/* Hashes a piece of text without the symbol's name. */
static void sum_piece(const ChangeSide *side, size_t index, uint32_t from, uint32_t to)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    if (symbol->name_start < from || symbol->name_end > to) {
        sum_run(side, index, from, to);
        return;
    }
    sum_run(side, index, from, symbol->name_start);
    sum_run(side, index, symbol->name_end, to);
}

/* Hashes the text between members, without the white space around each piece. */
static void sum_bytes(const ChangeSide *side, size_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[index];
    uint32_t from = symbol->lead;
    for (size_t child = next_inside(symbols, index, index + 1); child < symbols->len;
         child = next_inside(symbols, index, symbols->ptr[child].next)) {
        sum_piece(side, index, from, symbols->ptr[child].lead);
        from = MAX(from, symbols->ptr[child].end);
        while (from < symbol->end && byte_in(side->code.text.ptr[from], ",;"))
            from++;
    }
    sum_piece(side, index, from, symbol->end);
    if (from > symbol->lead)
        side->own[index].blank = BLANK_UNKNOWN;
}

/* Members have greater indices than their container, so summing from the end finds their sums
   ready. */
static void sum_deep(const ChangeSide *side, size_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[index];
    OwnPart *own = &side->own[index];
    own->deep = hash_fast(symbol->name);
    mix(&own->deep, own->head);
    mix(&own->deep, own->body);
    for (size_t child = index + 1; child < symbol->next; child = symbols->ptr[child].next)
        mix(&own->deep, side->own[child].deep);
}

/* Tokens of the parts of a file that hides its code, each by the rules of its language. */
static void read_parts(Arena *arena, const ChangeSide *side, TokenVec *tokens)
{
    *tokens = (TokenVec){0};
    for (size_t i = 0; i < side->code.parts.len; i++) {
        const LangCodePart *part = &side->code.parts.ptr[i];
        TokenVec own;
        code_tokens_read(arena, part->language, str_slice(side->code.text, part->start, part->end),
                         &own);
        for (size_t k = 0; k < own.len; k++) {
            Token *token = VEC_PUSH(arena, tokens);
            *token = own.ptr[k];
            token->start += part->start;
            token->end += part->start;
        }
    }
}

TokenVec change_side_tokens(Arena *arena, const ChangeSide *side)
{
    TokenVec tokens;
    if (side->code.text.ptr != side->text.ptr)
        read_parts(arena, side, &tokens);
    else
        code_tokens_read(arena, side->outline.language, side->text, &tokens);
    return tokens;
}

static void fill_own(Arena *arena, ChangeSide *side, const TokenVec *tokens)
{
    size_t count = side->outline.symbols.len;
    side->own = NEW(arena, OwnPart, count);
    for (size_t i = 0; i < count; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        side->own[i].first = code_tokens_from(tokens, symbol->lead);
        side->own[i].last = code_tokens_from(tokens, symbol->end);
    }
    for (size_t i = count; i-- > 0;) {
        Sums sums = {.own = &side->own[i],
                     .side = side,
                     .colons = lang_has_docstrings(side->outline.language)};
        change_side_visit(side, tokens, i, sum, &sums);
        sum_bytes(side, i);
        sum_deep(side, i);
    }
}

static void list_references(Arena *arena, ChangeSide *side)
{
    const ReferenceVec *references = &side->outline.references;
    side->first_reference = NEW(arena, uint32_t, side->outline.symbols.len);
    side->next_reference = NEW(arena, uint32_t, references->len);
    for (size_t i = references->len; i-- > 0;) {
        uint32_t symbol = references->ptr[i].symbol;
        if (!symbol || symbol > side->outline.symbols.len)
            continue;
        side->next_reference[i] = side->first_reference[symbol - 1];
        side->first_reference[symbol - 1] = (uint32_t)i + 1;
    }
}

const SideTree *change_side_tree(Arena *arena, Arena scratch, const ChangeSide *side)
{
    SideTree *tree = side->tree;
    if (!tree->looked)
        tree->known =
            !side->code.parts.len && tree_shape_read(arena, scratch, side->outline.language,
                                                     side->code.text, &tree->texts, &tree->shape);
    tree->looked = true;
    return tree->known ? tree : NULL;
}

void change_side_fill(Arena *arena, Arena scratch, ChangeSide *side, bool keep_tokens)
{
    side->tokens = (TokenVec){0};
    side->own = NULL;
    side->sum = 0;
    side->offers = (ChangeOffers){0};
    side->tree = NEW(arena, SideTree, 1);
    if (!lang_code(arena, side->outline.language, side->text, CODE_TO_COMPARE, &side->code))
        side->code = (LangCode){.text = side->text};
    if (!side->outline.symbols.len && !side->outline.imports.len)
        return;
    put_right(&side->outline, (uint32_t)side->text.len);
    TokenVec tokens = change_side_tokens(keep_tokens ? arena : &scratch, side);
    for (size_t i = 0; side->code.parts.len && i < tokens.len; i++)
        mix(&side->sum, tokens.ptr[i].hash);
    lead_members(side, &tokens);
    fill_own(arena, side, &tokens);
    list_references(arena, side);
    offers_read(arena, side, &tokens);
    if (keep_tokens)
        side->tokens = tokens;
}

StrVec change_side_bases(Arena *arena, const ChangeSide *side, uint32_t type)
{
    StrVec names = {0};
    for (uint32_t i = side->first_reference[type]; i; i = side->next_reference[i - 1])
        if (side->outline.references.ptr[i - 1].kind == REFERENCE_BASE)
            *VEC_PUSH(arena, &names) = side->outline.references.ptr[i - 1].name;
    return names;
}

bool change_texts_have(const StrVec *texts, Str text)
{
    for (size_t i = 0; i < texts->len; i++)
        if (str_equal(texts->ptr[i], text))
            return true;
    return false;
}
