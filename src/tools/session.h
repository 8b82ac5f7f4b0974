/* The index behind a call: its repository found, its store opened, brought up to date. */
#pragma once

#include "index/catalog/catalog_store.h"
#include "index/live/live.h"
#include "index/update/build.h"
#include "tools/tool.h"

typedef struct IndexSession {
    GitRepo repo;
    Str database; /* its path */
    Store *store;
    Catalog *catalog; /* set by session_update and session_require */
    Str notice;       /* something unusual about the index, or empty */
    Str stale;        /* how far the catalog is behind the tree, or empty */
    Arena walked;     /* where `tree` and `listings` live */
    Listings *listings;
    WalkResult *tree;         /* as it was listed, or NULL */
    struct SessionLook *look; /* at the tree, that is going on (session_look.h), or NULL */
    uint64_t memory; /* limit of an update in bytes (index/update/memory.h), MEMORY_NONE: none */
    bool *broken;    /* set at its end when the store proved to be damaged */
    size_t others_bytes; /* of a note on what else a name could mean; 0: as query.c has it */
    bool warm;           /* store and catalog are those of ToolContext.warm */
    uint64_t background; /* the process that makes the index meanwhile, when that was told; or 0 */
    bool unasked;        /* nobody has named the place, and nothing is known of it (place.h) */
} IndexSession;

typedef enum SessionWait {
    SESSION_WAIT_FILES = 1, /* until the list of files is there */
    SESSION_WAIT_SYMBOLS,   /* until there is anything to answer from */
    SESSION_WAIT_CALLS,     /* until the calls of what just changed are known */
    SESSION_WAIT_BUILT,     /* until a change of many files is taken up */
} SessionWait;

/* What a process that answers several calls from one catalog has worked out already. */
typedef struct SessionMemo {
    Arena arena;
    Str place; /* what was asked about, and the roots that were allowed: it led to these */
    GitRepo repo;
    Str database;
    const struct Overview *overview;
    uint64_t overview_key; /* of what was asked for */
    bool spent;            /* a call has changed the catalog: no other may answer from it */
} SessionMemo;

/* A server's catalog in memory, as it is at the call: nothing needs to be listed or loaded. */
struct SessionWarm {
    LiveView view;
    Store *store;
    SessionMemo *memo;
    /* Asks for the call to be made again when what it lacks has come, or some time has passed; does
       not return, unless it has waited for that before: then it answers from what there is. */
    void (*later)(void *state, SessionWait wait);
    void *state;
};

/* Where the index of the repository around `path` (empty: the root) is or would be; empty with *err
   when there is no place for it. */
Str session_database(ToolCall *call, Str path, Err *err);
/* Fills in the session's repository around `path` (empty: the root), or what of it is below an
   allowed root, and its database (empty: there is no place for it). */
bool session_find(ToolCall *call, Str path, IndexSession *session, Err *err) MUST_USE;
/* Why there is nothing to read: which ignore rule leaves everything out, or that there are no
 * files. */
Str session_no_files(ToolCall *call, const GitRepo *repo);
/* The words for the first. */
Str session_ignored_by(const ToolCall *call, Str rule);
/* The repository around a directory and where its index is or would be; as far as the context's
   roots reach. */
bool session_place(Arena *arena, const ToolContext *context, Str directory, GitRepo *repo,
                   Str *database, Err *err) MUST_USE;
/* The two halves of a check whether something may be begun in the session's repository (place.h):
   before its store is opened, and after. */
bool session_check_place(ToolCall *call, Str path, IndexSession *session, Err *err) MUST_USE;
bool session_note_place(ToolCall *call, IndexSession *session, Err *err) MUST_USE;
/* The same with its store. */
bool session_open(ToolCall *call, Str path, IndexSession *session, Err *err) MUST_USE;
/* A file of the repository by its path in it, as the call may read it. */
bool session_open_file(ToolCall *call, const IndexSession *session, Arena *arena, Str path,
                       FsFile *file, Err *err) MUST_USE;
void session_close(IndexSession *session); /* works as SCOPED(session_close) */
/* A store of its own for who has a server's, which is only for reading. */
bool session_want_writing(ToolCall *call, IndexSession *session, Err *err) MUST_USE;
/* Leaves no catalog in the session when nothing changed, or much was made anew. */
bool session_update(ToolCall *call, IndexSession *session, bool force, BuildReport *report,
                    Err *err) MUST_USE;
/* Loads these parts if there is no catalog. */
bool session_load(ToolCall *call, IndexSession *session, unsigned parts, Err *err) MUST_USE;
/* Adds to what an answer says about itself. */
void session_note(ToolCall *call, IndexSession *session, Str note);
/* With the parts of session_require: the list of files is enough, their symbols may come later. */
#define SESSION_EARLY (2 * CATALOG_LAZY)
/* With CATALOG_LINKS: there is no answer without calls. */
#define SESSION_CALLS (2 * SESSION_EARLY)

/* For a question that needs these parts of the catalog (CATALOG_… of catalog_store.h). What changed
   is taken up before the answer when it is little; else another process is started for it
   (ToolContext.indexer) or is at it already, and the answer comes from what there is:
   session->stale says how far that is behind. */
bool session_require(ToolCall *call, IndexSession *session, unsigned parts, Err *err) MUST_USE;
/* NULL where nothing may be kept from one call to the next. */
SessionMemo *session_memo(const ToolCall *call, const IndexSession *session);
/* The call is about to put the catalog to another state: a server's process that answered from it
   answers no other. */
void session_spend(const ToolCall *call, const IndexSession *session);
/* How far the catalog is behind the tree. Sets session->catalog, with its list of files at least.
 */
bool session_compare(ToolCall *call, IndexSession *session, BuildDrift *drift, Err *err) MUST_USE;
