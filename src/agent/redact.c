#include "agent/redact.h"

#include "base/buf.h"
#include "text/secrets.h"

static void note(Arena *arena, RedactionVec *redactions, Str name, uint32_t line, Str what)
{
    Redaction *made = VEC_PUSH(arena, redactions);
    *made = (Redaction){.name = str_copy(arena, name), .line = line, .what = what};
}

static bool is_end(Str line)
{
    return str_find(line, STR("-----END ")) != STR_NONE;
}

static bool has_key_line(Str text)
{
    Str line;
    while (str_take_line(&text, &line))
        if (secret_is_key_line(line))
            return true;
    return false;
}

/* Whether a line has only base64, as the last line of a key. */
static bool is_encoded(Str line)
{
    line = str_trim(line);
    for (size_t i = 0; i < line.len; i++)
        if (!byte_is_alpha(line.ptr[i]) && !byte_is_digit(line.ptr[i]) &&
            !byte_in(line.ptr[i], "+/="))
            return false;
    return line.len > 0;
}

typedef struct Redactor {
    Str both;     /* this line and the one before, unless that was replaced */
    bool inside;  /* between BEGIN and END */
    bool in_body; /* the line before is only a part of a key */
} Redactor;

/* The secret in a line, also joined with the line before; NULL: none. */
static const char *secret_of(const Redactor *state, Str line)
{
    const char *what = secret_find(line);
    return what || !state->both.len ? what : secret_find(state->both);
}

static bool is_body(const Redactor *state, Str line)
{
    return secret_is_key_line(line) || (state->in_body && is_encoded(line));
}

Str redact(Arena *arena, Str name, Str text, RedactionVec *redactions)
{
    if (!secret_find(text) && !has_key_line(text))
        return text;
    Buf out = buf_open(arena, 0);
    Redactor state = {0};
    uint32_t number = 0;
    size_t before = STR_NONE; /* start of the line before, if it is shown */
    Str rest = text, line;
    for (size_t at = 0; str_take_line(&rest, &line); at = text.len - rest.len) {
        state.both = before == STR_NONE ? (Str){0} : str_slice(text, before, text.len - rest.len);
        const char *what = state.inside ? NULL : secret_of(&state, line);
        bool body = !what && !state.inside && is_body(&state, line);
        number++;
        if (body && !state.in_body)
            what = "a part of a possible key";
        if (what) {
            buf_printf(&out, "[redacted: %s]\n", what);
            note(arena, redactions, name, number, str_from(what));
            state.inside = str_find(line, STR("-----BEGIN ")) != STR_NONE && !is_end(line);
        } else if (state.inside) {
            state.inside = !is_end(line);
        } else if (!body) {
            buf_put(&out, line);
            if (rest.len || str_ends(text, STR("\n")))
                buf_put_byte(&out, '\n');
        }
        state.in_body = body && is_encoded(line);
        before = what || body || state.inside ? STR_NONE : at;
    }
    const char *left = secret_find(buf_str(&out));
    if (!left)
        return buf_str(&out);
    note(arena, redactions, name, 0, str_from(left));
    return str_format(arena, "[redacted: %s]", left);
}
