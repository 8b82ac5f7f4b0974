/* Words of the declaration decide first, then statements that give it to others, then the
   language's rule for names without either. */
#include "change/visibility.h"

#include "change/offers.h"

/* Whether it is as visible as what holds it: a member of an interface, a value of an enum and,
   where the language says so, a member of a class or of an object. */
static bool is_shown_with_outer(const ChangeSide *side, const Symbol *symbol)
{
    static const bool holders[SYMBOL_KIND_COUNT] = {
        [SYMBOL_CLASS] = true,    [SYMBOL_OBJECT] = true,   [SYMBOL_EXPORT] = true,
        [SYMBOL_CONSTANT] = true, [SYMBOL_VARIABLE] = true, [SYMBOL_TYPE] = true};
    if (!symbol->parent)
        return false;
    const Symbol *outer = &side->outline.symbols.ptr[symbol->parent - 1];
    if (outer->kind == SYMBOL_INTERFACE || outer->kind == SYMBOL_TRAIT)
        return true;
    if (outer->kind == SYMBOL_ENUM)
        return !symbol_is_callable(symbol->kind);
    bool value = outer->kind == SYMBOL_CONSTANT || outer->kind == SYMBOL_VARIABLE;
    bool literal = outer->body < side->code.text.len && side->code.text.ptr[outer->body] == '{';
    return lang_facts(side->outline.language)->members_are_public && holders[outer->kind] &&
           (!value || literal) && symbol->name.len && !byte_in(symbol->name.ptr[0], "#_");
}

bool visibility_is_copied(const ChangeSide *side, uint32_t index)
{
    static const Str ends[] = {STR_INIT(".h"), STR_INIT(".hpp"), STR_INIT(".hh"), STR_INIT(".hxx")};
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    bool header = false;
    for (size_t i = 0; i < COUNT(ends); i++)
        header |= str_ends(side->path, ends[i]);
    return header && lang_is_c(side->outline.language) && !symbol->parent && symbol->body &&
           symbol_is_function(symbol->kind) && symbol->modifiers & MODIFIER(STATIC);
}

static bool is_section_word(const Language *language, Str word)
{
    const char *words = lang_facts(language)->section_words;
    Str rest = str_from(words ? words : ""), next;
    while (str_take_until(&rest, ' ', &next))
        if (str_equal(next, word))
            return true;
    return false;
}

/* Whether a line names the symbol: `private :a, :b`. */
static bool names(Str line, Str name)
{
    for (size_t at = 0, next; (next = str_find(str_from_offset(line, at), name)) != STR_NONE;) {
        at += next + name.len;
        bool begins = at == name.len || !byte_is_word(line.ptr[at - name.len - 1]);
        if (begins && (at == line.len || !byte_is_word(line.ptr[at])))
            return true;
    }
    return false;
}

Str visibility_section(const ChangeSide *side, uint32_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[index];
    const Language *language = side->outline.language;
    Str section = {0};
    if (!lang_facts(language)->section_words || !symbol->parent)
        return section;
    const Symbol *outer = &symbols->ptr[symbol->parent - 1];
    uint32_t at = outer->name_end, member = symbol->parent;
    while (at < outer->end) {
        uint32_t to = member < outer->next ? symbols->ptr[member].start : outer->end;
        Str rest = str_slice(side->code.text, at, MAX(at, to)), line;
        while (str_take_line(&rest, &line)) {
            Str word = str_trim(line);
            size_t end = 0;
            while (end < word.len && byte_is_word(word.ptr[end]))
                end++;
            Str list = str_from_offset(word, end);
            word = str_slice(word, 0, end);
            if (!is_section_word(language, word))
                continue;
            bool alone = !str_trim(list).len;
            bool before = rest.len == 0 && member < outer->next && member == index;
            if (names(list, symbol->name) || (before && alone && !str_ends(line, STR("\n"))))
                return word;
            if (alone && to <= symbol->start)
                section = word;
        }
        if (member >= outer->next)
            break;
        at = symbols->ptr[member].end;
        member = symbols->ptr[member].next;
    }
    return section;
}

/* Visibility from 0 (private) to 3 (public). Members of an interface are as visible as it is, with
   or without a modifier. */
int visibility_of_symbol(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    const Language *language = side->outline.language;
    if (side->offers.symbols && side->offers.symbols[index])
        return 3;
    bool of_impl =
        symbol->parent && side->outline.symbols.ptr[symbol->parent - 1].kind == SYMBOL_IMPL;
    bool made = symbol->kind != SYMBOL_MODULE && symbol->kind != SYMBOL_IMPL && !of_impl;
    if (side->offers.hides && made)
        return 0;
    Str section = visibility_section(side, index);
    if (symbol->modifiers & MODIFIER(PRIVATE) || str_starts(section, STR("private")))
        return 0;
    if (str_equal(section, STR("protected")))
        return 2;
    if (symbol->modifiers & MODIFIER(PROTECTED))
        return 2;
    Str head = str_slice(side->code.text, symbol->start, symbol->name_start);
    if (symbol->modifiers & MODIFIER(INTERNAL) || lang_keeps_inside(language, head))
        return 1;
    if (symbol->modifiers & (MODIFIER(PUBLIC) | MODIFIER(EXPORTED)) ||
        offers_is_statement(symbol) || is_shown_with_outer(side, symbol))
        return 3;
    if (lang_is_c(language))
        return symbol->modifiers & MODIFIER(STATIC) && !symbol->parent &&
                       !visibility_is_copied(side, index)
                   ? 0
                   : 3;
    return lang_shows(language, symbol->name) ? 3 : 1;
}

/* Whether it and all its containers are visible elsewhere and none of these is a function. */
bool visibility_is_public(const ChangeSide *side, uint32_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t at = index + 1; at; at = symbols->ptr[at - 1].parent) {
        const Symbol *symbol = &symbols->ptr[at - 1];
        bool callable = symbol_is_function(symbol->kind);
        if (visibility_of_symbol(side, at - 1) < 2 || (at != index + 1 && callable))
            return false;
    }
    return true;
}
