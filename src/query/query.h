/* Shared by tools that answer questions about symbols: finds the symbol that a text names, shows
   symbols, and frames answers. */
#pragma once

#include "index/graph/modules.h"
#include "search/exclude.h"
#include "search/handle.h"
#include "session/send.h"
#include "session/session.h"

/* The parts of the catalog that questions about symbols look at, loaded as they are needed. */
#define QUERY_PARTS (CATALOG_SYMBOLS | CATALOG_METRICS | CATALOG_LAZY)

/* Choices of a `risk` parameter. */
extern const char *const query_risks[];

/* Files that a question leaves out. */
typedef struct QueryFilter {
    Str exclude; /* names, paths and patterns, one a line */
    bool no_tests;
} QueryFilter;

/* Returns which files the filter leaves out. */
Exclusion query_leave_out(Arena *arena, const Catalog *catalog, QueryFilter filter);
/* Returns the filter as text for the next call: ` --no-tests --exclude vendor`. */
Str query_left_out(Arena *arena, QueryFilter filter);
/* Turns each of the symbols, one a line, into FILE::Name, unless it names a place itself. */
Str query_in_file(Arena *arena, Str file, Str symbols);
/* Joins a symbol and its file to PATH::Name. ERR_USAGE when both are empty. */
bool query_text(const SessionRequest *request, Str symbol, Str file, Str *text, Err *err) MUST_USE;
/* Finds the one symbol that a text means (search/handle.h). If others have the same name, a note of
   the session says which one is meant and lists them, so the answer must show notes. A part of a
   type (search/parts.h) stands for the type, which is noted, too. ERR_NOT_FOUND with the nearest
   names; ERR_FAILED with the candidates and their hashes. */
bool query_symbol(SessionRequest *request, IndexSession *session, Str text, uint32_t *symbol,
                  Err *err) MUST_USE;
/* The same; if one file declares the name several times (HandleMatch.alike), all of them, the one
   that answers show first. */
bool query_symbols(SessionRequest *request, IndexSession *session, Str text, IdVec *symbols,
                   Err *err) MUST_USE;

/* Sets the error for several candidates, with their hashes and places; returns false. */
bool query_fail_ambiguous(SessionRequest *request, const IndexSession *session,
                          const HandleMatch *match, Str text, Err *err);

/* The same for showing a declaration: a part that is named by its place stands for itself. */
bool query_declaration(SessionRequest *request, IndexSession *session, Str text, uint32_t *symbol,
                       Err *err) MUST_USE;

/* Sets the error for a line that a file does not have; returns false. */
bool query_fail_line(const SessionRequest *request, Str path, uint64_t line, uint64_t last,
                     Err *err);

/* `path:12-40`; a file itself: `path`. */
Str query_place(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* The same for merged declarations (TypeScript): the one that contains the line; line 0: the first
   in rank. */
Str query_place_at(const Catalog *catalog, Arena *arena, uint32_t symbol, uint32_t line);
/* The same for given lines. */
Str query_place_of(Arena *arena, Str path, uint32_t start, uint32_t end);
/* `path:12-40  function Class.method`, without line end. */
void query_put_line(Buf *out, Arena scratch, const Catalog *catalog, uint32_t symbol);
/* name, kind, path, start, end, hash. */
Json *query_value(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* The same for a symbol whose hash is known. */
Json *query_value_of(Arena *arena, const Catalog *catalog, uint32_t symbol, Str hash);
/* Finds a module by name or directory. A directory that ends in two stars, or is no module, means
   everything below it, which is added to `modules` as one module. ERR_NOT_FOUND with the nearest
   name. */
bool query_module(SessionRequest *request, const IndexSession *session, Modules *modules, Str name,
                  size_t *module, Err *err) MUST_USE;
/* Fails if a text is given that no file's path contains, with the nearest path. */
bool query_check_path(SessionRequest *request, const Catalog *catalog, Str part, Err *err) MUST_USE;
/* Returns an answer's frame: _type, version, and the note, if there is one. */
Json *query_frame(Arena *arena, const IndexSession *session, Str type);
/* Returns the question for an answer of `budget` bytes, cut if it would take more than a quarter of
   them. */
Json *query_echo(Arena *arena, Str question, uint64_t budget);
/* Returns what the answer says about itself, such as `index: 43 % (26,000 of 60,000 files)`;
   empty: nothing. */
Str query_note(const IndexSession *session);
/* Returns the bytes that the note takes below a text. */
size_t query_note_bytes(const IndexSession *session);
/* Sends a text answer with the note below it. */
bool query_put_text(SessionRequest *request, const IndexSession *session, Buf *out,
                    Err *err) MUST_USE;
