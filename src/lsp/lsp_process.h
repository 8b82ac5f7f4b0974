/* A process of the server, with a queue of bytes in each direction. It writes notes: a kind, a
   length, and that many bytes. */
#pragma once

#include "base/byte_queue.h"
#include "base/child.h"

typedef enum LspNoteKind {
    LSP_NOTE_ANSWER,      /* the response to the request, as JSON */
    LSP_NOTE_DIAGNOSTICS, /* parameters of publishDiagnostics, as JSON */
    LSP_NOTE_MESSAGE,     /* a message for the client */
    LSP_NOTE_SPENT,       /* the process answers no request after this one */
    LSP_NOTE_REVIEWED,    /* the review has ended; the text says why it failed, or is empty */
} LspNoteKind;

typedef struct LspProcess {
    Child child; /* pid 0: none */
    ByteQueue in, out;
} LspProcess;

bool lsp_process_start(LspProcess *process, void (*serve)(int fd, void *state), void *state);
/* Kills it, if it runs. */
void lsp_process_stop(LspProcess *process);
static inline bool lsp_process_runs(const LspProcess *process)
{
    return process->child.pid != 0;
}
/* Queues a request: its length, then its text. */
void lsp_process_put(LspProcess *process, Str text);
/* Moves the bytes that can be moved without waiting. False: the process is gone. */
bool lsp_process_write(LspProcess *process);
bool lsp_process_read(LspProcess *process);
/* The next note; *text is valid until the next read. */
bool lsp_process_take(LspProcess *process, LspNoteKind *kind, Str *text);

/* ---- in the process ---- */

/* Writes a note; ends the process if the server is gone. */
void lsp_process_tell(int fd, LspNoteKind kind, Str text);
/* Reads the next request into the arena; false if the server is gone. */
bool lsp_process_next(int fd, Arena *arena, Str *text);
