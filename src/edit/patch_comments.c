/* Models that rewrite a text drop comments and docstrings of code that they keep. A comment
   belongs to the code below it, a docstring to the line above it. */
#include "base/map.h"
#include "edit/patch_whole.h"
#include "lang/lexical/code_tokens.h"

/* Shorter lines, such as a brace, are too common to identify code. */
#define ANCHOR_BYTES_MIN 4

typedef enum LineKind {
    LINE_EMPTY, /* or only marks of a comment */
    LINE_CODE,
    LINE_COMMENT,
    LINE_DOCSTRING
} LineKind;

typedef struct SourceLine {
    Str text; /* without blanks around it */
    LineKind kind;
} SourceLine;
typedef VEC(SourceLine) SourceLineVec;

static bool has_word(Str text)
{
    for (size_t i = 0; i < text.len; i++)
        if (byte_is_word(text.ptr[i]))
            return true;
    return false;
}

static bool is_alone(Str text, const Token *token)
{
    size_t from = token->start, to = token->end;
    while (from && byte_in(text.ptr[from - 1], " \t"))
        from--;
    while (to < text.len && byte_in(text.ptr[to], " \t\r"))
        to++;
    return (!from || text.ptr[from - 1] == '\n') && (to == text.len || text.ptr[to] == '\n');
}

static LineKind kind_of(const Language *language, Str text, const Token *token)
{
    if (token->kind == TOKEN_COMMENT)
        return LINE_COMMENT;
    bool is_doc =
        token->kind == TOKEN_STRING && lang_has_docstrings(language) && is_alone(text, token);
    return is_doc ? LINE_DOCSTRING : LINE_CODE;
}

static SourceLineVec lines_of(Arena *arena, const Language *language, Str text)
{
    SourceLineVec lines = {0};
    TokenVec tokens = {0};
    size_t next = 0, begin = 0;
    code_tokens_read(arena, language, text, &tokens);
    for (Str rest = text, line; str_take_line(&rest, &line);) {
        size_t end = text.len - rest.len;
        SourceLine *added = VEC_PUSH(arena, &lines);
        *added = (SourceLine){.text = str_trim(line)};
        while (next < tokens.len && tokens.ptr[next].end <= begin)
            next++;
        for (size_t i = next; i < tokens.len && tokens.ptr[i].start < end; i++) {
            LineKind kind = kind_of(language, text, &tokens.ptr[i]);
            bool counts = tokens.ptr[i].kind != TOKEN_INDENT && tokens.ptr[i].end > begin;
            if (counts && (added->kind == LINE_EMPTY || kind == LINE_CODE))
                added->kind = kind;
        }
        begin = end;
    }
    return lines;
}

static bool is_comment(const SourceLine *line)
{
    return line->kind == LINE_COMMENT || line->kind == LINE_DOCSTRING;
}

/* The next line that is not empty, in a direction; NULL: none. */
static const SourceLine *neighbour(const SourceLineVec *lines, size_t at, bool up)
{
    while (up ? at-- > 0 : ++at < lines->len)
        if (lines->ptr[at].kind != LINE_EMPTY)
            return &lines->ptr[at];
    return NULL;
}

/* Whether the code of a comment is in the new text, and has no comment there. */
static bool stands_bare(const SourceLineVec *new, Str anchor, LineKind wanted)
{
    bool up = wanted == LINE_COMMENT;
    bool found = false;
    for (size_t i = 0; i < new->len; i++) {
        if (new->ptr[i].kind != LINE_CODE || !str_equal(new->ptr[i].text, anchor))
            continue;
        const SourceLine *beside = neighbour(new, i, up);
        if (beside && beside->kind == wanted)
            return false;
        found = true;
    }
    return found;
}

/* Whether the lines [from, to) of a comment are lost. */
static bool is_lost(const SourceLineVec *old, size_t from, size_t to, const SourceLineVec *new,
                    Map *kept, bool has_docstring)
{
    bool is_doc = old->ptr[from].kind == LINE_DOCSTRING, has_words = false;
    for (size_t i = from; i < to; i++) {
        has_words |= has_word(old->ptr[i].text);
        if (has_word(old->ptr[i].text) && map_find(kept, old->ptr[i].text))
            return false;
    }
    const SourceLine *code = is_doc ? neighbour(old, from, true) : neighbour(old, to - 1, false);
    if (!has_words)
        return false;
    if (is_doc && !has_docstring)
        return true;
    return code && code->kind == LINE_CODE && code->text.len >= ANCHOR_BYTES_MIN &&
           stands_bare(new, code->text, old->ptr[from].kind);
}

Str whole_lost_comment(Arena scratch, const Language *language, Str before, Str after)
{
    SourceLineVec old = lines_of(&scratch, language, before);
    SourceLineVec new = lines_of(&scratch, language, after);
    Map kept = map_open(&scratch);
    bool has_docstring = false;
    for (size_t i = 0; i < new.len; i++) {
        has_docstring |= new.ptr[i].kind == LINE_DOCSTRING;
        if (is_comment(&new.ptr[i]))
            *map_put(&kept, new.ptr[i].text, NULL) = 1;
    }
    for (size_t at = 0, to; at < old.len; at = to) {
        for (to = at; to < old.len && old.ptr[to].kind == old.ptr[at].kind; to++) {
        }
        if (is_comment(&old.ptr[at]) && is_lost(&old, at, to, &new, &kept, has_docstring))
            return old.ptr[at].text;
    }
    return (Str){0};
}
