/* Addresses of HTTP servers, read strictly: what is not plainly one is refused, so that nothing
   that is sent can go elsewhere than it looks. */
#pragma once

#include "base/err.h"

typedef struct Url {
    Str scheme; /* http, https */
    Str host;   /* without a port; an IPv6 address in brackets */
    Str place;  /* host and port, as it is written */
    Str path;   /* from the first slash on, with its query; may be empty */
} Url;

/* `name` is what the text is called in errors. Strings are the text's. */
bool url_parse(const char *name, Str text, Url *url, Err *err) MUST_USE;
/* Whether the host is this machine by name. */
bool url_is_local(const Url *url);
