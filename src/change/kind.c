/* The tokens of a pair's own parts say which parts differ; heads, members and bodies are then
   compared for what callers rely on. */
#include "change/kind.h"

#include "base/buf.h"
#include "change/heads.h"
#include "change/macro_arms.h"
#include "change/offers.h"
#include "change/required_members.h"
#include "change/visibility.h"
#include "lang/lexical/source_layout.h"
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
    if (was != is && lang_facts(b->outline.language)->yield_makes_generator)
        change_say(arena, &changed->breaking,
                   is ? STR("generator now") : STR("not generator any more"));
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
                        .text = side->code.text,
                        .start = symbol->lead,
                        .end = last && last + 1 != end ? last->end : symbol->end,
                        .tokens = gathered.tokens.ptr,
                        .count = gathered.tokens.len};
}

/* ---- texts ---- */

/* The next of the spans from *at on that holds a token of the part; false: no more. */
static bool next_text(const LayoutPart *part, const TreeSpanVec *spans, size_t *at, size_t *token,
                      Str *text)
{
    for (; *at < spans->len; ++*at) {
        TreeSpan span = spans->ptr[*at];
        while (*token < part->count && part->tokens[*token].token.end <= span.start)
            ++*token;
        if (*token == part->count)
            return false;
        if (part->tokens[*token].token.start >= span.end)
            continue;
        *text = str_slice(part->text, span.start, span.end);
        ++*at;
        return true;
    }
    return false;
}

/* Whether texts in which white space counts are the same on both sides, where the language's row
   says that white space in code means nothing. */
static bool have_same_texts(Arena *arena, Arena scratch, const ChangeSet *set,
                            const ChangedSymbol *changed, const LayoutPart *old,
                            const LayoutPart *new)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Language *language = b->outline.language;
    unsigned free = LAYOUT_WIDTH_FREE | LAYOUT_LINES_FREE;
    if (!(lang_facts(language)->layout.traits & free))
        return true;
    const TreeSpanVec *was = change_side_texts(arena, scratch, a);
    const TreeSpanVec *is = change_side_texts(arena, scratch, b);
    if (!was || !is)
        return a->code.parts.len || b->code.parts.len;
    for (size_t i = 0, k = 0, at = 0, to = 0;;) {
        Str left, right;
        bool more = next_text(old, was, &i, &at, &left);
        if (more != next_text(new, is, &k, &to, &right))
            return false;
        if (!more)
            return true;
        if (!str_equal(left, right))
            return false;
    }
}

static void say_layout(Arena *arena, ChangedSymbol *changed, const char *what)
{
    changed->parts |= PART_DIFFERS_LAYOUT;
    changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
    change_say(arena, &changed->what, str_from(what));
}

/* Adds what differs in white space and in comments that tools read. */
static void compare_layout(Arena *arena, Arena scratch, const ChangeSet *set,
                           ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool same = !(changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY));
    bool kept = a->tokens.ptr && b->tokens.ptr;
    if (a->own[changed->old_symbol].bytes == b->own[changed->new_symbol].bytes)
        return;
    LayoutPart old = {0}, new = {0};
    if (kept) {
        old = layout_part(&scratch, a, changed->old_symbol);
        new = layout_part(&scratch, b, changed->new_symbol);
    }
    unsigned differs = kept   ? source_layout_compare(scratch, &old, &new, same)
                       : same ? LAYOUT_DIFFERS
                              : 0;
    if (kept && same && !(differs & LAYOUT_DIFFERS) &&
        !have_same_texts(arena, scratch, set, changed, &old, &new))
        differs |= LAYOUT_DIFFERS;
    if (differs & (DIRECTIVES_DIFFER | CHECKS_DIFFER)) {
        changed->parts |= PART_DIFFERS_DIRECTIVE;
        change_say(arena, &changed->what, STR("a comment that tools read differs"));
    }
    if (differs & LAYOUT_DIFFERS)
        say_layout(arena, changed,
                   kept
                       ? "white space differs that may change what it does"
                       : "white space differs; the change is too large to tell whether it matters");
    if (differs)
        changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
}

/* The text of a symbol, from the beginning of its first line if only white space and marks are
   before it there. */
static Str text_of(const ChangeSide *side, uint32_t index)
{
    const Symbol *symbol = &side->outline.symbols.ptr[index];
    size_t from = lines_start_at(side->text, symbol->start);
    for (size_t i = from; i < symbol->start; i++)
        if (!byte_in(side->text.ptr[i], " \t-"))
            from = symbol->start;
    return str_slice(side->text, from, symbol->end);
}

/* What the language's own reader takes for the same differs in its form alone, and what it does not
   take for the same differs in more. */
static void compare_meaning(Arena *arena, Arena scratch, const ChangeSet *set,
                            ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const LangLayout *layout = &lang_facts(b->outline.language)->layout;
    const unsigned kept = PART_DIFFERS_COMMENT | PART_DIFFERS_DIRECTIVE | PART_DIFFERS_FORMAT;
    bool more = changed->parts & ~kept, format = changed->parts == PART_DIFFERS_FORMAT;
    if (!layout->same_text || !(more || format) || a->outline.language != b->outline.language)
        return;
    bool same = layout->same_text(scratch, text_of(a, changed->old_symbol),
                                  text_of(b, changed->new_symbol));
    if (format && !same)
        say_layout(arena, changed, "white space differs that may change what it means");
    if (!more || !same)
        return;
    changed->parts = (changed->parts & kept) | PART_DIFFERS_FORMAT;
    changed->what = (StrVec){0};
    if (changed->parts & PART_DIFFERS_DIRECTIVE)
        change_say(arena, &changed->what, STR("a comment that tools read differs"));
}

void kind_of_pair(Arena *arena, Arena scratch, const ChangeSet *set, const Pairing *pairing,
                  ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const Symbol *old = &a->outline.symbols.ptr[changed->old_symbol];
    const Symbol *new = &b->outline.symbols.ptr[changed->new_symbol];
    bool renamed = !str_equal(old->name, new->name) && !kind_follows_class(set, changed);
    bool moved =
        !pair_is_in_place(set, pairing, (SymbolRef){changed->old_file, changed->old_symbol},
                          (SymbolRef){changed->file, changed->new_symbol});
    changed->parts = parts_of(&a->own[changed->old_symbol], &b->own[changed->new_symbol],
                              old->kind == new->kind || renamed || moved);
    compare_layout(arena, scratch, set, changed);
    compare_meaning(arena, scratch, set, changed);
    heads_compare(arena, set, changed);
    compare_yields(arena, set, changed);
    if (changed->parts & PART_DIFFERS_BODY)
        macro_arms_compare(arena, set, changed);
    required_members_compare(arena, set, pairing, changed);
    changed->is_unchecked = changed->breaking.len > 0;
    changed->kind = kind_of(renamed, moved, changed->parts);
    changed->is_public = visibility_is_public(a, changed->old_symbol);
    if (changed->parts & PART_DIFFERS_BODY)
        compare_bodies(arena, set, changed);
    bool unnamed = old->modifiers & new->modifiers &MODIFIER(DEFAULT); /* users choose the name */
    if (renamed && changed->is_public && !unnamed)
        change_say(arena, &changed->breaking,
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
    const Symbol *symbol =
        &changed_old_side(set, changed)->outline.symbols.ptr[changed->old_symbol];
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
    if (gone && changed->is_public && !offers_is_statement(&side->outline.symbols.ptr[symbol]))
        change_say(arena,
                   may_be_inherited(set, pairing, changed) ? &changed->what : &changed->breaking,
                   STR("it is gone"));
}
