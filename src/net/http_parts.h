/* Caps of answers by HTTP; for the files that make up net/http. */
#pragma once

#include "base/hash.h"
#include "base/limits.h"

/* Servers send some dozen headers, a few KB together. */
#define HTTP_HEADERS_MAX 200
#define HTTP_HEAD_BYTES_MAX (64 * KB)
/* Vectors of a batch as numbers in JSON: 10 MB. */
#define HTTP_BODY_BYTES_MAX (64 * MB)
#define HTTP_SPREAD HASH_SPREAD
