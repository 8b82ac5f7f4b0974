#include "net/url.h"

/* The length accepted by most servers and proxies. */
#define URL_BYTES_MAX 2000
/* Ports are 16-bit numbers. */
#define PORT_MAX 65535

static bool fail(const char *name, Str text, const char *why, Err *err)
{
    size_t at = str_find_last_byte(text, '@'); /* the text before it may be a password */
    Str shown = str_from_offset(text, at == STR_NONE ? 0 : at + 1);
    err_set(err, ERR_USAGE, "%s: '%s%.*s' %s", name, at == STR_NONE ? "" : "…@",
            STR_ARG(str_slice(shown, 0, PATH_SHOWN_BYTES)), why);
    return err_hint(err, "an address looks like https://api.example.com/v1 or "
                         "http://localhost:11434");
}

static bool is_host_byte(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || c == '.' || c == '-' || c == '_';
}

/* The bytes that a URL may contain unescaped (RFC 3986, 2.2 and 2.3), and %. */
static bool is_url_byte(char c)
{
    return byte_is_alpha(c) || byte_is_digit(c) || byte_in(c, "-._~:/?[]@!$&'()*+,;=%");
}

static size_t host_length(Str place)
{
    size_t len = 0;
    if (!str_starts(place, STR("["))) {
        while (len < place.len && is_host_byte(place.ptr[len]))
            len++;
        return len;
    }
    for (len = 1; len < place.len; len++)
        if (byte_hex_value(place.ptr[len]) < 0 && place.ptr[len] != ':' && place.ptr[len] != '.')
            break;
    return len > 1 && len < place.len && place.ptr[len] == ']' ? len + 1 : 0;
}

static bool is_port(Str text)
{
    uint64_t port = 0;
    return str_starts(text, STR(":")) && str_parse_u64(str_from_offset(text, 1), &port) && port &&
           port <= PORT_MAX;
}

bool url_parse(const char *name, Str text, Url *url, Err *err)
{
    static const Str schemes[] = {STR_INIT("http"), STR_INIT("https")};
    size_t colon = str_find(text, STR("://"));
    *url = (Url){.scheme = str_slice(text, 0, colon == STR_NONE ? 0 : colon)};
    if (text.len > URL_BYTES_MAX)
        return fail(name, text, "is too long", err);
    for (size_t i = 0; i < text.len; i++)
        if (!is_url_byte(text.ptr[i]))
            return fail(name, text, "has a character that is not allowed in an address", err);
    if (!str_equal(url->scheme, schemes[0]) && !str_equal(url->scheme, schemes[1]))
        return fail(name, text, "does not begin with http:// or https://", err);
    Str rest = str_from_offset(text, colon + 3);
    size_t end = 0;
    while (end < rest.len && rest.ptr[end] != '/' && rest.ptr[end] != '?')
        end++;
    url->place = str_slice(rest, 0, end);
    url->path = str_from_offset(rest, end);
    if (str_find_byte(url->place, '@') != STR_NONE)
        return fail(name, text, "contains a user name, which is not accepted", err);
    url->host = str_slice(url->place, 0, host_length(url->place));
    Str port = str_from_offset(url->place, url->host.len);
    if (!url->host.len || (port.len && !is_port(port)))
        return fail(name, text, "names no host", err);
    return true;
}

bool url_is_local(const Url *url)
{
    static const Str names[] = {STR_INIT("localhost"), STR_INIT("127.0.0.1"), STR_INIT("[::1]")};
    for (size_t i = 0; i < COUNT(names); i++)
        if (str_equal_nocase(url->host, names[i]))
            return true;
    return false;
}

/* The port, or that of the scheme. */
static uint64_t port_of(const Url *url)
{
    uint64_t port = 0;
    Str text = str_from_offset(url->place, url->host.len + 1);
    if (url->place.len > url->host.len && str_parse_u64(text, &port))
        return port;
    return str_equal(url->scheme, STR("https")) ? 443 : 80;
}

bool url_same_origin(const Url *a, const Url *b)
{
    return str_equal(a->scheme, b->scheme) && str_equal_nocase(a->host, b->host) &&
           port_of(a) == port_of(b);
}

Str url_resolve(Arena *arena, const Url *base, Str location)
{
    Str query = str_slice(base->path, 0, MIN(str_find_byte(base->path, '?'), base->path.len));
    size_t slash = str_find_last_byte(query, '/');
    if (str_starts(location, STR("//")))
        return str_format(arena, "%.*s:%.*s", STR_ARG(base->scheme), STR_ARG(location));
    if (str_starts(location, STR("/")))
        return str_format(arena, "%.*s://%.*s%.*s", STR_ARG(base->scheme), STR_ARG(base->place),
                          STR_ARG(location));
    size_t colon = str_find(location, STR("://"));
    if (colon != STR_NONE && colon < MIN(str_find_byte(location, '/'), location.len))
        return location;
    return str_format(arena, "%.*s://%.*s%.*s/%.*s", STR_ARG(base->scheme), STR_ARG(base->place),
                      STR_ARG(str_slice(query, 0, slash == STR_NONE ? 0 : slash)),
                      STR_ARG(location));
}
