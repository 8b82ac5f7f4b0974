#include "base/err.h"

/* Whether a row of a list begins here: rows start with two spaces. */
static bool begins_row(Str text, size_t at)
{
    return text.ptr[at] == '\n' && str_starts(str_from_offset(text, at + 1), STR("  "));
}

static void err_format(char *into, size_t size, const char *format, va_list args)
{
    int written = vsnprintf(into, size, format, args);
    size_t len = written < 0 ? 0 : MIN((size_t)written, size - 1);
    if ((size_t)MAX(written, 0) > len)
        len = str_char_floor((Str){into, size - 1}, len - 1);
    into[len] = '\0';
    for (size_t at = 0; at < len;) { /* quoted text may be anything */
        size_t from = at;
        uint32_t c = str_decode((Str){into, len}, &at);
        bool invalid = c == 0xFFFD && at == from + 1;
        if (invalid || (char_is_control(c) && !begins_row((Str){into, len}, from)))
            memset(into + from, invalid ? '?' : ' ', at - from);
    }
}

bool err_set(Err *err, ErrCode code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    err_format(err->message, sizeof err->message, format, args);
    va_end(args);
    err->code = code;
    err->hint[0] = '\0';
    return false;
}

bool err_hint(Err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    err_format(err->hint, sizeof err->hint, format, args);
    va_end(args);
    return false;
}

const char *err_prefix(const Err *err)
{
    return str_starts(str_from(err->message), STR("reading file: ")) ? "Error " : "Error: ";
}
