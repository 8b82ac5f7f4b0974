/* Addresses of databases: recognises them, and shows them without their password. */
#include "base/buf.h"
#include "net/postgres.h"

bool postgres_is_target(Str text)
{
    return str_starts(text, STR("postgresql://")) || str_starts(text, STR("postgres://")) ||
           str_find_byte(text, '=') != STR_NONE;
}

/* Appends `key=value` with its value hidden if it is a secret. Values may be quoted. */
static void put_setting(Buf *out, Str setting)
{
    static const Str secret[] = {STR_INIT("password"), STR_INIT("passwd"), STR_INIT("sslpassword")};
    size_t equals = str_find_byte(setting, '=');
    Str key = equals == STR_NONE ? (Str){0} : str_trim(str_slice(setting, 0, equals));
    for (size_t i = 0; i < COUNT(secret); i++)
        if (str_equal_nocase(key, secret[i])) {
            buf_printf(out, "%.*s=***", STR_ARG(key));
            return;
        }
    buf_put(out, setting);
}

Str postgres_target_shown(Arena *arena, Str target)
{
    Buf out = buf_open(arena, 0);
    size_t scheme = str_find(target, STR("://"));
    if (scheme == STR_NONE) /* keywords: a quoted password may have spaces */
        return str_find(target, STR("passw")) == STR_NONE ? target : STR("(with a password)");
    Str rest = str_from_offset(target, scheme + 3), part;
    size_t at = str_find_last_byte(rest, '@'), end = str_find_byte(rest, '?');
    bool user = at != STR_NONE && (end == STR_NONE || at < end);
    size_t colon = user ? str_find_byte(str_slice(rest, 0, at), ':') : STR_NONE;
    buf_put(&out, str_slice(target, 0, scheme + 3));
    if (colon != STR_NONE)
        buf_printf(&out, "%.*s:***", STR_ARG(str_slice(rest, 0, colon)));
    else
        buf_put(&out, str_slice(rest, 0, user ? at : 0));
    rest = str_from_offset(rest, user ? at : 0);
    end = str_find_byte(rest, '?');
    buf_put(&out, str_slice(rest, 0, end == STR_NONE ? rest.len : end + 1));
    rest = end == STR_NONE ? (Str){0} : str_from_offset(rest, end + 1);
    for (bool first = true; str_take_until(&rest, '&', &part); first = false) {
        buf_put(&out, first ? STR("") : STR("&"));
        put_setting(&out, part);
    }
    return buf_str(&out);
}
