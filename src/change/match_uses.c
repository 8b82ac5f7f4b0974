/* A new variant is an added member among others, an added heir of the same base, or an added part
   of a union. A block that names all older ones and has no branch for the rest lacks it: that is
   the evidence, whatever the type is called. */
#include "change/match_uses.h"

#include "text/lines.h"

/* Variants of one type that are compared; only generated types have more. */
#define VARIANTS_MAX 200
/* Tokens of one block that are read. */
#define BLOCK_TOKENS 20000
/* Lines before a check that nothing else can come, in which the variants are named. */
#define LINES_BEFORE 80

/* A variant, and a string that may mark it: `kind: 'circle'`. */
typedef struct Variant {
    Str name, mark;
} Variant;

typedef struct Variants {
    VEC(Variant) old;
    Str added;
    Str type; /* what holds them; or empty */
    uint32_t file, reported;
} Variants;

/* Additions of one file that are looked at. */
#define ADDED_MAX 20

static bool is_capital(char c)
{
    return c >= 'A' && c <= 'Z';
}

static bool is_small(char c)
{
    return c >= 'a' && c <= 'z';
}

/* ---- variants ---- */

static Str unquoted(Str text)
{
    bool quoted = text.len > 1 && byte_in(text.ptr[0], "\"'`");
    return quoted ? str_slice(text, 1, text.len - 1) : text;
}

static void add_variant(Arena *arena, Variants *variants, Str name, Str mark)
{
    for (size_t i = 0; i < variants->old.len; i++)
        if (str_equal(variants->old.ptr[i].name, name))
            return;
    if (name.len && variants->old.len < VARIANTS_MAX)
        *VEC_PUSH(arena, &variants->old) = (Variant){name, mark};
}

static bool is_new(const ChangedFile *file, uint32_t symbol)
{
    for (size_t i = 0; i < file->symbols.len; i++)
        if (file->symbols.ptr[i].new_symbol == symbol &&
            file->symbols.ptr[i].old_symbol == SYMBOL_ABSENT)
            return true;
    return false;
}

/* The name of the first base of a type; empty: it has none. */
static Str base_of(const ChangeSide *side, uint32_t type)
{
    for (uint32_t i = side->first_reference[type]; i; i = side->next_reference[i - 1])
        if (side->outline.references.ptr[i - 1].kind == REFERENCE_BASE)
            return side->outline.references.ptr[i - 1].name;
    return (Str){0};
}

static bool is_plain_value(const ChangeSide *side, const Symbol *symbol)
{
    bool named = symbol->name.len && is_capital(symbol->name.ptr[0]);
    bool given =
        str_starts(str_trim(str_slice(side->code.text, symbol->name_end, symbol->end)), STR("="));
    return symbol->kind == SYMBOL_ENUM_MEMBER ||
           (named && (symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE ||
                      (given && symbol->kind == SYMBOL_FIELD)));
}

/* Whether two values of a file form a list: nothing but a line or two is between them. */
static bool are_neighbours(const ChangeSide *side, uint32_t a, uint32_t b)
{
    const SymbolVec *symbols = &side->outline.symbols;
    uint32_t first = MIN(a, b), last = MAX(a, b);
    for (uint32_t i = first; i < last; i++)
        if (!is_plain_value(side, &symbols->ptr[i + 1]) ||
            symbols->ptr[i + 1].start_line > symbols->ptr[i].end_line + 2)
            return false;
    return true;
}

static bool are_siblings(const ChangeSide *side, uint32_t added, uint32_t other)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *a = &symbols->ptr[added], *b = &symbols->ptr[other];
    if (is_plain_value(side, a))
        return a->kind == b->kind && a->parent == b->parent &&
               (a->parent || are_neighbours(side, added, other));
    Str base = base_of(side, added);
    bool type = symbol_is_type(a->kind) || a->kind == SYMBOL_OBJECT;
    return type && base.len && str_equal(base, base_of(side, other));
}

static bool variants_of_added(Arena *arena, const ChangedFile *file, const ChangedSymbol *changed,
                              Variants *variants)
{
    const ChangeSide *side = &file->new;
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *added = &symbols->ptr[changed->new_symbol];
    for (uint32_t i = 0; i < symbols->len; i++)
        if (i != changed->new_symbol && !is_new(file, i) &&
            are_siblings(side, changed->new_symbol, i))
            add_variant(arena, variants, symbols->ptr[i].name, (Str){0});
    variants->added = added->name;
    variants->type = is_plain_value(side, added)
                         ? (added->parent ? symbols->ptr[added->parent - 1].name : (Str){0})
                         : base_of(side, changed->new_symbol);
    return variants->old.len > 1;
}

/* The first string in a declaration of the file: what tells a part of a union from others. */
static Str mark_of(const ChangeSide *side, Str name)
{
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        if (!symbol_is_type(symbol->kind) || !str_equal(symbol->name, name))
            continue;
        for (size_t k = code_tokens_from(&side->tokens, symbol->name_end);
             k < side->tokens.len && side->tokens.ptr[k].start < symbol->end; k++)
            if (side->tokens.ptr[k].kind == TOKEN_STRING)
                return unquoted(
                    str_slice(side->code.text, side->tokens.ptr[k].start, side->tokens.ptr[k].end));
    }
    return (Str){0};
}

/* Lists the strings, or else the names, that a union in a value is made of. */
static void read_union(Arena *arena, const ChangeSide *side, uint32_t index, Variants *list)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    const TokenVec *tokens = &side->tokens;
    Str text = side->code.text;
    bool strings = false;
    for (int pass = 0; pass < 2 && !strings; pass++) {
        size_t depth = 0;
        bool told = false; /* a string within braces was read: the first tells the part apart */
        for (size_t i = code_tokens_from(tokens, symbol->name_end);
             i < tokens->len && tokens->ptr[i].start < symbol->end; i++) {
            const Token *token = &tokens->ptr[i];
            Str word = str_slice(text, token->start, token->end);
            char mark = token->kind == TOKEN_MARK ? word.ptr[0] : '\0';
            told &= depth > 0 || mark != '|';
            depth += mark && byte_in(mark, "({");
            depth -= depth && mark && byte_in(mark, ")}");
            if (depth && told)
                continue;
            bool value = pass ? token->kind == TOKEN_WORD && is_capital(word.ptr[0])
                              : token->kind == TOKEN_STRING;
            strings |= value && !pass;
            told |= value && depth;
            if (value)
                add_variant(arena, list, unquoted(word), pass ? mark_of(side, word) : (Str){0});
        }
    }
}

/* Whether a declaration gives alternatives: `a | b`, `Literal["a", "b"]`, `Union[A, B]`. */
static bool is_union(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    bool kind = symbol->kind == SYMBOL_TYPE || symbol->kind == SYMBOL_CONSTANT ||
                symbol->kind == SYMBOL_VARIABLE;
    return kind &&
           (str_find_byte(text, '|') != STR_NONE || str_find(text, STR("Literal[")) != STR_NONE ||
            str_find(text, STR("Union[")) != STR_NONE);
}

/* Lists the types that a declaration permits as its heirs. */
static void read_permitted(Arena *arena, const ChangeSide *side, uint32_t index, Variants *list)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    uint32_t end = symbol->body ? symbol->body : symbol->end;
    Str head = str_slice(side->code.text, symbol->name_end, end), word;
    size_t at = str_find(head, STR(" permits "));
    Str rest = at == STR_NONE ? (Str){0} : str_from_offset(head, at + 9);
    rest = str_slice(rest, 0, str_find_byte(rest, '{'));
    while (str_take_until(&rest, ',', &word))
        add_variant(arena, list, str_last_word(str_trim(word)), (Str){0});
}

static bool variants_of_union(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                              Variants *variants)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    Variants now = {0};
    read_permitted(arena, a, changed->old_symbol, variants);
    read_permitted(arena, b, changed->new_symbol, &now);
    if (!now.old.len) {
        if (!is_union(a, changed->old_symbol) || !is_union(b, changed->new_symbol))
            return false;
        read_union(arena, a, changed->old_symbol, variants);
        read_union(arena, b, changed->new_symbol, &now);
    }
    for (size_t i = 0; i < now.old.len; i++) {
        size_t k = 0;
        while (k < variants->old.len && !str_equal(variants->old.ptr[k].name, now.old.ptr[i].name))
            k++;
        if (k == variants->old.len)
            variants->added = now.old.ptr[i].name;
    }
    variants->type = changed_symbol(set, changed)->name;
    return variants->added.len && variants->old.len > 1;
}

/* ---- blocks ---- */

static size_t indent_of(const UseText *file, size_t i)
{
    size_t start = lines_start_at(file->text, file->tokens.ptr[i].start), at = start;
    while (at < file->text.len && byte_in(file->text.ptr[at], " \t"))
        at++;
    return at - start;
}

/* Whether a token is the first of its line. */
static bool begins_line(const UseText *file, size_t i)
{
    size_t at = file->tokens.ptr[i].start;
    while (at && byte_in(file->text.ptr[at - 1], " \t"))
        at--;
    return !at || file->text.ptr[at - 1] == '\n';
}

typedef struct Block {
    size_t head, first, last; /* tokens: its word, and those within it */
    bool braces;
    size_t indent; /* without braces: of its arms */
} Block;

/* The block that a word of matching begins. False: it begins none. */
static bool open_block(const UseText *file, size_t head, Block *block)
{
    const char *ends = lang_facts(file->language)->match_end;
    size_t own = indent_of(file, head), i = head + 1;
    size_t line_end = lines_offset(file->text, use_text_line(file, head) + 1);
    *block = (Block){.head = head};
    for (; !ends && i < file->tokens.len && i < head + 200; i++) {
        char mark = use_text_mark(file, i);
        if (mark == '{') {
            *block = (Block){head, i + 1, use_text_close(file, i), true, 0};
            return true;
        }
        if (mark && byte_in(mark, ";}"))
            return false;
        if (mark && byte_in(mark, "(["))
            i = use_text_close(file, i);
    }
    for (i = head + 1; i < file->tokens.len && file->tokens.ptr[i].start < line_end;)
        i++;
    while (i < file->tokens.len && file->tokens.ptr[i].kind == TOKEN_INDENT)
        i++;
    if (i >= file->tokens.len)
        return false;
    block->first = i;
    block->indent = indent_of(file, i);
    size_t column =
        file->tokens.ptr[head].start - lines_start_at(file->text, file->tokens.ptr[head].start);
    for (; i < file->tokens.len && i < block->first + BLOCK_TOKENS; i++) {
        if (file->tokens.ptr[i].kind == TOKEN_INDENT || !begins_line(file, i))
            continue;
        if (ends ? str_is_listed(use_text_at(file, i), ends) && indent_of(file, i) <= column
                 : indent_of(file, i) <= own)
            break;
    }
    block->last = i;
    return ends || block->indent > own;
}

/* Whether a branch begins with the token: what follows it leads to the branch's body. */
static bool leads_to_body(const UseText *file, size_t i)
{
    char next = use_text_mark(file, i + 1), after = use_text_mark(file, i + 2);
    return (next == ':' && after != ':') || (byte_in(after, ">") && byte_in(next, "-="));
}

/* Whether the token begins a branch for all that no other one names. */
static bool is_rest(const UseText *file, const Block *block, size_t i)
{
    const char *words = lang_facts(file->language)->match_rest;
    Str word = use_text_at(file, i);
    if (file->tokens.ptr[i].kind != TOKEN_WORD && use_text_mark(file, i) != '_')
        return false;
    bool before =
        i && (use_text_is_word(file, i - 1, STR("case")) ||
              byte_in(use_text_mark(file, i - 1) ? use_text_mark(file, i - 1) : 'x', "{},"));
    if (!block->braces) {
        size_t first = i && use_text_is_word(file, i - 1, STR("case")) ? i - 1 : i;
        if (!begins_line(file, first) || indent_of(file, first) != block->indent)
            return false;
        return str_is_listed(word, words) ? first == i || leads_to_body(file, i)
                                          : first < i && str_is_listed(STR("*"), words) &&
                                                is_small(word.ptr[0]) && leads_to_body(file, i);
    }
    if (str_is_listed(word, words))
        return leads_to_body(file, i) || use_text_mark(file, i + 1) == '{';
    return str_is_listed(STR("*"), words) && before && is_small(word.ptr[0]) &&
           leads_to_body(file, i);
}

/* Index of a variant that the token names; STR_NONE: none. */
static size_t variant_at(const UseText *file, const Variants *variants, size_t i)
{
    TokenKind kind = file->tokens.ptr[i].kind;
    Str word = unquoted(use_text_at(file, i));
    for (size_t k = 0; (kind == TOKEN_WORD || kind == TOKEN_STRING) && k < variants->old.len; k++)
        if (str_equal(word, variants->old.ptr[k].name) ||
            (variants->old.ptr[k].mark.len && str_equal(word, variants->old.ptr[k].mark)))
            return k;
    return STR_NONE;
}

typedef struct Named {
    bool variants[VARIANTS_MAX];
    size_t count;
    bool added;
} Named;

static void name_variants(const UseText *file, const Variants *variants, size_t from, size_t to,
                          Named *named)
{
    *named = (Named){0};
    for (size_t i = from; i < to && i < file->tokens.len && i < from + BLOCK_TOKENS; i++) {
        size_t at = variant_at(file, variants, i);
        named->added |= str_equal(unquoted(use_text_at(file, i)), variants->added);
        if (at == STR_NONE)
            continue;
        named->count += !named->variants[at];
        named->variants[at] = true;
    }
}

static bool names_all(const UseText *file, const Variants *variants, size_t from, size_t to)
{
    Named named;
    name_variants(file, variants, from, to, &named);
    return named.count == variants->old.len && !named.added;
}

/* Whether a word says that nothing else can come: `assertNever`, `unreachable`. */
static bool denies_rest(Str word)
{
    static const Str parts[] = {STR_INIT("never"), STR_INIT("exhaust"), STR_INIT("unreachable")};
    for (size_t k = 0; k < COUNT(parts); k++)
        for (size_t i = 0; i + parts[k].len <= word.len; i++)
            if (str_equal_nocase(str_slice(word, i, i + parts[k].len), parts[k]))
                return true;
    return false;
}

/* Whether the block has a branch for the rest that takes it for possible. */
static bool has_rest(const UseText *file, const Block *block)
{
    size_t depth = 0;
    for (size_t i = block->first; i < block->last; i++) {
        char mark = use_text_mark(file, i);
        if (file->tokens.ptr[i].kind == TOKEN_COMMENT || file->tokens.ptr[i].kind == TOKEN_INDENT)
            continue;
        if ((!block->braces || !depth) && is_rest(file, block, i)) {
            for (size_t k = i + 1; k < block->last && k < i + 40; k++)
                if (file->tokens.ptr[k].kind == TOKEN_WORD && denies_rest(use_text_at(file, k)))
                    return false;
            return true;
        }
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return false;
}

/* ---- places ---- */

typedef struct Seeking {
    TextUses *uses;
    ConsequenceVec *found;
    const Variants *variants;
} Seeking;

static void add_at(const Seeking *seeking, const UseText *file, size_t token, const char *why)
{
    const Consequence use = {
        .fault = USE_AFFECTED,
        .file = seeking->variants->file,
        .reported = seeking->variants->reported,
        .line = use_text_line(file, token),
        .why = str_format(seeking->uses->arena, why, STR_ARG(seeking->variants->added))};
    use_text_add(seeking->uses, seeking->found, file, &use);
}

static void look_at_match(const Seeking *seeking, const UseText *file, size_t head)
{
    Block block;
    if (open_block(file, head, &block) &&
        names_all(file, seeking->variants, block.first, block.last) && !has_rest(file, &block))
        add_at(seeking, file, head, "it names every variant but '%.*s'");
}

/* A check that nothing else can come, below lines that name every variant. */
static void look_at_denial(const Seeking *seeking, const UseText *file, size_t at)
{
    uint32_t line = use_text_line(file, at);
    size_t from = lines_offset(file->text, line > LINES_BEFORE ? line - LINES_BEFORE : 1);
    if (!use_text_is_word(file, at - (at > 0), STR("function")) &&
        !use_text_is_word(file, at - (at > 0), STR("def")) &&
        names_all(file, seeking->variants, code_tokens_from(&file->tokens, from), at))
        add_at(seeking, file, at, "it denies that '%.*s' can come");
}

/* Whether a name, with what it is of, follows `case`. */
static bool is_of_case(const UseText *file, size_t i)
{
    while (i > 1 && use_text_mark(file, i - 1) && byte_in(use_text_mark(file, i - 1), ".:"))
        i -= use_text_mark(file, i - 2) == ':' ? 3 : 2;
    return i && use_text_is_word(file, i - 1, STR("case"));
}

/* A table with a key for each variant: `{A: 1, B: 2}`, `[A] = 1`, or a type that asks for one. */
static void look_at_table(const Seeking *seeking, const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open), depth = 0;
    const Variants *variants = seeking->variants;
    bool named[VARIANTS_MAX] = {0};
    size_t count = 0;
    for (size_t i = open + 1; i < close && i < open + BLOCK_TOKENS; i++) {
        char mark = use_text_mark(file, i), next = use_text_mark(file, i + 1);
        size_t at = variant_at(file, variants, i);
        if (str_equal(unquoted(use_text_at(file, i)), variants->added))
            return;
        bool key = next == ':' || (next == '=' && use_text_mark(file, i + 2) == '>') ||
                   (next == ']' && byte_in(use_text_mark(file, i + 2), ":="));
        key = key && !is_of_case(file, i);
        if (at != STR_NONE && key && depth <= 1) {
            count += !named[at];
            named[at] = true;
        }
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    if (count == variants->old.len)
        add_at(seeking, file, open, "its keys are every variant but '%.*s'");
}

static bool asks_for_all(const UseText *file, size_t i, Str type)
{
    bool record = use_text_is_word(file, i, STR("Record")) && use_text_mark(file, i + 1) == '<' &&
                  use_text_is_word(file, i + 2, type);
    bool mapped = use_text_is_word(file, i, STR("in")) && use_text_is_word(file, i + 1, type) &&
                  use_text_mark(file, i + 2) == ']';
    return type.len && (record || mapped);
}

/* Items of a list without names in an array that goes by the numbers of values. */
static void look_at_places(const Seeking *seeking, const UseText *file, size_t open)
{
    CallArguments list;
    size_t all = seeking->variants->old.len;
    bool array =
        open > 2 && use_text_mark(file, open - 1) == '=' && use_text_mark(file, open - 2) == ']';
    if (!array || all < 3)
        return;
    use_text_list(file, seeking->uses->arena, open, &list);
    if (variant_at(file, seeking->variants, open + 1) != STR_NONE)
        return; /* a list of the values themselves */
    bool plain = use_text_mark(file, open + 1) != '[' && use_text_mark(file, open + 1) != '.';
    if (plain && !list.names.len && (list.placed == all || list.placed + 1 == all))
        add_at(seeking, file, open, "it has one item for each variant but '%.*s'");
}

/* How many of the variants the file may name. */
static size_t count_named(const UseText *file, const Variants *variants)
{
    size_t count = 0;
    for (size_t i = 0; i < variants->old.len; i++)
        count +=
            use_text_may_have(file, variants->old.ptr[i].name) ||
            (variants->old.ptr[i].mark.len && use_text_may_have(file, variants->old.ptr[i].mark));
    return count;
}

static void look_at_file(const Seeking *seeking, const UseText *file)
{
    const LangFacts *facts = lang_facts(file->language);
    const Variants *variants = seeking->variants;
    size_t named = count_named(file, variants);
    if (!named && !(variants->type.len && use_text_may_have(file, variants->type)))
        return;
    bool names = variants->type.len && use_text_has_word(file, variants->type);
    for (size_t i = 0; i < variants->old.len && !names; i++)
        names = use_text_has_word(file, variants->old.ptr[i].name);
    for (size_t i = 0; i < file->tokens.len; i++) {
        const Token *token = &file->tokens.ptr[i];
        Str word = use_text_at(file, i);
        char mark = use_text_mark(file, i);
        if (token->kind == TOKEN_WORD && str_is_listed(word, facts->match_words))
            look_at_match(seeking, file, i);
        else if (token->kind == TOKEN_WORD && denies_rest(word))
            look_at_denial(seeking, file, i);
        else if (token->kind == TOKEN_WORD && asks_for_all(file, i, variants->type))
            add_at(seeking, file, i, "it must have a key for each variant, '%.*s' too");
        else if (named == variants->old.len && mark && byte_in(mark, "{[("))
            look_at_table(seeking, file, i);
        if (mark == '{' && names && lang_is_c(file->language))
            look_at_places(seeking, file, i);
    }
}

void match_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                    ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    FileIdVec files = {0};
    size_t looked = 0;
    for (uint32_t i = 0; i < file->symbols.len; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        bool added = changed->old_symbol == SYMBOL_ABSENT;
        Variants variants = {.file = index, .reported = i};
        if (changed->new_symbol == SYMBOL_ABSENT ||
            !(added ? variants_of_added(uses->arena, file, changed, &variants)
                    : variants_of_union(uses->arena, uses->set, changed, &variants)))
            continue;
        if (looked++ >= ADDED_MAX) {
            uses->skipped++;
            continue;
        }
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        const Seeking seeking = {uses, found, &variants};
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user)
                look_at_file(&seeking, user);
        }
    }
}
