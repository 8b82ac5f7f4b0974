/* Keys of model servers: their sources, the hosts that may get them, and their removal from
   texts. */
#pragma once

#include "base/err.h"
#include "net/url.h"

/* Reads a key from an environment variable (NULL: none) or, if that is unset, from a file of this
   user with mode 0600 whose only line is the key. The file's path is absolute or begins with `~/`;
   empty: none. *key is empty if neither has one. */
bool key_read(Arena *arena, const char *variable, Str file, Str *key, Err *err) MUST_USE;
/* Fails if the key would be sent over a network without encryption. `name` is the setting that
   holds the address. */
bool key_check(Str key, const Url *url, const char *name, Err *err) MUST_USE;
/* The text with every occurrence of the key replaced: a server may echo the key. */
Str key_hide(Arena *arena, Str text, Str key);
