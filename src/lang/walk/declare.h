/* Texts of a declaration: signature, first sentence of the documentation, name and modifiers.
   Results are in the arena or point into the text. */
#pragma once

#include "lang/registry.h"

/* The signature, from the text of a declaration without its body. Comments and preprocessor lines
   are dropped, white space is folded, and marks that only introduce a body (`{ : = => ; ,`) are
   trimmed. At most SIGNATURE_CHARS_MAX characters. */
Str declare_signature(Arena *arena, const Language *language, Str text);

/* Whether a comment line is a tool directive in Go's style: //go:noinline, //nolint, //export F. */
bool declare_is_directive(Str line);

/* First sentence of a comment, without comment markers, tags, tool directives (tool_comment.h) and
   decoration. At most DOC_CHARS_MAX characters. Empty for licence headers and comments without
   words. */
Str declare_doc(Arena *arena, Str comment);

/* The same for a docstring, without its quotes and Python's prefix. False for strings that cannot
   be docstrings: f"", b"". */
bool declare_docstring(Arena *arena, Str literal, Str *doc);

/* A name as it is shown: without quotes around it, white space folded, at most NAME_BYTES_MAX. */
Str declare_name(Arena *arena, Str text);
/* MODIFIER(…) bits of the words in the text before a name. */
uint32_t declare_modifiers(Str before_name);
/* Those of a function that is a value: `= async (a) =>`, `: function* () {`. */
uint32_t declare_value_modifiers(Str behind_name);
