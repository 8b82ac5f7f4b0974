/* What must not leave this machine: files that hold secrets by their names, and texts that hold
   keys, tokens or passwords by their looks. Meant for what is sent away: it rather finds one too
   many. By the lists that gitleaks, detect-secrets and trufflehog keep. */
#pragma once

#include "base/str.h"

/* By its name, or by a directory that it is in: .env, id_rsa, *.pem, .aws/credentials. */
bool secret_is_path(Str path);
/* What of a secret is in the text, in a few words (`a private key`); NULL: nothing. */
const char *secret_find(Str text);
