/* A type is more general if the other follows from it by putting types in the place of variables.
   What asks something of a variable (`Eq a =>`) is compared apart. */
#include "change/type_signatures.h"

#include "change/affected.h"
#include "change/type_names.h"

/* Variables of one type that are compared. */
#define VARIABLES_MAX 20
/* Longest type in a text. */
#define SHOWN_BYTES 60

/* ---- parts of a head ---- */

static Str type_of(const ChangeSide *side, const Symbol *symbol)
{
    const char *mark = lang_facts(side->outline.language)->heads.type_mark;
    size_t at = mark ? str_find(symbol->signature, str_from(mark)) : STR_NONE;
    return at == STR_NONE ? (Str){0}
                          : str_trim(str_from_offset(symbol->signature, at + strlen(mark)));
}

/* Splits a type into what it asks of its variables and the rest. */
static Str without_bounds(Str type, Str *bounds)
{
    size_t at = str_find(type, STR("=>"));
    *bounds = at == STR_NONE ? (Str){0} : str_trim(str_slice(type, 0, at));
    return at == STR_NONE ? type : str_trim(str_from_offset(type, at + 2));
}

/* ---- one type from another ---- */

typedef struct Matching {
    Str names[VARIABLES_MAX], values[VARIABLES_MAX];
    size_t count;
} Matching;

static void skip_blanks(Str *text)
{
    *text = str_trim(*text);
}

static Str take_token(Str *text)
{
    size_t end = str_word_end(*text, 0);
    while (end && end < text->len && (text->ptr[end] == '\'' || text->ptr[end] == '.'))
        end = MAX(str_word_end(*text, end + 1), end + 1);
    end = str_starts(*text, STR("->")) ? 2 : MAX(end, (size_t)1);
    Str token = str_slice(*text, 0, end);
    *text = str_from_offset(*text, end);
    skip_blanks(text);
    return token;
}

/* Whether a text is at the end of one type among others. */
static bool is_end(Str text)
{
    return !text.len || str_starts(text, STR("->")) || byte_in(text.ptr[0], ",)]");
}

/* Takes what a variable stands for: a whole type, or one word or group of it. */
static Str take_type(Str *text, bool whole)
{
    Str from = *text;
    size_t depth = 0;
    while (text->len) {
        bool closes = byte_in(text->ptr[0], ")]");
        if (!depth && (closes || (is_end(*text) && text->ptr != from.ptr)))
            break;
        depth += byte_in(text->ptr[0], "([");
        depth -= depth && closes;
        (void)take_token(text);
        if (!depth && !whole)
            break;
    }
    return str_trim(str_slice(from, 0, from.len - text->len));
}

static bool is_variable(Str token)
{
    return token.len && ((token.ptr[0] >= 'a' && token.ptr[0] <= 'z') || token.ptr[0] == '_');
}

static bool bind(Matching *matching, Str name, Str value)
{
    for (size_t i = 0; i < matching->count; i++)
        if (str_equal(matching->names[i], name))
            return str_equal(matching->values[i], value);
    if (matching->count == VARIABLES_MAX || !value.len)
        return false;
    matching->names[matching->count] = name;
    matching->values[matching->count++] = value;
    return true;
}

/* Whether `t a`, whose variable is taken from `general`, stands for the list that `special` begins
   with; takes both. */
static bool bind_list(Matching *matching, Str variable, Str *general, Str *special)
{
    Str list = take_type(special, false), part = take_type(general, false);
    Str inner = str_trim(str_slice(list, 1, list.len - 1));
    return bind(matching, variable, STR("[]")) &&
           (str_equal(part, inner) || (is_variable(part) && bind(matching, part, inner)));
}

/* Whether the second type follows from the first. */
static bool takes(Str general, Str special)
{
    Matching matching = {0};
    skip_blanks(&general);
    skip_blanks(&special);
    while (general.len && special.len) {
        Str token = take_token(&general);
        bool list = is_variable(token) && !is_end(general) && special.ptr[0] == '[';
        bool fits = list ? bind_list(&matching, token, &general, &special)
                    : is_variable(token)
                        ? bind(&matching, token, take_type(&special, is_end(general)))
                        : str_equal(token, take_token(&special));
        if (!fits)
            return false;
    }
    return !general.len && !special.len;
}

/* ---- comparison ---- */

/* Whether each class of the new bounds is one of the old ones. */
static bool asks_no_more(Str was, Str is)
{
    while (is.len) {
        Str token = take_token(&is);
        if (token.ptr[0] >= 'A' && token.ptr[0] <= 'Z' && str_find(was, token) == STR_NONE)
            return false;
    }
    return true;
}

bool type_signatures_are_known(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->new_symbol != SYMBOL_ABSENT && changed->old_symbol != SYMBOL_ABSENT &&
           type_of(changed_old_side(set, changed), changed_old_symbol(set, changed)).len &&
           type_of(changed_new_side(set, changed), changed_symbol(set, changed)).len;
}

void type_signatures_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    Str before, now;
    Str was = type_of(changed_old_side(set, changed), changed_old_symbol(set, changed));
    Str is = type_of(changed_new_side(set, changed), changed_symbol(set, changed));
    Str text =
        str_format(arena, "type %.*s is %.*s now", STR_ARG(str_cut_chars(arena, was, SHOWN_BYTES)),
                   STR_ARG(str_cut_chars(arena, is, SHOWN_BYTES)));
    if (str_equal(str_fold_space(arena, was), str_fold_space(arena, is)))
        return;
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    was = str_fold_space(arena, without_bounds(was, &before));
    is = str_fold_space(arena, without_bounds(is, &now));
    was = type_names_settle(arena, set, a, b, true, was);
    is = type_names_settle(arena, set, a, b, false, is);
    if (!takes(is, was))
        affected_say(arena, changed, AFFECTS_USERS | AFFECTS_HEIRS | AFFECTS_RESULTS, text);
    else if (takes(was, is) && !asks_no_more(before, now))
        affected_doubt(arena, changed, AFFECTS_USERS, text);
    else
        change_say(arena, &changed->what, text);
}
