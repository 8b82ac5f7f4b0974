/* A question about names and places in a large repository of which a few files changed: they are
   taken up for this answer alone (index/update/overlay.h), while a process of its own brings the
   index up to date. */
#pragma once

#include "tools/session.h"

/* Whether the question, which needs these parts, can be answered so, and it pays. */
bool session_overlay_serves(const ToolCall *call, const IndexSession *session, unsigned parts,
                            const BuildDrift *drift);
/* Of a session with its tree listed. *taken: session->catalog is as the tree is, and session->stale
   says what is not. Otherwise the index must be brought up to date first. */
bool session_overlay(ToolCall *call, IndexSession *session, unsigned parts, bool *taken,
                     Err *err) MUST_USE;
/* What an answer says of files of which the names and places are known, and nothing else. */
Str session_describe_overlay(Arena *arena, uint32_t files);
