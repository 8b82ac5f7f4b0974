/* Each field of symbols, imports and references is a column: similar values next to each other
   compress best, and the store keeps the same columns of all files together.

   Fields that follow from others are not stored: depths determine parents and ends of subtrees. A
   reference mostly repeats the previous reference of the same name, and is usually in the
   innermost symbol around its line. Only differences from these predictions are stored. */
#include "index/store/facts.h"

#include "index/store/facts_places.h"
#include "lang/walk/argument.h"

/* Columns of the outline. Columns of the references are numbered by their position in
   code_references. */
enum {
    COLUMN_HEAD,
    COLUMN_HEAD_TEXTS,
    COLUMN_IMPORTS,
    COLUMN_IMPORT_TEXTS,
    COLUMN_ROUTES,
    COLUMN_ROUTE_TEXTS,
    COLUMN_SYMBOLS /* this and one more for each further field of a symbol */
};

/* ---- head ---- */

static void code_head(Codec *codec, Outline *outline)
{
    Str language = codec->writing ? lang_id(outline->language) : (Str){0};
    uint32_t engine = outline->engine, disguised = outline->disguised,
             degraded = outline->degraded | (uint32_t)outline->calls_are_unknown << 1;
    codec_use(codec, COLUMN_HEAD_TEXTS);
    codec_text(codec, &language);
    codec_text(codec, &outline->note);
    codec_text(codec, &outline->package);
    codec_text(codec, &outline->facts);
    codec_use(codec, COLUMN_HEAD);
    codec_u32(codec, &engine);
    codec_u32(codec, &degraded);
    codec_u32(codec, &disguised);
    codec_u32(codec, &outline->line_count);
    if (codec->writing)
        return;
    outline->language = lang_find(language);
    outline->engine = (OutlineEngine)MIN(engine, (uint32_t)ENGINE_PATTERNS);
    outline->degraded = degraded & 1;
    outline->calls_are_unknown = degraded >> 1 & 1;
    outline->disguised = disguised;
    codec->failed |= !outline->language;
}

/* ---- symbols ---- */

typedef enum SymbolFlag {
    SYMBOL_IS_VALUE = 1,
    SYMBOL_HAS_BODY = 2,
    SYMBOL_HAS_FLOW = 4,
} SymbolFlag;

/* One field of the symbol at i. */
typedef void (*SymbolColumn)(Codec *codec, Symbol *all, size_t i);

static void code_kind(Codec *codec, Symbol *all, size_t i)
{
    uint32_t kind = all[i].kind;
    codec_u32(codec, &kind);
    all[i].kind = kind < SYMBOL_KIND_COUNT ? (SymbolKind)kind : SYMBOL_NONE;
}

static void code_modifiers(Codec *codec, Symbol *all, size_t i)
{
    codec_u32(codec, &all[i].modifiers);
}

static void code_name(Codec *codec, Symbol *all, size_t i)
{
    codec_name(codec, &all[i].name);
}

static void code_owner(Codec *codec, Symbol *all, size_t i)
{
    Str owner = symbol_owner(&all[i]);
    codec_name(codec, &owner);
    if (!codec->writing)
        symbol_set_owner(codec->arena, &all[i], owner);
}

static void code_signature(Codec *codec, Symbol *all, size_t i)
{
    codec_text_around(codec, &all[i].signature, all[i].name);
}

static void code_doc(Codec *codec, Symbol *all, size_t i)
{
    Str doc = symbol_doc(&all[i]);
    codec_text(codec, &doc);
    if (!codec->writing)
        symbol_set_doc(codec->arena, &all[i], doc);
}

static void code_start_line(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].start_line, i ? all[i - 1].start_line : 0);
}

static void code_end_line(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].end_line, all[i].start_line);
}

static void code_name_line(Codec *codec, Symbol *all, size_t i)
{
    codec_near(codec, &all[i].name_line, all[i].start_line);
}

/* In preorder a symbol's parent is the previous symbol or one of its ancestors. */
static void code_depth(Codec *codec, Symbol *all, size_t i)
{
    uint32_t depth = all[i].depth;
    codec_near(codec, &depth, i ? all[i - 1].depth : 0);
    if (codec->writing)
        return;
    all[i].depth = (uint16_t)depth;
    uint32_t parent = (uint32_t)i;
    while (parent && all[parent - 1].depth >= all[i].depth)
        parent = all[parent - 1].parent;
    all[i].parent = parent;
    codec->failed |= depth != (parent ? all[parent - 1].depth + 1u : 0);
}

static bool has_flow(const SymbolCode *code)
{
    return code->complexity || code->branches || code->loops || code->exits || code->unguarded;
}

/* A SymbolCode exists if any figure is not 0. */
static void code_flags(Codec *codec, Symbol *all, size_t i)
{
    uint32_t flags = (all[i].is_value ? SYMBOL_IS_VALUE : 0) | (all[i].body ? SYMBOL_HAS_BODY : 0) |
                     (has_flow(symbol_code(&all[i])) ? SYMBOL_HAS_FLOW : 0);
    codec_u32(codec, &flags);
    if (codec->writing)
        return;
    all[i].is_value = flags & SYMBOL_IS_VALUE;
    all[i].body = (flags & SYMBOL_HAS_BODY) != 0;
    /* a placeholder until `exits`, the last figure, is read */
    if (flags & SYMBOL_HAS_FLOW)
        symbol_code_open(codec->arena, &all[i])->exits = 1;
}

#define FLOW_COLUMN(figure) \
    static void code_##figure(Codec *codec, Symbol *all, size_t i) \
    { \
        if (has_flow(symbol_code(&all[i]))) \
            codec_u16(codec, &all[i].more->code->figure); \
    }
FLOW_COLUMN(complexity)
FLOW_COLUMN(branches)
FLOW_COLUMN(loops)
FLOW_COLUMN(unguarded)
FLOW_COLUMN(exits)

static void code_type(Codec *codec, Symbol *all, size_t i)
{
    Str type = symbol_code(&all[i])->type;
    codec_name(codec, &type);
    if (!codec->writing)
        symbol_set_type(codec->arena, &all[i], type);
}

static void code_writes(Codec *codec, Symbol *all, size_t i)
{
    Str writes = symbol_code(&all[i])->writes;
    codec_text(codec, &writes);
    if (!codec->writing && writes.len)
        symbol_code_open(codec->arena, &all[i])->writes = writes;
}

static void close_subtrees(SymbolVec *symbols)
{
    for (size_t i = symbols->len; i-- > 0;) {
        Symbol *symbol = &symbols->ptr[i];
        symbol->next = MAX(symbol->next, (uint32_t)i + 1);
        if (!symbol->parent)
            continue;
        Symbol *parent = &symbols->ptr[symbol->parent - 1];
        parent->next = MAX(parent->next, symbol->next);
    }
}

/* Codes a vector's length; when reading, allocates its items. */
#define CODE_COUNT(codec, vec, Type) \
    do { \
        codec_count((codec), &(vec)->len); \
        if (!(codec)->writing) { \
            (vec)->ptr = NEW((codec)->arena, Type, (vec)->len); \
            (vec)->cap = (vec)->len; \
        } \
    } while (0)

static void code_symbols(Codec *codec, SymbolVec *symbols)
{
    static const SymbolColumn columns[] = {
        code_kind,     code_modifiers, code_name,  code_owner,     code_type,  code_start_line,
        code_end_line, code_name_line, code_depth, code_flags,     code_loops, code_complexity,
        code_branches, code_unguarded, code_exits, code_signature, code_doc,   code_writes,
    };
    _Static_assert(COLUMN_SYMBOLS + COUNT(columns) <= CODEC_COLUMNS, "each has its own");
    codec_use(codec, COLUMN_HEAD);
    CODE_COUNT(codec, symbols, Symbol);
    for (unsigned column = 0; column < COUNT(columns); column++) {
        codec_use(codec, COLUMN_SYMBOLS + column);
        for (size_t i = 0; i < symbols->len && !codec->failed; i++)
            columns[column](codec, symbols->ptr, i);
    }
    if (!codec->writing)
        close_subtrees(symbols);
}

/* ---- imports ---- */

typedef void (*ImportColumn)(Codec *codec, Import *all, size_t i);

static void code_import_name(Codec *codec, Import *all, size_t i)
{
    codec_name(codec, &all[i].name);
}

static void code_import_detail(Codec *codec, Import *all, size_t i)
{
    codec_use(codec, COLUMN_IMPORT_TEXTS);
    codec_text(codec, &all[i].detail);
    codec_use(codec, COLUMN_IMPORTS);
}

static void code_import_line(Codec *codec, Import *all, size_t i)
{
    codec_near(codec, &all[i].line, i ? all[i - 1].line : 0);
}

static void code_import_angled(Codec *codec, Import *all, size_t i)
{
    uint32_t bits = all[i].angled | (uint32_t)all[i].doubtful << 1;
    codec_u32(codec, &bits);
    all[i].angled = bits & 1;
    all[i].doubtful = bits >> 1 & 1;
}

static void code_binding_names(Codec *codec, Import *all, size_t i)
{
    CODE_COUNT(codec, &all[i].bindings, Binding);
    for (size_t n = 0; n < all[i].bindings.len; n++)
        codec_name(codec, &all[i].bindings.ptr[n].name);
}

static void code_binding_aliases(Codec *codec, Import *all, size_t i)
{
    for (size_t n = 0; n < all[i].bindings.len; n++)
        codec_name(codec, &all[i].bindings.ptr[n].alias);
}

static void code_binding_flags(Codec *codec, Import *all, size_t i)
{
    for (size_t n = 0; n < all[i].bindings.len; n++)
        codec_u32(codec, &all[i].bindings.ptr[n].flags);
}

static void code_imports(Codec *codec, ImportVec *imports)
{
    static const ImportColumn columns[] = {
        code_import_name,   code_import_detail,   code_import_line,   code_import_angled,
        code_binding_names, code_binding_aliases, code_binding_flags,
    };
    codec_use(codec, COLUMN_IMPORTS);
    CODE_COUNT(codec, imports, Import);
    for (size_t column = 0; column < COUNT(columns); column++)
        for (size_t i = 0; i < imports->len && !codec->failed; i++)
            columns[column](codec, imports->ptr, i);
}

/* ---- routes ---- */

static void code_routes(Codec *codec, Outline *outline)
{
    codec_use(codec, COLUMN_ROUTES);
    CODE_COUNT(codec, &outline->routes, RouteFact);
    uint32_t line = 0;
    for (size_t i = 0; i < outline->routes.len && !codec->failed; i++) {
        RouteFact *fact = &outline->routes.ptr[i];
        uint32_t kind = fact->kind;
        codec_use(codec, COLUMN_ROUTES);
        codec_u32(codec, &kind);
        codec_near(codec, &fact->line, line);
        codec_u32(codec, &fact->symbol);
        codec_u32(codec, &fact->flags);
        codec_use(codec, COLUMN_ROUTE_TEXTS);
        codec_text(codec, &fact->name);
        codec_text(codec, &fact->method);
        codec_text(codec, &fact->path);
        codec_text(codec, &fact->target);
        codec->failed |= kind >= ROUTE_KIND_COUNT || fact->symbol > outline->symbols.len;
        fact->kind = (RouteKind)MIN(kind, (uint32_t)ROUTE_CONSTANT);
        line = fact->line;
    }
}

/* ---- references ---- */

typedef struct References {
    Reference *all;
    uint32_t *latest;         /* index + 1 of the latest reference by name */
    uint32_t *twins;          /* by reference: the previous one with its name, as index + 1 */
    bool *differs;            /* by reference: whether it differs from its twin */
    bool given;               /* the language records argument types */
    bool keeps;               /* … as lang/walk/given.h spells them */
    const SymbolVec *symbols; /* already decoded */
    uint32_t begun;           /* number of symbols that begin at or before the current line */
} References;

typedef void (*ReferenceColumn)(Codec *codec, References *references, size_t i);

static const Reference *twin_of(const References *references, size_t i)
{
    static const Reference nothing;
    uint32_t twin = references->twins[i];
    return twin ? &references->all[twin - 1] : &nothing;
}

static void code_reference_name(Codec *codec, References *references, size_t i)
{
    uint32_t number = codec_name(codec, &references->all[i].name);
    references->twins[i] = references->latest[number];
    references->latest[number] = (uint32_t)i + 1;
}

static void code_differs(Codec *codec, References *references, size_t i)
{
    const Reference *reference = &references->all[i], *twin = twin_of(references, i);
    references->differs[i] = !references->twins[i];
    if (!references->twins[i])
        return;
    uint32_t differs = reference->kind != twin->kind || reference->flags != twin->flags ||
                       reference->arguments != twin->arguments ||
                       !str_equal(reference->receiver, twin->receiver);
    codec_u32(codec, &differs);
    references->differs[i] = differs;
}

static void code_reference_kind(Codec *codec, References *references, size_t i)
{
    uint32_t kind = references->all[i].kind;
    if (references->differs[i])
        codec_u32(codec, &kind);
    else
        kind = twin_of(references, i)->kind;
    references->all[i].kind = (ReferenceKind)MIN(kind, (uint32_t)REFERENCE_BIND);
}

static void code_arguments(Codec *codec, References *references, size_t i)
{
    Reference *reference = &references->all[i];
    if (!references->differs[i])
        reference->arguments = twin_of(references, i)->arguments;
    else if (reference->kind == REFERENCE_CALL)
        codec_u16(codec, &reference->arguments);
}

/* Argument types one by one, as names, because most occur elsewhere too. */
static void code_given(Codec *codec, References *references, size_t i)
{
    Reference *reference = &references->all[i];
    if (references->keeps && reference->kind == REFERENCE_CALL) {
        codec_name(codec, &reference->given);
        return;
    }
    if (!references->given || reference->kind != REFERENCE_CALL || !reference->arguments ||
        reference->arguments == ARGUMENTS_UNKNOWN)
        return;
    uint32_t known = reference->given.len > 0;
    codec_u32(codec, &known);
    if (!known)
        return;
    Str rest = reference->given;
    Buf out = buf_open(codec->arena, 0);
    for (uint32_t n = 0; n < reference->arguments && !codec->failed; n++) {
        Str argument = {0};
        if (codec->writing)
            str_take_until(&rest, ',', &argument);
        codec_name(codec, &argument);
        codec->failed |= argument.len > ARGUMENT_BYTES_MAX;
        if (codec->writing)
            continue;
        codec_compose(codec, argument.len + 1);
        if (n)
            buf_put_byte(&out, ',');
        buf_put(&out, argument);
    }
    if (!codec->writing)
        reference->given = buf_str(&out);
}

static void code_reference_flags(Codec *codec, References *references, size_t i)
{
    uint32_t flags = references->all[i].flags;
    if (references->differs[i])
        codec_u32(codec, &flags);
    else
        flags = twin_of(references, i)->flags;
    references->all[i].flags = (uint16_t)flags;
}

static void code_placed(Codec *codec, References *references, size_t i)
{
    Reference *reference = &references->all[i];
    if (reference->flags & REFERENCE_PLACED)
        codec_near(codec, &reference->placed, reference->line);
}

static void code_receiver(Codec *codec, References *references, size_t i)
{
    if (references->differs[i])
        codec_name(codec, &references->all[i].receiver);
    else
        references->all[i].receiver = twin_of(references, i)->receiver;
}

static void code_line(Codec *codec, References *references, size_t i)
{
    codec_near(codec, &references->all[i].line, i ? references->all[i - 1].line : 0);
}

/* Index + 1 of the innermost symbol that contains the line; 0 outside all symbols. Lines must
   ascend. */
static uint32_t symbol_around(References *references, uint32_t line)
{
    const SymbolVec *symbols = references->symbols;
    while (references->begun < symbols->len && symbols->ptr[references->begun].start_line <= line)
        references->begun++;
    uint32_t around = references->begun;
    while (around && symbols->ptr[around - 1].end_line < line)
        around = symbols->ptr[around - 1].parent;
    return around;
}

static void code_reference_symbol(Codec *codec, References *references, size_t i)
{
    Reference *reference = &references->all[i];
    codec_near(codec, &reference->symbol, symbol_around(references, reference->line));
    codec->failed |= reference->symbol > references->symbols->len;
}

static void code_references(Codec *codec, Outline *outline)
{
    static const ReferenceColumn columns[] = {
        code_reference_name, code_differs, code_reference_kind,
        code_arguments,      code_given,   code_reference_flags,
        code_receiver,       code_line,    code_reference_symbol,
        code_placed,
    };
    _Static_assert(COUNT(columns) == FACTS_COLUMN_PLACES, "places follow");
    codec_use(codec, 0);
    CODE_COUNT(codec, &outline->references, Reference);
    size_t count = outline->references.len;
    References references = {.all = outline->references.ptr, .symbols = &outline->symbols};
    references.given =
        outline->language && (outline->language->argument || outline->language->calls_name_traits ||
                              outline->language->c_reader_types_arguments);
    references.keeps = outline->language && outline->language->calls_keep_arguments &&
                       !outline->language->argument && !outline->language->calls_name_traits;
    references.latest = NEW(codec->arena, uint32_t, codec->names.len + count + 1);
    references.twins = NEW(codec->arena, uint32_t, count);
    references.differs = NEW(codec->arena, bool, count);
    for (unsigned column = 0; column < COUNT(columns); column++) {
        codec_use(codec, column);
        for (size_t i = 0; i < count && !codec->failed; i++)
            columns[column](codec, &references, i);
    }
}

/* ---- outlines ---- */

static void code_outline(Codec *codec, Outline *outline)
{
    code_head(codec, outline);
    code_symbols(codec, &outline->symbols);
    code_imports(codec, &outline->imports);
    code_routes(codec, outline);
}

Facts facts_encode(Arena *arena, Arena scratch, const Outline *outline)
{
    Codec codec = codec_write(&scratch);
    Outline copy = *outline;
    Buf first = buf_open(arena, 0);
    code_outline(&codec, &copy);
    codec_put_part(&codec, &first);
    Buf second = buf_open(arena, 0);
    code_references(&codec, &copy);
    facts_code_places(&codec, &copy.symbols);
    codec_put_part(&codec, &second);
    return (Facts){.outline = buf_str(&first), .references = buf_str(&second)};
}

bool facts_decode(Arena *arena, const Facts *facts, bool references, Outline *outline)
{
    *outline = (Outline){0};
    Codec codec = codec_read(arena);
    if (!codec_take_part(&codec, facts->outline))
        return false;
    code_outline(&codec, outline);
    if (codec.failed || !references)
        return !codec.failed;
    if (!codec_take_part(&codec, facts->references))
        return false;
    code_references(&codec, outline);
    facts_code_places(&codec, &outline->symbols);
    return !codec.failed;
}

Facts facts_copy(Arena *arena, const Facts *facts)
{
    return (Facts){str_copy(arena, facts->outline), str_copy(arena, facts->references),
                   str_copy(arena, facts->terms)};
}
