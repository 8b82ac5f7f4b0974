/* First the text is divided into the spans of each part. Then each occurrence of a term becomes a
   64-bit number, with the term in the upper half, and part and kind of occurrence in the lower
   one. Sorting by term brings equal ones together. */
#include "index/terms/file_terms.h"

#include "base/radix.h"
#include "text/terms.h"

/* A value or constant of at least this many lines is a separate part. */
#define VALUE_LINES_MIN 4

typedef struct Places {
    Arena *arena;
    VEC(uint64_t) list;
    uint32_t part;
    bool comment;
    Str name; /* name of the part, as a slice of the text */
    TermPart *parts;
} Places;

/* Flags in the lowest bits of an occurrence, below the part. */
#define PLACE_BITS 3
#define PLACE_COMMENT 1u
#define PLACE_NAME 2u
/* A declared name; the other two bits are then its TermNamed. */
#define PLACE_NAMED 4u

/* ---- parts ---- */

bool term_is_part(const Symbol *symbol)
{
    switch (symbol->kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO:
    case SYMBOL_TYPE:
    case SYMBOL_SECTION:
    case SYMBOL_TABLE:
    case SYMBOL_VIEW:
    case SYMBOL_TRIGGER:
    case SYMBOL_RULE:
    case SYMBOL_TARGET:
    case SYMBOL_MODULE:
    case SYMBOL_NAMESPACE:
    case SYMBOL_OBJECT: return true;
    case SYMBOL_CONSTANT:
    case SYMBOL_VARIABLE:
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY: return symbol->end_line >= symbol->start_line + VALUE_LINES_MIN - 1;
    default: return symbol_is_type(symbol->kind) || symbol->kind == SYMBOL_ENUM;
    }
}

static bool is_within(Str word, Str text)
{
    return word.ptr >= text.ptr && word.ptr + word.len <= text.ptr + text.len;
}

static void note_term(void *context, uint32_t term, Str word, bool joined)
{
    Places *places = context;
    unsigned bits = places->comment ? PLACE_COMMENT : 0;
    if (places->name.len && is_within(word, places->name))
        bits |= PLACE_NAME;
    places->parts[places->part].length += !joined;
    *VEC_PUSH(places->arena, &places->list) =
        (uint64_t)term << 32 | (uint64_t)places->part << PLACE_BITS | bits;
}

typedef struct Span {
    uint32_t start, end;
    uint32_t next; /* the next span of the same part, as index + 1 */
    bool comment;
} Span;

typedef struct OpenPart {
    uint32_t part, end;
} OpenPart;

typedef struct Cut {
    Arena *arena;
    VEC(Span) spans;
    uint32_t *first, *last; /* first and last span by part, as index + 1 */
    uint32_t at, end;
    OpenPart *open;
    size_t depth;
} Cut;

/* Assigns the text up to `end` to a part. */
static void take_until(Cut *cut, uint32_t end, uint32_t part, bool comment)
{
    end = MIN(end, cut->end);
    if (end <= cut->at)
        return;
    *VEC_PUSH(cut->arena, &cut->spans) = (Span){cut->at, end, 0, comment};
    uint32_t number = (uint32_t)cut->spans.len;
    if (cut->last[part])
        cut->spans.ptr[cut->last[part] - 1].next = number;
    else
        cut->first[part] = number;
    cut->last[part] = number;
    cut->at = end;
}

static void close_until(Cut *cut, uint32_t start)
{
    while (cut->depth > 1 && cut->open[cut->depth - 1].end <= start) {
        const OpenPart *inner = &cut->open[--cut->depth];
        take_until(cut, inner->end, inner->part, false);
    }
}

/* The end of a string at the beginning of a body, such as Python's docstrings; 0 without one. */
static uint32_t docstring_end(Str text, const Symbol *symbol)
{
    static const Str quotes[] = {STR_INIT("\"\"\""), STR_INIT("'''")};
    Str body = str_slice(text, symbol->body, symbol->end);
    for (size_t i = 0; i < COUNT(quotes) && symbol->body; i++) {
        size_t end = str_starts(body, quotes[i])
                         ? str_find(str_from_offset(body, quotes[i].len), quotes[i])
                         : STR_NONE;
        if (end != STR_NONE)
            return symbol->body + (uint32_t)(end + 2 * quotes[i].len);
    }
    return 0;
}

/* Declarations are in the order of the text, and a part comes before those nested in it. */
static size_t cut_parts(Cut *cut, Str text, const SymbolVec *symbols, TermPart *parts)
{
    size_t count = 1;
    for (size_t i = 0; i < symbols->len; i++) {
        const Symbol *symbol = &symbols->ptr[i];
        if (!term_is_part(symbol))
            continue;
        uint32_t part = (uint32_t)count++;
        parts[part].entry = (uint32_t)i + 1;
        close_until(cut, symbol->start);
        take_until(cut, symbol->lead, cut->open[cut->depth - 1].part, false);
        take_until(cut, symbol->start, part, true);
        cut->open[cut->depth++] = (OpenPart){part, symbol->end};
        uint32_t doc = docstring_end(text, symbol);
        if (doc) {
            take_until(cut, symbol->body, part, false);
            take_until(cut, doc, part, true);
        }
    }
    close_until(cut, UINT32_MAX);
    take_until(cut, UINT32_MAX, 0, false);
    return count;
}

static void take_terms(Places *places, const Cut *cut, size_t parts, const SymbolVec *symbols,
                       Str text)
{
    for (uint32_t part = 0; part < parts; part++) {
        const Symbol *symbol = part ? &symbols->ptr[places->parts[part].entry - 1] : NULL;
        places->name = symbol ? str_slice(text, symbol->name_start, symbol->name_end) : (Str){0};
        for (uint32_t i = cut->first[part]; i; i = cut->spans.ptr[i - 1].next) {
            const Span *span = &cut->spans.ptr[i - 1];
            places->part = part;
            places->comment = span->comment;
            terms_visit(str_slice(text, span->start, span->end), note_term, places);
        }
    }
}

static TermNamed named_of(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR: return TERM_NAMES_FUNCTION;
    case SYMBOL_CONSTANT:
    case SYMBOL_VARIABLE:
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY: return TERM_NAMES_VALUE;
    default:
        return symbol_is_type(kind) || kind == SYMBOL_TYPE || kind == SYMBOL_ENUM
                   ? TERM_NAMES_TYPE
                   : TERM_NAMES_OTHER;
    }
}

static void put_name(Places *places, uint32_t part, Str name, TermNamed named)
{
    if (name.len)
        *VEC_PUSH(places->arena, &places->list) =
            (uint64_t)term_of_name(name) << 32 | (uint64_t)part << PLACE_BITS | PLACE_NAMED | named;
}

/* Names that the file re-exports count as declared by it. */
static void take_passed_on(Places *places, const ImportVec *imports)
{
    for (size_t i = 0; i < imports->len; i++)
        for (size_t k = 0; k < imports->ptr[i].bindings.len; k++) {
            const Binding *binding = &imports->ptr[i].bindings.ptr[k];
            if (binding->flags & BINDING_REEXPORT)
                put_name(places, 0, binding->alias, TERM_NAMES_OTHER);
        }
}

/* Top-level values that are not parts count as declared by part 0. */
static void take_names(Places *places, size_t parts, const Outline *outline)
{
    const SymbolVec *symbols = &outline->symbols;
    take_passed_on(places, &outline->imports);
    for (size_t i = 0; i < symbols->len; i++)
        if (!symbols->ptr[i].depth && !term_is_part(&symbols->ptr[i]))
            put_name(places, 0, symbols->ptr[i].name, named_of(symbols->ptr[i].kind));
    for (uint32_t part = 1; part < parts; part++) {
        const Symbol *symbol = &symbols->ptr[places->parts[part].entry - 1];
        put_name(places, part, symbol->name, named_of(symbol->kind));
    }
}

/* ---- writing ---- */

static uint8_t code_of(size_t count, unsigned bits)
{
    if (bits & PLACE_NAMED)
        return bits & (PLACE_NAMED - 1);
    unsigned code = count < 3 ? (unsigned)count - 1 : count < 5 ? 2 : 3;
    code |= bits & PLACE_COMMENT ? TERM_IN_COMMENT : 0;
    return (uint8_t)(code | (bits & PLACE_NAME ? TERM_IN_NAME : 0));
}

void term_hits_put(Buf *out, uint32_t *before, TermHit hit)
{
    varint_put(out, (uint64_t)(hit.part - *before) << TERM_CODE_BITS | hit.code);
    *before = hit.part;
}

/* Appends the hits of the term whose occurrences begin at `from`. Returns the index after them. */
static size_t put_hits(Buf *out, const Places *places, size_t from, uint64_t *count)
{
    uint32_t term = (uint32_t)(places->list.ptr[from] >> 32), before = 0;
    size_t i = from;
    *count = 0;
    while (i < places->list.len && places->list.ptr[i] >> 32 == term) {
        uint64_t place = places->list.ptr[i] >> PLACE_BITS;
        unsigned bits = 0;
        size_t times = 0;
        for (; i < places->list.len && places->list.ptr[i] >> PLACE_BITS == place; i++, times++)
            bits |= (unsigned)places->list.ptr[i];
        uint32_t part = (uint32_t)(place & (UINT32_MAX >> PLACE_BITS));
        term_hits_put(out, &before, (TermHit){part, code_of(times, bits)});
        ++*count;
    }
    return i;
}

static void put_terms(Buf *out, Arena scratch, const Places *places)
{
    TermSet common = terms_common(&scratch);
    Buf terms = buf_open(&scratch, 0);
    uint64_t terms_count = 0;
    uint32_t before = 0;
    Buf hits = buf_open(&scratch, 0);
    for (size_t i = 0; i < places->list.len;) {
        hits.len = 0;
        uint32_t term = (uint32_t)(places->list.ptr[i] >> 32);
        uint64_t count = 0;
        i = put_hits(&hits, places, i, &count);
        if (term_set_has(common, term))
            continue;
        varint_put(&terms, term - before);
        varint_put(&terms, count);
        varint_put_str(&terms, buf_str(&hits));
        before = term;
        terms_count++;
    }
    varint_put(out, terms_count);
    buf_put(out, buf_str(&terms));
}

Str file_terms_make(Arena *arena, Arena scratch, const Outline *outline, Str text)
{
    size_t room = outline->symbols.len + 1;
    Places places = {.arena = &scratch, .parts = NEW(&scratch, TermPart, room)};
    Cut cut = {.arena = &scratch,
               .first = NEW(&scratch, uint32_t, room),
               .last = NEW(&scratch, uint32_t, room),
               .end = (uint32_t)MIN(text.len, TERM_TEXT_BYTES_MAX),
               .open = NEW(&scratch, OpenPart, room),
               .depth = 1};
    size_t count = cut_parts(&cut, text, &outline->symbols, places.parts);
    take_terms(&places, &cut, count, &outline->symbols, text);
    take_names(&places, count, outline);
    radix_sort_upper(places.list.ptr, places.list.len, scratch);
    Buf out = buf_open(arena, 0);
    varint_put(&out, count);
    uint32_t before = 0;
    for (size_t i = 0; i < count; i++) {
        varint_put(&out, places.parts[i].entry - before);
        varint_put(&out, places.parts[i].length);
        before = places.parts[i].entry;
    }
    put_terms(&out, scratch, &places);
    return buf_str(&out);
}

/* ---- reading ---- */

FileTerms file_terms_open(Arena *arena, Str bytes)
{
    FileTerms terms = {.in = varint_open(bytes)};
    uint64_t count = varint_take(&terms.in);
    uint32_t entry = 0;
    terms.failed = terms.in.failed || count > bytes.len;
    if (terms.failed)
        return terms;
    terms.parts = NEW(arena, TermPart, count);
    terms.part_count = (size_t)count;
    for (uint64_t i = 0; i < count; i++) {
        entry += varint_u32(&terms.in);
        terms.parts[i] = (TermPart){entry, varint_u32(&terms.in)};
    }
    terms.left = (size_t)varint_take(&terms.in);
    terms.failed = terms.in.failed;
    return terms;
}

bool file_terms_next(FileTerms *terms)
{
    if (terms->failed || !terms->left)
        return false;
    terms->left--;
    terms->term += varint_u32(&terms->in);
    terms->hit_count = varint_u32(&terms->in);
    terms->hits = varint_str(&terms->in);
    terms->failed = terms->in.failed;
    return !terms->failed;
}

TermHits term_hits_open(Str bytes, size_t count)
{
    return (TermHits){.in = varint_open(bytes), .left = count};
}

bool term_hits_next(TermHits *hits, TermHit *hit)
{
    if (!hits->left || hits->in.failed)
        return false;
    hits->left--;
    uint64_t value = varint_take(&hits->in);
    hits->part += (uint32_t)(value >> TERM_CODE_BITS);
    *hit = (TermHit){hits->part, (uint8_t)(value & ((1u << TERM_CODE_BITS) - 1))};
    return !hits->in.failed;
}
