/* Positions in a text: lines and characters of the protocol, and bytes. Both count from 0. What a
   character is depends on the encoding that was agreed on. Lines end with LF, CR LF or CR. A byte
   that is no UTF-8 counts as one character. */
#pragma once

#include "base/str.h"

typedef enum LspEncoding {
    LSP_UTF16, /* what every client knows */
    LSP_UTF8,
    LSP_UTF32,
} LspEncoding;

Str lsp_text_encoding_name(LspEncoding encoding);

typedef struct LspPosition {
    uint32_t line, character;
} LspPosition;

/* A text with its lines. */
typedef struct LspText {
    Str bytes;
    LspEncoding encoding;
    uint32_t *starts; /* offsets of the lines */
    size_t lines;     /* one or more */
} LspText;

/* `bytes` must live as long as the text, and be shorter than 4 GB. */
void lsp_text_open(Arena *arena, Str bytes, LspEncoding encoding, LspText *text);
/* The offset of a position. One behind the end of its line is at that end; one behind the last line
   is at the end of the text; one within a character is before it. */
size_t lsp_text_offset(const LspText *text, LspPosition position);
/* The position of an offset, clamped likewise. */
LspPosition lsp_text_position(const LspText *text, size_t offset);
/* The end of a line, before its line end. */
size_t lsp_text_line_end(const LspText *text, size_t line);
