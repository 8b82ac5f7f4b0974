/* Signatures of artifacts, made and checked by the program ssh-keygen, as git does for commits. The
   signed text is the manifest without its signature: the commit, and digests and sizes of all
   packs. The namespace is fovea.index, so a signature of something else does not count. */
#pragma once

#include "share/artifact.h"

typedef struct SignatureOptions {
    Str key;     /* file of a private key, or of a public one if an agent has the private key */
    Str allowed; /* file of allowed signers, as ssh-keygen(1) describes it */
    const volatile bool *cancel; /* NULL: never */
} SignatureOptions;

/* Signs with the key. Keys of the types ed25519 and RSA make the same bytes for the same
   artifact. */
bool signature_make(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                    Str *signature, Err *err) MUST_USE;
/* Checks that one of the allowed signers made the artifact's signature, and that the signer's entry
   is valid today. *signer is the signer's name in that file. The error says what is wrong and names
   the commit. */
bool signature_check(Arena *arena, const Artifact *artifact, const SignatureOptions *options,
                     Str *signer, Err *err) MUST_USE;
/* Whether this publisher may sign an artifact that reuses these packs: an allowed signer signed
   them, or this key did, which is detectable for keys with deterministic signatures. */
bool signature_is_ours(Arena *arena, const Artifact *artifact, const SignatureOptions *options);
