/* fovea: the part of a file that matters.
 *
 * Coding agents read files through a few questions: what is in it (map), these lines or this symbol
 * (read), the next piece that fits my context (chunk), the next N characters (page). This library
 * gives the same answers, byte for byte, as the program `fovea`:
 *
 *     fovea *library = fovea_open(NULL);
 *     fovea_answer *answer = fovea_map(library, "src/server.c");
 *     if (fovea_answer_code(answer) == FOVEA_OK)
 *         fwrite(fovea_answer_text(answer), 1, fovea_answer_length(answer), stdout);
 *     else
 *         fprintf(stderr, "%s\n", fovea_answer_error(answer));
 *     fovea_answer_free(answer);
 *     fovea_close(library);
 *
 * Threads: any number of threads may use one `fovea` at the same time. An answer or an outline
 * belongs to the thread that uses it; it may be passed to another thread and freed there.
 * fovea_close must be the last call.
 *
 * Memory: what a function returns is owned by the caller and freed by the function named next to
 * it. Strings that an answer or outline gives out live as long as it does. Out of memory ends the
 * process, unless fovea_on_out_of_memory set a handler, which may write its own message but must
 * not return.
 *
 * Trust: nothing in a file that is read is executed. With roots given, nothing outside them is
 * opened: not by "..", absolute paths, symbolic links or a race between check and open.
 *
 * Compatibility: structs that may grow begin with their own size. Symbols begin with fovea_. */
#ifndef FOVEA_H
#define FOVEA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FOVEA_API __attribute__((visibility("default")))
#else
#define FOVEA_API
#endif

/* ---- the library ---- */

typedef struct fovea fovea;

typedef struct fovea_options {
    size_t size;              /* sizeof(fovea_options) */
    const char *root;         /* where relative paths start; NULL: the working directory */
    const char *const *roots; /* absolute directories that may be read; NULL or count 0: the root
                                 only if `root` is given, else everything */
    size_t root_count;
    size_t cache_bytes; /* for outlines of files read before; 0: 64 MB */
    bool no_config;     /* do not read configuration files */
} fovea_options;

/* Reads the configuration files and makes a handle; options NULL: the defaults. Never NULL: when
   something is wrong, every call on the handle answers with that error. */
FOVEA_API fovea *fovea_open(const fovea_options *options);
FOVEA_API void fovea_close(fovea *library); /* NULL is allowed */

FOVEA_API const char *fovea_version(void); /* "0.1.0" */

/* Process-wide; set it before the first other call. The handler must not return. */
FOVEA_API void fovea_on_out_of_memory(void (*handler)(const char *message));

/* ---- answers ---- */

/* The values are the program's exit codes. */
typedef enum fovea_code {
    FOVEA_OK = 0,
    FOVEA_FAILED = 1,
    FOVEA_USAGE = 2,     /* an unknown tool or parameter, a value out of bounds */
    FOVEA_NOT_FOUND = 3, /* or not allowed */
    FOVEA_STALE = 4,     /* changed meanwhile, or while it was read */
    FOVEA_INTERRUPTED = 130
} fovea_code;

typedef struct fovea_answer fovea_answer;

FOVEA_API fovea_code fovea_answer_code(const fovea_answer *answer);
/* The answer, terminated (it may hold NUL bytes too: see the length). Empty on errors, except for
   a chunk whose token could not be saved. */
FOVEA_API const char *fovea_answer_text(const fovea_answer *answer);
FOVEA_API size_t fovea_answer_length(const fovea_answer *answer);
/* One line on what went wrong, and one on what to do about it. Each may be empty. */
FOVEA_API const char *fovea_answer_error(const fovea_answer *answer);
FOVEA_API const char *fovea_answer_hint(const fovea_answer *answer);
FOVEA_API void fovea_answer_free(fovea_answer *answer); /* NULL is allowed */

/* ---- questions ---- */

/* `path` may name a part of a file, wherever it occurs: "a.py:12-40", "a.py::Class.method". */

/* What the file declares and on which lines, in at most 20 KB. */
FOVEA_API fovea_answer *fovea_map(fovea *library, const char *path);
/* The file; when it is over 2,000 lines or 50 KB, its beginning and its map. */
FOVEA_API fovea_answer *fovea_read(fovea *library, const char *path);
/* `count` lines from `first` (1-based) on. */
FOVEA_API fovea_answer *fovea_read_lines(fovea *library, const char *path, uint64_t first,
                                         uint64_t count);
/* `length` characters from `offset` (0-based) on. */
FOVEA_API fovea_answer *fovea_page(fovea *library, const char *path, uint64_t offset,
                                   uint64_t length);
/* The n-th (1-based) chunk of at most max_tokens tokens. */
FOVEA_API fovea_answer *fovea_chunk(fovea *library, const char *path, uint64_t n,
                                    uint64_t max_tokens);

/* Any tool with any of its parameters, as docs/tools.md lists them; `format` (text, json, toon) is
   a parameter of every tool that has it.

       const fovea_argument arguments[] = {{"path", "a.py"}, {"budget", "4KB"}, {"format", "json"}};
       fovea_call(library, "map", arguments, 3, NULL);

   *cancel, when given, may be set to true by another thread: the call then ends with
   FOVEA_INTERRUPTED. */
typedef struct fovea_argument {
    const char *name;
    const char *value;
} fovea_argument;

FOVEA_API fovea_answer *fovea_call(fovea *library, const char *tool,
                                   const fovea_argument *arguments, size_t count,
                                   const volatile bool *cancel);

/* ---- outlines ---- */

/* The symbols of a file as data: what a map is made from. */
typedef struct fovea_outline fovea_outline;

typedef struct fovea_symbol {
    const char *kind; /* "function", "class", … (docs/library.md) */
    const char *name;
    const char *qualified;         /* with its scopes: "Class.method" */
    const char *signature;         /* one line, without the body */
    const char *doc;               /* first sentence of its comment; may be empty */
    uint32_t start_line, end_line; /* from 1, inclusive */
    uint32_t start_byte, end_byte; /* from 0, exclusive end */
    uint32_t depth;                /* 0: top level */
    uint32_t parent;               /* index + 1; 0: none */
} fovea_symbol;

/* Never NULL; check the code first. */
FOVEA_API fovea_outline *fovea_outline_open(fovea *library, const char *path);
FOVEA_API void fovea_outline_free(fovea_outline *outline); /* NULL is allowed */
FOVEA_API fovea_code fovea_outline_code(const fovea_outline *outline);
FOVEA_API const char *fovea_outline_error(const fovea_outline *outline);
FOVEA_API const char *fovea_outline_language(const fovea_outline *outline); /* "python" */
FOVEA_API uint32_t fovea_outline_lines(const fovea_outline *outline);
/* Whether syntax errors or a limit may have cost symbols. */
FOVEA_API bool fovea_outline_degraded(const fovea_outline *outline);
FOVEA_API size_t fovea_outline_count(const fovea_outline *outline);
/* In source order, parents before their children; index < count. `size` is sizeof(fovea_symbol). */
FOVEA_API void fovea_outline_symbol(const fovea_outline *outline, size_t index,
                                    fovea_symbol *symbol, size_t size);

#ifdef __cplusplus
}
#endif

#endif
