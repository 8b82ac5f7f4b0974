/* Format is a proof of three witnesses: the row of the language on its white space, its grammar,
   and its own reader of texts, as far as it has them. */
#include "change/kind_layout.h"

#include "base/hash.h"
#include "lang/lexical/source_layout.h"
#include "text/lines.h"

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

/* ---- the tree ---- */

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

/* Whether texts in which white space counts are the same on both sides. */
static bool have_same_texts(const LayoutPart *old, const SideTree *was, const LayoutPart *new,
                            const SideTree *is)
{
    for (size_t i = 0, k = 0, at = 0, to = 0;;) {
        Str left, right;
        bool more = next_text(old, &was->texts, &i, &at, &left);
        if (more != next_text(new, &is->texts, &k, &to, &right))
            return false;
        if (!more)
            return true;
        if (!str_equal(left, right))
            return false;
    }
}

/* The leaves of a part, in order. */
typedef struct Leaves {
    const LayoutPart *part;
    const TreeShape *shape;
    size_t at, token;
    uint32_t from, to; /* all leaves between its ends, those of members included */
} Leaves;

static uint32_t leaf_after(const TreeShape *shape, uint32_t offset)
{
    size_t low = 0, high = shape->leaves.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shape->leaves.ptr[middle].start < offset)
            low = middle + 1;
        else
            high = middle;
    }
    return (uint32_t)low;
}

static Leaves leaves_of(const LayoutPart *part, const TreeShape *shape, uint32_t end)
{
    Leaves leaves = {.part = part, .shape = shape, .to = leaf_after(shape, end)};
    leaves.at = leaves.from = leaf_after(shape, part->start);
    return leaves;
}

/* Which nodes of the part begin and end with its next leaf; false: no more. */
static bool next_leaf(Leaves *leaves, uint64_t *nodes)
{
    const TreeShape *shape = leaves->shape;
    const LayoutPart *part = leaves->part;
    *nodes = 0;
    for (; leaves->at < leaves->to; leaves->at++) {
        const ShapeLeaf *leaf = &shape->leaves.ptr[leaves->at];
        while (leaves->token < part->count && part->tokens[leaves->token].token.end <= leaf->start)
            leaves->token++;
        if (leaves->token == part->count)
            return false;
        if (part->tokens[leaves->token].token.start >= leaf->end)
            continue;
        for (uint32_t i = leaf->first; i; i = shape->nodes.ptr[i - 1].next_first)
            if (shape->nodes.ptr[i - 1].to < leaves->to)
                *nodes = hash_mix(*nodes, shape->nodes.ptr[i - 1].kind);
        for (uint32_t i = leaf->last; i; i = shape->nodes.ptr[i - 1].next_last)
            if (shape->nodes.ptr[i - 1].from >= leaves->from)
                *nodes = hash_mix(*nodes, ~(uint64_t)shape->nodes.ptr[i - 1].kind);
        leaves->at++;
        return true;
    }
    return false;
}

static bool have_same_shape(Leaves old, Leaves new)
{
    for (;;) {
        uint64_t was, is;
        bool more = next_leaf(&old, &was);
        if (more != next_leaf(&new, &is) || was != is)
            return false;
        if (!more)
            return true;
    }
}

/* Whether the grammar reads both sides as the same. A text that hides its code is not parsed, and a
   language without a grammar has only its row. */
static bool have_same_trees(Arena *arena, Arena scratch, const ChangeSet *set,
                            const ChangedSymbol *changed, const LayoutPart *old,
                            const LayoutPart *new)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    const SideTree *was = change_side_tree(arena, scratch, a);
    const SideTree *is = change_side_tree(arena, scratch, b);
    if (!was || !is)
        return a->code.parts.len || b->code.parts.len;
    uint32_t ends[] = {a->outline.symbols.ptr[changed->old_symbol].end,
                       b->outline.symbols.ptr[changed->new_symbol].end};
    bool docs = changed->parts & PART_DIFFERS_DOCSTRING; /* a node, although it is no token */
    return have_same_texts(old, was, new, is) &&
           (docs || have_same_shape(leaves_of(old, &was->shape, ends[0]),
                                    leaves_of(new, &is->shape, ends[1])));
}

static void say_layout(Arena *arena, ChangedSymbol *changed, const char *what)
{
    changed->parts |= PART_DIFFERS_LAYOUT;
    changed->parts &= ~(unsigned)PART_DIFFERS_FORMAT;
    change_say(arena, &changed->what, str_from(what));
}

/* Whether the language's texts are documents that no reader of its own compares. */
static bool is_prose(const Language *language)
{
    const LangFacts *facts = lang_facts(language);
    return facts->holds_prose && !facts->layout.same_text;
}

/* Adds what differs in white space and in comments that tools read. */
static void compare_layout(Arena *arena, Arena scratch, const ChangeSet *set,
                           ChangedSymbol *changed)
{
    const ChangeSide *a = changed_old_side(set, changed), *b = changed_new_side(set, changed);
    bool same = !(changed->parts & (PART_DIFFERS_SIGNATURE | PART_DIFFERS_BODY));
    bool kept = a->tokens.ptr && b->tokens.ptr;
    if (changed->parts == PART_DIFFERS_FORMAT && is_prose(b->outline.language))
        say_layout(arena, changed, "white space differs, which may form the text");
    if (!(changed->parts & PART_DIFFERS_FORMAT) &&
        a->own[changed->old_symbol].bytes == b->own[changed->new_symbol].bytes)
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
        !have_same_trees(arena, scratch, set, changed, &old, &new))
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
    bool more = changed->parts & ~kept;
    if (!layout->same_text || !changed->parts || a->outline.language != b->outline.language)
        return;
    bool same = layout->same_text(scratch, text_of(a, changed->old_symbol),
                                  text_of(b, changed->new_symbol));
    if (!more && !same)
        say_layout(arena, changed, "white space differs that may change what it means");
    if (!more || !same)
        return;
    changed->parts = (changed->parts & kept) | PART_DIFFERS_FORMAT;
    changed->what = (StrVec){0};
    if (changed->parts & PART_DIFFERS_DIRECTIVE)
        change_say(arena, &changed->what, STR("a comment that tools read differs"));
}

void kind_layout_compare(Arena *arena, Arena scratch, const ChangeSet *set, ChangedSymbol *changed)
{
    compare_layout(arena, scratch, set, changed);
    compare_meaning(arena, scratch, set, changed);
}
