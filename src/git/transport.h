/* git as the client of another repository: lists, fetches and pushes refs of ours with the access
   that the user's git has.

   Every command runs in a private, temporary repository, so the user's repository is not changed,
   and no program that its configuration names is run: no hook, no `core.sshCommand`, no
   `credential.helper`, no `remote.*.uploadpack`, no `url.*.insteadOf`. From the user's own
   configuration (global and system, with its conditional includes) git gets the settings for
   access: ssh, credentials, http, protocols and URLs. From the repository come only the URL of a
   remote and `http.*.extraHeader`, by which CI hands out its token. git never asks on a terminal.

   Limits: transports are file, git, http, https and ssh. For a path that the repository's
   configuration names, the receiving side does not run hooks either. */
#pragma once

#include "git/repo.h"

#include "base/fs_temporary.h"
#include "base/proc.h"
#include "base/vec.h"

typedef struct GitTransportOptions {
    Str remote;                  /* the name of a remote of the repository, a URL or a path */
    const GitRepo *repo;         /* NULL, or without a directory: only URLs and paths */
    bool write;                  /* the remote's push URL is used, for fetching as well */
    const volatile bool *cancel; /* NULL: never */
} GitTransportOptions;

typedef struct GitTransport {
    Arena *arena;
    GitTransportOptions options;
    FsTemporary temporary;
    Str directory;            /* of the private repository */
    Str url;                  /* without credentials */
    bool is_path;             /* a path that the repository's configuration names */
    bool is_wide;             /* the repository's object ids are SHA-256 */
    bool has_unused_settings; /* the repository's configuration has settings that were not used */
} GitTransport;

bool git_transport_open(Arena *arena, const GitTransportOptions *options, GitTransport *transport,
                        Err *err) MUST_USE;
void git_transport_close(GitTransport *transport); /* works as SCOPED(git_transport_close) */

typedef struct GitTransportAsk {
    const char *const *words; /* arguments of `git`, ended by NULL */
    Str input;
    size_t output_max; /* bytes; 0: PROC_OUTPUT_MAX */
    uint64_t file_max; /* bytes of any file that git writes; 0: no limit */
    bool with_errors;  /* standard error joins the output */
} GitTransportAsk;
/* Runs git in the private repository. A nonzero exit code is not an error here; a timeout is. */
bool git_transport_run(const GitTransport *transport, Arena *arena, const GitTransportAsk *ask,
                       ProcResult *result, Err *err) MUST_USE;
/* The same, where the output must be a whole: any failure is an error with git's reason. */
bool git_transport_must(const GitTransport *transport, Arena *arena, const GitTransportAsk *ask,
                        ProcResult *result, Err *err) MUST_USE;
/* Sets the error for a failed command from its output with standard error; returns false. */
bool git_transport_fail(const GitTransport *transport, Str output, Err *err);
/* Writes an object; its id is kept in the arena. */
bool git_transport_write(const GitTransport *transport, Arena *arena, const char *type, Str bytes,
                         Str *id, Err *err) MUST_USE;
bool git_transport_is_id(Str text); /* 40 or 64 lower-case hex digits */
