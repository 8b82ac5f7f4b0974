/* The new side is read as tokens. A literal of the old name proves an alias within the call that
   makes it; and a function that answers for names, within it or within a value that it reads. */
#include "change/shims.h"

#include "base/map.h"
#include "change/field_writes.h"
#include "change/head_text.h"
#include "text/lines.h"

/* Names that the functions of one file answer for, and such functions. */
#define LATE_MAX 2000
#define HOOKS_MAX 100

typedef struct Shim {
    const ChangeSide *side;
    const TokenVec *tokens;
    LateNames *late; /* while they are noted */
    const LangFacts *facts;
    Str name, owner, now;
} Shim;

static Str token_text(const Shim *shim, size_t i)
{
    const Token *token = &shim->tokens->ptr[i];
    return str_slice(shim->side->code.text, token->start, token->end);
}

static char mark_at(const Shim *shim, size_t i)
{
    bool mark = i < shim->tokens->len && shim->tokens->ptr[i].kind == TOKEN_MARK;
    return mark ? shim->side->code.text.ptr[shim->tokens->ptr[i].start] : '\0';
}

static bool is_word_at(const Shim *shim, size_t i, Str word)
{
    return shim->tokens->ptr[i].kind == TOKEN_WORD && str_equal(token_text(shim, i), word);
}

static bool lists(const char *words, Str word)
{
    Str rest = str_from(words ? words : ""), next;
    while (str_take_until(&rest, ' ', &next))
        if (str_equal(next, word))
            return true;
    return false;
}

static size_t token_from(const Shim *shim, size_t offset)
{
    size_t low = 0, high = shim->tokens->len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shim->tokens->ptr[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The text in a string's quotes. */
static Str content_at(const Shim *shim, size_t i)
{
    Str text = token_text(shim, i);
    bool string = shim->tokens->ptr[i].kind == TOKEN_STRING && text.len > 1;
    return string ? str_slice(text, 1, text.len - 1) : (Str){0};
}

/* ---- functions that answer for names ---- */

static Str owner_of(const ChangeSide *side, const Symbol *symbol)
{
    const SymbolVec *symbols = &side->outline.symbols;
    return symbol->parent ? symbols->ptr[symbol->parent - 1].name : symbol_owner(symbol);
}

/* The text of a token that is a name as a value: a string, a symbol `:name`, or a key. Else it is
   empty. */
static Str literal_at(const Shim *shim, size_t i)
{
    if (shim->tokens->ptr[i].kind != TOKEN_WORD)
        return content_at(shim, i);
    bool symbol = i && mark_at(shim, i - 1) == ':' && !(i > 1 && mark_at(shim, i - 2) == ':');
    char next = mark_at(shim, i + 1);
    bool key = (next == '=' && mark_at(shim, i + 2) != '=') ||
               (next == ':' && mark_at(shim, i + 2) != ':');
    return symbol || key ? token_text(shim, i) : (Str){0};
}

/* A function that answers for names: the tokens [first, last), and whose members it gives. */
typedef struct Hook {
    size_t first, last;
    Str owner;
} Hook;

/* The word at `i` names it. It is a symbol, or a value in a table without a name. */
static bool find_hook(const Shim *shim, size_t i, Hook *hook)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    size_t depth = 0;
    for (size_t s = 0; s < symbols->len; s++) {
        const Symbol *symbol = &symbols->ptr[s];
        if (symbol->name_start != shim->tokens->ptr[i].start || !symbol->body)
            continue;
        *hook = (Hook){i, token_from(shim, symbol->end), owner_of(shim->side, symbol)};
        return symbol_is_callable(symbol->kind);
    }
    for (*hook = (Hook){i, i, {0}}; hook->last < shim->tokens->len; hook->last++) {
        char mark = mark_at(shim, hook->last);
        depth += mark && byte_in(mark, "([{");
        if (mark && byte_in(mark, ")]}") && !depth--)
            return true;
    }
    return false;
}

static void note_literals(Arena *arena, const Shim *shim, const Hook *hook, size_t first,
                          size_t last)
{
    for (size_t i = first; i < last; i++) {
        Str name = literal_at(shim, i);
        if (!name.len || shim->late->names.len >= LATE_MAX)
            continue;
        *VEC_PUSH(arena, &shim->late->names) = name;
        *VEC_PUSH(arena, &shim->late->owners) = hook->owner;
    }
}

/* Notes the literals in the values that the function reads. */
static void note_values(Arena *arena, const Shim *shim, const Hook *hook)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    Map words = map_open(arena);
    for (size_t i = hook->first; i < hook->last; i++)
        if (shim->tokens->ptr[i].kind == TOKEN_WORD)
            map_put(&words, token_text(shim, i), NULL);
    for (size_t s = 0; s < symbols->len; s++) {
        const Symbol *symbol = &symbols->ptr[s];
        if (!symbol_is_callable(symbol->kind) && !symbol_is_type(symbol->kind) &&
            map_find(&words, symbol->name))
            note_literals(arena, shim, hook, token_from(shim, symbol->name_end),
                          token_from(shim, symbol->end));
    }
}

static void note_hook(Arena *arena, const Shim *shim, size_t at)
{
    Hook hook;
    if (!find_hook(shim, at, &hook))
        return;
    note_literals(arena, shim, &hook, hook.first + 1, hook.last);
    note_values(arena, shim, &hook);
    for (size_t i = hook.first + 1; i < hook.last; i++)
        if (lists(shim->facts->late_names_forward, token_text(shim, i))) {
            *VEC_PUSH(arena, &shim->late->names) = (Str){0};
            *VEC_PUSH(arena, &shim->late->owners) = hook.owner;
            return;
        }
}

/* Notes what the call whose name is at `i` declares in the type around it. It ends with its line,
   unless a comma or a bracket goes on. */
static void note_call(Arena *arena, const Shim *shim, size_t i)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    uint32_t offset = shim->tokens->ptr[i].start;
    Hook call = {i, i + 1, {0}};
    for (size_t s = 0; s < symbols->len && symbols->ptr[s].start <= offset; s++)
        if (symbol_is_type(symbols->ptr[s].kind) && offset < symbols->ptr[s].end)
            call.owner = symbols->ptr[s].name;
    for (; call.last < shim->tokens->len; call.last++) {
        const Token *token = &shim->tokens->ptr[call.last];
        Str gap = str_slice(shim->side->code.text, token[-1].end, token->start);
        if (str_find_byte(gap, '\n') != STR_NONE && str_find_byte(gap, ',') == STR_NONE &&
            mark_at(shim, call.last - 1) != ',' && mark_at(shim, call.last - 1) != '(')
            break;
    }
    note_literals(arena, shim, &call, call.first + 1, call.last);
}

void shims_note(Arena *arena, ChangeSide *side, const TokenVec *tokens)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    const Shim shim = {.side = side, .tokens = tokens, .late = &side->late, .facts = facts};
    size_t hooks = 0;
    if (!facts->late_names && !facts->alias_calls && !facts->naming_calls)
        return;
    for (uint32_t i = 0; i < tokens->len; i++) {
        Str word = tokens->ptr[i].kind == TOKEN_WORD ? token_text(&shim, i) : (Str){0};
        if (lists(facts->late_names, word) && hooks++ < HOOKS_MAX)
            note_hook(arena, &shim, i);
        else if (lists(facts->naming_calls, word) && hooks++ < HOOKS_MAX)
            note_call(arena, &shim, i);
        else if (lists(facts->alias_calls, word) && side->late.aliases.len < HOOKS_MAX)
            *VEC_PUSH(arena, &side->late.aliases) = i;
    }
}

static bool is_answered(const Shim *shim)
{
    const LateNames *late = &shim->side->late;
    bool loose = shim->facts->tables_have_members; /* the function's table may have no name */
    for (size_t i = 0; i < late->names.len; i++)
        if ((!late->names.ptr[i].len || str_equal(late->names.ptr[i], shim->name)) &&
            (str_equal(late->owners.ptr[i], shim->owner) || (loose && !late->owners.ptr[i].len)))
            return true;
    return false;
}

/* ---- aliases that a call makes ---- */

/* Whether a string or a word is the old name, with the namespace that the file says. */
static bool is_full_name(const Shim *shim, size_t i)
{
    Str text = content_at(shim, i);
    if (!text.len)
        return is_word_at(shim, i, shim->name);
    size_t slash = str_find_last_byte(text, '\\');
    size_t end = slash;
    while (end != STR_NONE && end && text.ptr[end - 1] == '\\')
        end--;
    Str space = slash == STR_NONE ? (Str){0} : str_slice(text, 0, end);
    Str before = str_slice(shim->side->code.text, 0, shim->tokens->ptr[i].start);
    return str_equal(str_from_offset(text, slash == STR_NONE ? 0 : slash + 1), shim->name) &&
           (!space.len || str_find(before, space) != STR_NONE);
}

/* Whether the call whose name is at `i` gives the new declaration the old name. */
static bool makes_alias(const Shim *shim, size_t i)
{
    size_t depth = 0;
    bool old = false, new = false;
    if (mark_at(shim, i + 1) != '(')
        return false;
    for (size_t k = i + 1; k < shim->tokens->len; k++) {
        char mark = mark_at(shim, k);
        depth += mark == '(';
        if (mark == ')' && !--depth)
            break;
        old |= is_full_name(shim, k);
        new |= is_word_at(shim, k, shim->now) || str_ends(content_at(shim, k), shim->now);
    }
    return old && new;
}

static bool is_aliased(const Shim *shim)
{
    for (size_t i = 0; shim->now.len && i < shim->side->late.aliases.len; i++)
        if (makes_alias(shim, shim->side->late.aliases.ptr[i]))
            return true;
    return false;
}

/* ---- exports ---- */

/* Whether a statement gives the new declaration to others under the old name. */
static bool is_exported(const Shim *shim)
{
    const ChangeOffers *offers = &shim->side->offers;
    for (size_t i = 0; i < offers->names.len; i++)
        if (shim->now.len && !shim->owner.len && str_equal(offers->names.ptr[i], shim->name) &&
            str_equal(offers->sources.ptr[i], shim->now))
            return true;
    return false;
}

/* ---- members ---- */

/* Whether a value of the owner's name has a key of that name in its literal. */
static bool has_key(const Shim *shim, const Symbol *value)
{
    size_t depth = 0, last = token_from(shim, value->end);
    for (size_t i = token_from(shim, value->name_end); i < last; i++) {
        char mark = mark_at(shim, i);
        depth += mark == '{';
        depth -= mark == '}' && depth;
        if (depth == 1 && is_word_at(shim, i, shim->name) && mark_at(shim, i + 1) == ':' && i &&
            (mark_at(shim, i - 1) == '{' || mark_at(shim, i - 1) == ',' ||
             str_find_byte(str_slice(shim->side->code.text, shim->tokens->ptr[i - 1].end,
                                     shim->tokens->ptr[i].start),
                           ',') != STR_NONE))
            return true;
    }
    return false;
}

/* Whether types with one of the words before their names bring a member of that name. */
static bool brings_member(const Shim *shim, const Symbol *type)
{
    const char *const *pairs = shim->facts->given_members;
    for (size_t i = 0; pairs && pairs[i] && pairs[i + 1]; i += 2)
        if (head_text_leads(shim->side, type, pairs[i]) && lists(pairs[i + 1], shim->name))
            return true;
    return false;
}

/* Whether some kind of type brings a member of that name. */
static bool may_be_brought(const Shim *shim)
{
    const char *const *pairs = shim->facts->given_members;
    for (size_t i = 0; pairs && pairs[i] && pairs[i + 1]; i += 2)
        if (lists(pairs[i + 1], shim->name))
            return true;
    return false;
}

/* Whether the name is that of a setter, and a declaration of the owner brings one: `attr_writer :x`
   for `x=`. */
static bool is_set_by_owner(const Shim *shim)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    Str words = str_from(shim->facts->heads.setters ? shim->facts->heads.setters : ""), end, word;
    if (!str_take_until(&words, ' ', &end) || !shim->owner.len || !str_ends(shim->name, end))
        return false;
    Str name = str_slice(shim->name, 0, shim->name.len - end.len);
    for (size_t i = 0; i < symbols->len; i++) {
        Str rest = words, text = shim->side->code.text;
        size_t from = lines_offset(text, symbols->ptr[i].start_line);
        Str line = str_slice(text, from, symbols->ptr[i].name_start);
        if (!str_equal(symbols->ptr[i].name, name) ||
            !str_equal(owner_of(shim->side, &symbols->ptr[i]), shim->owner))
            continue;
        while (str_take_until(&rest, ' ', &word))
            if (head_text_has_word(line, word))
                return true;
    }
    return false;
}

static bool is_given_by_owner(const Shim *shim, const Symbol *old)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    bool brought = may_be_brought(shim);
    bool keyed = shim->facts->objects_are_values &&
                 (old->kind == SYMBOL_ENUM_MEMBER || old->modifiers & MODIFIER(STATIC));
    for (size_t i = 0; shim->owner.len && (brought || keyed) && i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        bool value = symbol->kind == SYMBOL_CONSTANT || symbol->kind == SYMBOL_VARIABLE;
        if (str_equal(symbol->name, shim->owner) &&
            (symbol_is_type(symbol->kind) ? brought && brings_member(shim, symbol)
                                          : keyed && value && has_key(shim, symbol)))
            return true;
    }
    return false;
}

/* Whether a statement gives the name of something that stands elsewhere: `using text::upper;`. */
static bool is_used_in(const Shim *shim)
{
    for (size_t i = 2; lang_is_c(shim->side->outline.language) && i + 1 < shim->tokens->len; i++) {
        size_t first = i;
        if (!is_word_at(shim, i, shim->name) || mark_at(shim, i + 1) != ';')
            continue;
        while (first > 2 && mark_at(shim, first - 1) == ':')
            first -= 3;
        if (first < i && first && is_word_at(shim, first - 1, STR("using")))
            return true;
    }
    return false;
}

/* Whether another declaration beside it has the old name, and is made of the new one: `#define OLD
   NEW`, `static final Stage SENT = SHIPPED`. */
static bool is_declared_from(const Shim *shim)
{
    const SymbolVec *symbols = &shim->side->outline.symbols;
    bool apart = shim->facts->heads.type_mark || lang_is_c(shim->side->outline.language);
    for (size_t i = 0; shim->now.len && i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        Str rest = str_slice(shim->side->code.text, symbol->name_end, symbol->end);
        if (str_equal(symbol->name, shim->name) && !str_equal(shim->name, shim->now) &&
            (apart || str_equal(owner_of(shim->side, symbol), shim->owner)) &&
            head_text_has_word(rest, shim->now))
            return true;
    }
    return false;
}

/* Whether methods of the owner assign to a field of that name, which is read as the old member was.
 */
static bool is_set_as_field(const Shim *shim, const Symbol *old, Arena scratch)
{
    WrittenFields fields;
    bool read = old->kind == SYMBOL_PROPERTY || old->kind == SYMBOL_FIELD ||
                old->modifiers & MODIFIER(GETTER);
    if (!read || !shim->owner.len)
        return false;
    field_writes_read(&scratch, shim->side, false, &fields);
    return field_writes_have(&scratch, &fields, shim->owner, shim->name);
}

bool shims_give(const LostName *lost)
{
    const Symbol *symbol = &lost->old->outline.symbols.ptr[lost->symbol];
    const Shim shim = {.side = lost->new,
                       .tokens = &lost->new->tokens,
                       .facts = lang_facts(lost->new->outline.language),
                       .name = symbol->name,
                       .owner = owner_of(lost->old, symbol),
                       .now = lost->now};
    return lost->new->path.len && symbol->name.len && lost->new->tokens.ptr &&
           (is_exported(&shim) || is_given_by_owner(&shim, symbol) || is_set_by_owner(&shim) ||
            is_answered(&shim) || is_aliased(&shim) || is_used_in(&shim) ||
            is_declared_from(&shim) || is_set_as_field(&shim, symbol, *lost->scratch));
}
