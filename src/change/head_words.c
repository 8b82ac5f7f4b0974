/* Heads are read as tokens, and each word gets the mark of its place. Both sides are compared as
   sets with repetition, so that order does not count. Types are left out: heads.c compares them. */
#include "change/head_words.h"

#include "change/affected.h"
#include "change/constant_value.h"
#include "change/head_text.h"
#include "change/required_members.h"

/* Words of one head that are compared; only generated code has more. */
#define WORDS_MAX 200

/* The mark of a bound in a list of type parameters, which no row has. */
#define BOUND '<'

/* Words that are modifiers in each language, or the kinds of declarations: heads.c and kinds.c
   compare what they mean. */
static const char *const judged =
    "public private protected internal static abstract final readonly sealed virtual unsafe async "
    "const inline override export default get";

typedef struct HeadWords {
    Arena *arena;
    const ChangeSide *side;
    const Symbol *symbol;
    Str type;           /* of it, whose words are left out */
    size_t first, last; /* tokens */
    StrVec words;       /* with the mark of their place before them */
    StrVec parameters;  /* names of its type parameters */
    size_t defaults;    /* type parameters that users may leave out */
    Str given;          /* what these are then */
    size_t bounded;     /* type parameters whose bounds count, from the first one on */
} HeadWords;

/* ---- tokens ---- */

static Str text_at(const HeadWords *head, size_t i)
{
    if (i >= head->last)
        return (Str){0};
    const Token *token = &head->side->tokens.ptr[i];
    return str_slice(head->side->code.text, token->start, token->end);
}

static char mark_at(const HeadWords *head, size_t i)
{
    bool mark = i < head->last && head->side->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? head->side->code.text.ptr[head->side->tokens.ptr[i].start] : '\0';
}

static bool is_word(const HeadWords *head, size_t i)
{
    return i < head->last && head->side->tokens.ptr[i].kind == TOKEN_WORD;
}

/* The bracket that closes the one at `open`; the last token: none does. */
static size_t close_of(const HeadWords *head, size_t open)
{
    size_t depth = 0;
    char opening = mark_at(head, open);
    char closing = opening == '(' ? ')' : opening == '[' ? ']' : opening == '{' ? '}' : '>';
    for (size_t i = open; i < head->last; i++) {
        char mark = mark_at(head, i);
        bool arrow = mark == '>' && i && byte_in(mark_at(head, i - 1), "-=");
        depth += mark == opening;
        if (mark == closing && !arrow && !--depth)
            return i;
    }
    return head->last;
}

static void add(HeadWords *head, char place, Str word)
{
    if (head->words.len < WORDS_MAX && word.len)
        *VEC_PUSH(head->arena, &head->words) =
            place ? str_format(head->arena, "%c%.*s", place, STR_ARG(word)) : word;
}

/* ---- places ---- */

/* Adds the words of a decorator or an attribute: `name` is the token at which its name begins, and
   `end` the one after it. The name is marked twice. */
static void add_mark(HeadWords *head, size_t name, size_t end)
{
    while (mark_at(head, name + 1) && byte_in(mark_at(head, name + 1), ".:") && name + 2 < end)
        name += 2;
    if (str_equal(text_at(head, name), STR("derive"))) /* trait_uses.h */
        return;
    add(head, '@', str_format(head->arena, "@%.*s", STR_ARG(text_at(head, name))));
    for (size_t i = name + 1; i < end; i++)
        if (is_word(head, i))
            add(head, '@', text_at(head, i));
}

/* Adds the bounds of type parameters in brackets, and notes their names. */
static void add_bounds(HeadWords *head, size_t open, size_t close)
{
    bool value = false; /* in the default of a type parameter */
    for (size_t i = open + 1, depth = 0; i < close; i++) {
        char mark = mark_at(head, i), before = mark_at(head, i - 1);
        value = !depth && mark == '=' ? true : depth || mark != ',' ? value : false;
        head->defaults += !depth && mark == '=';
        if (value && is_word(head, i))
            head->given = str_format(head->arena, "%.*s %.*s", STR_ARG(head->given),
                                     STR_ARG(text_at(head, i)));
        depth += mark && byte_in(mark, "<([");
        depth -= depth && mark && byte_in(mark, ">)]");
        if (value || !is_word(head, i) || before == '\'')
            continue;
        bool follows = str_is_listed(text_at(head, i - 1), "typename class in out reified const");
        bool begins = !depth && (i == open + 1 || before == ',' || follows);
        bool leads = is_word(head, i + 1) &&
                     str_is_listed(text_at(head, i), "typename class in out reified const");
        if (leads)
            add(head, '\0', text_at(head, i));
        else if (begins)
            *VEC_PUSH(head->arena, &head->parameters) = text_at(head, i);
        else if (head->parameters.len <= head->bounded)
            add(head, BOUND, text_at(head, i));
    }
}

/* The token after a mark before the name, and what belongs to it. */
static size_t read_mark(HeadWords *head, size_t i)
{
    const LangFacts *facts = lang_facts(head->side->outline.language);
    char mark = mark_at(head, i);
    bool after_word = i > head->first && is_word(head, i - 1);
    Str before = after_word ? text_at(head, i - 1) : (Str){0};
    size_t end = head->last;
    if (mark == '@' && is_word(head, i + 1)) {
        end = i + 2;
        while (mark_at(head, end) && byte_in(mark_at(head, end), ".:") && is_word(head, end + 1))
            end += 2;
        end = mark_at(head, end) == '(' ? close_of(head, end) + 1 : end;
        add_mark(head, i + 1, MIN(end, head->last));
        return end;
    }
    if (mark == '#' && mark_at(head, i + 1) == '[') {
        end = close_of(head, i + 1) + 1;
        add_mark(head, i + 2, MIN(end, head->last));
        return end;
    }
    if ((mark == '[' && !after_word) || (mark == '(' && facts->receivers_are_marked)) {
        end = close_of(head, i) + 1;
        for (size_t k = i + 1; k < MIN(end, head->last) && mark == '['; k++)
            if (is_word(head, k))
                add(head, '@', text_at(head, k));
        return end;
    }
    if (mark == '<') {
        end = close_of(head, i);
        if (!head_text_has_word(head->type, before) || !before.len)
            add_bounds(head, i, end);
        return end + 1;
    }
    add(head, '\0', str_slice(text_at(head, i), 0, 1));
    return i + 1;
}

/* Whether a word before the name belongs to a path or is another name: `A::`, `a.`, `:status`. */
static bool is_of_path(const HeadWords *head, size_t i)
{
    const Token *token = &head->side->tokens.ptr[i];
    bool joined = i + 1 < head->last && token[1].start == token->end;
    char next = joined ? mark_at(head, i + 1) : '\0';
    char before = i > head->first ? mark_at(head, i - 1) : '\0';
    return (next && byte_in(next, ".:")) || (before && byte_in(before, ".:"));
}

static size_t read_before_name(HeadWords *head)
{
    size_t i = head->first;
    while (i < head->last && head->side->tokens.ptr[i].end <= head->symbol->name_start) {
        bool attribute = lang_is_c(head->side->outline.language) && is_word(head, i) &&
                         mark_at(head, i + 1) == '(';
        if (attribute) {
            size_t end = close_of(head, i + 1) + 1;
            add_mark(head, i, MIN(end, head->last));
            i = end;
        } else if (is_word(head, i)) {
            if (!is_of_path(head, i) && !head_text_has_word(head->type, text_at(head, i)))
                add(head, '\0', text_at(head, i));
            i++;
        } else {
            i = mark_at(head, i) ? read_mark(head, i) : i + 1;
        }
    }
    return i;
}

/* What follows the parameters, up to the body: clauses, and `= 0` or `= delete`. */
static void read_clauses(HeadWords *head, size_t i)
{
    bool bounds = false;
    uint32_t end = head->symbol->body ? head->symbol->body : head->symbol->end;
    for (; i < head->last && head->side->tokens.ptr[i].start < end; i++) {
        char mark = mark_at(head, i);
        Str text = text_at(head, i);
        if (mark == '{' || str_equal(text, STR("end")) ||
            (mark == '=' && mark_at(head, i + 1) == '>'))
            return;
        bounds |= str_equal(text, STR("where"));
        if (mark == '=' && mark_at(head, i + 2) != ';')
            return;
        if (bounds && is_word(head, i) && !change_texts_have(&head->parameters, text))
            add(head, BOUND, text);
        else if (!head_text_has_word(head->type, text))
            add(head, ')', mark ? str_slice(text, 0, 1) : text);
    }
}

static void read_after_name(HeadWords *head, size_t i)
{
    bool callable = symbol_is_callable(head->symbol->kind);
    bool listed = callable || symbol_is_type(head->symbol->kind);
    while (i < head->last && head->side->tokens.ptr[i].start < head->symbol->name_end)
        i++;
    if (mark_at(head, i) && byte_in(mark_at(head, i), "?!="))
        add(head, ')', text_at(head, i));
    if (!listed)
        return;
    if (mark_at(head, i) == '<' || mark_at(head, i) == '[') {
        size_t close = close_of(head, i);
        add_bounds(head, i, close);
        i = close + 1;
    }
    while (mark_at(head, i) == '(')
        i = close_of(head, i) + 1;
    read_clauses(head, i);
}

/* Words of accessors: `{ get; private set; }`, or `private set` on a line of its own. */
static void read_accessors(HeadWords *head)
{
    static const char *const words = "get set init private protected internal add remove";
    SymbolKind kind = head->symbol->kind;
    size_t depth = 0;
    bool first = false; /* an accessor may begin here */
    if (kind != SYMBOL_PROPERTY && kind != SYMBOL_FIELD && kind != SYMBOL_EVENT)
        return;
    for (size_t i = head->first; i < head->last; i++) {
        const Token *token = &head->side->tokens.ptr[i];
        char mark = mark_at(head, i);
        if (token->start < head->symbol->name_end || token->kind == TOKEN_COMMENT)
            continue;
        size_t gap = i > head->first ? head->side->tokens.ptr[i - 1].end : token->start;
        Str between = str_slice(head->side->code.text, gap, token->start);
        bool starts = first || str_find_byte(between, '\n') != STR_NONE;
        bool word = starts && depth <= 1 && str_is_listed(text_at(head, i), words);
        if (word)
            add(head, '{', text_at(head, i));
        depth += mark == '{';
        depth -= depth && mark == '}';
        first = word || (mark && byte_in(mark, "{};"));
    }
}

static void read_head(HeadWords *head, Arena *arena, const ChangeSide *side, uint32_t index,
                      size_t bounded)
{
    const OwnPart *own = &side->own[index];
    *head = (HeadWords){.arena = arena,
                        .bounded = bounded,
                        .side = side,
                        .symbol = &side->outline.symbols.ptr[index],
                        .first = own->first,
                        .last = MIN(own->last, side->tokens.len)};
    head->type = symbol_code(head->symbol)->type;
    if (head->symbol->name_start == head->symbol->name_end)
        return;
    read_after_name(head, read_before_name(head));
    read_accessors(head);
}

/* ---- judgement ---- */

/* The row of a word, or NULL. */
static const char *const *row_of(const LangHeads *heads, Str word)
{
    for (size_t i = 0; heads->words[i]; i += 3)
        if (str_equal(str_from(heads->words[i]), word))
            return &heads->words[i];
    return NULL;
}

bool head_words_judge(const Language *language, Str word)
{
    const LangHeads *heads = &lang_facts(language)->heads;
    return heads->words && row_of(heads, word);
}

static unsigned affects_of(const char *whom)
{
    static const struct {
        char letter;
        unsigned affects;
    } letters[] = {{'u', AFFECTS_USERS},     {'h', AFFECTS_HEIRS},     {'m', AFFECTS_MAKERS},
                   {'w', AFFECTS_WRITERS},   {'o', AFFECTS_OUTSIDERS}, {'v', AFFECTS_VALUES},
                   {'c', AFFECTS_CONVERTERS}};
    unsigned affects = 0;
    for (size_t i = 0; i < COUNT(letters); i++)
        affects |= byte_in(letters[i].letter, whom) ? letters[i].affects : 0;
    return affects;
}

/* Whether a word is of capitals, as names of macros are. */
static bool is_macro(const Language *language, Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
            return false;
    return lang_is_c(language);
}

/* Whom a word may break that no row has. */
static const char *whom_by_default(const Language *language, Str word, bool comes)
{
    const LangHeads *heads = &lang_facts(language)->heads;
    if (word.ptr[0] == BOUND)
        return comes ? "?umh" : "";
    if (word.ptr[0] == '@')
        return heads->marks_wrap && word.len > 1 && word.ptr[1] == '@' ? "?u" : "";
    bool known = !byte_is_word(word.ptr[0]) || str_is_listed(word, heads->free) ||
                 str_is_listed(word, judged) || is_macro(language, word);
    return known ? "" : "?u";
}

/* Whether a function of the new state sets what a declaration no longer lets others set: `x=`
   beside `attr_reader :x`. */
static bool is_set_by_function(const ChangeSet *set, const ChangedSymbol *changed, Str word)
{
    const ChangeSide *side = changed_new_side(set, changed);
    const char *setters = lang_facts(side->outline.language)->heads.setters;
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *new = changed_symbol(set, changed);
    Str words = str_from(setters ? setters : ""), end;
    if (!str_take_until(&words, ' ', &end) || !str_is_listed(word, setters))
        return false;
    for (size_t i = 0; i < symbols->len; i++) {
        Str name = symbols->ptr[i].name;
        if (symbols->ptr[i].parent == new->parent && str_ends(name, end) &&
            str_equal(str_slice(name, 0, name.len - end.len), new->name))
            return true;
    }
    return false;
}

/* Whether the declaration shows that a word breaks nobody: a constant has its value by its place,
   and the fields of a type ask for what its constructor asked for. */
static bool is_proved(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, Str word)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const char *marks = lang_facts(b->outline.language)->placed_marks;
    const Symbol *new = changed_symbol(set, changed);
    bool bare = !str_trim(str_slice(b->code.text, new->name_end, new->end)).len; // without a type
    if (str_equal(word, STR(")=")))
        return bare && constant_values_are_equal(a, changed->old_symbol, b, changed->new_symbol);
    while (word.len > 1 && word.ptr[0] == '@')
        word = str_from_offset(word, 1);
    if (is_set_by_function(set, changed, word))
        return true;
    return marks && str_is_listed(word, marks) &&
           required_members_are_made_alike(arena, set, changed);
}

/* Judges a word that came into a head, or went. */
static void judge(Arena *arena, const ChangeSet *set, ChangedSymbol *changed, Str word, bool comes)
{
    const Language *language = changed_new_side(set, changed)->outline.language;
    bool same = changed_old_symbol(set, changed)->kind == changed_symbol(set, changed)->kind;
    const LangHeads *heads = &lang_facts(language)->heads;
    bool named = str_starts(word, STR("@@"));
    bool in_front = byte_is_word(word.ptr[0]);
    if (in_front && !same) /* kinds.h */
        return;
    if (is_proved(arena, set, changed, word))
        return;
    const char *const *row = row_of(heads, named ? str_from_offset(word, 1) : word);
    const char *whom = row ? row[comes ? 1 : 2] : whom_by_default(language, word, comes);
    bool doubt = whom[0] == '?';
    while (word.len > 1 && byte_in(word.ptr[0], "@){<"))
        word = str_from_offset(word, 1);
    if (!*whom)
        return;
    Str text =
        str_format(arena, comes ? "its head has '%.*s' now" : "its head has no '%.*s' any more",
                   STR_ARG(word));
    (doubt ? affected_doubt : affected_say)(arena, changed, affects_of(whom), text);
}

/* Judges the words that one head has more often than the other. */
static void judge_more(const ChangeSet *set, ChangedSymbol *changed, const HeadWords *in,
                       const HeadWords *without, bool comes)
{
    bool *taken = NEW(in->arena, bool, without->words.len + 1);
    for (size_t i = 0; i < in->words.len; i++) {
        size_t k = 0;
        Str word = in->words.ptr[i];
        while (k < without->words.len && (taken[k] || !str_equal(without->words.ptr[k], word)))
            k++;
        taken[k] = true;
        bool own =
            word.ptr[0] == BOUND && change_texts_have(&in->parameters, str_from_offset(word, 1));
        if (k == without->words.len && !own)
            judge(in->arena, set, changed, word, comes);
        taken[without->words.len] = false;
    }
}

StrVec head_words_parameters(Arena *arena, const ChangeSide *side, uint32_t index)
{
    HeadWords head;
    if (!side->tokens.ptr)
        return (StrVec){0};
    read_head(&head, arena, side, index, SIZE_MAX);
    return head.parameters;
}

static void drop_bounds(HeadWords *head)
{
    size_t kept = 0;
    for (size_t i = 0; i < head->words.len; i++)
        if (head->words.ptr[i].ptr[0] != BOUND)
            head->words.ptr[kept++] = head->words.ptr[i];
    head->words.len = kept;
}

void head_words_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Language *language = b->outline.language;
    HeadWords was, is;
    if (!lang_facts(language)->heads.words || a->outline.language != language || !a->tokens.ptr ||
        !b->tokens.ptr)
        return;
    read_head(&was, arena, a, changed->old_symbol, SIZE_MAX);
    read_head(&is, arena, b, changed->new_symbol, SIZE_MAX);
    bool fits = was.parameters.len < is.parameters.len &&
                was.parameters.len >= is.parameters.len - MIN(is.defaults, is.parameters.len);
    if (fits) // those who leave a type parameter out meet no bound of it
        read_head(&is, arena, b, changed->new_symbol, was.parameters.len);
    /* A function that is generic in more ways now takes what the types of its parameters say. */
    bool generic = symbol_is_callable(was.symbol->kind) && is.parameters.len > was.parameters.len;
    if (generic)
        drop_bounds(&is);
    judge_more(set, changed, &is, &was, true);
    judge_more(set, changed, &was, &is, false);
    if (was.parameters.len == is.parameters.len && was.defaults && !str_equal(was.given, is.given))
        affected_say(arena, changed, AFFECTS_BARE,
                     is.defaults < was.defaults
                         ? STR("a type parameter has no default any more")
                         : STR("the default of a type parameter is another one now"));
    if (was.parameters.len != is.parameters.len && !generic && !fits)
        affected_doubt(arena, changed, AFFECTS_USERS | AFFECTS_MAKERS | AFFECTS_HEIRS,
                       str_format(arena, "it had %zu type parameters, and has %zu now",
                                  was.parameters.len, is.parameters.len));
}
