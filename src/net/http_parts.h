/* Limits of HTTP answers. Only for the files of net/http. */
#pragma once

#include "base/hash.h"
#include "base/limits.h"

/* Servers send some dozen headers, a few KB together. */
#define HTTP_HEADERS_MAX 200
#define HTTP_HEAD_BYTES_MAX (64 * KB)
/* A batch of vectors as JSON numbers takes 10 MB. */
#define HTTP_BODY_BYTES_MAX (64 * MB)
#define HTTP_SPREAD HASH_SPREAD
