/* Rules about functions: complexity, size, swallowed errors, copies. */
#include "review/rule_functions.h"

#include "change/features.h"
#include "lang/lang.h"
#include "review/test_words.h"

/* ---- swallowed errors ---- */

static int64_t dropped_in(const Outline *outline)
{
    int64_t sum = 0;
    for (size_t i = 0; i < outline->symbols.len; i++)
        sum += symbol_code(&outline->symbols.ptr[i])->unguarded;
    return sum;
}

static void visit_dropped(const ReviewFind *find, const ChangedSymbol *changed, const Symbol *new,
                          const Symbol *old)
{
    const ChangedFile *file = &find->review->set->files.ptr[changed->file];
    unsigned before = symbol_code(old)->unguarded, after = symbol_code(new)->unguarded;
    /* A new function may be code that was moved within the file. */
    if (after <= before ||
        (!old && dropped_in(&file->new.outline) <= dropped_in(&file->old.outline)))
        return;
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    finding->message =
        str_format(find->review->arena, "%.*s drops %s it may get", STR_ARG(finding->symbol),
                   after - before == 1 ? "an error that" : "errors that");
    review_add_evidence(find, finding,
                        str_format(find->review->arena, "dropped errors %u → %u", before, after));
    finding->key = finding->symbol;
    finding->suggestion = STR("handle it, hand it on, or say why it cannot be");
    if (lang_assumes_by_sign(file->new.outline.language))
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
}

bool review_find_dropped(const ReviewFind *find, Err *err)
{
    (void)err;
    review_visit_functions(find, visit_dropped);
    review_find_scripts(find);
    return true;
}

/* ---- complexity and size ---- */

static void visit_complex(const ReviewFind *find, const ChangedSymbol *changed, const Symbol *new,
                          const Symbol *old)
{
    Arena *arena = find->review->arena;
    unsigned before = symbol_code(old)->complexity, after = symbol_code(new)->complexity;
    unsigned most = find->review->policy->max_cognitive;
    if (after <= most || after <= before)
        return;
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    finding->message = str_format(arena, "%.*s has a cognitive complexity of %u, above %u",
                                  STR_ARG(finding->symbol), after, most);
    if (old)
        review_add_evidence(find, finding, str_format(arena, "complexity %u → %u", before, after));
    if (before > most)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    finding->key = finding->symbol;
    finding->suggestion = STR("take parts of it out into functions that have a name");
}

bool review_find_complex(const ReviewFind *find, Err *err)
{
    (void)err;
    review_visit_functions(find, visit_complex);
    return true;
}

static void visit_long(const ReviewFind *find, const ChangedSymbol *changed, const Symbol *new,
                       const Symbol *old)
{
    Arena *arena = find->review->arena;
    unsigned before = old ? old->end_line - old->start_line + 1 : 0;
    unsigned after = new->end_line - new->start_line + 1, most = find->review->policy->max_lines;
    if (after <= most || after <= before)
        return;
    Finding *finding = review_add_symbol(find, changed, (Str){0});
    finding->message =
        str_format(arena, "%.*s has %u lines, above %u", STR_ARG(finding->symbol), after, most);
    if (old)
        review_add_evidence(find, finding, str_format(arena, "lines %u → %u", before, after));
    if (before > most)
        finding->severity = MIN(finding->severity, REVIEW_NOTE);
    finding->key = finding->symbol;
    finding->suggestion = STR("take parts of it out into functions that have a name");
}

bool review_find_long(const ReviewFind *find, Err *err)
{
    (void)err;
    review_visit_functions(find, visit_long);
    return true;
}

/* ---- copies ---- */

/* Shorter bodies resemble too many others. */
#define COPY_TOKENS_MIN 50
/* The most pairs of functions that are compared. */
#define COPY_PAIRS_MAX 4000000

typedef struct Body {
    const ChangedFile *file;
    uint32_t symbol;
    const ChangedSymbol *added; /* NULL: it existed before or was moved */
    HashSet pairs;
} Body;
typedef VEC(Body) BodyVec;

typedef struct PairReader {
    uint32_t *pairs;
    uint32_t len;
    uint32_t before;
} PairReader;

static void take_token(void *context, const Token *token, OwnZone zone)
{
    PairReader *reader = context;
    if (zone != ZONE_BODY || token->kind == TOKEN_INDENT || token->kind == TOKEN_COMMENT)
        return;
    reader->pairs[reader->len++] = reader->before * 31 + token->hash;
    reader->before = token->hash;
}

static int by_value(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static HashSet pairs_of(Arena *arena, const ChangeSide *side, const TokenVec *tokens,
                        uint32_t symbol)
{
    PairReader reader = {.pairs = NEW(arena, uint32_t, side->own[symbol].body_tokens + 1)};
    change_side_visit(side, tokens, symbol, take_token, &reader);
    if (reader.len)
        qsort(reader.pairs, reader.len, sizeof(uint32_t), by_value);
    return (HashSet){reader.pairs, reader.len};
}

static const ChangedSymbol *find_added(const ChangedFile *file, uint32_t symbol)
{
    for (size_t i = 0; i < file->symbols.len; i++)
        if (file->symbols.ptr[i].new_symbol == symbol)
            return file->symbols.ptr[i].kind == CHANGE_ADDED ? &file->symbols.ptr[i] : NULL;
    return NULL;
}

static bool is_comparable(const ChangedFile *file, uint32_t symbol)
{
    return symbol_is_function(file->new.outline.symbols.ptr[symbol].kind) &&
           file->new.own[symbol].body_tokens >= COPY_TOKENS_MIN &&
           !review_is_within_tests(&file->new, symbol);
}

static void add_bodies(Arena *arena, Arena scratch, const ChangedFile *file, BodyVec *bodies)
{
    TokenVec tokens = {0};
    for (uint32_t k = 0; k < file->new.outline.symbols.len; k++) {
        if (!is_comparable(file, k))
            continue;
        if (!tokens.len)
            tokens = change_side_tokens(&scratch, &file->new);
        Body body = {file, k, find_added(file, k), pairs_of(arena, &file->new, &tokens, k)};
        *VEC_PUSH(arena, bodies) = body;
    }
}

static bool adds_functions(const ReviewContext *review)
{
    for (size_t i = 0; i < review->set->files.len; i++) {
        const ChangedFile *file = &review->set->files.ptr[i];
        for (size_t k = 0; k < file->symbols.len && review_is_code(review, file); k++)
            if (file->symbols.ptr[k].kind == CHANGE_ADDED &&
                is_comparable(file, file->symbols.ptr[k].new_symbol))
                return true;
    }
    return false;
}

static BodyVec bodies_of(const ReviewContext *review)
{
    BodyVec bodies = {0};
    for (size_t i = 0; i < review->set->files.len; i++)
        if (review_is_code(review, &review->set->files.ptr[i]))
            add_bodies(review->arena, *review->scratch, &review->set->files.ptr[i], &bodies);
    return bodies;
}

/* Whether one contains the other. */
static bool is_nested(const Body *a, const Body *b)
{
    const SymbolVec *symbols = &a->file->new.outline.symbols;
    return a->file == b->file &&
           ((a->symbol >= b->symbol && a->symbol < symbols->ptr[b->symbol].next) ||
            (b->symbol >= a->symbol && b->symbol < symbols->ptr[a->symbol].next));
}

/* Of two added functions that are alike, only the later one is reported. */
static const Body *find_twin(const BodyVec *bodies, size_t index, uint32_t least, uint32_t *best)
{
    const Body *body = &bodies->ptr[index], *twin = NULL;
    for (size_t i = 0; i < bodies->len; i++) {
        const Body *other = &bodies->ptr[i];
        uint32_t small = MIN(body->pairs.len, other->pairs.len);
        if (i == index || (other->added && i > index) || is_nested(body, other) ||
            2000ull * small < (uint64_t)least * (body->pairs.len + other->pairs.len))
            continue;
        uint32_t alike = features_dice(body->pairs, other->pairs, 0);
        if (alike < least || alike <= *best)
            continue;
        *best = alike;
        twin = other;
    }
    return twin;
}

static void tell_copy(const ReviewFind *find, const Body *body, const Body *twin, uint32_t alike)
{
    Arena *arena = find->review->arena;
    const Symbol *symbol = &twin->file->new.outline.symbols.ptr[twin->symbol];
    Str name = symbol_qualified_name(arena, &twin->file->new.outline, twin->symbol);
    Finding *finding = review_add_symbol(find, body->added, (Str){0});
    finding->message =
        str_format(arena, "%.*s is nearly a copy of %.*s", STR_ARG(finding->symbol), STR_ARG(name));
    Str path = twin->file->new.path;
    review_add_evidence(find, finding,
                        str_format(arena, "%.*s:%u-%u, %u %% alike", STR_ARG(path),
                                   symbol->start_line, symbol->end_line, alike / 10));
    finding->key = finding->symbol;
    finding->suggestion = STR("use that one, or put what both do into one function");
}

bool review_find_copies(const ReviewFind *find, Err *err)
{
    uint64_t compared = 0;
    (void)err;
    if (!adds_functions(find->review))
        return true;
    BodyVec bodies = bodies_of(find->review);
    for (size_t i = 0; i < bodies.len; i++) {
        uint32_t alike = 0;
        if (!bodies.ptr[i].added)
            continue;
        compared += bodies.len;
        if (compared > COPY_PAIRS_MAX) {
            review_add_limit(find, STR("too many functions to look for copies among all of them"),
                             STR("review smaller parts of the change"));
            return true;
        }
        const Body *twin = find_twin(&bodies, i, find->review->policy->similarity * 10, &alike);
        if (twin)
            tell_copy(find, &bodies.ptr[i], twin, alike);
    }
    return true;
}
