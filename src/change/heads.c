/* Signatures are compared part by part: first what callers rely on (name, parameters, result,
   visibility), then the rest of the head. */
#include "change/heads.h"

#include "base/buf.h"
#include "change/affected.h"
#include "change/head_modifiers.h"
#include "change/head_text.h"
#include "change/head_types.h"
#include "change/head_words.h"
#include "change/kinds.h"
#include "change/parameter_needs.h"
#include "change/parameters.h"
#include "change/thrown.h"
#include "change/type_choices.h"
#include "change/type_names.h"
#include "change/type_signatures.h"
#include "change/visibility.h"
#include "change/widening.h"

/* Maximum length of a type or a signature in a text, so that it stays on one line. */
#define SHOWN_BYTES 60

/* ---- parameters ---- */

static Str parameter_text(Arena *arena, const Parameter *parameter)
{
    Str text = parameter->name.len ? parameter->name : parameter->type;
    return str_cut_chars(arena, text, SHOWN_BYTES);
}

static size_t find_parameter(const ParameterVec *all, const Parameter *wanted)
{
    for (size_t i = 0; i < all->len; i++)
        if (wanted->name.len ? str_equal(all->ptr[i].name, wanted->name)
                             : !all->ptr[i].name.len && str_equal(all->ptr[i].sense, wanted->sense))
            return i;
    return STR_NONE;
}

typedef struct Heads {
    Arena *arena;
    ChangedSymbol *changed;
    ParameterVec old, new;
    HeadTypes types;
} Heads;

/* Brings the types of both heads into comparable form. */
static void settle(Heads *heads, const ChangeSet *set)
{
    heads->types = head_types_of(heads->arena, set, heads->changed, &heads->old, &heads->new);
    for (size_t i = 0; i < heads->old.len; i++)
        heads->old.ptr[i].sense = head_types_settle(&heads->types, true, heads->old.ptr[i].type);
    for (size_t i = 0; i < heads->new.len; i++)
        heads->new.ptr[i].sense = head_types_settle(&heads->types, false, heads->new.ptr[i].type);
}

/* Says a difference; affects 0: it breaks nobody. */
static void say(Heads *heads, unsigned affects, Str text)
{
    if (affects)
        affected_say(heads->arena, heads->changed, affects, text);
    else
        change_say(heads->arena, &heads->changed->what, text);
}

/* Whom another type concerns: where types are hints, nothing checks it. */
static unsigned affects_of_types(const Language *language)
{
    return lang_hints_types(language) ? AFFECTS_UNSEEN : AFFECTS_USERS;
}

static void say_parameter(Heads *heads, const char *format, const Parameter *parameter,
                          unsigned affects)
{
    Str shown = parameter_text(heads->arena, parameter);
    say(heads, affects, str_format(heads->arena, format, STR_ARG(shown)));
}

/* Whether another default means another value: a new empty list is often made in the body now. */
static bool is_another_default(const Parameter *old, const Parameter *new)
{
    static const Str empty[] = {STR_INIT("[]"),     STR_INIT("{}"),     STR_INIT("()"),
                                STR_INIT("list()"), STR_INIT("dict()"), STR_INIT("set()")};
    for (size_t i = 0; i < COUNT(empty); i++)
        if (str_equal(old->value, empty[i]))
            return false;
    return old->value.len && new->value.len && !str_equal(old->value, new->value);
}

static void say_default(Heads *heads, const Parameter *old, const Parameter *new)
{
    const ChangeSide *side = heads->types.new;
    uint32_t symbol = heads->changed->new_symbol;
    if (parameter_needs_are_asked(side, symbol, new->name) ||
        parameter_needs_default_to(side, symbol, new->name, old->value))
        return; /* it takes what it took before, too */
    Str name = parameter_text(heads->arena, new);
    Str a = str_cut_chars(heads->arena, old->value, SHOWN_BYTES);
    Str b = str_cut_chars(heads->arena, new->value, SHOWN_BYTES);
    size_t before = heads->changed->breaking.len;
    say(heads, AFFECTS_OMITTERS,
        str_format(heads->arena, "the default of '%.*s', %.*s, is %.*s now", STR_ARG(name),
                   STR_ARG(a), STR_ARG(b)));
    if (heads->changed->breaking.len > before)
        heads->changed->asked[before] = new->name;
}

static void compare_one(Heads *heads, const Language *language, const Parameter *old,
                        const Parameter *new)
{
    if (!str_equal(old->sense, new->sense)) {
        Str a = str_cut_chars(heads->arena, old->type, SHOWN_BYTES);
        Str b = str_cut_chars(heads->arena, new->type, SHOWN_BYTES);
        Str name = parameter_text(heads->arena, new);
        bool breaks = a.len && b.len && !head_types_take(&heads->types, new->sense, old->sense);
        say(heads, breaks ? affects_of_types(language) : 0,
            a.len && b.len
                ? str_format(heads->arena, "parameter '%.*s': type %.*s is %.*s now", STR_ARG(name),
                             STR_ARG(a), STR_ARG(b))
                : str_format(heads->arena, "parameter '%.*s': type %.*s %s", STR_ARG(name),
                             STR_ARG(a.len ? a : b), a.len ? "removed" : "added"));
    }
    if (old->optional && !new->optional)
        say_parameter(heads, "parameter '%.*s' has no default any more", new, AFFECTS_FITTING);
    if (!old->optional && new->optional)
        say_parameter(heads, "parameter '%.*s' has a default now", new, 0);
    if (old->optional && new->optional && is_another_default(old, new))
        say_default(heads, old, new);
    if (!old->by_place && new->by_place && lang_names_arguments(language))
        say_parameter(heads, "parameter '%.*s' can be given by place alone now", new,
                      AFFECTS_FITTING);
    if (!old->by_name && new->by_name && !new->many)
        say_parameter(heads, "parameter '%.*s' is given by name only now", new, AFFECTS_FITTING);
}

/* Whether only names differ: the same number of parameters, of the same types in the same order. */
static bool are_renamed_only(const Heads *heads)
{
    if (heads->old.len != heads->new.len)
        return false;
    for (size_t i = 0; i < heads->old.len; i++)
        if (!str_equal(heads->old.ptr[i].sense, heads->new.ptr[i].sense) ||
            heads->old.ptr[i].optional != heads->new.ptr[i].optional ||
            heads->old.ptr[i].many != heads->new.ptr[i].many ||
            heads->old.ptr[i].by_place != heads->new.ptr[i].by_place ||
            heads->old.ptr[i].by_name != heads->new.ptr[i].by_name)
            return false;
    return true;
}

static bool say_renamed(Heads *heads, const Language *language)
{
    if (!are_renamed_only(heads))
        return false;
    for (size_t i = 0; i < heads->old.len; i++) {
        const Parameter *old = &heads->old.ptr[i], *new = &heads->new.ptr[i];
        if (is_another_default(old, new))
            say_default(heads, old, new);
        if (str_equal(old->name, new->name))
            continue;
        if (find_parameter(&heads->new, old) != STR_NONE)
            return false;
        Str a = parameter_text(heads->arena, old), b = parameter_text(heads->arena, new);
        say(heads, lang_names_arguments(language) ? AFFECTS_FITTING : 0,
            str_format(heads->arena, "parameter '%.*s' is called '%.*s' now", STR_ARG(a),
                       STR_ARG(b)));
    }
    return true;
}

/* Whether one of the old parameters follows a new one by its place. */
static bool precedes_old(const Heads *heads, size_t index)
{
    for (size_t i = index + 1; i < heads->new.len; i++)
        if (!heads->new.ptr[i].by_name && !heads->new.ptr[i].many &&
            find_parameter(&heads->old, &heads->new.ptr[i]) != STR_NONE)
            return true;
    return false;
}

/* A macro has no types, and its arguments have places alone. */
static void compare_counts(Heads *heads)
{
    if (heads->old.len != heads->new.len)
        say(heads, AFFECTS_FITTING,
            str_format(heads->arena, "it had %zu parameters, and has %zu now", heads->old.len,
                       heads->new.len));
}

static void compare_parameters(Heads *heads, const Language *language)
{
    size_t before = 0;
    bool reordered = false;
    if (say_renamed(heads, language))
        return;
    for (size_t i = 0; i < heads->old.len; i++)
        if (find_parameter(&heads->new, &heads->old.ptr[i]) == STR_NONE)
            say_parameter(heads, "parameter '%.*s' removed", &heads->old.ptr[i], AFFECTS_FITTING);
    for (size_t i = 0; i < heads->new.len; i++) {
        const Parameter *new = &heads->new.ptr[i];
        size_t at = find_parameter(&heads->old, new);
        if (at == STR_NONE) {
            bool shifts = precedes_old(heads, i) && !new->by_name;
            say_parameter(heads,
                          shifts && new->optional ? "parameter '%.*s' added before others"
                          : new->optional         ? "parameter '%.*s' added, with a default"
                                                  : "parameter '%.*s' added, without a default",
                          new,
                          (new->optional ? 0 : AFFECTS_FITTING) | (shifts ? AFFECTS_USERS : 0));
            continue;
        }
        compare_one(heads, language, &heads->old.ptr[at], new);
        reordered |= at < before && !new->by_name;
        before = MAX(before, at);
    }
    if (reordered)
        say(heads, AFFECTS_USERS, STR("parameters are in another order"));
}

/* ---- the head ---- */

/* The type of a result as the language writes it after `->`, where it does; else `known`. */
static Str written_result(const Symbol *symbol, Str known)
{
    Str text = symbol->signature;
    size_t depth = 0, at = STR_NONE;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        depth += c == '(' || c == '[' || c == '{';
        depth -= depth && (c == ')' || c == ']' || c == '}');
        if (!depth && c == '>' && i && text.ptr[i - 1] == '-')
            at = i + 1;
    }
    Str written = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at));
    while (written.len && (str_ends(written, STR(":")) || str_ends(written, STR("{"))))
        written = str_trim(str_slice(written, 0, written.len - 1));
    return written.len ? written : known;
}

/* Whether a type is read from an expression, which only says where it comes from. */
static bool is_inferred(const Symbol *symbol, Str type)
{
    return str_find(type, STR("()")) != STR_NONE && str_find(symbol->signature, type) == STR_NONE;
}

/* Whether a result was nothing, which callers could not use. */
static bool is_nothing(Str type)
{
    static const Str names[] = {STR_INIT("void"), STR_INIT("()"),   STR_INIT("Unit"),
                                STR_INIT("None"), STR_INIT("Void"), STR_INIT("undefined")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal(type, names[i]))
            return true;
    return false;
}

/* Whether a result is one of before that callers have to wait for: `Promise<T>` after `T`. */
static bool wraps_for_later(const Heads *heads, const Language *language, Str after, Str before)
{
    const char *words = lang_facts(language)->heads.awaited;
    size_t open = str_find_byte(after, '<');
    if (!words || open == STR_NONE || !str_is_listed(str_slice(after, 0, open), words))
        return false;
    Str inner = str_slice(after, open + 1, after.len - 1);
    return str_equal(inner, before) || head_types_take(&heads->types, before, inner);
}

/* Whether a type is one of the language's own, as most languages write them: `int`, `i64`. */
static bool is_plain_name(Str type)
{
    bool plain = type.len && type.ptr[0] >= 'a' && type.ptr[0] <= 'z';
    for (size_t i = 0; i < type.len; i++)
        plain &= byte_is_word(type.ptr[i]);
    return plain;
}

/* Says that a result is of another type, `text`, which its overrides must have, too, unless theirs
   is a kind of it. */
static void say_result(Heads *heads, unsigned affects, Str before, Str after, Str text)
{
    const ChangedSymbol *changed = heads->changed;
    const Symbol *new = &heads->types.new->outline.symbols.ptr[changed->new_symbol];
    const Language *language = heads->types.new->outline.language;
    bool converts = is_plain_name(before) && is_plain_name(after); /* numbers are no kinds */
    bool inherited = new->kind == SYMBOL_METHOD && !lang_hints_types(language) &&
                     (converts || !head_types_take(&heads->types, after, before));
    size_t said = changed->breaking.len;
    if (inherited && !affects) {
        change_say(heads->arena, &heads->changed->what, text);
        affected_doubt(heads->arena, heads->changed, AFFECTS_HEIRS, text);
        return;
    }
    say(heads, affects | (inherited ? AFFECTS_HEIRS : 0), text);
    if (inherited && changed->breaking.len > said)
        heads->changed->asked[said] = str_fold_space(heads->arena, after);
}

/* Compares types as they are written, with what marks them as optional or constant. */
static bool compare_written(Heads *heads, const ChangeSet *set, const Symbol *old,
                            const Symbol *new)
{
    const ChangeSide *a = changed_old_side(set, heads->changed);
    const ChangeSide *b = changed_new_side(set, heads->changed);
    const Language *language = b->outline.language;
    Str was = lang_plain_type(heads->arena, language, head_text_result(a, old));
    Str is = lang_plain_type(heads->arena, language, head_text_result(b, new));
    Str before = head_types_settle(&heads->types, true, was);
    Str after = head_types_settle(&heads->types, false, is);
    if (!was.len || !is.len || a->outline.language != language)
        return false;
    bool parameters = str_starts(was, STR("<")) && lang_facts(language)->heads.words;
    bool breaks = !is_nothing(was) && !head_types_take(&heads->types, before, after) &&
                  !parameters; // head_words_compare
    unsigned affects = affects_of_types(language) | AFFECTS_RESULTS;
    if (wraps_for_later(heads, language, after, before))
        affects = head_modifiers_unawaited(language);
    if (!str_equal(before, after))
        say_result(heads, breaks ? affects : 0, before, after,
                   str_format(heads->arena, "type %.*s is %.*s now", STR_ARG(was), STR_ARG(is)));
    return true;
}

/* A tuple without the names of its parts, which a caller does not need. */
static Str unnamed(Arena *arena, Str type)
{
    if (!str_starts(type, STR("__tuple<")) || !str_ends(type, STR(">")))
        return type;
    Str rest = str_slice(type, 8, type.len - 1), list = {0};
    while (rest.len) {
        Str part = type_names_take_argument(&rest);
        if (str_find_byte(part, ':') == STR_NONE)
            list =
                str_format(arena, "%.*s%s%.*s", STR_ARG(list), list.len ? ", " : "", STR_ARG(part));
    }
    return str_format(arena, "(%.*s)", STR_ARG(list));
}

static void compare_results(Heads *heads, const ChangeSet *set, const Symbol *old,
                            const Symbol *new)
{
    const Language *language = changed_new_side(set, heads->changed)->outline.language;
    if (old->kind == SYMBOL_CONSTRUCTOR || // what follows its list makes its members
        type_choices_compare(heads->arena, set, heads->changed))
        return;
    Str a = lang_plain_type(heads->arena, language, symbol_code(old)->type);
    Str b = lang_plain_type(heads->arena, language, symbol_code(new)->type);
    bool parameters = symbol_is_type(old->kind) && str_starts(a, STR("<")) &&
                      lang_facts(language)->heads.words; // head_words_compare
    Str before = head_types_settle(&heads->types, true, unnamed(heads->arena, a));
    Str after = head_types_settle(&heads->types, false, unnamed(heads->arena, b));
    if (parameters || compare_written(heads, set, old, new) || str_equal(before, after))
        return;
    bool both = a.len && b.len;
    bool breaks = both && !is_inferred(old, symbol_code(old)->type) &&
                  !is_inferred(new, symbol_code(new)->type) &&
                  !head_types_take(&heads->types, before, after);
    a = a.len ? written_result(old, unnamed(heads->arena, a)) : STR("(none)");
    b = b.len ? written_result(new, unnamed(heads->arena, b)) : STR("(none)");
    Str text = str_format(heads->arena, "type %.*s is %.*s now", STR_ARG(a), STR_ARG(b));
    if (both)
        say_result(heads, breaks ? affects_of_types(language) : 0, before, after, text);
    else
        say(heads, 0, text);
}

/* The text before a name, with the decorators. */
static Str text_before_name(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    return str_slice(side->code.text, symbol->start, symbol->name_start);
}

/* The one of the decorators, which are parted by slashes, that the head has; or empty. */
static Str decorator_of(Arena *arena, Str head, Str words)
{
    Str rest = words, word;
    while (str_take_until(&rest, '/', &word)) {
        Str text = str_format(arena, "@%.*s", STR_ARG(word));
        size_t at = str_find(head, text), end = at + text.len;
        if (at != STR_NONE && (end == head.len || !byte_is_word(head.ptr[end])))
            return word;
    }
    return (Str){0};
}

/* Reports decorators that change how a function is called. */
static void compare_decorators(Heads *heads, const ChangeSide *a, const ChangeSide *b)
{
    const char *words = lang_facts(b->outline.language)->calling_decorators;
    Str rest = str_from(words ? words : ""), word;
    Str old = text_before_name(a, heads->changed->old_symbol);
    Str new = text_before_name(b, heads->changed->new_symbol);
    while (str_take_until(&rest, ' ', &word)) {
        Str was = decorator_of(heads->arena, old, word), is = decorator_of(heads->arena, new, word);
        if (!was.len != !is.len)
            say(heads, AFFECTS_USERS,
                str_format(heads->arena, is.len ? "%.*s now" : "not %.*s any more",
                           STR_ARG(is.len ? is : was)));
    }
}

/* Reports a method that only pointers have from now on: `func (t *T) A()` after `func (t T) A()`.
 */
static void compare_receivers(Heads *heads, const ChangeSide *a, const ChangeSide *b)
{
    Str old = text_before_name(a, heads->changed->old_symbol);
    Str new = text_before_name(b, heads->changed->new_symbol);
    if (lang_facts(b->outline.language)->receivers_are_marked &&
        str_find_byte(old, '(') != STR_NONE && str_find_byte(old, '*') == STR_NONE &&
        str_find_byte(new, '*') != STR_NONE)
        affected_say(heads->arena, heads->changed, AFFECTS_VALUES, // others: trait_uses.h

                     STR("its receiver is a pointer now, which its interfaces need, too"));
}

/* Reports a value of an enum that holds other parts, where its form is what follows its name. */
static void compare_parts(Heads *heads, const ChangeSide *a, const Symbol *old, const ChangeSide *b,
                          const Symbol *new)
{
    Str was = str_fold_space(heads->arena, str_slice(a->code.text, old->name_end, old->end));
    Str is = str_fold_space(heads->arena, str_slice(b->code.text, new->name_end, new->end));
    if (old->kind != SYMBOL_ENUM_MEMBER || new->kind != SYMBOL_ENUM_MEMBER || str_equal(was, is) ||
        !lang_facts(b->outline.language)->heads.type_mark)
        return;
    bool named = str_starts(str_trim(was), STR("{")) && str_starts(str_trim(is), STR("{"));
    Str text = str_format(
        heads->arena, "it holds %.*s now, and held %.*s",
        STR_ARG(is.len ? str_cut_chars(heads->arena, is, SHOWN_BYTES) : STR("nothing")),
        STR_ARG(was.len ? str_cut_chars(heads->arena, was, SHOWN_BYTES) : STR("nothing")));
    (named ? affected_doubt : affected_say)(heads->arena, heads->changed,
                                            AFFECTS_USERS | AFFECTS_MAKERS, text);
}

/* What a value of an enum is written with: `(`, `{`, or nothing. */
static Str form_of(const ChangeSide *side, const Symbol *symbol)
{
    Str rest = str_trim(str_slice(side->code.text, symbol->name_end, symbol->end));
    bool open = rest.len && byte_in(rest.ptr[0], "({");
    return open ? str_slice(rest, 0, 1) : STR("a name alone");
}

static void compare_forms(Heads *heads, const ChangeSide *a, const Symbol *old, const ChangeSide *b,
                          const Symbol *new)
{
    Str was = form_of(a, old), is = form_of(b, new);
    if (old->kind == SYMBOL_ENUM_MEMBER && new->kind == SYMBOL_ENUM_MEMBER && !str_equal(was, is) &&
        lang_facts(b->outline.language)->matches_are_exhaustive)
        say(heads, AFFECTS_USERS,
            str_format(heads->arena, "its form, '%.*s', is '%.*s' now", STR_ARG(was), STR_ARG(is)));
}

/* A value of an enum that has fields of its own now, or has them no more: they are parts of its
   body, and its head is as it was. */
static void compare_variants(Heads *heads, const ChangeSet *set)
{
    ChangedSymbol *changed = heads->changed;
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    size_t before = changed->breaking.len;
    compare_forms(heads, a, &a->outline.symbols.ptr[changed->old_symbol], b,
                  &b->outline.symbols.ptr[changed->new_symbol]);
    if (changed->breaking.len == before)
        return;
    changed->parts |= PART_DIFFERS_SIGNATURE;
    changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
}

static size_t count_wanted(const ParameterVec *parameters)
{
    size_t count = 0;
    for (size_t i = 0; i < parameters->len; i++)
        count += !parameters->ptr[i].optional && !parameters->ptr[i].many;
    return count;
}

/* Whether a parameter has a wider type now: calls fit, and the function's own type is another. */
static bool is_widened(const Heads *heads)
{
    for (size_t i = 0; i < MIN(heads->old.len, heads->new.len); i++)
        if (!str_equal(heads->old.ptr[i].sense, heads->new.ptr[i].sense))
            return heads->old.len == heads->new.len;
    return false;
}

/* Doubts that a function fits where it is a value: what calls it there does not know of the change.
 */
static void doubt_values(Heads *heads, const Language *language)
{
    bool typed = lang_facts(language)->heads.values_have_types;
    /* A value that is given as an interface of its shape is converted; a function is not. */
    if (typed && lang_facts(language)->interfaces_match_by_shape && is_widened(heads))
        affected_doubt(heads->arena, heads->changed, AFFECTS_VALUES,
                       STR("its type as a value is another: a parameter takes more now"));
    if (typed ? heads->old.len != heads->new.len
              : count_wanted(&heads->old) != count_wanted(&heads->new))
        affected_doubt(heads->arena, heads->changed, AFFECTS_VALUES,
                       STR("it has other parameters, and is handed on here as a value"));
}

/* Doubts that overrides still override: they have the old types. */
static void doubt_overrides(Heads *heads, const ChangeSet *set, const Symbol *old,
                            const Symbol *new)
{
    const ChangeSide *a = changed_old_side(set, heads->changed);
    const ChangeSide *b = changed_new_side(set, heads->changed);
    const LangHeads *facts = &lang_facts(b->outline.language)->heads;
    Str was = head_text_result(a, old), is = head_text_result(b, new);
    if (facts->overrides_answer && !was.len && is.len)
        affected_doubt(heads->arena, heads->changed, AFFECTS_HEIRS,
                       str_format(heads->arena,
                                  "its result has a type now, %.*s, which an override needs, too",
                                  STR_ARG(str_cut_chars(heads->arena, is, SHOWN_BYTES))));
    bool alike =
        (facts->overrides_alike || facts->overrides_take_all) && heads->old.len == heads->new.len;
    for (size_t i = 0; alike && i < heads->new.len; i++) {
        Str before = heads->old.ptr[i].type, now = heads->new.ptr[i].type;
        bool narrower =
            facts->overrides_take_all && widening_takes(b->outline.language, before, now);
        bool same = str_equal(heads->old.ptr[i].sense, heads->new.ptr[i].sense);
        if (before.len && now.len && !same && !narrower)
            affected_doubt(heads->arena, heads->changed, AFFECTS_HEIRS,
                           str_format(heads->arena, "it takes %.*s now, and this takes %.*s",
                                      STR_ARG(str_cut_chars(heads->arena, now, SHOWN_BYTES)),
                                      STR_ARG(str_cut_chars(heads->arena, before, SHOWN_BYTES))));
    }
}

static void compare_head(Heads *heads, const ChangeSet *set)
{
    const ChangedSymbol *changed = heads->changed;
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    if (old->kind != new->kind) {
        Str was = symbol_kind_name(old->kind), is = symbol_kind_name(new->kind);
        bool calls = kinds_break_calls(set, changed);
        say(heads,
            !kinds_break(set, changed) ? 0
            : calls                    ? AFFECTS_CALLERS
                                       : AFFECTS_USERS,
            str_format(heads->arena, "%.*s is %.*s now", STR_ARG(was), STR_ARG(is)));
    }
    if (kinds_end_new(set, changed))
        affected_doubt(heads->arena, heads->changed, AFFECTS_NEW,
                       STR("it cannot be called with new any more"));
    bool callable = symbol_is_callable(old->kind) && symbol_is_callable(new->kind);
    bool typed = type_signatures_are_known(set, changed);
    bool listed = callable && !typed &&
                  parameters_read(heads->arena, a, changed->old_symbol, &heads->old) &&
                  parameters_read(heads->arena, b, changed->new_symbol, &heads->new);
    settle(heads, set);
    if (listed)
        old->kind != new->kind && (old->kind == SYMBOL_MACRO || new->kind == SYMBOL_MACRO)
            ? compare_counts(heads)
            : compare_parameters(heads, b->outline.language);
    if (listed)
        doubt_values(heads, b->outline.language);
    if (listed && old->kind == SYMBOL_METHOD && new->kind == SYMBOL_METHOD)
        doubt_overrides(heads, set, old, new);
    if (typed)
        type_signatures_compare(heads->arena, set, heads->changed);
    else
        compare_results(heads, set, old, new);
    compare_forms(heads, a, old, b, new);
    compare_parts(heads, a, old, b, new);
    head_modifiers_compare(heads->arena, set, heads->changed);
    compare_decorators(heads, a, b);
    compare_receivers(heads, a, b);
    thrown_compare(heads->arena, set, heads->changed);
    if (!heads->changed->breaking.len && !heads->changed->what.len) {
        Str was = str_cut_chars(heads->arena, old->signature, SHOWN_BYTES);
        change_say(heads->arena, &heads->changed->what,
                   str_format(heads->arena, "was: %.*s", STR_ARG(was)));
    }
}

/* A list of parameters right after a type's name is that of its constructor. */
static bool takes_parameters(Heads *heads, const ChangeSide *side, uint32_t index,
                             ParameterVec *parameters)
{
    return parameters_are_in_head(side, index) &&
           parameters_read(heads->arena, side, index, parameters);
}

/* Compares the constructors of types that have them in their heads: `record R(int a)`. */
static void compare_constructors(Heads *heads, const ChangeSet *set)
{
    ChangedSymbol *changed = heads->changed;
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    size_t before = changed->breaking.len;
    if (!lang_facts(b->outline.language)->types_take_parameters ||
        !takes_parameters(heads, a, changed->old_symbol, &heads->old) ||
        !takes_parameters(heads, b, changed->new_symbol, &heads->new))
        return;
    settle(heads, set);
    compare_parameters(heads, b->outline.language);
    if (changed->breaking.len == before)
        return;
    changed->parts |= PART_DIFFERS_SIGNATURE;
    changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
}

/* The number that a field has in data that is sent or stored: `= 1`. */
static Str number_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Str text = str_slice(side->code.text, symbol->name_end, symbol->end);
    size_t at = str_find_byte(text, '='), end;
    text = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(text, at + 1));
    for (end = 0; end < text.len && byte_is_word(text.ptr[end]);)
        end++;
    return str_slice(text, 0, end);
}

static void compare_numbers(Heads *heads, const ChangeSet *set)
{
    ChangedSymbol *changed = heads->changed;
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    SymbolKind kind = b->outline.symbols.ptr[changed->new_symbol].kind;
    Str was = number_of(a, changed->old_symbol), is = number_of(b, changed->new_symbol);
    if (lang_facts(b->outline.language)->numbers_are_sent &&
        (kind == SYMBOL_FIELD || kind == SYMBOL_ENUM_MEMBER) && !str_equal(was, is))
        say(heads, AFFECTS_UNSEEN,
            str_format(heads->arena, "its number %.*s is %.*s now", STR_ARG(was), STR_ARG(is)));
}

void heads_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    Heads heads = {.arena = arena, .changed = changed};
    if (changed->parts & PART_DIFFERS_SIGNATURE)
        compare_head(&heads, set);
    else
        compare_variants(&heads, set);
    compare_constructors(&heads, set);
    compare_numbers(&heads, set);
}
