/* Writer of self-contained HTML pages. Each has a content security policy with the hashes of its
   one style and script, so that nothing from a repository can run. Text is escaped; characters that
   are invisible or change the reading direction are shown as numbers. */
#include "view/html.h"

#include "base/hash.h"
#include "text/base64.h"
#include "text/hidden.h"

/* ---- head ---- */

static Str policy_hash(Arena *arena, Str text)
{
    char hex[65], bytes[32];
    hash_sha256(text, hex);
    (void)str_parse_bytes(str_from(hex), bytes);
    return base64_encode(arena, (Str){bytes, sizeof bytes});
}

void html_put_head(Buf *out, Arena scratch, const HtmlHead *head)
{
    Str style = policy_hash(&scratch, head->style), script = policy_hash(&scratch, head->script);
    buf_put(out,
            STR("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "));
    buf_printf(out, "style-src 'sha256-%.*s'; script-src 'sha256-%.*s'; ", STR_ARG(style),
               STR_ARG(script));
    buf_put(out, STR("base-uri 'none'; form-action 'none'\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                     "<title>"));
    html_put_text(out, head->title);
    buf_put(out, STR("</title>\n<style>"));
    buf_put(out, head->style);
    buf_put(out, STR("</style>\n</head>\n"));
}

void html_put_end(Buf *out, Str script)
{
    buf_put(out, STR("<script>"));
    buf_put(out, script);
    buf_put(out, STR("</script>\n</body>\n</html>\n"));
}

/* ---- texts ---- */

static Str entity_of(char c)
{
    static const Str entities[] = {['&'] = STR_INIT("&amp;"),
                                   ['<'] = STR_INIT("&lt;"),
                                   ['>'] = STR_INIT("&gt;"),
                                   ['"'] = STR_INIT("&quot;"),
                                   ['\''] = STR_INIT("&#39;")};
    unsigned char byte = (unsigned char)c;
    return byte < COUNT(entities) ? entities[byte] : (Str){0};
}

void html_put_escaped(Buf *out, Str text)
{
    size_t from = 0;
    for (size_t i = 0; i < text.len; i++) {
        Str entity = entity_of(text.ptr[i]);
        if (!entity.len)
            continue;
        buf_put(out, str_slice(text, from, i));
        buf_put(out, entity);
        from = i + 1;
    }
    buf_put(out, str_from_offset(text, from));
}

/* How a text is written: the delimiters of the number of an invisible character. */
typedef struct HtmlForm {
    Str open, close;
    bool code;
} HtmlForm;

static bool is_shown_as_number(const HtmlForm *form, uint32_t c, uint32_t before, Str rest)
{
    if (c == '\t' && form->code)
        return false;
    const HiddenRange *range = hidden_find(c);
    return range ? !hidden_belongs(range, before, rest) : char_is_control(c);
}

static void put_number(Buf *out, const HtmlForm *form, uint32_t c)
{
    buf_put(out, form->open);
    buf_printf(out, "U+%04X", c);
    buf_put(out, form->close);
}

static void put_invalid(Buf *out, const HtmlForm *form, char byte)
{
    if (!form->code) {
        buf_put(out, STR("\xEF\xBF\xBD"));
        return;
    }
    buf_put(out, form->open);
    buf_printf(out, "\\x%02X", (unsigned char)byte);
    buf_put(out, form->close);
}

static void put_form(Buf *out, const HtmlForm *form, Str text)
{
    size_t from = 0, next = 0;
    uint32_t before = ' ';
    for (size_t at = 0; at < text.len; at = next) {
        char byte = text.ptr[at];
        next = at + 1;
        if (byte >= ' ' && byte < 0x7F) {
            before = (unsigned char)byte;
            continue;
        }
        next = at;
        uint32_t c = str_decode(text, &next);
        bool invalid = c == 0xFFFD && next == at + 1;
        bool number = is_shown_as_number(form, c, before, str_from_offset(text, next));
        before = c;
        if (!invalid && !number)
            continue;
        html_put_escaped(out, str_slice(text, from, at));
        if (invalid)
            put_invalid(out, form, byte);
        else
            put_number(out, form, c);
        from = next;
    }
    html_put_escaped(out, str_from_offset(text, from));
}

void html_put_text(Buf *out, Str text)
{
    const HtmlForm form = {STR("&lt;"), STR("&gt;"), false};
    put_form(out, &form, text);
}

void html_put_code(Buf *out, Str text)
{
    const HtmlForm form = {STR("<s>"), STR("</s>"), true};
    put_form(out, &form, text);
}

/* Keeps links within a page short enough to copy. */
#define ANCHOR_BYTES_MAX 300

Str html_anchor(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < text.len && out.len < ANCHOR_BYTES_MAX; i++) {
        char c = text.ptr[i];
        if (byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "_.-/:"))
            buf_put_byte(&out, c);
        else
            buf_printf(&out, "%%%02X", (unsigned char)c);
    }
    return buf_str(&out);
}
