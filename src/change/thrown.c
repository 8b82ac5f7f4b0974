/* The list is read from the signature, after the parameters. An exception that covers others
   stands for them. */
#include "change/thrown.h"

#include "change/affected.h"
#include "change/type_names.h"
#include "change/widening.h"

/* Words after `throws` in a head, which callers must catch or declare, as the new state names them;
   or empty. A bare `throws` is a word itself. */
static Str thrown_by(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, bool before)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *symbol = before ? changed_old_symbol(set, changed) : changed_symbol(set, changed);
    size_t end = str_find_last_byte(symbol->signature, ')');
    Str behind = str_from_offset(symbol->signature, end == STR_NONE ? 0 : end + 1);
    size_t at = str_find(behind, STR("throws"));
    Str list = at == STR_NONE ? (Str){0} : str_trim(str_from_offset(behind, at + 6));
    size_t arrow = str_find(list, STR("->"));
    list = str_trim(str_slice(list, 0, arrow));
    return at == STR_NONE || list.len ? type_names_settle(arena, set, a, b, before, list)
                                      : STR("throws");
}

static bool lists_word(Str list, Str word)
{
    Str next;
    while (str_take_until(&list, ',', &next))
        if (str_equal(str_trim(next), word))
            return true;
    return false;
}

/* Whether one of the listed exceptions is a kind of the word: who caught it goes on to catch. */
static bool lists_kind(const Language *language, Str list, Str word)
{
    Str next;
    while (str_take_until(&list, ',', &next))
        if (widening_takes(language, word, str_trim(next)))
            return true;
    return false;
}

/* Whether one of the listed exceptions takes all others, and so the word. */
static bool covers(const Language *language, Str list, Str word)
{
    const char *tops = lang_facts(language)->top_errors;
    Str rest = str_from(tops ? tops : ""), top;
    bool covered = false;
    while (str_take_until(&rest, ' ', &top)) {
        if (str_equal(top, word))
            covered = false; /* those before it are narrower */
        covered |= lists_word(list, top);
    }
    return covered;
}

/* Whether one of the listed exceptions takes the word, which is a kind of it. */
static bool covers_kind(const Language *language, Str list, Str word)
{
    Str next;
    while (str_take_until(&list, ',', &next))
        if (widening_takes(language, str_trim(next), word))
            return true;
    return false;
}

void thrown_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *b = changed_new_side(set, changed);
    const Language *language = b->outline.language;
    const char *unchecked = lang_facts(language)->unchecked_errors;
    Str was = thrown_by(arena, set, changed, true), word;
    Str is = thrown_by(arena, set, changed, false);
    while (unchecked && str_take_until(&is, ',', &word)) {
        word = str_trim(word);
        if (!lists_word(was, word) && !str_is_listed(word, unchecked) &&
            !covers(language, was, word) && !covers_kind(language, was, word))
            affected_say(arena, changed, AFFECTS_USERS,
                         str_equal(word, STR("throws"))
                             ? STR("throws now")
                             : str_format(arena, "throws %.*s now", STR_ARG(word)));
    }
}

StrVec thrown_lost(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangeSide *b = changed_new_side(set, changed);
    const Language *language = b->outline.language;
    const char *unchecked = lang_facts(language)->unchecked_errors;
    StrVec names = {0};
    if (!(changed->parts & PART_DIFFERS_SIGNATURE) || !unchecked)
        return names;
    Str was = thrown_by(arena, set, changed, true), word;
    Str is = thrown_by(arena, set, changed, false);
    while (str_take_until(&was, ',', &word)) {
        word = str_trim(word);
        if (!lists_word(is, word) && !covers(language, is, word) &&
            !lists_kind(language, is, word) && !str_is_listed(word, unchecked) &&
            !str_is_listed(word, lang_facts(language)->top_errors) &&
            !str_equal(word, STR("throws"))) {
            size_t dot = str_find_last_byte(word, '.');
            *VEC_PUSH(arena, &names) = str_from_offset(word, dot == STR_NONE ? 0 : dot + 1);
        }
    }
    return names;
}

bool thrown_lists(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed, Str error)
{
    if (changed->new_symbol == SYMBOL_ABSENT || changed->old_symbol == SYMBOL_ABSENT)
        return false;
    Str listed = thrown_by(arena, set, changed, false);
    const Language *language = changed_new_side(set, changed)->outline.language;
    return lists_word(listed, error) || lists_kind(language, listed, error);
}
