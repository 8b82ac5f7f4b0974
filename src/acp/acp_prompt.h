/* The content blocks of a prompt: the user's words, and the files and texts attached to them. */
#pragma once

#include "base/rpc.h"
#include "base/vec.h"

/* A text that came with the prompt. */
typedef struct AcpText {
    Str name; /* path, or address */
    Str path; /* relative to the session's directory; empty: outside */
    Str text;
} AcpText;

typedef struct AcpPrompt {
    Str text;         /* the user's words; attached files are named in place */
    VEC(Str) handles; /* of linked files: path, path:10-20; relative to the session's directory */
    VEC(AcpText) texts;
    VEC(Str) notes; /* parts that were not read, and why; a line each */
} AcpPrompt;

/* Reads the blocks. `cwd`: the session's directory, a real path; links that lead out of it are not
   read. Strings point into the blocks or live in the arena. */
bool acp_prompt_read(Arena *arena, Str cwd, const Json *blocks, AcpPrompt *prompt,
                     RpcFault *fault) MUST_USE;
