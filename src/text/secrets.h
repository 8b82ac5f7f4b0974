/* Secret detection, for data that is about to leave this machine: files by their names, and texts
   that look like keys, tokens or passwords. It prefers false positives. The rules follow the lists
   of gitleaks, detect-secrets and trufflehog. */
#pragma once

#include "base/str.h"

/* Whether a file is likely to hold secrets, by its name or a directory in its path: .env, id_rsa,
 *.pem, .aws/credentials. */
bool secret_is_path(Str path);
#define SECRET_VALUE "a value that is called a secret"
#define SECRET_ADDRESS "an address with a password"

typedef struct Secret {
    const char *what; /* a description: `a private key`; NULL: no secret was found */
    Str text;         /* the token itself, where its form is known; else empty */
    bool doubtful;    /* it may be an example: no service's own form */
} Secret;

/* The most certain secret in the text. */
Secret secret_look(Str text);
/* Its description; NULL: none. */
const char *secret_find(Str text);
/* Whether a line is likely to be from inside an encoded key. A part of a file can have it without
   the mark that begins the key. */
bool secret_is_key_line(Str line);
