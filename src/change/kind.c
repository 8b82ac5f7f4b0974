/* The tokens of a pair's own parts say which parts differ; heads, members and bodies are then
   compared for what callers rely on. */
#include "change/kind.h"

#include "base/buf.h"
#include "change/affected.h"
#include "change/handed_on.h"
#include "change/head_words.h"
#include "change/heads.h"
#include "change/kind_layout.h"
#include "change/lost_bases.h"
#include "change/macro_arms.h"
#include "change/offers.h"
#include "change/option_reads.h"
#include "change/outcomes.h"
#include "change/required_members.h"
#include "change/results.h"
#include "change/shims.h"
#include "change/type_alias.h"
#include "change/type_names.h"
#include "change/values.h"
#include "change/visibility.h"
#include "text/lines.h"

/* Maximum length of a type or a signature in a text, so that it stays on one line. */
#define SHOWN_BYTES 60
/* Calls of one symbol that are compared; only generated code has more. */
#define CALLS_MAX 200

/* ---- the body ---- */

static void say_count(Arena *arena, StrVec *what, const char *name, uint16_t old, uint16_t new)
{
    if (old != new)
        change_say(arena, what, str_format(arena, "%s %u → %u", name, old, new));
}

/* Names that a symbol calls, without repetition, in order. */
static StrVec calls_of(Arena *arena, const ChangeSide *side, uint32_t symbol)
{
    StrVec names = {0};
    for (uint32_t i = side->first_reference[symbol]; i && names.len < CALLS_MAX;
         i = side->next_reference[i - 1]) {
        const Reference *reference = &side->outline.references.ptr[i - 1];
        bool implied = reference->flags & REFERENCE_TYPED; // its name is not in the text
        if (reference->kind != REFERENCE_CALL || implied)
            continue;
        bool known = false;
        for (size_t k = 0; k < names.len && !known; k++)
            known = str_equal(names.ptr[k], reference->name);
        if (!known)
            *VEC_PUSH(arena, &names) = reference->name;
    }
    return names;
}

#define CALLS_SHOWN 4

static void say_calls(Arena *arena, StrVec *what, const char *head, const StrVec *in,
                      const StrVec *without)
{
    Buf text = buf_open(arena, 0);
    size_t count = 0;
    for (size_t i = 0; i < in->len; i++) {
        if (change_texts_have(without, in->ptr[i]))
            continue;
        if (count++ < CALLS_SHOWN)
            buf_printf(&text, "%s%.*s", count == 1 ? "" : ", ", STR_ARG(in->ptr[i]));
    }
    if (count > CALLS_SHOWN)
        buf_printf(&text, " and %zu more", count - CALLS_SHOWN);
    if (count)
        change_say(arena, what, str_format(arena, "%s %.*s", head, STR_ARG(buf_str(&text))));
}

static void compare_bodies(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const SymbolCode *old = symbol_code(&a->outline.symbols.ptr[changed->old_symbol]);
    const SymbolCode *new = symbol_code(&b->outline.symbols.ptr[changed->new_symbol]);
    say_count(arena, &changed->what, "complexity", old->complexity, new->complexity);
    say_count(arena, &changed->what, "dropped errors", old->unguarded, new->unguarded);
    StrVec was = calls_of(arena, a, changed->old_symbol);
    StrVec is = calls_of(arena, b, changed->new_symbol);
    say_calls(arena, &changed->what, "calls now", &is, &was);
    say_calls(arena, &changed->what, "no longer calls", &was, &is);
    Str writes = str_cut_chars(arena, new->writes, SHOWN_BYTES);
    if (!str_equal(old->writes, new->writes))
        change_say(arena, &changed->what,
                   writes.len ? str_format(arena, "writes %.*s", STR_ARG(writes))
                              : STR("writes no state any more"));
}

/* A function with `yield` returns what yields its values, where the language marks it by nothing
   else. */
static void compare_yields(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool was = a->own[changed->old_symbol].yields, is = b->own[changed->new_symbol].yields;
    if (was == is || !lang_facts(b->outline.language)->yield_makes_generator)
        return;
    Results results = {0};
    const FunctionBody body = function_body_read(arena, a, changed->old_symbol);
    if (is && a->tokens.ptr)
        results_read(&body, &results);
    unsigned whom = results.kinds == RESULT_LIST ? AFFECTS_UNITERATED : AFFECTS_USERS;
    affected_say(arena, changed, whom | AFFECTS_RESULTS,
                 is ? STR("generator now") : STR("not generator any more"));
}

/* ---- pairs ---- */

/* The next byte of a name, with one space for blanks that mean something. '\0': it ends. */
static char next_of_name(const LangLayout *layout, Str name, size_t *at)
{
    size_t from = *at, end = from;
    while (end < name.len && byte_is_space(name.ptr[end]))
        end++;
    if (end >= name.len)
        return '\0';
    bool free = end == from || (from && byte_in(name.ptr[from - 1], layout->after)) ||
                byte_in(name.ptr[end], layout->before);
    *at = free ? end + 1 : end;
    return free ? name.ptr[end] : ' ';
}

/* Whether two names differ at most in blanks that mean nothing: `.a>.b` and `.a > .b`. */
static bool are_names_equal(const Language *language, Str old, Str new)
{
    const LangLayout *layout = &lang_facts(language)->layout;
    size_t i = 0, k = 0;
    if (str_equal(old, new) || !layout->before || !layout->after)
        return str_equal(old, new);
    for (;;) {
        char was = next_of_name(layout, old, &i), is = next_of_name(layout, new, &k);
        if (was != is || !was)
            return was == is;
    }
}

static bool is_called_as_outer(const ChangeSide *side, uint32_t symbol)
{
    const SymbolVec *symbols = &side->outline.symbols;
    uint32_t outer = symbol_outer(symbols, symbol);
    return outer && symbols->ptr[symbol].kind == SYMBOL_CONSTRUCTOR &&
           str_equal(symbols->ptr[outer - 1].name, symbols->ptr[symbol].name);
}

bool kind_follows_class(const ChangeSet *set, const ChangedSymbol *changed)
{
    return changed->old_symbol != SYMBOL_ABSENT && changed->new_symbol != SYMBOL_ABSENT &&
           is_called_as_outer(changed_old_side(set, changed), changed->old_symbol) &&
           is_called_as_outer(changed_new_side(set, changed), changed->new_symbol);
}

static unsigned parts_of(const OwnPart *a, const OwnPart *b, bool same_kind)
{
    unsigned parts = 0;
    if (a->head != b->head || !same_kind)
        parts |= PART_DIFFERS_SIGNATURE;
    /* Without a token of its own, only bytes say whether it differs. */
    bool untold = !a->head_tokens && !a->body_tokens && !b->head_tokens && !b->body_tokens;
    if (a->body != b->body || (untold && a->bytes != b->bytes))
        parts |= PART_DIFFERS_BODY;
    if (a->comments != b->comments)
        parts |= PART_DIFFERS_COMMENT;
    if (a->docs != b->docs)
        parts |= PART_DIFFERS_DOCSTRING;
    bool blank = a->blank != b->blank && a->blank != BLANK_UNKNOWN && b->blank != BLANK_UNKNOWN;
    if (!parts && (blank || a->bytes != b->bytes))
        parts |= PART_DIFFERS_FORMAT;
    return parts;
}

/* Whether a statement next to the declarations changes who sees them, or how they are called:
   `private:`, `module_function`. */
static bool is_shown_otherwise(const ChangeSet *set, const ChangedSymbol *changed)
{
    const Symbol *before = changed_old_symbol(set, changed), *now = changed_symbol(set, changed);
    Str was = visibility_section(changed_old_side(set, changed), changed->old_symbol);
    Str is = visibility_section(changed_new_side(set, changed), changed->new_symbol);
    const uint32_t bits = MODIFIER(PRIVATE) | MODIFIER(PROTECTED) | MODIFIER(INTERNAL) |
                          MODIFIER(PUBLIC) | MODIFIER(STATIC);
    bool other = (before->modifiers ^ now->modifiers) & bits || !str_equal(was, is);
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool listed = lang_facts(b->outline.language)->lists_hide &&
                  visibility_of_symbol(a, changed->old_symbol) !=
                      visibility_of_symbol(b, changed->new_symbol);
    return listed || (before->parent && now->parent && other);
}

static ChangeKind kind_of(bool renamed, bool moved, unsigned parts)
{
    if (renamed || moved)
        return renamed && moved ? CHANGE_MOVED_RENAMED : renamed ? CHANGE_RENAMED : CHANGE_MOVED;
    if (parts & PART_DIFFERS_SIGNATURE)
        return CHANGE_SIGNATURE;
    if (parts & PART_DIFFERS_BODY)
        return CHANGE_BODY;
    if (parts & PART_DIFFERS_DIRECTIVE)
        return CHANGE_DIRECTIVE;
    if (parts & PART_DIFFERS_LAYOUT)
        return CHANGE_LAYOUT;
    if (parts & PART_DIFFERS_DOCSTRING)
        return CHANGE_DOCSTRING;
    if (parts & PART_DIFFERS_COMMENT)
        return CHANGE_COMMENT;
    return parts & PART_DIFFERS_FORMAT ? CHANGE_FORMAT : CHANGE_NONE;
}

/* ---- the whole ---- */

/* Whether the file goes on giving the old name. */
static bool is_still_given(const Arena *arena, const ChangeSet *set, const ChangedSymbol *changed)
{
    const ChangedFile *file = &set->files.ptr[changed->old_file];
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const LostName lost = {.old = &file->old,
                           .new = &file->new,
                           .symbol = changed->old_symbol,
                           .now = gone ? (Str){0} : changed_symbol(set, changed)->name,
                           .scratch = arena};
    return shims_give(&lost) || type_names_keep(set, changed);
}

static void say_renamed(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    Str old = changed_old_symbol(set, changed)->name;
    if (is_still_given(arena, set, changed))
        change_say(arena, &changed->what,
                   str_format(arena, "its name was '%.*s', which still works", STR_ARG(old)));
    else
        affected_say(arena, changed, AFFECTS_FITTING,
                     str_format(arena, "its name was '%.*s'", STR_ARG(old)));
}

static void compare_values(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    values_compare(arena, set, changed);
    type_alias_compare(arena, set, changed);
}

void kind_of_pair(Arena *arena, Arena scratch, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    bool renamed = !are_names_equal(b->outline.language, old->name, new->name) &&
                   !kind_follows_class(set, changed);
    bool moved =
        !pair_is_in_place(set, pairing, (SymbolRef){changed->old_file, changed->old_symbol},
                          (SymbolRef){changed->file, changed->new_symbol});
    changed->parts = parts_of(&a->own[changed->old_symbol], &b->own[changed->new_symbol],
                              old->kind == new->kind || renamed || moved);
    if (is_shown_otherwise(set, changed))
        changed->parts = (changed->parts & ~(unsigned)PART_DIFFERS_FORMAT) | PART_DIFFERS_SIGNATURE;
    kind_layout_compare(arena, scratch, set, changed);
    bool handed = handed_on_is(set, changed);
    if (!handed)
        heads_compare(arena, set, changed);
    if (!handed && changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY)) {
        head_words_compare(arena, set, changed);
        lost_bases_compare(arena, set, changed);
    }
    compare_yields(arena, set, changed);
    if (changed->parts & PART_DIFFERS_BODY) {
        macro_arms_compare(arena, set, changed);
        outcomes_compare(arena, set, changed);
    }
    if (changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY))
        option_reads_compare(arena, set, changed);
    required_members_compare(arena, set, pairing, changed);
    changed->is_unchecked = changed->breaking.len > 0;
    changed->kind = kind_of(renamed, moved, changed->parts);
    changed->is_public = visibility_is_public(a, changed->old_symbol);
    if (changed->parts & PART_DIFFERS_BODY)
        compare_bodies(arena, set, changed);
    if (!handed && changed->parts & (PART_DIFFERS_BODY | PART_DIFFERS_SIGNATURE))
        compare_values(arena, set, changed);
    bool unnamed = old->modifiers & new->modifiers &MODIFIER(DEFAULT); /* users choose the name */
    if (renamed && changed->is_public && !unnamed)
        say_renamed(arena, set, changed);
}

static bool has_bases(const ChangeSide *side, uint32_t type)
{
    for (uint32_t i = side->first_reference[type]; i; i = side->next_reference[i - 1])
        if (side->outline.references.ptr[i - 1].kind == REFERENCE_BASE)
            return true;
    return false;
}

/* Whether the owner of a removed member still exists and has bases, which may have a member of that
   name. */
static bool may_be_inherited(const ChangeSet *set, const Pairing *pairing,
                             const ChangedSymbol *changed)
{
    const Symbol *symbol =
        &changed_old_side(set, changed)->outline.symbols.ptr[changed->old_symbol];
    bool capital = symbol->name.len && symbol->name.ptr[0] >= 'A' && symbol->name.ptr[0] <= 'Z';
    if (!symbol->parent || (capital && !symbol_is_callable(symbol->kind)))
        return false; /* a value of an enum is no override */
    const Partner *owner = &pairing->old_to_new[changed->old_file][symbol->parent - 1];
    return owner->symbol != SYMBOL_ABSENT && !owner->extracted &&
           has_bases(&set->files.ptr[owner->file].new, owner->symbol);
}

void kind_of_lone(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? changed_old_side(set, changed) : changed_new_side(set, changed);
    uint32_t symbol = gone ? changed->old_symbol : changed->new_symbol;
    const Partner *partner = gone ? &pairing->old_to_new[changed->old_file][symbol]
                                  : &pairing->new_to_old[changed->file][symbol];
    changed->kind = gone ? CHANGE_REMOVED : CHANGE_ADDED;
    changed->is_public = visibility_is_public(side, symbol);
    changed->from = SYMBOL_ABSENT;
    if (partner->extracted) {
        changed->kind = gone ? CHANGE_INLINED : CHANGE_EXTRACTED;
        changed->from = partner->symbol;
        changed->from_file = partner->file;
        changed->similarity = partner->similarity;
        Str name = set->files.ptr[partner->file].new.outline.symbols.ptr[partner->symbol].name;
        change_say(arena, &changed->what,
                   str_format(arena, gone ? "likely put into %.*s" : "likely taken out of %.*s",
                              STR_ARG(name)));
    }
    if (gone && changed->is_public && !offers_is_statement(&side->outline.symbols.ptr[symbol])) {
        if (may_be_inherited(set, pairing, changed))
            change_say(arena, &changed->what, STR("it is gone"));
        else if (is_still_given(arena, set, changed))
            change_say(arena, &changed->what, STR("it is gone, and its name still works"));
        else
            affected_say(arena, changed, AFFECTS_FITTING, STR("it is gone"));
    }
}
