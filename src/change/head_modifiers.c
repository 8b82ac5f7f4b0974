/* Each modifier has a row with the users whom it breaks when it comes, and when it goes. */
#include "change/head_modifiers.h"

#include "change/affected.h"
#include "change/head_text.h"
#include "change/head_words.h"
#include "change/parameters.h"
#include "change/visibility.h"

typedef struct ModifierRow {
    uint32_t bit;
    const char *name;
    unsigned added, removed; /* whom that breaks */
} ModifierRow;

static const ModifierRow rows[] = {
    {MODIFIER(ASYNC), "async", AFFECTS_USERS | AFFECTS_RESULTS, AFFECTS_USERS},
    {MODIFIER(STATIC), "static", AFFECTS_OUTSIDERS | AFFECTS_HEIRS, AFFECTS_USERS},
    {MODIFIER(ABSTRACT), "abstract", AFFECTS_HEIRS | AFFECTS_MAKERS, 0},
    {MODIFIER(FINAL), "final", AFFECTS_HEIRS | AFFECTS_WRITERS, 0},
    {MODIFIER(READONLY), "readonly", AFFECTS_WRITERS, 0},
    {MODIFIER(SEALED), "sealed", AFFECTS_HEIRS, 0},
    {MODIFIER(VIRTUAL), "virtual", 0, AFFECTS_HEIRS},
    {MODIFIER(UNSAFE), "unsafe", AFFECTS_USERS, 0},
    {MODIFIER(GENERATOR), "generator", AFFECTS_USERS | AFFECTS_RESULTS,
     AFFECTS_USERS | AFFECTS_RESULTS},
    {MODIFIER(GETTER), "getter", AFFECTS_USERS, AFFECTS_USERS},
    {MODIFIER(CONST), "const", 0, 0},
    {MODIFIER(INLINE), "inline", 0, 0},
    {MODIFIER(OVERRIDE), "override", 0, 0},
};

typedef struct Modifiers {
    Arena *arena;
    ChangedSymbol *changed;
    const ChangeSide *a, *b;
    const Symbol *old, *new;
} Modifiers;

/* Says a difference; affects 0: it breaks nobody. */
static void say(const Modifiers *modifiers, unsigned affects, Str text)
{
    if (affects)
        affected_say(modifiers->arena, modifiers->changed, affects, text);
    else
        change_say(modifiers->arena, &modifiers->changed->what, text);
}

unsigned head_modifiers_unawaited(const Language *language)
{
    return lang_facts(language)->heads.awaited ? AFFECTS_UNAWAITED | AFFECTS_RESULTS : 0;
}

/* Whether the type that is written says what a caller gets, async or not. */
static bool is_async_alike(const Modifiers *modifiers)
{
    Str was = head_text_result(modifiers->a, modifiers->old);
    Str is = head_text_result(modifiers->b, modifiers->new);
    return lang_facts(modifiers->b->outline.language)->heads.results_say_async && was.len &&
           str_equal(was, is);
}

/* Whether a property that is read by a function is set by another one of its type. */
static bool has_setter(const ChangeSide *side, const Symbol *getter)
{
    for (size_t i = 0; i < side->outline.symbols.len; i++) {
        const Symbol *symbol = &side->outline.symbols.ptr[i];
        if (symbol->modifiers & MODIFIER(SETTER) && symbol->parent == getter->parent &&
            str_equal(symbol->name, getter->name))
            return true;
    }
    return false;
}

/* Whom a modifier breaks that came or went. */
static unsigned affects_of(const Modifiers *modifiers, const ModifierRow *row, bool is)
{
    const Symbol *new = modifiers->new;
    unsigned waits = head_modifiers_unawaited(modifiers->b->outline.language);
    if (row->bit == MODIFIER(FINAL) && symbol_is_type(new->kind))
        return is ? row->added & ~(unsigned)AFFECTS_WRITERS : row->removed;
    if (row->bit == MODIFIER(ABSTRACT) && !symbol_is_type(new->kind))
        return 0; /* required_members.h: an override is what it asks for */
    if (row->bit == MODIFIER(GETTER) && is && !symbol_is_callable(modifiers->old->kind))
        return has_setter(modifiers->b, new) ? 0 : AFFECTS_WRITERS;
    if (row->bit == MODIFIER(STATIC) && is &&
        parameters_extend(modifiers->b, modifiers->changed->new_symbol))
        return AFFECTS_HEIRS;
    if (row->bit == MODIFIER(ASYNC) && is && waits)
        return waits;
    return is ? row->added : row->removed;
}

static void compare_visibility(const Modifiers *modifiers)
{
    const ChangedSymbol *changed = modifiers->changed;
    int before = visibility_of_symbol(modifiers->a, changed->old_symbol);
    int after = visibility_of_symbol(modifiers->b, changed->new_symbol);
    Str was = visibility_section(modifiers->a, changed->old_symbol);
    Str is = visibility_section(modifiers->b, changed->new_symbol);
    unsigned heirs = !after && modifiers->new->kind == SYMBOL_METHOD ? AFFECTS_HEIRS : 0;
    if (str_equal(was, STR("module_function")) && !str_equal(is, was))
        say(modifiers, AFFECTS_USERS, STR("not a function of the module any more"));
    if (before != after)
        say(modifiers, after < before ? AFFECTS_OUTSIDERS | heirs : 0,
            after < before ? STR("fewer can see it") : STR("more can see it"));
}

void head_modifiers_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Modifiers modifiers = {arena,
                                 changed,
                                 a,
                                 b,
                                 &a->outline.symbols.ptr[changed->old_symbol],
                                 &b->outline.symbols.ptr[changed->new_symbol]};
    bool same_kind = modifiers.new->kind == modifiers.old->kind;
    const uint32_t own = MODIFIER(STATIC) | MODIFIER(FINAL) | MODIFIER(READONLY);
    bool fixed = modifiers.old->kind == SYMBOL_ENUM_MEMBER; // with all of these, though unwritten
    bool copied = visibility_is_copied(b, changed->new_symbol);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool was = modifiers.old->modifiers & rows[i].bit;
        bool is = modifiers.new->modifiers &rows[i].bit;
        bool rowed = same_kind && head_words_judge(b->outline.language, str_from(rows[i].name));
        if (was == is || rowed || (fixed && rows[i].bit & own) ||
            (rows[i].bit == MODIFIER(STATIC) && copied) ||
            (rows[i].bit == MODIFIER(ASYNC) && is_async_alike(&modifiers)))
            continue;
        say(&modifiers, affects_of(&modifiers, &rows[i], is),
            str_format(arena, is ? "%s now" : "not %s any more", rows[i].name));
    }
    compare_visibility(&modifiers);
}
