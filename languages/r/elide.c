/* Body elision for R. The content of braces, and of a call's parentheses, is parsed as empty
   when it contains neither a function after `<-` or `=` nor a call that declares or imports. */
#include "languages_lang.h"

#include "lang/elide/elide_state.h"
#include "lang/scan/scan_text.h"

typedef struct Part {
    char open;
    bool kept;      /* its content must stay */
    uint32_t start; /* offset after the bracket */
    size_t spans;   /* number of spans found before it */
} Part;

typedef struct Calls {
    Elision *elision;
    Str text;
    size_t at;
    Part *parts;
    size_t depth;
    char last;  /* last byte of the last token */
    bool plain; /* that token can be the name in a call */
} Calls;

static void give_up(Calls *calls)
{
    calls->elision->unsure = true;
    calls->at = calls->text.len;
}

static char byte_at(const Calls *calls, size_t at)
{
    return at < calls->text.len ? calls->text.ptr[at] : '\0';
}

static void declare(Calls *calls)
{
    for (size_t i = calls->depth; i-- > 0;)
        calls->parts[i].kept = true;
}

/* ---- strings and operators ---- */

static void skip_string(Calls *calls, char quote)
{
    for (size_t at = calls->at + 1; at < calls->text.len; at++) {
        char c = calls->text.ptr[at];
        if (c == '\\') {
            at++;
        } else if (c == quote) {
            calls->at = at + 1;
            return;
        }
    }
    give_up(calls);
}

/* Skips a raw string, r"--(…)--", from its quote. */
static void skip_raw(Calls *calls)
{
    static const char pairs[] = "()[]{}";
    char quote = byte_at(calls, calls->at);
    size_t dashes = 0, at = calls->at + 1;
    for (; byte_at(calls, at) == '-'; at++)
        dashes++;
    char open = byte_at(calls, at);
    const char *pair = open ? strchr(pairs, open) : NULL;
    if (!pair || (pair - pairs) % 2) {
        give_up(calls);
        return;
    }
    for (at++; at < calls->text.len; at++) {
        size_t end = at + 1;
        while (calls->text.ptr[at] == pair[1] && end - at <= dashes && byte_at(calls, end) == '-')
            end++;
        if (calls->text.ptr[at] == pair[1] && end - at - 1 == dashes &&
            byte_at(calls, end) == quote) {
            calls->at = end + 1;
            return;
        }
    }
    give_up(calls);
}

/* Skips an operator such as %in%, which may contain anything but line ends. */
static void skip_operator(Calls *calls)
{
    size_t at = calls->at + 1;
    char c = byte_at(calls, at);
    while (c && c != '%' && c != '\n' && c != '\\')
        c = byte_at(calls, ++at);
    if (c == '%')
        calls->at = at + 1;
    else
        give_up(calls);
}

static void skip_remark(Calls *calls)
{
    size_t end = line_end(calls->text, calls->at);
    elide_span(calls->elision, calls->at + 1, end, ' ');
    calls->at = end;
}

/* ---- tokens ---- */

static bool assigns(const Calls *calls)
{
    return calls->last == '=' || calls->last == '-';
}

static void take_word(Calls *calls)
{
    size_t start = calls->at, end = start;
    while (byte_is_word(byte_at(calls, end)) || byte_at(calls, end) == '.')
        end++;
    Str word = str_slice(calls->text, start, end);
    uint8_t roles = elide_roles(calls->elision, word);
    if (roles & ROLE_DECLARES || (roles & ROLE_FUNCTION && assigns(calls)))
        declare(calls);
    for (size_t i = start; i < end; i++)
        if ((unsigned char)calls->text.ptr[i] >= 0x80) {
            give_up(calls);
            return;
        }
    calls->at = end;
    calls->last = 'a';
    calls->plain = !(roles & (ROLE_DECLARES | ROLE_FUNCTION | ROLE_CONTROL));
    char quote = byte_at(calls, end);
    if ((quote == '"' || quote == '\'') && word.len == 1 && (*word.ptr == 'r' || *word.ptr == 'R'))
        skip_raw(calls);
}

static void open_part(Calls *calls, char open)
{
    if (calls->depth == ELIDE_DEPTH_MAX) {
        give_up(calls);
        return;
    }
    bool kept = open == '[' || (open == '(' && !calls->plain);
    calls->parts[calls->depth++] = (Part){.open = open,
                                          .kept = kept,
                                          .start = (uint32_t)calls->at + 1,
                                          .spans = calls->elision->spans.len};
}

static void close_part(Calls *calls, char open)
{
    const Part *part = calls->depth ? &calls->parts[calls->depth - 1] : NULL;
    if (!part || part->open != open) {
        give_up(calls);
        return;
    }
    calls->depth--;
    if (!part->kept && calls->at - part->start >= GAP_BYTES_MIN) {
        calls->elision->spans.len = part->spans;
        elide_span(calls->elision, part->start, calls->at, ' ');
    }
}

static void take_mark(Calls *calls, char c)
{
    switch (c) {
    case '(':
    case '[':
    case '{': open_part(calls, c); break;
    case ')': close_part(calls, '('); break;
    case ']': close_part(calls, '['); break;
    case '}': close_part(calls, '{'); break;
    case '\\':
        if (assigns(calls))
            declare(calls);
        break;
    default: break;
    }
    calls->at++;
    calls->last = c;
}

static void take_token(Calls *calls, char c)
{
    if (byte_is_word(c) || c == '.' || (unsigned char)c >= 0x80) {
        take_word(calls);
        return;
    }
    if (c == '"' || c == '\'' || c == '`') {
        skip_string(calls, c);
        calls->last = '"';
    } else if (c == '%') {
        skip_operator(calls);
        calls->last = '%';
    } else {
        take_mark(calls, c);
    }
    calls->plain = false;
}

void elide_r(Elision *elision)
{
    Calls *calls = NEW(elision->scratch, Calls, 1);
    calls->elision = elision;
    calls->text = elision->text;
    calls->parts =
        arena_grow(elision->scratch, NULL, 0, ELIDE_DEPTH_MAX * sizeof(Part), _Alignof(Part));
    while (calls->at < calls->text.len) {
        char c = calls->text.ptr[calls->at];
        if (byte_is_space(c))
            calls->at++;
        else if (c == '#')
            skip_remark(calls);
        else
            take_token(calls, c);
    }
    elision->unsure = elision->unsure || calls->depth;
}
