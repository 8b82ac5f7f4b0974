/* Credentials for servers that share indices, from the environment and from files of the user that
   other programs use, too; those of S3 are in net/aws.h. A missing file has no credentials. No
   credential ever gets into a message, an argument or a log.

     FOVEA_SHARE_TOKEN, FOVEA_SHARE_TOKEN_HOST   a bearer token and the only host that gets it
     ~/.netrc, or NETRC                          user and password of a host; `default` is not used
     ~/.docker/config.json, or DOCKER_CONFIG     auths, credHelpers, credsStore of a registry */
#pragma once

#include "base/err.h"

#include "net/url.h"

typedef struct Login {
    Str user, password; /* empty: none */
    bool is_token;      /* the password is an identity token of an OAuth server */
} Login;

/* The bearer token for the URL's host, and port if FOVEA_SHARE_TOKEN_HOST has one. Empty: no
   token. */
Str credentials_token(const Url *url);
/* Fails if .netrc cannot be read, or is readable by other users. */
bool credentials_netrc(Arena *arena, Str host, Login *login, Err *err) MUST_USE;
/* Parses the entry of a host in a .netrc file. */
void credentials_parse_netrc(Str text, Str host, Login *login);
/* Fails if the configuration cannot be parsed, or if a credential helper fails; a helper that does
   not know the registry is no failure. `registry` is host and port, as in image names. */
bool credentials_docker(Arena *arena, Str registry, Login *login, Err *err) MUST_USE;

/* The value of `Authorization` for a user and a password. */
Str credentials_basic(Arena *arena, const Login *login);
