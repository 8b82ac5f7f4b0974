/* What the tools that share an index begin with: the repository, its commit, and the remote. */
#pragma once

#include "git/objects.h"
#include "session/session.h"
#include "share/remote.h"
#include "tools/tool.h"

/* Parameters of tools that share. */
#define SHARE_PARAM_TARGET \
    { \
        .name = "target", .type = TOOL_TEXT, .positional = true, .value = "TARGET", \
        .help = "file:///DIR, https://…, s3://BUCKET/…, oci://REGISTRY/NAME, git:REMOTE, or a " \
                "name that fovea remote knows" \
    }
#define SHARE_PARAM_PATH \
    { \
        .name = "path", .type = TOOL_TEXT, .value = "DIR", \
        .help = "a directory in the repository (default the working directory)" \
    }

/* First parents of a commit that are looked up at the remote, each with a request. */
#define SHARE_ANCESTORS 16

typedef VEC(Str) ShareNames;

typedef struct Share {
    IndexSession session;
    GitObjects *objects;
    Remote *remote;
    Str branch;         /* checked out; empty: none */
    ShareNames commits; /* ids: HEAD, then its first parents */
} Share;

typedef enum ShareUse {
    SHARE_READ,
    SHARE_WRITE,
    SHARE_TRY, /* only tells what would be written: a remote that does not exist is NULL */
} ShareUse;
/* Opens the session, the repository and the remote. */
bool share_begin(ToolCall *call, ShareUse use, Share *share, Err *err) MUST_USE;
void share_end(Share *share); /* works as SCOPED(share_end) */
