/* Bodies are read as tokens. A result is known by its first token: a literal, or the name of a type
   that is made. Anything else is unknown, and proves nothing. */
#include "change/outcomes.h"

#include "change/affected.h"
#include "change/type_names.h"
#include "text/lines.h"

typedef enum ResultKind {
    RESULT_NOTHING = 1,
    RESULT_TEXT = 2,
    RESULT_NUMBER = 4,
    RESULT_LIST = 8,
    RESULT_MAP = 16,
    RESULT_TRUTH = 32,
    RESULT_OBJECT = 64,
    RESULT_UNKNOWN = 128,
} ResultKind;

typedef struct Outcomes {
    Arena *arena;
    const ChangeSide *side;
    VEC(Token) tokens; /* of the body */
    unsigned kinds;
    size_t results, errors_count;
    size_t values; /* most values that one result has */
    Str object;    /* the type of results that are made */
    StrVec keys;   /* of results that are maps */
    StrVec errors;
    StrVec tags; /* atoms that begin a tuple which is made: `{:ok, value}` */
} Outcomes;

static void gather(void *context, const Token *token, OwnZone zone)
{
    Outcomes *outcomes = context;
    if (zone == ZONE_BODY && token->kind != TOKEN_INDENT)
        *VEC_PUSH(outcomes->arena, &outcomes->tokens) = *token;
}

static Str text_at(const Outcomes *outcomes, size_t i)
{
    if (i >= outcomes->tokens.len)
        return (Str){0};
    const Token *token = &outcomes->tokens.ptr[i];
    return str_slice(outcomes->side->code.text, token->start, token->end);
}

static char mark_at(const Outcomes *outcomes, size_t i)
{
    bool mark = i < outcomes->tokens.len && outcomes->tokens.ptr[i].kind == TOKEN_MARK;
    return mark ? outcomes->side->code.text.ptr[outcomes->tokens.ptr[i].start] : '\0';
}

/* Whether a line break is between a token and the one before. */
static bool is_on_next_line(const Outcomes *outcomes, size_t i)
{
    if (!i || i >= outcomes->tokens.len)
        return true;
    Str gap = str_slice(outcomes->side->code.text, outcomes->tokens.ptr[i - 1].end,
                        outcomes->tokens.ptr[i].start);
    return str_find_byte(gap, '\n') != STR_NONE;
}

static bool is_nothing(Str word)
{
    static const Str names[] = {STR_INIT("null"),      STR_INIT("None"), STR_INIT("nil"),
                                STR_INIT("undefined"), STR_INIT("NULL"), STR_INIT("nullptr")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(word, names[i]))
            return true;
    return false;
}

/* ---- results ---- */

/* Adds the keys of a map that begins at `open`. */
static void read_keys(Outcomes *outcomes, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < outcomes->tokens.len; i++) {
        char mark = mark_at(outcomes, i), next = mark_at(outcomes, i + 1);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        if (!depth)
            return;
        Str word = text_at(outcomes, i);
        bool string = outcomes->tokens.ptr[i].kind == TOKEN_STRING && word.len > 2;
        bool key =
            depth == 1 && (string || outcomes->tokens.ptr[i].kind == TOKEN_WORD) &&
            ((next == ':' && mark_at(outcomes, i + 2) != ':') ||
             (next == '=' && mark_at(outcomes, i + 2) == '>') ||
             (!string && next && byte_in(next, ",}") && byte_in(mark_at(outcomes, i - 1), "{,")));
        if (key)
            *VEC_PUSH(outcomes->arena, &outcomes->keys) =
                string ? str_slice(word, 1, word.len - 1) : word;
    }
}

/* The kind of the result that begins at a token. */
static unsigned kind_at(Outcomes *outcomes, size_t i)
{
    Str word = text_at(outcomes, i);
    char mark = mark_at(outcomes, i);
    if (i >= outcomes->tokens.len || (mark && byte_in(mark, ";}")))
        return RESULT_NOTHING;
    if (mark == '[')
        return RESULT_LIST;
    if (mark == '{') {
        read_keys(outcomes, i);
        return RESULT_MAP;
    }
    /* What follows a literal makes another value of it. */
    char next = is_on_next_line(outcomes, i + 1) ? '\0' : mark_at(outcomes, i + 1);
    bool whole = !next || byte_in(next, ";}");
    if (outcomes->tokens.ptr[i].kind == TOKEN_STRING)
        return whole || next == '+' ? RESULT_TEXT : RESULT_UNKNOWN;
    if (outcomes->tokens.ptr[i].kind == TOKEN_NUMBER)
        return whole ? RESULT_NUMBER : RESULT_UNKNOWN;
    if (is_nothing(word))
        return whole ? RESULT_NOTHING : RESULT_UNKNOWN;
    if (str_is_listed(word, "true false True False TRUE FALSE"))
        return whole ? RESULT_TRUTH : RESULT_UNKNOWN;
    bool made = str_equal(word, STR("new"));
    Str type = made ? text_at(outcomes, i + 1) : word;
    bool capital = type.len && type.ptr[0] >= 'A' && type.ptr[0] <= 'Z';
    bool called =
        made || next == '(' || (next == '.' && str_equal(text_at(outcomes, i + 2), STR("new")));
    if (capital && called) {
        outcomes->object = type;
        return RESULT_OBJECT;
    }
    return RESULT_UNKNOWN;
}

/* How many values are separated by commas outside of brackets, up to the end of the statement. */
static size_t count_values(const Outcomes *outcomes, size_t i)
{
    size_t depth = 0, values = 1;
    for (size_t at = i; at < outcomes->tokens.len; at++) {
        char mark = mark_at(outcomes, at);
        if (!depth && (mark == ';' || mark == '}' || (at > i && is_on_next_line(outcomes, at))))
            break;
        values += !depth && mark == ',';
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
    }
    return values;
}

static void read_result(Outcomes *outcomes, size_t i, bool same_line)
{
    unsigned kind = same_line ? kind_at(outcomes, i) : (unsigned)RESULT_NOTHING;
    outcomes->kinds |= kind;
    outcomes->results++;
}

/* The last expression of a body is its result, where no statement says so. */
static void read_last(Outcomes *outcomes)
{
    size_t last = outcomes->tokens.len;
    while (last && str_is_listed(text_at(outcomes, last - 1), "end } ;"))
        last -= 1;
    size_t first = last ? last - 1 : 0;
    if (!last)
        return;
    if (mark_at(outcomes, first) == '}' ||
        outcomes->tokens.ptr[outcomes->tokens.len - 1].kind == TOKEN_WORD) {
        /* A map or a call ends with its own bracket. */
        size_t end = outcomes->tokens.len;
        while (end && str_equal(text_at(outcomes, end - 1), STR("end")))
            end--;
        first = end ? end - 1 : 0;
    }
    while (first && !is_on_next_line(outcomes, first))
        first--;
    if (str_equal(text_at(outcomes, first), STR("return")))
        return;
    read_result(outcomes, first, true);
}

/* Whether the tuple at `open` is matched, not made: what follows gives its parts names. */
static bool is_pattern(const Outcomes *outcomes, size_t open)
{
    size_t depth = 0, i = open;
    for (; i < outcomes->tokens.len; i++) {
        char mark = mark_at(outcomes, i);
        depth += mark && byte_in(mark, "([{");
        depth -= depth && mark && byte_in(mark, ")]}");
        if (!depth)
            break;
    }
    char next = mark_at(outcomes, i + 1), after = mark_at(outcomes, i + 2);
    return (next == '-' && after == '>') || (next == '<' && after == '-') ||
           (next == '=' && after != '=') || str_equal(text_at(outcomes, i + 1), STR("when"));
}

static void read_tags(Outcomes *outcomes)
{
    for (size_t i = 0; i + 2 < outcomes->tokens.len; i++)
        if (mark_at(outcomes, i) == '{' && mark_at(outcomes, i + 1) == ':' &&
            outcomes->tokens.ptr[i + 2].kind == TOKEN_WORD && !is_pattern(outcomes, i))
            *VEC_PUSH(outcomes->arena, &outcomes->tags) = text_at(outcomes, i + 2);
}

/* ---- errors ---- */

/* The last part of a name: `C` of `a.b.C`. */
static Str error_at(const Outcomes *outcomes, size_t i)
{
    i += str_equal(text_at(outcomes, i), STR("new"));
    while (mark_at(outcomes, i + 1) && byte_in(mark_at(outcomes, i + 1), ".:\\"))
        i += mark_at(outcomes, i + 1) == ':' && mark_at(outcomes, i + 2) == ':' ? 3 : 2;
    Str name = text_at(outcomes, i);
    return name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z' ? name : (Str){0};
}

/* Whether an error in a result's text is passed on so that callers can find it. */
static bool is_passed_on(const Outcomes *outcomes, size_t from, size_t to)
{
    const char *wrap = lang_facts(outcomes->side->outline.language)->error_wrap;
    bool formatted = false;
    for (size_t i = from; i < to; i++) {
        Str text = text_at(outcomes, i);
        if (outcomes->tokens.ptr[i].kind != TOKEN_STRING)
            continue;
        if (str_find(text, str_from(wrap)) != STR_NONE)
            return true;
        formatted |= str_find_byte(text, '%') != STR_NONE;
    }
    return !formatted;
}

/* Adds error values that a result names: `return ErrMissing`. */
static void read_error_values(Outcomes *outcomes, size_t i)
{
    const char *prefix = lang_facts(outcomes->side->outline.language)->error_prefix;
    size_t to = i + 1;
    while (to < outcomes->tokens.len && !is_on_next_line(outcomes, to))
        to++;
    for (size_t at = i; prefix && at < to; at++) {
        Str word = text_at(outcomes, at), start = str_from(prefix);
        if (str_starts(word, start) && word.len > start.len && word.ptr[start.len] >= 'A' &&
            word.ptr[start.len] <= 'Z' && is_passed_on(outcomes, i, to))
            *VEC_PUSH(outcomes->arena, &outcomes->errors) = word;
    }
}

static void read_outcomes(Arena *arena, const ChangeSide *side, uint32_t symbol, Outcomes *outcomes)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    *outcomes = (Outcomes){.arena = arena, .side = side};
    change_side_visit(side, &side->tokens, symbol, gather, outcomes);
    for (size_t i = 0; i < outcomes->tokens.len; i++) {
        Str word = text_at(outcomes, i);
        if (outcomes->tokens.ptr[i].kind != TOKEN_WORD)
            continue;
        if (str_equal(word, STR("return"))) {
            bool same_line = !is_on_next_line(outcomes, i + 1);
            read_result(outcomes, i + 1, same_line);
            outcomes->values = MAX(outcomes->values, same_line ? count_values(outcomes, i + 1) : 0);
            read_error_values(outcomes, i);
        } else if (str_is_listed(word, facts->raise_words)) {
            Str error = error_at(outcomes, i + 1);
            outcomes->errors_count++;
            if (error.len && !change_texts_have(&outcomes->errors, error))
                *VEC_PUSH(arena, &outcomes->errors) = error;
        }
    }
    if (facts->last_is_result)
        read_last(outcomes);
    if (facts->heads.results_are_tagged)
        read_tags(outcomes);
}

/* ---- comparison ---- */

static const char *name_of(unsigned kinds)
{
    static const char *const names[] = {"nothing", "a text",        "a number", "a list",
                                        "a map",   "true or false", "an object"};
    for (size_t i = 0; i < COUNT(names); i++)
        if (kinds & 1U << i && (i || !(kinds & ~1U)))
            return names[i];
    return "a value";
}

/* Whether only the head says what results are, so that the body need not be asked. */
static bool is_typed(const ChangeSide *side, const Symbol *symbol)
{
    const Language *language = side->outline.language;
    return !lang_hints_types(language) && !lang_takes_more(language) &&
           !lang_facts(language)->last_is_result && symbol_code(symbol)->type.len;
}

static void compare_kinds(Arena *arena, ChangedSymbol *changed, const Outcomes *before,
                          const Outcomes *now)
{
    const unsigned whom = AFFECTS_USERS | AFFECTS_RESULTS;
    unsigned was = before->kinds & ~(unsigned)RESULT_NOTHING,
             is = now->kinds & ~(unsigned)RESULT_NOTHING;
    bool known = was && is && !((was | is) & RESULT_UNKNOWN);
    bool other = known && (!(was & is) || (was == RESULT_OBJECT && is == RESULT_OBJECT &&
                                           !str_equal(before->object, now->object)));
    if (other && !(was & is))
        affected_say(
            arena, changed, whom,
            str_format(arena, "its result is %s now, it was %s", name_of(is), name_of(was)));
    else if (other)
        affected_say(arena, changed, whom,
                     str_format(arena, "its result is a %.*s now, it was a %.*s",
                                STR_ARG(now->object), STR_ARG(before->object)));
    for (size_t i = 0; known && !other && was == RESULT_MAP && i < before->keys.len; i++)
        if (!change_texts_have(&now->keys, before->keys.ptr[i]))
            affected_say(arena, changed, whom,
                         str_format(arena, "its result has no '%.*s' any more",
                                    STR_ARG(before->keys.ptr[i])));
    if (before->results && now->results && before->values != now->values && before->values &&
        now->values)
        affected_say(arena, changed, whom,
                     str_format(arena, "its result has %zu value%s now, it had %zu", now->values,
                                now->values == 1 ? "" : "s", before->values));
}

void outcomes_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *symbol = changed_symbol(set, changed);
    Outcomes before, now;
    if (!symbol_is_function(symbol->kind) || !a->tokens.ptr || !b->tokens.ptr ||
        a->outline.language != b->outline.language)
        return;
    read_outcomes(arena, a, changed->old_symbol, &before);
    read_outcomes(arena, b, changed->new_symbol, &now);
    before.object = type_names_settle(arena, set, a, b, true, before.object);
    now.object = type_names_settle(arena, set, a, b, false, now.object);
    if (type_names_derive(set->types, b->outline.language, now.object, before.object))
        now.object = before.object;
    if (!is_typed(b, symbol))
        compare_kinds(arena, changed, &before, &now);
    for (size_t i = 0; i < before.tags.len; i++)
        if (!change_texts_have(&now.tags, before.tags.ptr[i]) && now.results)
            affected_doubt(
                arena, changed, AFFECTS_USERS | AFFECTS_VALUES,
                str_format(arena, "it makes no {:%.*s, …} any more", STR_ARG(before.tags.ptr[i])));
    bool was = before.kinds & RESULT_NOTHING, is = now.kinds & RESULT_NOTHING;
    bool valued = before.kinds & ~(unsigned)RESULT_NOTHING && now.kinds & ~(unsigned)RESULT_NOTHING;
    bool more = now.results + now.errors_count > before.results + before.errors_count;
    if (!was && is && valued && !more)
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS,
                     STR("its result may be null now, where it gave a value or an error"));
    if (was && !is && valued && now.errors_count > before.errors_count)
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS,
                     STR("it raises an error where its result was null"));
}

static StrVec without(Arena *arena, const StrVec *all, const StrVec *others)
{
    StrVec names = {0};
    for (size_t i = 0; i < all->len; i++)
        if (!change_texts_have(others, all->ptr[i]))
            *VEC_PUSH(arena, &names) = all->ptr[i];
    return names;
}

static StrVec compare_errors(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                             bool lost)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    Outcomes old, new;
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
        !(changed->parts & PART_DIFFERS_BODY) || !a->tokens.ptr || !b->tokens.ptr)
        return (StrVec){0};
    read_outcomes(arena, a, changed->old_symbol, &old);
    read_outcomes(arena, b, changed->new_symbol, &new);
    return lost ? without(arena, &old.errors, &new.errors)
                : without(arena, &new.errors, &old.errors);
}

StrVec outcomes_errors_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    return compare_errors(arena, set, changed, true);
}

StrVec outcomes_errors_new(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    return compare_errors(arena, set, changed, false);
}
