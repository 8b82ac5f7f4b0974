/* Building blocks of updates and requests of the Agent Client Protocol. */
#pragma once

#include "base/json.h"
#include "base/limits.h"
#include "edit/edit.h"

/* Both texts of the diffs of one message; larger files are shown by their changed lines. */
#define ACP_DIFF_BYTES_MAX (2 * MB)

/* A tool call, or a change to one. */
typedef struct AcpCall {
    Str id;
    bool is_new;
    Str title;          /* empty: as before */
    const char *kind;   /* NULL: as before */
    const char *status; /* NULL: as before */
    Json *content;      /* NULL: as before */
    Json *locations;    /* NULL: as before */
} AcpCall;

/* The update of a session that shows or changes a tool call. */
Json *acp_call_value(Arena *arena, const AcpCall *call);
/* Only its members, as in a request for permission. */
Json *acp_call_fields(Arena *arena, const AcpCall *call);

/* A chunk of a message: `agent_message_chunk`, …. */
Json *acp_chunk_value(Arena *arena, Str kind, Str text);
/* Items of a tool call's content. `path` is absolute. */
Json *acp_text_content(Arena *arena, Str text);
Json *acp_diff_content(Arena *arena, Str path, const EditFile *file);
/* `line` from 1; 0: the file. */
Json *acp_location_value(Arena *arena, Str path, uint32_t line);
Json *acp_permission_option(Arena *arena, const char *id, const char *name, const char *kind);
