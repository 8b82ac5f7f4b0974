/* References of directives: `#ifdef NAME`, the names in the condition of `#if`, `#undef NAME`. Only
   macros are meant there. */
#include "lang/c/c_refer.h"

/* The text after a comment at its start; the same text if none begins there. */
static Str skip_comment(Str text)
{
    if (str_starts(text, STR("//")))
        return (Str){0};
    if (!str_starts(text, STR("/*")))
        return text;
    size_t end = str_find(text, STR("*/"));
    return end == STR_NONE ? (Str){0} : str_from_offset(text, end + 2);
}

/* Whether the compiler gives the word its meaning: `defined`, `__linux__`, `__has_include`. */
static bool is_built_in(Str word)
{
    return byte_is_digit(word.ptr[0]) || str_starts(word, STR("__")) ||
           str_equal(word, STR("defined"));
}

static void add_use(Refer *refer, Str word, uint32_t line)
{
    CParse *parse = refer->parse;
    ReferenceVec *references = &parse->scan->outline->references;
    if (references->len >= REFERENCES_MAX)
        return;
    *VEC_PUSH(parse->scan->arena, references) =
        (Reference){.kind = REFERENCE_USE,
                    .name = word,
                    .start = (uint32_t)(word.ptr - parse->source->text.ptr),
                    .line = line,
                    .flags = REFERENCE_MACRO};
}

static void read_condition(Refer *refer, const CDirective *directive)
{
    Str rest = directive->name;
    uint32_t line = directive->line;
    while (rest.len) {
        Str after = skip_comment(rest);
        size_t len = 0;
        while (len < after.len && byte_is_word(after.ptr[len]))
            len++;
        Str word = str_slice(after, 0, len);
        if (len && !is_built_in(word))
            add_use(refer, word, line);
        bool asks = str_starts(word, STR("__has")); // `__has_include(<sys/stat.h>)`
        size_t end = asks ? str_find_byte(after, ')') : len + (len == 0 && after.len > 0);
        end = MIN(end, after.len);
        for (const char *at = rest.ptr; at < after.ptr + end; at++)
            line += *at == '\n';
        rest = str_from_offset(after, end);
    }
}

void c_read_conditions(Refer *refer)
{
    const CSource *source = refer->parse->source;
    for (size_t i = 0; i < source->directives.len; i++) {
        const CDirective *directive = &source->directives.ptr[i];
        bool guards = i + 1 < source->directives.len && source->directives.ptr[i + 1].guard;
        if (directive->kind != CD_DEFINE && directive->kind != CD_INCLUDE && !guards)
            read_condition(refer, directive);
    }
}
