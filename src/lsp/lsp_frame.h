/* Frames of the base protocol: a header with `Content-Length: N`, an empty line, then N bytes.

   A header that cannot be read is dropped, with all bytes up to the next `Content-Length:`. So one
   wrong frame costs one answer, and the frames after it are read again. */
#pragma once

#include "base/byte_queue.h"

/* Longest message. A client sends whole documents, and JSON may double their size. */
#define LSP_MESSAGE_BYTES_MAX ((size_t)64 * 1024 * 1024)
/* Longest header; a client sends two lines. */
#define LSP_HEADER_BYTES_MAX ((size_t)4096)

typedef enum LspFrameKind {
    LSP_FRAME_NONE,  /* more bytes are needed */
    LSP_FRAME_WHOLE, /* *text is a message */
    LSP_FRAME_LONG,  /* a message of more than LSP_MESSAGE_BYTES_MAX; it is skipped */
    LSP_FRAME_BAD,   /* bytes that are no frame; they are skipped */
} LspFrameKind;

typedef struct LspFrames {
    ByteQueue in;
    size_t skip; /* bytes of a long message that have not arrived */
    bool lost;   /* looks for the next header */
} LspFrames;

void lsp_frame_open(LspFrames *frames);
void lsp_frame_close(LspFrames *frames);
/* The next frame. *text is valid until the next bytes are put into `in`. */
LspFrameKind lsp_frame_take(LspFrames *frames, Str *text);
/* Writes a message with its header. */
void lsp_frame_put(ByteQueue *out, Str message);
