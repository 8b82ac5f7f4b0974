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
    err->kind = ERR_PLAIN;
    err->line = err->reason = 0;
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

bool err_interrupted(Err *err)
{
    return err_set(err, ERR_INTERRUPTED, "interrupted");
}

const char *err_prefix(const Err *err)
{
    return err->kind == ERR_READING ? "Error " : "Error: ";
}

bool err_is(Err *err, ErrKind kind)
{
    err->kind = kind;
    return false;
}

bool err_because(Err *err, const char *reason, uint64_t line)
{
    Str message = str_from(err->message), end = str_from(reason);
    err->line = (uint32_t)MIN(line, (uint64_t)UINT32_MAX);
    if (str_ends(message, end))
        err->reason = (uint32_t)(message.len - end.len);
    return false;
}

const char *err_reason(const Err *err)
{
    return err->message + err->reason;
}
