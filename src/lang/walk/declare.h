/* Texts of a declaration: its signature and the first sentence of its documentation. */
#pragma once

#include "lang/registry.h"

/* The declaration's own text without body: comments and lines of a preprocessor dropped,
   white space folded, what only introduces a body (`{ : = => ; ,`) trimmed, cut to
   SIGNATURE_CHARS_MAX characters. */
Str declare_signature(Arena *arena, const Language *language, Str text);

/* Whether a line of a comment is for a tool, as Go has them: //go:noinline, //nolint, //export F.
 */
bool declare_is_directive(Str line);

/* First sentence of a comment or docstring: markers, tags, directives of tools (tool_comment.h) and
   decoration removed, at most DOC_CHARS_MAX characters. Empty for licence headers and comments
   without words. */
Str declare_doc(Arena *arena, Str comment);

/* The same of a string that documents, without its quotes and Python's prefix. False for strings
   that document nothing: f"", b"". */
bool declare_docstring(Arena *arena, Str literal, Str *doc);

/* A name as shown: quotes around it removed, white space folded, at most
 * NAME_BYTES_MAX. */
Str declare_name(Arena *arena, Str text);
uint32_t declare_modifiers(Str before_name);
