/* `fovea lsp`: the outline, the index and the rules of review as a language server (Language Server
   Protocol 3.17), on standard input and output. docs/lsp.md is its manual.

   lsp_serve.c      the event loop: input, output, live indexes, processes
   lsp_front.c      the life cycle, and what becomes of each message
   lsp_frame.h      messages in a stream of bytes
   lsp_text.h       positions in a text; the only place that converts them
   lsp_documents.h  the texts that the client has opened
   lsp_uri.h        URIs and paths
   lsp_root.c       a directory that the client has opened: its index and its processes
   lsp_reader.c     the process that answers requests
   lsp_tree.c       in that process: the index with the client's texts in it
   lsp_spot.c       … the symbol or reference at a position
   lsp_outline.c, lsp_places.c, lsp_hover.c  … the answers
   lsp_review.c     the process that reviews, for diagnostics */
#pragma once

#include "tools/tool.h"

/* Serves until the client says `exit`, its input ends, or its process is gone. *exit_code: 0 only
   after the client's request `shutdown`. */
bool lsp_serve(const ToolContext *context, ErrCode *exit_code, Err *err) MUST_USE;
