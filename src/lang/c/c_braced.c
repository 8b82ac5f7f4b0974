/* Macros that expand to a whole function body: `#define NOT_REACHED { … }`, then `int f(void)
   NOT_REACHED`. */
#include "lang/c/c_token.h"

#include "base/map.h"

static bool is_braced(const CSource *source, const CDirective *directive)
{
    if (directive->kind != CD_DEFINE || !directive->body || directive->has_arguments)
        return false;
    Str text = str_trim(str_slice(source->text, directive->body, directive->end));
    return text.len && text.ptr[0] == '{' && text.ptr[text.len - 1] == '}';
}

static void mark_words(CSource *source, const CTokenVec *tokens, const Map *names)
{
    for (size_t i = 1; i < tokens->len; i++) {
        CToken *token = &tokens->ptr[i];
        if (c_is_word(token, CW_NAME) && c_is(token - 1, ')') &&
            map_find(names, c_text(source, token)))
            token->code = CW_BRACED;
    }
}

void c_mark_braced(Arena scratch, CSource *source)
{
    Map names = map_open(&scratch);
    for (size_t i = 0; i < source->directives.len; i++)
        if (is_braced(source, &source->directives.ptr[i]))
            (void)map_put(&names, source->directives.ptr[i].name, NULL);
    if (!names.len)
        return;
    mark_words(source, &source->tokens, &names);
    mark_words(source, &source->aside, &names);
}
