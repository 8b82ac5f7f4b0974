/* Texts are written as name ids, since most of them are in the name table anyway. */
#include "index/catalog/catalog_shape.h"

#include "base/varint.h"
#include "index/resolve/call_signature.h"
#include "index/resolve/callback_signature.h"
#include "index/resolve/cpp_signature.h"
#include "index/resolve/rules.h"
#include "lang/registry.h"
#include "lang/walk/type.h"
#include "lang/walk/type_head.h"

static void put_name(Catalog *catalog, Buf *out, Str text)
{
    varint_put(out, names_put(&catalog->names, text));
}

/* Flag bits below an import's number of bindings. */
#define IMPORT_BITS 2

/* ---- writing ---- */

static void put_imports(Catalog *catalog, Buf *out, const ImportVec *imports)
{
    uint32_t line = 0;
    varint_put(out, imports->len);
    for (size_t i = 0; i < imports->len; i++) {
        const Import *import = &imports->ptr[i];
        put_name(catalog, out, import->name);
        varint_put_near(out, import->line, line);
        varint_put(out, import->bindings.len << IMPORT_BITS | (size_t)import->doubtful << 1 |
                            import->angled);
        for (size_t b = 0; b < import->bindings.len; b++) {
            put_name(catalog, out, import->bindings.ptr[b].name);
            put_name(catalog, out, import->bindings.ptr[b].alias);
            varint_put(out, import->bindings.ptr[b].flags);
        }
        line = import->line;
    }
}

/* Whether it is a C macro, with or without parameters. */
static bool is_macro(const Outline *outline, uint32_t symbol)
{
    const Symbol *macro = symbol ? &outline->symbols.ptr[symbol - 1] : NULL;
    return macro && (macro->kind == SYMBOL_MACRO || str_starts(macro->signature, STR("#")));
}

/* `self.x = x` takes its type from a parameter of the constructor. */
static bool is_typed_parameter(SymbolKind kind, const Reference *reference)
{
    return kind == SYMBOL_CONSTRUCTOR && reference->receiver.len &&
           !(reference->flags & REFERENCE_VALUE);
}

/* Whether the resolution of other files may depend on this reference. */
static bool is_shape(const Outline *outline, const Reference *reference)
{
    SymbolKind kind =
        reference->symbol ? outline->symbols.ptr[reference->symbol - 1].kind : SYMBOL_DOCUMENT;
    switch (reference->kind) {
    case REFERENCE_BASE: return true;
    case REFERENCE_CALL:
    case REFERENCE_USE: return is_macro(outline, reference->symbol);
    case REFERENCE_BIND:
        if (outline->language->argument)
            return !symbol_is_function(kind);
        return !symbol_is_function(kind) || str_find_byte(reference->name, '.') != STR_NONE ||
               str_starts(reference->name, STR("@")) ||
               str_equal(reference->name, STR(RETURNED_NAME)) ||
               is_typed_parameter(kind, reference);
    default: return false;
    }
}

static void put_reference(Catalog *catalog, Buf *out, const Reference *reference)
{
    varint_put(out, reference->symbol);
    varint_put(out, (uint64_t)reference->flags << 3 | reference->kind);
    put_name(catalog, out, reference->name);
    put_name(catalog, out, reference->receiver);
    varint_put(out, reference->arguments);
}

/* C#: the type that an extension method extends, from its first parameter: `this Order order`. */
static Str extended_type(Arena *work, const Outline *outline, uint32_t symbol)
{
    Str text = outline->symbols.ptr[symbol - 1].signature;
    size_t at = str_find(text, STR("(this "));
    Str list = at == STR_NONE ? (Str){0} : str_from_offset(text, at + strlen("(this ")),
        first = {0};
    list = str_slice(list, 0, MIN(str_find_byte(list, ')'), list.len));
    type_head_take(&list, ',', &first);
    size_t end = first.len;
    while (end && byte_is_word(first.ptr[end - 1]))
        end--;
    return first.len ? type_text(work, outline->language, str_slice(first, 0, end)) : (Str){0};
}

static Str parameters_text(Arena *work, const Rules *rules, const Outline *outline, uint32_t symbol)
{
    if (outline->language->this_marks_receiver) {
        Str type = extended_type(work, outline, symbol);
        Str given = callback_signature_parameters(work, outline, symbol);
        const Str parts[] = {type, STR(";"), given};
        return given.len ? str_join_all(work, parts, COUNT(parts)) : type;
    }
    if (rules->parameter_types)
        return rules->parameter_types(work, outline, symbol);
    return outline->language->c_reader_types_arguments
               ? cpp_signature_parameters(work, outline, symbol)
               : callback_signature_parameters(work, outline, symbol);
}

/* A text of a symbol, unless it is empty. */
static void put_text(Catalog *catalog, Buf *out, uint32_t symbol, Str name, Str text)
{
    if (!text.len)
        return;
    varint_put(out, symbol);
    varint_put(out, REFERENCE_TYPE);
    put_name(catalog, out, name);
    put_name(catalog, out, text);
    varint_put(out, 0);
}

/* Parameters in the catalog, by language. Where overloads differ by types: the types of each
   method's parameters. Where functions are passed as arguments: the types they are called with. C#:
   both, as `Order;0.0:Line`. */
static void put_parameters(Catalog *catalog, Buf *out, const Rules *rules, const Outline *outline)
{
    bool keeps = outline->language->calls_keep_arguments;
    bool types = rules->parameter_types || outline->language->c_reader_types_arguments ||
                 outline->language->callback_types_are_declared ||
                 outline->language->this_marks_receiver;
    for (uint32_t symbol = 1; symbol <= outline->symbols.len; symbol++) {
        Arena work = *out->arena; // after the earlier output
        if (types)
            put_text(catalog, out, symbol, (Str){0},
                     parameters_text(&work, rules, outline, symbol));
        work = *out->arena;
        if (keeps)
            put_text(catalog, out, symbol, STR(SHAPE_SIGNATURE),
                     call_signature(&work, outline, symbol));
    }
}

/* ---- packing ---- */

Str catalog_pack_shape(Catalog *catalog, Arena scratch, const Outline *outline)
{
    Buf out = buf_open(&scratch, 0);
    put_imports(catalog, &out, &outline->imports);
    size_t empty = out.len;
    for (size_t i = 0; i < outline->references.len; i++)
        if (is_shape(outline, &outline->references.ptr[i]))
            put_reference(catalog, &out, &outline->references.ptr[i]);
    const Language *language = outline->language;
    const Rules *rules = rules_of(language);
    if (rules->parameter_types || language->c_reader_types_arguments ||
        language->callback_types_are_declared || language->this_marks_receiver ||
        language->calls_keep_arguments)
        put_parameters(catalog, &out, rules, outline);
    bool nothing = !outline->imports.len && out.len == empty;
    return nothing ? (Str){0} : str_copy(catalog->arena, buf_str(&out));
}

/* ---- reading ---- */

static Str take_name(const Catalog *catalog, VarintReader *in)
{
    uint32_t name = varint_u32(in);
    in->failed = in->failed || name >= names_count(&catalog->names);
    return in->failed ? (Str){0} : names_get(&catalog->names, name);
}

static void take_import(const Catalog *catalog, Arena *arena, VarintReader *in, Outline *outline)
{
    Import import = {.name = take_name(catalog, in)};
    size_t count = outline->imports.len;
    import.line = (uint32_t)varint_near(in, count ? outline->imports.ptr[count - 1].line : 0);
    uint64_t bindings = varint_take(in);
    import.angled = bindings & 1;
    import.doubtful = bindings >> 1 & 1;
    for (uint64_t i = 0; i < bindings >> IMPORT_BITS && !in->failed; i++) {
        Binding *binding = VEC_PUSH(arena, &import.bindings);
        binding->name = take_name(catalog, in);
        binding->alias = take_name(catalog, in);
        binding->flags = varint_u32(in);
    }
    *VEC_PUSH(arena, &outline->imports) = import;
}

static Reference take_reference(const Catalog *catalog, VarintReader *in)
{
    Reference reference = {.symbol = varint_u32(in)};
    uint64_t sort = varint_take(in);
    reference.kind = (ReferenceKind)(sort & 7);
    reference.flags = (uint8_t)(sort >> 3);
    reference.name = take_name(catalog, in);
    reference.receiver = take_name(catalog, in);
    reference.arguments = (uint16_t)varint_take(in);
    return reference;
}

static VarintReader take_imports(const Catalog *catalog, Arena *arena, uint32_t id,
                                 Outline *outline)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    catalog_need(catalog, CATALOG_SHAPES);
    VarintReader in = varint_open(file->shape);
    *outline = (Outline){.language = file->language};
    uint64_t count = varint_is_done(&in) ? 0 : varint_take(&in);
    for (uint64_t i = 0; i < count && !in.failed; i++)
        take_import(catalog, arena, &in, outline);
    return in;
}

void catalog_shape_imports(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline)
{
    take_imports(catalog, arena, id, outline);
}

void catalog_shape(const Catalog *catalog, Arena *arena, uint32_t id, Outline *outline)
{
    VarintReader in = take_imports(catalog, arena, id, outline);
    while (!varint_is_done(&in)) {
        Reference reference = take_reference(catalog, &in);
        if (!in.failed && reference.symbol < catalog->files.ptr[id].count)
            *VEC_PUSH(arena, &outline->references) = reference;
    }
}

/* ---- without texts ---- */

static void skip_imports(VarintReader *in)
{
    uint64_t count = varint_is_done(in) ? 0 : varint_take(in);
    for (uint64_t i = 0; i < count && !in->failed; i++) {
        varint_take(in);
        varint_take(in);
        uint64_t bindings = varint_take(in) >> IMPORT_BITS;
        for (uint64_t b = 0; b < 3 * bindings && !in->failed; b++)
            varint_take(in);
    }
}

uint64_t catalog_shape_import_count(Str shape)
{
    VarintReader in = varint_open(shape);
    return varint_is_done(&in) ? 0 : varint_take(&in);
}

ShapeReader catalog_shape_rows(const Catalog *catalog, Str shape)
{
    ShapeReader reader = {varint_open(shape), names_count(&catalog->names)};
    skip_imports(&reader.in);
    return reader;
}

bool catalog_shape_next(ShapeReader *reader, ShapeRow *row)
{
    VarintReader *in = &reader->in;
    if (varint_is_done(in))
        return false;
    row->symbol = varint_u32(in);
    uint64_t sort = varint_take(in);
    row->kind = (uint8_t)(sort & 7);
    row->flags = (uint8_t)(sort >> 3);
    row->name = varint_u32(in);
    row->receiver = varint_u32(in);
    row->arguments = (uint16_t)varint_take(in);
    return !in->failed && row->name < reader->names && row->receiver < reader->names;
}
