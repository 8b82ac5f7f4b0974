/* Writing SCIP. Fields are written in the order of the protocol's definition, zeros omitted, so
   equal indexes have equal bytes. */
#include "formats/scip.h"

#define SCHEME "fovea"

/* Fields of the messages. */
enum {
    TOOL_INFO = 2,
    PROJECT_ROOT = 3,
    TEXT_ENCODING = 4,
    TOOL_NAME = 1,
    TOOL_VERSION = 2,
    DOCUMENT_PATH = 1,
    DOCUMENT_OCCURRENCE = 2,
    DOCUMENT_LANGUAGE = 4,
    DOCUMENT_TEXT = 5,
    DOCUMENT_ENCODING = 6,
    OCCURRENCE_RANGE = 1,
    OCCURRENCE_SYMBOL = 2,
    OCCURRENCE_ROLES = 3,
    OCCURRENCE_SYNTAX = 5,
    OCCURRENCE_ENCLOSING = 7,
    SYMBOL_STRING = 1,
    SYMBOL_DOCUMENTATION = 3,
    SYMBOL_RELATIONSHIP = 4,
    SYMBOL_KIND = 5,
    SYMBOL_NAME = 6,
    SYMBOL_SIGNATURE = 7,
    RELATIONSHIP_SYMBOL = 1,
    RELATIONSHIP_REFERENCE = 2,
    RELATIONSHIP_IMPLEMENTATION = 3,
};

/* ---- languages ---- */

Str scip_language(Str id, Str name)
{
    static const struct {
        Str id, name;
    } known[] = {
        {.id = STR_INIT("asm"), .name = STR_INIT("Assembly")},
        {.id = STR_INIT("bash"), .name = STR_INIT("ShellScript")},
        {.id = STR_INIT("batch"), .name = STR_INIT("Bat")},
        {.id = STR_INIT("basic"), .name = STR_INIT("VisualBasic")},
        {.id = STR_INIT("c_sharp"), .name = STR_INIT("CSharp")},
        {.id = STR_INIT("commonlisp"), .name = STR_INIT("CommonLisp")},
        {.id = STR_INIT("cpp"), .name = STR_INIT("CPP")},
        {.id = STR_INIT("ini"), .name = STR_INIT("Ini")},
        {.id = STR_INIT("make"), .name = STR_INIT("Makefile")},
        {.id = STR_INIT("matlab"), .name = STR_INIT("Matlab")},
        {.id = STR_INIT("objc"), .name = STR_INIT("Objective_C")},
        {.id = STR_INIT("ocaml_interface"), .name = STR_INIT("OCaml")},
        {.id = STR_INIT("proto"), .name = STR_INIT("Protobuf")},
        {.id = STR_INIT("rst"), .name = STR_INIT("ReST")},
        {.id = STR_INIT("sml"), .name = STR_INIT("SML")},
        {.id = STR_INIT("starlark"), .name = STR_INIT("Skylark")},
        {.id = STR_INIT("systemverilog"), .name = STR_INIT("Verilog")},
        {.id = STR_INIT("tsx"), .name = STR_INIT("TypeScriptReact")},
    };
    for (size_t i = 0; i < COUNT(known); i++)
        if (str_equal(id, known[i].id))
            return known[i].name;
    return name;
}

/* ---- messages ---- */

void scip_put_metadata(Buf *index, const ScipMetadata *metadata)
{
    size_t begun = protobuf_begin(index, SCIP_METADATA);
    size_t tool = protobuf_begin(index, TOOL_INFO);
    protobuf_put_text(index, TOOL_NAME, metadata->tool);
    protobuf_put_text(index, TOOL_VERSION, metadata->version);
    protobuf_end(index, tool);
    protobuf_put_text(index, PROJECT_ROOT, metadata->root);
    protobuf_put_number(index, TEXT_ENCODING, SCIP_UTF8);
    protobuf_end(index, begun);
}

bool scip_is_own(Str head)
{
    ProtobufField field;
    VarintReader index = protobuf_open(head);
    if (!protobuf_next(&index, &field) || field.number != SCIP_METADATA)
        return false;
    for (VarintReader metadata = protobuf_open(field.bytes); protobuf_next(&metadata, &field);) {
        if (field.number != TOOL_INFO)
            continue;
        VarintReader tool = protobuf_open(field.bytes);
        return protobuf_next(&tool, &field) && field.number == TOOL_NAME &&
               str_equal(field.bytes, STR(SCHEME));
    }
    return false;
}

void scip_put_document_head(Buf *document, Str path, Str language)
{
    protobuf_put_text(document, DOCUMENT_PATH, path);
    protobuf_put_text(document, DOCUMENT_LANGUAGE, language);
    protobuf_put_number(document, DOCUMENT_ENCODING, SCIP_UTF8);
}

/* Three numbers if the range ends on the line where it starts, else four. */
static void put_range(Buf *out, uint32_t field, const ScipRange *range)
{
    const uint32_t within[] = {range->start_line, range->start_column, range->end_column};
    const uint32_t across[] = {range->start_line, range->start_column, range->end_line,
                               range->end_column};
    if (range->start_line == range->end_line)
        protobuf_put_numbers(out, field, within, COUNT(within));
    else
        protobuf_put_numbers(out, field, across, COUNT(across));
}

void scip_put_occurrence(Buf *document, const ScipOccurrence *occurrence)
{
    const ScipRange *around = &occurrence->enclosing;
    size_t begun = protobuf_begin(document, DOCUMENT_OCCURRENCE);
    put_range(document, OCCURRENCE_RANGE, &occurrence->range);
    protobuf_put_text(document, OCCURRENCE_SYMBOL, occurrence->symbol);
    protobuf_put_number(document, OCCURRENCE_ROLES, occurrence->roles);
    protobuf_put_number(document, OCCURRENCE_SYNTAX, (uint64_t)occurrence->syntax);
    if (around->end_line || around->end_column)
        put_range(document, OCCURRENCE_ENCLOSING, around);
    protobuf_end(document, begun);
}

static void put_valid(Buf *out, uint32_t field, Str text)
{
    if (str_is_utf8(text))
        protobuf_put_text(out, field, text);
}

void scip_put_symbol(Buf *out, uint32_t field, const ScipSymbol *symbol)
{
    size_t begun = protobuf_begin(out, field);
    protobuf_put_text(out, SYMBOL_STRING, symbol->symbol);
    put_valid(out, SYMBOL_DOCUMENTATION, symbol->documentation);
    for (size_t i = 0; i < symbol->relationship_count; i++) {
        const ScipRelationship *one = &symbol->relationships[i];
        size_t relation = protobuf_begin(out, SYMBOL_RELATIONSHIP);
        protobuf_put_text(out, RELATIONSHIP_SYMBOL, one->symbol);
        protobuf_put_number(out, RELATIONSHIP_REFERENCE, one->is_reference);
        protobuf_put_number(out, RELATIONSHIP_IMPLEMENTATION, one->is_implementation);
        protobuf_end(out, relation);
    }
    protobuf_put_number(out, SYMBOL_KIND, (uint64_t)symbol->kind);
    put_valid(out, SYMBOL_NAME, symbol->name);
    if (symbol->signature.len && str_is_utf8(symbol->signature)) {
        size_t signature = protobuf_begin(out, SYMBOL_SIGNATURE);
        protobuf_put_text(out, DOCUMENT_LANGUAGE, symbol->language);
        protobuf_put_text(out, DOCUMENT_TEXT, symbol->signature);
        protobuf_end(out, signature);
    }
    protobuf_end(out, begun);
}
