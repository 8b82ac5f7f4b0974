/* The file that a tool answers about: opened, its language detected, and, if the tool asks for it,
   loaded and outlined. */
#pragma once

#include "query/target.h"

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
    uint32_t size; /* of the map, if its language has a choice; 0: any */
} SourceWants;

/* Opens the file and detects its language from its name and first bytes. */
bool source_open(SessionRequest *request, Str target, Source *source, Err *err) MUST_USE;
void source_close(Source *source); /* works as SCOPED(source_close) */

bool source_load(SessionRequest *request, Source *source, Err *err) MUST_USE;
/* Asks the index, if there is one, for the language of a file whose name says nothing. */
void source_adopt(SessionRequest *request, Source *source);
/* Loads and outlines the file, then resolves the target's symbol to lines. Not for binary files. */
bool source_outline(SessionRequest *request, Source *source, SourceWants wants, Err *err) MUST_USE;

/* Resolves the target's symbol to lines. Needs the outline. */
bool source_resolve(SessionRequest *request, Source *source, Err *err) MUST_USE;
/* Returns the text of a target with lines: whole lines, or the symbol alone if its lines contain
   much else. */
Str source_part(const Source *source);
/* Sets the error for lines that begin after the last one; returns false. */
bool source_fail_beyond(const SessionRequest *request, const Source *source, uint64_t line,
                        uint64_t lines, Err *err);
/* Fails if the file is not text. */
bool source_require_text(const Source *source, Err *err) MUST_USE;

/* Answers with type and size of a binary file. `kind` as in binary_value(). */
bool source_put_binary(SessionRequest *request, const Source *source, Str kind, Err *err) MUST_USE;

/* Whether the configuration allows maps of the language. */
bool source_is_mapped(const SessionRequest *request, const Source *source);
/* Fails if it does not. */
bool source_require_mapped(const SessionRequest *request, const Source *source, Err *err) MUST_USE;
/* Reads all of standard input. */
bool source_input(SessionRequest *request, Str *text, Err *err) MUST_USE;
