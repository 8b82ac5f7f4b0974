/* Results are compared by their kinds (results.h), errors by the names after the words that raise
   them. */
#include "change/outcomes.h"

#include "change/affected.h"
#include "change/field_writes.h"
#include "change/head_text.h"
#include "change/result_order.h"
#include "change/results.h"
#include "change/type_names.h"

typedef struct Outcomes {
    FunctionBody body;
    Results results;
    size_t raised; /* places that raise an error */
    StrVec errors;
    size_t yields; /* places that call the block of the call */
    bool blocks;   /* it asks whether there is a block, or has a name for it */
    StrVec bare;   /* error values that a result is, not only names */
    StrVec caught; /* errors that it handles itself */
    bool passes;   /* it raises again what it caught */
} Outcomes;

static Str text_at(const Outcomes *outcomes, size_t i)
{
    return function_body_text(&outcomes->body, i);
}

static char mark_at(const Outcomes *outcomes, size_t i)
{
    return function_body_mark(&outcomes->body, i);
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
    const char *wrap = lang_facts(outcomes->body.side->outline.language)->error_wrap;
    bool formatted = false;
    for (size_t i = from; i < to; i++) {
        Str text = text_at(outcomes, i);
        if (outcomes->body.tokens.ptr[i].kind != TOKEN_STRING)
            continue;
        if (str_find(text, str_from(wrap)) != STR_NONE)
            return true;
        formatted |= str_find_byte(text, '%') != STR_NONE;
    }
    return !formatted;
}

/* Whether the file has the method of an error for a type of the name. */
static bool is_error_type(const Outcomes *outcomes, Str name)
{
    const SymbolVec *symbols = &outcomes->body.side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++) {
        Str head = str_slice(outcomes->body.side->code.text, symbols->ptr[i].start,
                             symbols->ptr[i].name_start);
        if (str_equal(symbols->ptr[i].name, STR("Error")) && head_text_has_word(head, name))
            return true;
    }
    return false;
}

/* Adds error values that a result names: `return ErrMissing`, `return &NotFound{}`. */
static void read_error_values(Outcomes *outcomes, size_t i)
{
    const char *prefix = lang_facts(outcomes->body.side->outline.language)->error_prefix;
    size_t to = i + 1;
    while (to < outcomes->body.tokens.len && !function_body_breaks(&outcomes->body, to))
        to++;
    for (size_t at = i, depth = 0; prefix && at < to; at++) {
        Str word = text_at(outcomes, at), start = str_from(prefix);
        char mark = mark_at(outcomes, at);
        depth += mark && byte_in(mark, "({");
        depth -= depth && mark && byte_in(mark, ")}");
        if (word.len && mark_at(outcomes, at + 1) == '{' && byte_is_word(word.ptr[0]) &&
            is_error_type(outcomes, word))
            *VEC_PUSH(outcomes->body.arena, &outcomes->errors) = word;
        if (str_starts(word, start) && word.len > start.len && word.ptr[start.len] >= 'A' &&
            word.ptr[start.len] <= 'Z' && is_passed_on(outcomes, i, to)) {
            *VEC_PUSH(outcomes->body.arena, &outcomes->errors) = word;
            if (!depth)
                *VEC_PUSH(outcomes->body.arena, &outcomes->bare) = word;
        }
    }
}

/* Adds the error that a word which catches names, `a.Missing`. */
static void add_caught(Outcomes *outcomes, size_t i)
{
    while (mark_at(outcomes, i + 1) == '.')
        i += 2;
    Str name = text_at(outcomes, i);
    if (name.len && name.ptr[0] >= 'A' && name.ptr[0] <= 'Z')
        *VEC_PUSH(outcomes->body.arena, &outcomes->caught) = name;
}

static void read_outcomes(Arena *arena, const ChangeSide *side, uint32_t symbol, Outcomes *outcomes)
{
    const LangFacts *facts = lang_facts(side->outline.language);
    *outcomes = (Outcomes){.body = function_body_read(arena, side, symbol)};
    results_read(&outcomes->body, &outcomes->results);
    outcomes->raised = outcomes->results.demands;
    for (size_t i = 0; i < outcomes->body.tokens.len; i++) {
        Str word = text_at(outcomes, i);
        if (outcomes->body.tokens.ptr[i].kind != TOKEN_WORD)
            continue;
        bool yields = facts->heads.blocks_are_yielded && str_equal(word, STR("yield"));
        outcomes->yields += yields;
        outcomes->blocks |= str_is_listed(word, "block_given? block_given block");
        if (str_is_listed(word, "except catch rescue")) {
            add_caught(outcomes, i + 1 + (mark_at(outcomes, i + 1) == '('));
        } else if (str_equal(word, STR("return"))) {
            read_error_values(outcomes, i);
        } else if (str_is_listed(word, facts->raise_words)) {
            Str error = error_at(outcomes, i + 1);
            outcomes->raised++;
            outcomes->passes |= !error.len;
            if (error.len && !change_texts_have(&outcomes->errors, error))
                *VEC_PUSH(arena, &outcomes->errors) = error;
        }
    }
}

/* ---- comparison ---- */

/* Whether only the head says what results are, so that the body need not be asked. */
static bool is_typed(const ChangeSide *side, const Symbol *symbol)
{
    const Language *language = side->outline.language;
    return !lang_hints_types(language) && !lang_takes_more(language) &&
           !lang_facts(language)->last_is_result && symbol_code(symbol)->type.len;
}

static void compare_keys(Arena *arena, ChangedSymbol *changed, const Results *before,
                         const Results *now)
{
    for (size_t i = 0; !now->open && i < before->keys.len; i++)
        if (!change_texts_have(&now->keys, before->keys.ptr[i]))
            affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS,
                         str_format(arena, "its result has no '%.*s' any more",
                                    STR_ARG(before->keys.ptr[i])));
}

/* Whether a type of that name is gone from the change's files: it has another name now. */
static bool is_gone(const ChangeSet *set, Str name)
{
    bool was = false;
    for (size_t f = 0; f < set->files.len; f++) {
        const SymbolVec *old = &set->files.ptr[f].old.outline.symbols;
        const SymbolVec *new = &set->files.ptr[f].new.outline.symbols;
        for (size_t i = 0; i < old->len; i++)
            was |= str_equal(old->ptr[i].name, name);
        for (size_t i = 0; i < new->len; i++)
            if (str_equal(new->ptr[i].name, name))
                return false;
    }
    return was;
}

/* The declaration of a type in a file. NULL: it has none. */
static const Symbol *type_in(const ChangeSide *side, Str name)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (size_t i = 0; i < symbols->len; i++)
        if (name.len && str_equal(symbols->ptr[i].name, name) &&
            symbols->ptr[i].kind != SYMBOL_CONSTRUCTOR)
            return &symbols->ptr[i];
    return NULL;
}

/* How many parts a value of the type has for who takes it apart; 0: it cannot be taken apart, or it
   is not known. */
static size_t count_parts(Arena *arena, const ChangeSide *side, Str type)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = type_in(side, type);
    uint32_t index = symbol ? (uint32_t)(symbol - symbols->ptr) : 0;
    size_t fields = 0;
    bool iterates = false;
    if (!symbol)
        return 0;
    const StrVec bases = change_side_bases(arena, side, index);
    for (size_t i = 0; i < bases.len; i++)
        iterates |= str_equal(bases.ptr[i], STR("NamedTuple"));
    for (uint32_t i = index + 1; i < symbol->next; i = symbols->ptr[i].next) {
        fields += symbols->ptr[i].kind == SYMBOL_FIELD || symbols->ptr[i].kind == SYMBOL_PROPERTY ||
                  symbols->ptr[i].kind == SYMBOL_VARIABLE;
        iterates |= str_equal(symbols->ptr[i].name, STR("__iter__"));
    }
    return iterates ? fields : 0;
}

/* Whether the keys of the maps that were results are members of the type that is made now, and code
   reads both alike. */
static bool has_keys_as_members(Arena *arena, const ChangeSide *side, const Results *before,
                                Str type)
{
    const Symbol *symbol = type_in(side, type);
    WrittenFields fields;
    if (!symbol || !lang_facts(side->outline.language)->objects_are_values || !before->keys.len)
        return false;
    field_writes_read(arena, side, false, &fields);
    for (size_t i = 0; i < before->keys.len; i++) {
        bool has = field_writes_have(arena, &fields, type, before->keys.ptr[i]);
        for (const Symbol *member = symbol + 1;
             member < side->outline.symbols.ptr + symbol->next && !has; member++)
            has = str_equal(member->name, before->keys.ptr[i]);
        if (!has)
            return false;
    }
    return true;
}

static void compare_kinds(Arena *arena, const ChangeSet *set, ChangedSymbol *changed,
                          const Results *before, const Results *now)
{
    const ChangeSide *side = changed_new_side(set, changed);
    const unsigned whom = AFFECTS_USERS | AFFECTS_RESULTS, open = RESULT_UNKNOWN | RESULT_LOOKED;
    unsigned was = before->kinds & ~(unsigned)RESULT_NOTHING,
             is = now->kinds & ~(unsigned)RESULT_NOTHING;
    bool known = was && is && !((was | is) & open);
    bool apart = known && !(was & is) &&
                 !(was == RESULT_MAP && is == RESULT_OBJECT &&
                   has_keys_as_members(arena, side, before, now->object));
    bool objects = known && was == RESULT_OBJECT && is == RESULT_OBJECT;
    if (apart)
        affected_say(arena, changed, whom,
                     str_format(arena, "its result is %s now, it was %s", results_name(is),
                                results_name(was)));
    else if (objects && !str_equal(before->object, now->object) && !is_gone(set, before->object))
        affected_say(arena, changed, whom,
                     str_format(arena, "its result is a %.*s now, it was a %.*s",
                                STR_ARG(now->object), STR_ARG(before->object)));
    else if (known && was == RESULT_MAP)
        compare_keys(arena, changed, before, now);
    if (before->count && now->count && before->values != now->values && before->values &&
        now->values && count_parts(arena, side, now->object) != before->values)
        affected_say(arena, changed, whom,
                     str_format(arena, "its result has %zu value%s now, it had %zu", now->values,
                                now->values == 1 ? "" : "s", before->values));
}

static void compare_tags(Arena *arena, ChangedSymbol *changed, const Results *before,
                         const Results *now)
{
    for (size_t i = 0; i < before->tags.len; i++)
        if (!change_texts_have(&now->tags, before->tags.ptr[i]) && now->count)
            affected_doubt(
                arena, changed, AFFECTS_USERS | AFFECTS_VALUES,
                str_format(arena, "it makes no {:%.*s, …} any more", STR_ARG(before->tags.ptr[i])));
    if (before->count && !before->tags.len && now->tags.len && !(before->kinds & RESULT_UNKNOWN))
        affected_doubt(arena, changed, AFFECTS_USERS | AFFECTS_VALUES,
                       str_format(arena, "it makes {:%.*s, …} now, and made no such tuple before",
                                  STR_ARG(now->tags.ptr[0])));
}

/* Compares whether a result may be nothing, and whether an error is raised in its place. */
static void compare_nothing(Arena *arena, ChangedSymbol *changed, const Outcomes *before,
                            const Outcomes *now)
{
    const unsigned nothing = RESULT_NOTHING, looked = RESULT_NOTHING | RESULT_LOOKED;
    bool was = before->results.kinds & looked, is = now->results.kinds & looked;
    bool valued = before->results.kinds & ~nothing && now->results.kinds & ~nothing;
    bool more = now->results.count + now->raised > before->results.count + before->raised;
    bool found = now->raised < before->raised && now->results.kinds & RESULT_LOOKED;
    if (!was && is && valued && ((now->results.kinds & nothing && !more) || found))
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS | AFFECTS_TRUSTING,
                     STR("its result may be null now, where it gave a value or an error"));
    else if (!was && now->results.kinds & nothing && valued)
        affected_doubt(arena, changed, AFFECTS_TRUSTING,
                       STR("its result may be null now, and this goes on with it"));
    if (was && !is && valued && now->raised > before->raised)
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS | AFFECTS_ASKING,
                     STR("it raises an error where its result was null"));
}

/* Compares whether a function calls the block that a call brings. */
static void compare_blocks(Arena *arena, ChangedSymbol *changed, const Outcomes *before,
                           const Outcomes *now)
{
    if (before->yields && !now->yields && !now->blocks)
        affected_say(arena, changed, AFFECTS_BLOCKS, STR("it calls no block any more"));
    if (!before->yields && !before->blocks && now->yields && !now->blocks)
        affected_say(arena, changed, AFFECTS_BLOCKLESS,
                     STR("it calls a block now, and this call brings none"));
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
    before.results.object = type_names_settle(arena, set, a, b, true, before.results.object);
    now.results.object = type_names_settle(arena, set, a, b, false, now.results.object);
    if (type_names_derive(set->types, b->outline.language, now.results.object,
                          before.results.object))
        now.results.object = before.results.object;
    if (!is_typed(b, symbol))
        compare_kinds(arena, set, changed, &before.results, &now.results);
    if (result_order_differs(&before.body, &now.body))
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_RESULTS,
                     STR("its values are in another order"));
    compare_tags(arena, changed, &before.results, &now.results);
    compare_nothing(arena, changed, &before, &now);
    compare_blocks(arena, changed, &before, &now);
}

static StrVec without(Arena *arena, const StrVec *all, const StrVec *others)
{
    StrVec names = {0};
    for (size_t i = 0; i < all->len; i++)
        if (!change_texts_have(others, all->ptr[i]))
            *VEC_PUSH(arena, &names) = all->ptr[i];
    return names;
}

/* Reads both bodies of a function. False: they do not differ, or cannot be read. */
static bool read_both(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                      Outcomes *old, Outcomes *new)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    if (changed->old_symbol == SYMBOL_ABSENT || changed->new_symbol == SYMBOL_ABSENT ||
        !(changed->parts & PART_DIFFERS_BODY) || !a->tokens.ptr || !b->tokens.ptr)
        return false;
    read_outcomes(arena, a, changed->old_symbol, old);
    read_outcomes(arena, b, changed->new_symbol, new);
    return true;
}

StrVec outcomes_errors_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    Outcomes was, is;
    if (!read_both(arena, set, changed, &was, &is))
        return (StrVec){0};
    StrVec lost = without(arena, &was.errors, &is.errors);
    bool others = !is.passes && without(arena, &is.errors, &was.errors).len;
    for (size_t i = 0; others && i < is.caught.len; i++)
        if (!change_texts_have(&was.caught, is.caught.ptr[i]) &&
            !change_texts_have(&is.errors, is.caught.ptr[i]))
            *VEC_PUSH(arena, &lost) = is.caught.ptr[i]; /* another one takes its place */
    return lost;
}

StrVec outcomes_errors_new(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    Outcomes old, new;
    return read_both(arena, set, changed, &old, &new) ? without(arena, &new.errors, &old.errors)
                                                      : (StrVec){0};
}

StrVec outcomes_errors_wrapped(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    Outcomes old, new;
    StrVec wrapped = {0};
    if (!read_both(arena, set, changed, &old, &new))
        return wrapped;
    for (size_t i = 0; i < old.bare.len; i++)
        if (!change_texts_have(&new.bare, old.bare.ptr[i]) &&
            change_texts_have(&new.errors, old.bare.ptr[i]) &&
            !change_texts_have(&wrapped, old.bare.ptr[i]))
            *VEC_PUSH(arena, &wrapped) = old.bare.ptr[i];
    return wrapped;
}
