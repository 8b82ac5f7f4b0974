/* Cut points for splitting a long declaration into chunks: lines on which a statement, a list
   element, a comment or a directive begins.

   A cut's depth is twice the number of enclosing brackets. The doubling makes room for a line
   within a statement: deeper than the statement, shallower than the content of the next bracket. */
#include "lang/c/c_parse.h"

typedef struct Cutter {
    CParse *parse;
    uint32_t line; /* line of the latest cut */
} Cutter;

static void add_cut(Cutter *cutter, uint32_t offset, uint32_t line, uint32_t depth)
{
    Str text = cutter->parse->source->text;
    uint32_t start = offset;
    while (start > 0 && (text.ptr[start - 1] == ' ' || text.ptr[start - 1] == '\t'))
        start--;
    if (line <= cutter->line || (start > 0 && text.ptr[start - 1] != '\n'))
        return;
    cutter->line = line;
    *VEC_PUSH(cutter->parse->scan->arena, &cutter->parse->scan->outline->cuts) =
        (CutPoint){.offset = start, .depth = depth};
}

/* Whether a new statement or list element begins after this token. */
static bool ends_part(const CToken *token)
{
    return c_is(token, ';') || c_is(token, '{') || c_is(token, '}') || c_is(token, ',') ||
           c_is(token, ':');
}

/* Adds cuts for comments and directives up to `offset`. Returns the line after the last one when
   that is a comment. */
static uint32_t cut_between(Cutter *cutter, size_t *comment, size_t *directive, uint32_t offset,
                            uint32_t depth)
{
    const CSource *source = cutter->parse->source;
    uint32_t attached = 0;
    while (true) {
        const CComment *note =
            *comment < source->comments.len ? &source->comments.ptr[*comment] : NULL;
        const CDirective *line =
            *directive < source->directives.len ? &source->directives.ptr[*directive] : NULL;
        bool note_first = note && note->start < offset && (!line || note->start < line->start);
        if (note_first) {
            if (!note->trailing && note->line != attached)
                add_cut(cutter, note->start, note->line, depth);
            attached = note->trailing ? attached : note->end_line + 1;
            (*comment)++;
        } else if (line && line->start < offset) {
            if (line->line != attached)
                add_cut(cutter, line->start, line->line, depth);
            attached = 0;
            (*directive)++;
        } else {
            return attached;
        }
    }
}

void c_cut(CParse *parse)
{
    Cutter cutter = {.parse = parse};
    const CTokenVec *tokens = &parse->source->tokens;
    size_t comment = 0, directive = 0;
    uint32_t depth = 0;
    bool begins = true;
    for (size_t i = 0; i < tokens->len; i++) {
        const CToken *token = &tokens->ptr[i];
        bool closes = c_is(token, '}') || c_is(token, ')') || c_is(token, ']');
        bool opens = c_is(token, '{') || c_is(token, '(') || c_is(token, '[');
        uint32_t attached =
            token->first ? cut_between(&cutter, &comment, &directive, token->start, depth) : 0;
        if (token->first && token->kind != C_END && !closes && !c_is(token, '{') &&
            token->line != attached)
            add_cut(&cutter, token->start, token->line, depth + !begins);
        depth += opens ? 2 : 0;
        depth -= closes && depth ? 2 : 0;
        begins = ends_part(token);
    }
}
