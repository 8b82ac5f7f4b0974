/* A file that a tool answers about: opened, recognised, and, as far as the tool asks, loaded and
 * outlined. */
#pragma once

#include "tools/target.h"

typedef struct Source {
    Target target;
    FsFile file;
    bool is_binary;
    BinaryType binary;
    const Language *language;
    Str text;        /* the whole file, once loaded */
    Outline outline; /* once outlined */
} Source;

typedef struct SourceWants {
    bool references, cuts, docs;
    uint32_t size; /* of a map, where there is a choice; 0, and for a target's symbol: any */
} SourceWants;

/* Opens and recognises it from its first bytes. */
bool source_open(ToolCall *call, Str target, Source *source, Err *err) MUST_USE;
void source_close(Source *source); /* works as SCOPED(source_close) */

bool source_load(ToolCall *call, Source *source, Err *err) MUST_USE;
/* Loads and outlines; then turns a target's symbol into its lines. Not for binary files. */
bool source_outline(ToolCall *call, Source *source, SourceWants wants, Err *err) MUST_USE;

/* Turns a target's symbol into its lines; the outline is there. */
bool source_resolve(ToolCall *call, Source *source, Err *err) MUST_USE;
/* The text of a target that has lines: whole ones, or a symbol alone where its lines hold much
 * else. */
Str source_part(const Source *source);
/* The error for lines that begin behind the last one; false. */
bool source_fail_beyond(const ToolCall *call, const Source *source, uint64_t line, uint64_t lines,
                        Err *err);
/* The error for a view of text where there is none. */
bool source_require_text(const Source *source, Err *err) MUST_USE;

/* Answers with what a file that is not text is: its type and size. `kind` as in binary_value(). */
bool source_put_binary(ToolCall *call, const Source *source, Str kind, Err *err) MUST_USE;

/* Whether the configuration allows maps of this language. */
bool source_is_mapped(const ToolCall *call, const Source *source);
/* The error for a view of structure where there is none to have: mapping switched off. */
bool source_require_mapped(const ToolCall *call, const Source *source, Err *err) MUST_USE;
/* All of standard input. */
bool source_input(ToolCall *call, Str *text, Err *err) MUST_USE;
