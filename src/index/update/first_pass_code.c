#include "index/update/first_pass_code.h"

#include "index/catalog/classify.h"
#include "index/catalog/symbol.h"
#include "lang/lexical/lexical.h"

#define HEAD_BYTES SOURCE_HEAD_BYTES

typedef enum FirstPassFlag {
    FIRST_PASS_BODY = 1,
    FIRST_PASS_FLEXIBLE = 2,
    FIRST_PASS_SELF = 4,
    FIRST_PASS_FLAGS_BITS = 3,
} FirstPassFlag;

/* ---- writing ---- */

static uint32_t language_number(const Language *language)
{
    for (size_t i = 0; i < lang_count(); i++)
        if (lang_at(i) == language)
            return (uint32_t)i;
    return (uint32_t)lang_count();
}

static void put_symbol(Buf *out, const Symbol *symbol, uint32_t index, uint32_t line)
{
    SymbolParameters parameters = symbol_parameters(symbol->signature, symbol->name);
    uint32_t flags = (symbol->body ? FIRST_PASS_BODY : 0) |
                     (parameters.flexible ? FIRST_PASS_FLEXIBLE : 0) |
                     (parameters.self ? FIRST_PASS_SELF : 0);
    varint_put_str(out, symbol->name);
    varint_put_str(out, symbol_owner(symbol));
    varint_put(out, symbol->kind);
    varint_put_near(out, symbol->start_line, line);
    varint_put_near(out, symbol->end_line, symbol->start_line);
    varint_put(out, symbol->parent ? index - symbol->parent : 0);
    varint_put(out, (uint64_t)symbol->modifiers << FIRST_PASS_FLAGS_BITS | flags);
    varint_put(out, MIN(parameters.count, ENTRY_ARITY_UNKNOWN - 1u));
}

void first_pass_encode(Buf *out, Arena work, Arena scratch, const FirstPassText *file)
{
    Str text = file->text;
    const Language *language = lang_detect(file->path, str_slice(text, 0, HEAD_BYTES));
    Outline outline = {.language = language};
    FileClass class = classify_file(&(ClassifyBy){0}, file->path, language, text);
    if (classify_is_indexed(class, file->path) && lexical_is_known(language))
        lexical_scan(&work, scratch, language, text, &outline, NULL);
    varint_put(out, language_number(language));
    varint_put(out, class);
    varint_put(out, outline.line_count);
    varint_put(out, outline.degraded);
    varint_put_str(out, outline.package);
    varint_put(out, outline.symbols.len);
    uint32_t line = 1;
    for (uint32_t i = 0; i < outline.symbols.len; i++) {
        put_symbol(out, &outline.symbols.ptr[i], i + 1, line);
        line = outline.symbols.ptr[i].start_line;
    }
}

/* ---- reading ---- */

bool first_pass_take_head(VarintReader *in, FirstPassHead *head)
{
    uint32_t language = varint_u32(in), class = varint_u32(in);
    *head = (FirstPassHead){.language = language < lang_count() ? lang_at(language) : NULL};
    head->class = (FileClass)MIN(class, (uint32_t)FILE_POINTER);
    head->lines = varint_u32(in);
    head->degraded = varint_take(in) != 0;
    head->package = varint_str(in);
    head->count = varint_u32(in);
    in->failed = in->failed || head->count > (size_t)(in->end - in->ptr);
    return !in->failed;
}

bool first_pass_take_entry(VarintReader *in, uint32_t index, const Entry *before, Entry *entry,
                           Str *name, Str *owner)
{
    *name = varint_str(in);
    *owner = varint_str(in);
    uint32_t kind = varint_u32(in);
    uint32_t line = (uint32_t)varint_near(in, before->start_line);
    uint32_t end_line = (uint32_t)varint_near(in, line);
    uint32_t up = varint_u32(in);
    uint64_t bits = varint_take(in);
    uint32_t arity = varint_u32(in);
    *entry = (Entry){.parent = up && up < index ? index - up : 0,
                     .start_line = line,
                     .end_line = end_line,
                     .modifiers = (uint32_t)(bits >> FIRST_PASS_FLAGS_BITS) |
                                  (bits & FIRST_PASS_BODY ? ENTRY_HAS_BODY : 0) |
                                  (bits & FIRST_PASS_FLEXIBLE ? ENTRY_FLEXIBLE : 0) |
                                  (bits & FIRST_PASS_SELF ? ENTRY_TAKES_SELF : 0),
                     .kind = (uint8_t)(kind < SYMBOL_KIND_COUNT ? kind : SYMBOL_NONE),
                     .arity = (uint8_t)MIN(arity, ENTRY_ARITY_UNKNOWN - 1u)};
    return !in->failed;
}
