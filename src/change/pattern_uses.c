/* The type is named in the pattern itself, or is that of the variable which is taken apart. */
#include "change/pattern_uses.h"

#include "change/parameters.h"
#include "text/lines.h"

/* Types of one file that are looked at. */
#define TYPES_MAX 20

typedef struct Parts {
    TextUses *uses;
    ConsequenceVec *found;
    const char *forms; /* LangHeads.patterns */
    Str type, added;
    StrVec old, new;
    uint32_t file, reported;
} Parts;

/* ---- parts of a type ---- */

/* Adds the words of the strings in a value, all but the first string, as `namedtuple` has them. */
static void read_strings(Arena *arena, const ChangeSide *side, const Symbol *symbol, StrVec *parts)
{
    size_t strings = 0;
    for (size_t i = code_tokens_from(&side->tokens, symbol->name_end);
         i < side->tokens.len && side->tokens.ptr[i].start < symbol->end; i++) {
        const Token *token = &side->tokens.ptr[i];
        Str text = str_slice(side->code.text, token->start, token->end);
        char mark = token->kind == TOKEN_MARK ? text.ptr[0] : '\0';
        if (mark == '=' && strings)
            return;
        if (token->kind != TOKEN_STRING || text.len < 2 || !strings++)
            continue;
        text = str_slice(text, 1, text.len - 1);
        for (size_t at = 0; at < text.len;) {
            size_t end = MAX(str_word_end(text, at), at);
            if (end > at)
                *VEC_PUSH(arena, parts) = str_slice(text, at, end);
            at = MAX(end, at + 1);
        }
    }
}

static bool is_named_tuple(const ChangeSide *side, const Symbol *symbol)
{
    Str text = str_slice(side->code.text, symbol->start, symbol->end);
    return str_find(text, STR("namedtuple(")) != STR_NONE ||
           str_find(text, STR("NamedTuple")) != STR_NONE;
}

/* Lists the parts that a type has by place. False: it has none. */
static bool read_parts(Arena *arena, const ChangeSide *side, uint32_t type, StrVec *parts)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[type];
    const LangFacts *facts = lang_facts(side->outline.language);
    bool listed = str_is_listed(STR("listed"), facts->heads.patterns);
    ParameterVec list;
    if (listed && !is_named_tuple(side, symbol))
        return false;
    if (listed && !symbol_is_type(symbol->kind)) {
        read_strings(arena, side, symbol, parts);
        return parts->len > 0;
    }
    if (facts->types_take_parameters && parameters_are_in_head(side, type) &&
        parameters_read(arena, side, type, &list)) {
        for (size_t i = 0; i < list.len; i++)
            *VEC_PUSH(arena, parts) = list.ptr[i].name;
        return true;
    }
    for (uint32_t i = type + 1; i < symbol->next; i = symbols->ptr[i].next)
        if (symbols->ptr[i].kind == SYMBOL_FIELD && !(symbols->ptr[i].modifiers & MODIFIER(STATIC)))
            *VEC_PUSH(arena, parts) = symbols->ptr[i].name;
    return parts->len > 0;
}

/* The symbol at the top, or the type, of that name; or SYMBOL_ABSENT. */
static uint32_t find_type(const ChangeSide *side, Str name)
{
    for (uint32_t i = 1; i < side->outline.symbols.len; i++) { // `data P = P { … }`
        const Symbol *made = &side->outline.symbols.ptr[i];
        if (made->kind == SYMBOL_ENUM_MEMBER && made->parent && str_equal(made->name, name) &&
            str_equal(side->outline.symbols.ptr[made->parent - 1].name, name))
            return i;
    }
    for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        bool value = symbol->kind == SYMBOL_VARIABLE || symbol->kind == SYMBOL_CONSTANT;
        if (str_equal(symbol->name, name) &&
            ((symbol_is_type(symbol->kind) && symbol->kind != SYMBOL_IMPL) ||
             symbol->kind == SYMBOL_ENUM_MEMBER || (value && !symbol->parent)))
            return i;
    }
    return SYMBOL_ABSENT;
}

/* The name of the type that a changed symbol is, or belongs to. */
static Str type_of(const ChangeSet *set, const ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? changed_old_side(set, changed) : changed_new_side(set, changed);
    const Symbol *symbol = changed_symbol(set, changed);
    if (symbol->kind != SYMBOL_FIELD)
        return symbol->name;
    return symbol->parent ? side->outline.symbols.ptr[symbol->parent - 1].name : (Str){0};
}

/* Whether two lists of parts have other places: another number, or the same names in another order.
 */
static bool differ(const StrVec *old, const StrVec *new)
{
    bool moved = false;
    for (size_t i = 0; i < old->len && old->len == new->len; i++) {
        if (!change_texts_have(new, old->ptr[i]))
            return false;
        moved |= !str_equal(old->ptr[i], new->ptr[i]);
    }
    return moved || old->len != new->len;
}

static bool has_other_parts(Parts *parts, const ChangedFile *file)
{
    uint32_t was = find_type(&file->old, parts->type), is = find_type(&file->new, parts->type);
    Arena *arena = parts->uses->arena;
    if (was == SYMBOL_ABSENT || is == SYMBOL_ABSENT ||
        !read_parts(arena, &file->old, was, &parts->old) ||
        !read_parts(arena, &file->new, is, &parts->new) || !differ(&parts->old, &parts->new))
        return false;
    for (size_t i = 0; i < parts->new.len && !parts->added.len; i++)
        if (!change_texts_have(&parts->old, parts->new.ptr[i]))
            parts->added = parts->new.ptr[i];
    return true;
}

/* ---- patterns ---- */

/* How many parts are in brackets; 0: one of them stands for any number. */
static size_t count_parts(const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open), depth = 0, count = close > open + 1;
    for (size_t i = open; i < close; i++) {
        char mark = use_text_mark(file, i);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        bool spread = mark == '.' && use_text_mark(file, i + 1) == '.';
        if (depth == 1 && (spread || mark == '*'))
            return 0;
        count += depth == 1 && mark == ',' && i + 1 < close;
    }
    return close < file->tokens.len ? count : 0;
}

/* Whether the line has the word before the token. */
static bool is_after(const UseText *file, size_t i, const char *words)
{
    if (i >= file->tokens.len)
        return false;
    for (size_t k = use_text_line_first(file, i); k < i; k++)
        if (file->tokens.ptr[k].kind == TOKEN_WORD && str_is_listed(use_text_at(file, k), words))
            return true;
    return false;
}

/* Whether a pattern with all the old fields, and no `..`, begins at the brace. */
static bool names_all_fields(const Parts *parts, const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open), depth = 0, count = 0;
    bool begins = true;
    for (size_t i = open + 1; i < close; i++) {
        char mark = use_text_mark(file, i);
        if (begins && !(mark && mark == '&') && !is_after(file, i + 1, "ref mut")) {
            if (!change_texts_have(&parts->old, use_text_at(file, i)))
                return false;
            count++;
        }
        begins = !depth && mark == ',';
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return close < file->tokens.len && count == parts->old.len;
}

/* Whether the word is declared to have the type: `P w`, `P &w`, `w = P(`, `w: P`. */
static bool is_of_type(const Parts *parts, const UseText *file, Str word)
{
    for (size_t i = 0; i < file->tokens.len; i++) {
        if (!use_text_is_word(file, i, parts->type))
            continue;
        size_t after = i + 1;
        while (use_text_mark(file, after) && byte_in(use_text_mark(file, after), "&*>"))
            after++;
        if (use_text_is_word(file, after, word))
            return true;
        char last = i ? use_text_mark(file, i - 1) : '\0';
        if (last && byte_in(last, "=:") && i > 1 && use_text_is_word(file, i - 2, word))
            return true;
    }
    return false;
}

static void add_at(const Parts *parts, const UseText *file, size_t token)
{
    const Consequence use = {
        .fault = USE_AFFECTED,
        .file = parts->file,
        .reported = parts->reported,
        .line = use_text_line(file, token),
        .why = parts->old.len == parts->new.len
                   ? str_format(parts->uses->arena,
                                "it takes a %.*s apart by place, whose parts are in another order",
                                STR_ARG(parts->type))
                   : str_format(parts->uses->arena,
                                "it takes a %.*s apart into %zu, which has %zu now",
                                STR_ARG(parts->type), parts->old.len, parts->new.len)};
    use_text_add(parts->uses, parts->found, file, &use);
}

/* `auto [a, b] = p`. */
static void look_at_binding(const Parts *parts, const UseText *file, size_t i)
{
    size_t open = i + 1;
    while (use_text_mark(file, open) && byte_in(use_text_mark(file, open), "&*"))
        open++;
    if (use_text_mark(file, open) != '[' || count_parts(file, open) != parts->old.len)
        return;
    size_t value = use_text_close(file, open) + 2;
    char assigns = use_text_mark(file, value - 1);
    if (assigns && byte_in(assigns, "=:") && is_of_type(parts, file, use_text_at(file, value)))
        add_at(parts, file, open);
}

/* `a, b = P(1, 2)` and `for a, b in`: `i` is the first variable. */
static void look_at_list(const Parts *parts, const UseText *file, size_t i)
{
    size_t count = 1, at = i + 1;
    while (use_text_mark(file, at) == ',' && at + 1 < file->tokens.len &&
           file->tokens.ptr[at + 1].kind == TOKEN_WORD) {
        count++;
        at += 2;
    }
    if (count < 2 || count != parts->old.len || use_text_mark(file, at) != '=' ||
        use_text_mark(file, at + 1) == '=')
        return;
    bool made = use_text_is_word(file, at + 1, parts->type) && use_text_mark(file, at + 2) == '(';
    char next = use_text_mark(file, at + 2);
    bool alone =
        !(next && byte_in(next, ".([")) && is_of_type(parts, file, use_text_at(file, at + 1));
    if (made || alone)
        add_at(parts, file, i);
}

/* `val (a, b) = p`, `for ((a, b) in ps)`, `{ (a, b) ->`. */
static void look_at_destructuring(const Parts *parts, const UseText *file, size_t open)
{
    size_t close = use_text_close(file, open), value = close + 2;
    char next = use_text_mark(file, close + 1);
    bool declares = open && str_is_listed(use_text_at(file, open - 1), "val var") && next == '=';
    bool made = use_text_is_word(file, value, parts->type);
    bool arrow = open && use_text_mark(file, open - 1) == '{' && next == '-' &&
                 use_text_mark(file, close + 2) == '>';
    if (count_parts(file, open) == parts->old.len &&
        (arrow || (declares && (made || is_of_type(parts, file, use_text_at(file, value))))))
        add_at(parts, file, open);
}

/* The token after an atom: a word with what it is a member of, a literal, or a group. */
static size_t atom_end(const UseText *file, size_t i, size_t end)
{
    char mark = i < end ? use_text_mark(file, i) : '=';
    if (mark)
        return byte_in(mark, "([") ? use_text_close(file, i) + 1 : i + (mark == '_');
    for (i++; i + 1 < end && use_text_mark(file, i) == '.' && use_text_is_any_word(file, i + 1);)
        i += 2;
    return i;
}

/* `P a b`, in a pattern or where one is made. */
static void look_at_application(const Parts *parts, const UseText *file, size_t i)
{
    size_t end = use_text_line_end(file, i), count = 0, at = i + 1;
    for (size_t next; (next = atom_end(file, at, end)) > at; at = next)
        count++;
    if (count == parts->old.len && count && use_text_mark(file, i + 1) != '{')
        add_at(parts, file, i);
}

/* Whether the name at a token is a pattern behind `val`, and not the value behind `=`. */
static bool is_pattern(const UseText *file, size_t i)
{
    bool value = false;
    for (size_t k = use_text_line_first(file, i); k < i; k++)
        value |= use_text_mark(file, k) == '=' && use_text_mark(file, k + 1) != '>';
    return is_after(file, i, "case") || (!value && is_after(file, i, "val let if"));
}

static void look_in(const Parts *parts, const UseText *file)
{
    bool called = str_is_listed(STR("called"), parts->forms);
    bool braced = str_is_listed(STR("braced"), parts->forms);
    bool bound = str_is_listed(STR("bound"), parts->forms);
    bool listed = str_is_listed(STR("listed"), parts->forms);
    bool destructured = str_is_listed(STR("destructured"), parts->forms);
    bool applied = str_is_listed(STR("applied"), parts->forms);
    if (!use_text_has_word(file, parts->type))
        return;
    for (size_t i = 0; i < file->tokens.len; i++) {
        char next = use_text_mark(file, i + 1);
        bool type = use_text_is_word(file, i, parts->type);
        if (called && type && next == '(' && (is_pattern(file, i) || is_after(file, i, "let if")) &&
            count_parts(file, i + 1) == parts->old.len)
            add_at(parts, file, i);
        if (braced && type && next == '{' && parts->added.len && i &&
            !is_after(file, i, "struct enum union impl trait mod fn") &&
            names_all_fields(parts, file, i + 1))
            add_at(parts, file, i);
        if (destructured && use_text_mark(file, i) == '(')
            look_at_destructuring(parts, file, i);
        if (applied && type)
            look_at_application(parts, file, i);
        if (bound && use_text_is_word(file, i, STR("auto")))
            look_at_binding(parts, file, i);
        if (listed && next == ',' && file->tokens.ptr[i].kind == TOKEN_WORD &&
            (!i || file->tokens.ptr[i - 1].kind == TOKEN_INDENT))
            look_at_list(parts, file, i);
    }
}

void pattern_uses_add(TextUses *uses, Arena scratch, uint32_t index, uint32_t id,
                      ConsequenceVec *found)
{
    const ChangedFile *file = &uses->set->files.ptr[index];
    const char *forms = lang_facts(file->new.outline.language)->heads.patterns;
    FileIdVec files = {0};
    StrVec looked = {0};
    for (uint32_t i = 0; forms && i < file->symbols.len && looked.len < TYPES_MAX; i++) {
        const ChangedSymbol *changed = &file->symbols.ptr[i];
        Parts parts = {.uses = uses, .found = found, .forms = forms, .file = index, .reported = i};
        parts.type = changed->old_file == index ? type_of(uses->set, changed) : (Str){0};
        if (!parts.type.len || change_texts_have(&looked, parts.type) ||
            !has_other_parts(&parts, file))
            continue;
        *VEC_PUSH(uses->arena, &looked) = parts.type;
        if (!files.len)
            files = use_text_users(uses, scratch, id);
        for (size_t k = 0; k < files.len; k++) {
            const UseText *user = use_text_open(uses, uses->catalog->files.ptr[files.ptr[k]].path);
            if (user)
                look_in(&parts, user);
        }
    }
}
