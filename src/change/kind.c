/* Signatures are compared part by part: first what callers rely on (name, parameters, result,
   visibility), then the rest of the head. */
#include "change/kind.h"

#include "base/buf.h"
#include "change/offers.h"
#include "change/parameters.h"
#include "lang/lexical/layout.h"

/* Maximum length of a type or a signature in a text, so that it stays on one line. */
#define SHOWN_BYTES 60
/* Differences of one signature that are reported. */
#define WHAT_MAX 8
/* Calls of one symbol that are compared; only generated code has more. */
#define CALLS_MAX 200

static void say(Arena *arena, StrVec *list, Str text)
{
    if (list->len < WHAT_MAX)
        *VEC_PUSH(arena, list) = text;
}

static const ChangeSide *new_side(const ChangeSet *set, const ChangedSymbol *changed)
{
    return &set->files.ptr[changed->file].new;
}

static const ChangeSide *old_side(const ChangeSet *set, const ChangedSymbol *changed)
{
    return &set->files.ptr[changed->old_file].old;
}

/* ---- visibility ---- */

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
    bool literal = outer->body < side->text.len && side->text.ptr[outer->body] == '{';
    return lang_facts(side->outline.language)->members_are_public && holders[outer->kind] &&
           (!value || literal) && symbol->name.len && !byte_in(symbol->name.ptr[0], "#_");
}

/* Visibility from 0 (private) to 3 (public). Members of an interface are as visible as it is, with
   or without a modifier. */
static int reach_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    const Language *language = side->outline.language;
    if (side->offers.symbols && side->offers.symbols[index])
        return 3;
    if (symbol->modifiers & MODIFIER(PRIVATE))
        return 0;
    if (symbol->modifiers & MODIFIER(PROTECTED))
        return 2;
    Str head = str_slice(side->text, symbol->start, symbol->name_start);
    if (symbol->modifiers & MODIFIER(INTERNAL) || lang_keeps_inside(language, head))
        return 1;
    if (symbol->modifiers & (MODIFIER(PUBLIC) | MODIFIER(EXPORTED)) ||
        offers_is_statement(symbol) || is_shown_with_outer(side, symbol))
        return 3;
    if (lang_is_c(language))
        return symbol->modifiers & MODIFIER(STATIC) && !symbol->parent ? 0 : 3;
    return lang_shows(language, symbol->name) ? 3 : 1;
}

/* Whether it and all its containers are visible elsewhere and none of these is a function. */
static bool is_public(const ChangeSide *side, uint32_t index)
{
    const SymbolVec *symbols = &side->outline.symbols;
    for (uint32_t at = index + 1; at; at = symbols->ptr[at - 1].parent) {
        const Symbol *symbol = &symbols->ptr[at - 1];
        bool callable = symbol_is_function(symbol->kind);
        if (reach_of(side, at - 1) < 2 || (at != index + 1 && callable))
            return false;
    }
    return true;
}

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
                             : !all->ptr[i].name.len && str_equal(all->ptr[i].type, wanted->type))
            return i;
    return STR_NONE;
}

typedef struct Heads {
    Arena *arena;
    ChangedSymbol *changed;
    ParameterVec old, new;
} Heads;

static void say_parameter(Heads *heads, const char *format, const Parameter *parameter, bool breaks)
{
    Str shown = parameter_text(heads->arena, parameter);
    Str text = str_format(heads->arena, format, STR_ARG(shown));
    say(heads->arena, breaks ? &heads->changed->breaking : &heads->changed->what, text);
}

static void compare_one(Heads *heads, const Language *language, const Parameter *old,
                        const Parameter *new)
{
    if (!str_equal(old->type, new->type)) {
        Str a = str_cut_chars(heads->arena, old->type, SHOWN_BYTES);
        Str b = str_cut_chars(heads->arena, new->type, SHOWN_BYTES);
        Str name = parameter_text(heads->arena, new);
        bool breaks = a.len && b.len && !lang_is_top_type(language, new->type);
        say(heads->arena, breaks ? &heads->changed->breaking : &heads->changed->what,
            a.len && b.len
                ? str_format(heads->arena, "parameter '%.*s': type %.*s is %.*s now", STR_ARG(name),
                             STR_ARG(a), STR_ARG(b))
                : str_format(heads->arena, "parameter '%.*s': type %.*s %s", STR_ARG(name),
                             STR_ARG(a.len ? a : b), a.len ? "removed" : "added"));
    }
    if (old->optional && !new->optional)
        say_parameter(heads, "parameter '%.*s' has no default any more", new, true);
    if (!old->optional && new->optional)
        say_parameter(heads, "parameter '%.*s' has a default now", new, false);
    if (!old->by_name && new->by_name && !new->many)
        say_parameter(heads, "parameter '%.*s' is given by name only now", new, true);
}

/* Whether only names differ: the same number of parameters, of the same types in the same order. */
static bool are_renamed_only(const Heads *heads)
{
    if (heads->old.len != heads->new.len)
        return false;
    for (size_t i = 0; i < heads->old.len; i++)
        if (!str_equal(heads->old.ptr[i].type, heads->new.ptr[i].type) ||
            heads->old.ptr[i].optional != heads->new.ptr[i].optional)
            return false;
    return true;
}

static bool say_renamed(Heads *heads, const Language *language)
{
    if (!are_renamed_only(heads))
        return false;
    for (size_t i = 0; i < heads->old.len; i++) {
        const Parameter *old = &heads->old.ptr[i], *new = &heads->new.ptr[i];
        if (str_equal(old->name, new->name))
            continue;
        if (find_parameter(&heads->new, old) != STR_NONE)
            return false;
        Str a = parameter_text(heads->arena, old), b = parameter_text(heads->arena, new);
        say(heads->arena,
            lang_names_arguments(language) ? &heads->changed->breaking : &heads->changed->what,
            str_format(heads->arena, "parameter '%.*s' is called '%.*s' now", STR_ARG(a),
                       STR_ARG(b)));
    }
    return true;
}

static void compare_parameters(Heads *heads, const Language *language)
{
    size_t before = 0;
    bool reordered = false;
    if (say_renamed(heads, language))
        return;
    for (size_t i = 0; i < heads->old.len; i++)
        if (find_parameter(&heads->new, &heads->old.ptr[i]) == STR_NONE)
            say_parameter(heads, "parameter '%.*s' removed", &heads->old.ptr[i], true);
    for (size_t i = 0; i < heads->new.len; i++) {
        const Parameter *new = &heads->new.ptr[i];
        size_t at = find_parameter(&heads->old, new);
        if (at == STR_NONE) {
            say_parameter(heads,
                          new->optional ? "parameter '%.*s' added, with a default"
                                        : "parameter '%.*s' added, without a default",
                          new, !new->optional);
            continue;
        }
        compare_one(heads, language, &heads->old.ptr[at], new);
        reordered |= at < before && !new->by_name;
        before = MAX(before, at);
    }
    if (reordered)
        say(heads->arena, &heads->changed->breaking, STR("parameters are in another order"));
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

static void compare_results(Heads *heads, const Language *language, const Symbol *old,
                            const Symbol *new)
{
    Str a = lang_plain_type(heads->arena, language, symbol_code(old)->type);
    Str b = lang_plain_type(heads->arena, language, symbol_code(new)->type);
    if (str_equal(a, b))
        return;
    bool both = a.len && b.len;
    a = a.len ? written_result(old, a) : STR("(none)");
    b = b.len ? written_result(new, b) : STR("(none)");
    say(heads->arena, both ? &heads->changed->breaking : &heads->changed->what,
        str_format(heads->arena, "type %.*s is %.*s now", STR_ARG(a), STR_ARG(b)));
}

/* Reports modifiers that callers notice. */
static void compare_modifiers(Heads *heads, const ChangeSet *set, const Symbol *old,
                              const Symbol *new)
{
    static const struct {
        uint32_t bit;
        const char *name;
        bool added, removed; /* whether that breaks callers */
    } rows[] = {
        {MODIFIER(ASYNC), "async", true, true},
        {MODIFIER(STATIC), "static", true, true},
        {MODIFIER(ABSTRACT), "abstract", true, false},
        {MODIFIER(FINAL), "final", true, false},
        {MODIFIER(READONLY), "readonly", true, false},
        {MODIFIER(SEALED), "sealed", true, false},
        {MODIFIER(VIRTUAL), "virtual", false, true},
        {MODIFIER(UNSAFE), "unsafe", true, false},
        {MODIFIER(GENERATOR), "generator", true, true},
        {MODIFIER(CONST), "const", false, false},
        {MODIFIER(INLINE), "inline", false, false},
        {MODIFIER(OVERRIDE), "override", false, false},
    };
    int before = reach_of(old_side(set, heads->changed), heads->changed->old_symbol);
    int after = reach_of(new_side(set, heads->changed), heads->changed->new_symbol);
    for (size_t i = 0; i < COUNT(rows); i++) {
        bool was = old->modifiers & rows[i].bit, is = new->modifiers &rows[i].bit;
        if (was == is)
            continue;
        bool breaks = is ? rows[i].added : rows[i].removed;
        say(heads->arena, breaks ? &heads->changed->breaking : &heads->changed->what,
            str_format(heads->arena, is ? "%s now" : "not %s any more", rows[i].name));
    }
    if (before != after)
        say(heads->arena, after < before ? &heads->changed->breaking : &heads->changed->what,
            after < before ? STR("fewer can see it") : STR("more can see it"));
}

static void compare_heads(Heads *heads, const ChangeSet *set)
{
    const ChangedSymbol *changed = heads->changed;
    const ChangeSide *a = old_side(set, changed), *b = new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    if (old->kind != new->kind) {
        Str was = symbol_kind_name(old->kind), is = symbol_kind_name(new->kind);
        say(heads->arena, &heads->changed->what,
            str_format(heads->arena, "%.*s is %.*s now", STR_ARG(was), STR_ARG(is)));
    }
    bool callable = symbol_is_callable(old->kind);
    if (callable && parameters_read(heads->arena, a, changed->old_symbol, &heads->old) &&
        parameters_read(heads->arena, b, changed->new_symbol, &heads->new))
        compare_parameters(heads, b->outline.language);
    compare_results(heads, b->outline.language, old, new);
    compare_modifiers(heads, set, old, new);
    if (!heads->changed->breaking.len && !heads->changed->what.len) {
        Str was = str_cut_chars(heads->arena, old->signature, SHOWN_BYTES);
        say(heads->arena, &heads->changed->what,
            str_format(heads->arena, "was: %.*s", STR_ARG(was)));
    }
}

/* ---- the body ---- */

static void say_count(Arena *arena, StrVec *what, const char *name, uint16_t old, uint16_t new)
{
    if (old != new)
        say(arena, what, str_format(arena, "%s %u → %u", name, old, new));
}

/* Names that a symbol calls, without repetition, in order. */
static StrVec calls_of(Arena *arena, const ChangeSide *side, uint32_t symbol)
{
    StrVec names = {0};
    for (uint32_t i = side->first_reference[symbol]; i && names.len < CALLS_MAX;
         i = side->next_reference[i - 1]) {
        const Reference *reference = &side->outline.references.ptr[i - 1];
        if (reference->kind != REFERENCE_CALL)
            continue;
        bool known = false;
        for (size_t k = 0; k < names.len && !known; k++)
            known = str_equal(names.ptr[k], reference->name);
        if (!known)
            *VEC_PUSH(arena, &names) = reference->name;
    }
    return names;
}

static bool has_name(const StrVec *names, Str name)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i], name))
            return true;
    return false;
}

#define CALLS_SHOWN 4

static void say_calls(Arena *arena, StrVec *what, const char *head, const StrVec *in,
                      const StrVec *without)
{
    Buf text = buf_open(arena, 0);
    size_t count = 0;
    for (size_t i = 0; i < in->len; i++) {
        if (has_name(without, in->ptr[i]))
            continue;
        if (count++ < CALLS_SHOWN)
            buf_printf(&text, "%s%.*s", count == 1 ? "" : ", ", STR_ARG(in->ptr[i]));
    }
    if (count > CALLS_SHOWN)
        buf_printf(&text, " and %zu more", count - CALLS_SHOWN);
    if (count)
        say(arena, what, str_format(arena, "%s %.*s", head, STR_ARG(buf_str(&text))));
}

static void compare_bodies(Arena *arena, const ChangeSet *set, ChangedSymbol *changed)
{
    const ChangeSide *a = old_side(set, changed), *b = new_side(set, changed);
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
        say(arena, &changed->what,
            writes.len ? str_format(arena, "writes %.*s", STR_ARG(writes))
                       : STR("writes no state any more"));
}

/* ---- pairs ---- */

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
           is_called_as_outer(old_side(set, changed), changed->old_symbol) &&
           is_called_as_outer(new_side(set, changed), changed->new_symbol);
}

static unsigned parts_of(const OwnPart *a, const OwnPart *b, bool same_kind)
{
    unsigned parts = 0;
    if (a->head != b->head || !same_kind)
        parts |= PART_DIFFERS_SIGNATURE;
    /* Without a token of its own, as in a cell of a notebook, only bytes say whether it differs. */
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

/* ---- layout ---- */

typedef struct Gathered {
    Arena *arena;
    const Token *last; /* the last visited token */
    bool detached;     /* something that is not compared lies after the last code */
    VEC(LayoutToken) tokens;
} Gathered;

static void gather(void *context, const Token *token, OwnZone zone)
{
    Gathered *gathered = context;
    gathered->detached |= gathered->last && token - gathered->last != 1;
    gathered->detached |= zone == ZONE_COMMENT && token->kind == TOKEN_STRING; /* a docstring */
    gathered->last = token;
    if (token->kind == TOKEN_INDENT || zone == ZONE_COMMENT)
        return;
    *VEC_PUSH(gathered->arena, &gathered->tokens) = (LayoutToken){*token, gathered->detached};
    gathered->detached = false;
}

static LayoutPart layout_part(Arena *arena, const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    Gathered gathered = {.arena = arena};
    change_side_visit(side, &side->tokens, index, gather, &gathered);
    const Token *last = gathered.last, *end = side->tokens.ptr + side->own[index].last;
    return (LayoutPart){.language = side->outline.language,
                        .text = side->text,
                        .start = symbol->lead,
                        .end = last && last + 1 != end ? last->end : symbol->end,
                        .tokens = gathered.tokens.ptr,
                        .count = gathered.tokens.len};
}

/* Adds what differs in white space and in comments that tools read. */
static void compare_layout(Arena *arena, Arena scratch, const ChangeSet *set,
                           ChangedSymbol *changed)
{
    const ChangeSide *a = old_side(set, changed), *b = new_side(set, changed);
    bool same = !(changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY));
    bool kept = a->tokens.ptr && b->tokens.ptr;
    if (a->own[changed->old_symbol].bytes == b->own[changed->new_symbol].bytes)
        return;
    LayoutPart old = {0}, new = {0};
    if (kept) {
        old = layout_part(&scratch, a, changed->old_symbol);
        new = layout_part(&scratch, b, changed->new_symbol);
    }
    unsigned differs = kept ? layout_compare(scratch, &old, &new, same) : same ? LAYOUT_DIFFERS : 0;
    if (differs & (DIRECTIVES_DIFFER | CHECKS_DIFFER)) {
        changed->parts |= PART_DIFFERS_DIRECTIVE;
        say(arena, &changed->what, STR("a comment that tools read differs"));
    }
    if (differs & LAYOUT_DIFFERS) {
        changed->parts |= PART_DIFFERS_LAYOUT;
        say(arena, &changed->what,
            kept ? STR("white space differs that may change what it does")
                 : STR("white space differs; the change is too large to tell whether it matters"));
    }
    if (differs)
        changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
}

void kind_of_pair(Arena *arena, Arena scratch, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed)
{
    const ChangeSide *a = old_side(set, changed), *b = new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    bool renamed = !str_equal(old->name, new->name) && !kind_follows_class(set, changed);
    bool moved =
        !pair_is_in_place(set, pairing, (SymbolRef){changed->old_file, changed->old_symbol},
                          (SymbolRef){changed->file, changed->new_symbol});
    changed->parts = parts_of(&a->own[changed->old_symbol], &b->own[changed->new_symbol],
                              old->kind == new->kind || renamed || moved);
    compare_layout(arena, scratch, set, changed);
    changed->kind = kind_of(renamed, moved, changed->parts);
    changed->is_public = is_public(a, changed->old_symbol);
    if (changed->parts & PART_DIFFERS_SIGNATURE) {
        Heads heads = {.arena = arena, .changed = changed};
        compare_heads(&heads, set);
        changed->is_unchecked = changed->breaking.len > 0;
    }
    if (changed->parts & PART_DIFFERS_BODY)
        compare_bodies(arena, set, changed);
    bool unnamed = old->modifiers & new->modifiers &MODIFIER(DEFAULT); /* users choose the name */
    if (renamed && changed->is_public && !unnamed)
        say(arena, &changed->breaking,
            str_format(arena, "its name was '%.*s'", STR_ARG(old->name)));
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
    const Symbol *symbol = &old_side(set, changed)->outline.symbols.ptr[changed->old_symbol];
    if (!symbol->parent)
        return false;
    const Partner *owner = &pairing->old_to_new[changed->old_file][symbol->parent - 1];
    return owner->symbol != SYMBOL_ABSENT && !owner->extracted &&
           has_bases(&set->files.ptr[owner->file].new, owner->symbol);
}

void kind_of_lone(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed)
{
    bool gone = changed->new_symbol == SYMBOL_ABSENT;
    const ChangeSide *side = gone ? old_side(set, changed) : new_side(set, changed);
    uint32_t symbol = gone ? changed->old_symbol : changed->new_symbol;
    const Partner *partner = gone ? &pairing->old_to_new[changed->old_file][symbol]
                                  : &pairing->new_to_old[changed->file][symbol];
    changed->kind = gone ? CHANGE_REMOVED : CHANGE_ADDED;
    changed->is_public = is_public(side, symbol);
    changed->from = SYMBOL_ABSENT;
    if (partner->extracted) {
        changed->kind = gone ? CHANGE_INLINED : CHANGE_EXTRACTED;
        changed->from = partner->symbol;
        changed->from_file = partner->file;
        changed->similarity = partner->similarity;
        Str name = set->files.ptr[partner->file].new.outline.symbols.ptr[partner->symbol].name;
        say(arena, &changed->what,
            str_format(arena, gone ? "likely put into %.*s" : "likely taken out of %.*s",
                       STR_ARG(name)));
    }
    if (gone && changed->is_public && !offers_is_statement(&side->outline.symbols.ptr[symbol]))
        say(arena, may_be_inherited(set, pairing, changed) ? &changed->what : &changed->breaking,
            STR("it is gone"));
}
