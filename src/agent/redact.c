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

Str redact(Arena *arena, Str name, Str text, RedactionVec *redactions)
{
    if (!secret_find(text))
        return text;
    Buf out = buf_open(arena, 0);
    uint32_t number = 0;
    bool inside = false;
    Str rest = text, line;
    while (str_take_line(&rest, &line)) {
        const char *what = inside ? NULL : secret_find(line);
        number++;
        if (what) {
            buf_printf(&out, "[redacted: %s]\n", what);
            note(arena, redactions, name, number, str_from(what));
            inside = str_find(line, STR("-----BEGIN ")) != STR_NONE && !is_end(line);
        } else if (!inside) {
            buf_put(&out, line);
            if (rest.len || str_ends(text, STR("\n")))
                buf_put_byte(&out, '\n');
        } else {
            inside = !is_end(line);
        }
    }
    const char *left = secret_find(buf_str(&out));
    if (!left)
        return buf_str(&out);
    note(arena, redactions, name, 0, str_from(left));
    return str_format(arena, "[redacted: %s]", left);
}
