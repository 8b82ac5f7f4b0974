/* Estimate of LLM tokens: bytes / 4 everywhere, so that figures of different views compare. */
#pragma once

#include "base/base.h"

/* A rule of thumb that fits code and English. */
#define TOKEN_BYTES 4

static inline uint64_t tokens_of_bytes(uint64_t bytes)
{
    return bytes / TOKEN_BYTES;
}
