/* What the tools that answer questions about symbols share: naming one, showing one. */
#pragma once

#include "index/graph/modules.h"
#include "search/exclude.h"
#include "search/handle.h"
#include "session/session.h"
#include "tools/tool.h"

/* What questions about symbols look at; of the catalog only what they need is loaded. */
#define QUERY_PARTS (CATALOG_SYMBOLS | CATALOG_STANDINGS | CATALOG_LAZY)

/* Choices of a `risk` parameter. */
extern const char *const query_risks[];
/* Parameters of questions that may leave files out. */
#define QUERY_PARAM_EXCLUDE \
    { \
        .name = "exclude", .type = TOOL_TEXT, .many = true, .rare = true, .value = "PATTERN", \
        .help = "leave out files or directories: a name, a path, a pattern; may be repeated" \
    }
#define QUERY_PARAM_NO_TESTS \
    { \
        .name = "no_tests", .type = TOOL_FLAG, .rare = true, .help = "leave out tests" \
    }
/* Help of a parameter that names a symbol. */
#define QUERY_SYMBOL_HELP "hash, name, qualified name, PATH::Name or PATH:LINE"
#define QUERY_PARAM_SYMBOL(what) \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .lines = true, .value = "SYMBOL", \
        .help = what \
    }

/* By the parameters `exclude` and `no_tests`. */
Exclusion query_leave_out(ToolCall *call, const Catalog *catalog);
/* The same as they were written, to be repeated: ` --no-tests --exclude vendor`. */
Str query_left_out(ToolCall *call);
/* Each of the symbols, one a line, as PATH::Name, where it does not say a place itself. */
Str query_in_file(Arena *arena, Str file, Str symbols);
/* What the parameters `symbol` and `file` ask for, together a PATH::Name; ERR_USAGE when neither is
   given. */
bool query_text(ToolCall *call, Str *text, Err *err) MUST_USE;
/* The one symbol that a text means (search/handle.h); where others are called so, a note of the
   session says which it is and lists them, so the answer must show notes. Otherwise ERR_NOT_FOUND
   with the nearest names, or ERR_FAILED with the candidates and their hashes. A part of a type
   (search/parts.h) means the type, and a note says so. */
bool query_symbol(ToolCall *call, IndexSession *session, Str text, uint32_t *symbol,
                  Err *err) MUST_USE;

/* The same, but a part that was named by its place is meant itself: to be shown. */
bool query_declaration(ToolCall *call, IndexSession *session, Str text, uint32_t *symbol,
                       Err *err) MUST_USE;

/* The error for a line that a file does not have. */
bool query_fail_line(const ToolCall *call, Str path, uint64_t line, uint64_t last, Err *err);

/* `path:12-40`; a file itself: `path`. */
Str query_place(const Catalog *catalog, Arena *arena, uint32_t symbol);
/* Of merged declarations (TypeScript) the one that the line is in; a line of 0: what leads. */
Str query_place_at(const Catalog *catalog, Arena *arena, uint32_t symbol, uint32_t line);
/* The same of these lines. */
Str query_place_of(Arena *arena, Str path, uint32_t start, uint32_t end);
/* `path:12-40  function Class.method`, without line end. */
void query_put_line(Buf *out, Arena scratch, const Catalog *catalog, uint32_t symbol);
/* name, kind, path, start, end, hash. */
Json *query_value(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* The same where its hash is known already. */
Json *query_value_of(Arena *arena, const Catalog *catalog, uint32_t symbol, Str hash);
/* A list under a ceiling of tokens for each row that was asked for: where names and paths are long,
   fewer rows are shown. */
typedef struct QueryList {
    size_t count;        /* rows asked for and there */
    uint32_t row_tokens; /* what one may take, on average */
    void *state;
    void (*put)(Buf *out, void *state, size_t shown); /* the whole answer with so many rows */
} QueryList;
/* What an answer may take besides its rows. */
#define QUERY_FRAME_TOKENS 100
#define QUERY_ROWS_FEW 3
/* Writes it with the most rows that keep the ceiling, and one at least. */
void query_put_list(Buf *out, const QueryList *list);
/* Help of a parameter that names a module. */
#define QUERY_MODULE_HELP \
    "its name or directory, or DIR/** with all below (fovea modules lists them)"

/* A module by name or directory; or, with all below it, a directory that ends in two stars or is no
   module itself: it becomes one of `modules`. Otherwise ERR_NOT_FOUND with the nearest name. */
bool query_module(ToolCall *call, const Catalog *catalog, Modules *modules, Str name,
                  size_t *module, Err *err) MUST_USE;
/* An answer's frame: _type, version, and a note when not all is well. */
Json *query_frame(Arena *arena, const IndexSession *session, Str type);
/* A question in an answer of so many bytes: of one that would take more than a quarter of them the
   beginning. */
Json *query_echo(Arena *arena, Str question, uint64_t budget);
/* `index: 43 % (26,000 of 60,000 files)` and the like on how far to trust an answer; empty when all
   is well. */
Str query_note(const IndexSession *session);
/* What the note takes below a text. */
size_t query_note_bytes(const IndexSession *session);
/* Sends a text answer with the note below it. */
bool query_put_text(ToolCall *call, const IndexSession *session, Buf *out, Err *err) MUST_USE;
