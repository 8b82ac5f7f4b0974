/* Strict parser of HTTP URLs: anything doubtful is refused, so that data goes only where the
   address suggests. */
#pragma once

#include "base/err.h"

typedef struct Url {
    Str scheme; /* http, https */
    Str host;   /* without a port; an IPv6 address in brackets */
    Str place;  /* host and port, as written */
    Str path;   /* from the first slash on, including the query; may be empty */
} Url;

/* `name` names the text in errors. The strings point into the text. */
bool url_parse(const char *name, Str text, Url *url, Err *err) MUST_USE;
/* Whether the host's name is a name of this machine (localhost, 127.0.0.1, [::1]). */
bool url_is_local(const Url *url);
/* Whether two URLs have the same scheme, host and port, so that their servers may get the same
   secrets. */
bool url_same_origin(const Url *a, const Url *b);
/* The address in a Location header, relative to the URL of the request. It may be invalid. */
Str url_resolve(Arena *arena, const Url *base, Str location);
