/* Requests to Amazon's services: the user's access keys, from the environment and the files of the
   AWS programs, and signatures (AWS Signature Version 4). A signature covers method, path, host,
   time and the body's digest; the secret key never leaves this machine.

     AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION, AWS_PROFILE
     ~/.aws/credentials, ~/.aws/config */
#pragma once

#include "base/err.h"
#include "net/http.h"

typedef struct AwsAccess {
    Str id, secret; /* empty: requests are not signed */
    Str token;      /* session token; may be empty */
    Str region;
    Str endpoint; /* of S3, without a final slash; empty: Amazon's own */
} AwsAccess;

/* A missing file is no error. */
bool aws_read(Arena *arena, AwsAccess *access, Err *err) MUST_USE;
/* The value of a key in a section of an AWS configuration file; empty: not set. */
Str aws_ini(Str text, Str section, Str key);
/* Whether the region may be part of a host's name. */
bool aws_is_region(Str region);

/* Digest, date, session token, authorization. */
#define AWS_HEADERS_MAX 4
typedef struct AwsHeaders {
    HttpHeader items[AWS_HEADERS_MAX];
    size_t count;
} AwsHeaders;
/* Writes the headers that sign a request without a query to a service (`s3`, `bedrock`). Without
   access keys there is only the digest of the body. */
bool aws_sign(Arena *arena, const AwsAccess *access, Str service, const HttpRequest *request,
              AwsHeaders *headers, Err *err) MUST_USE;
