/* Languages: what fovea knows of each, which one a file is in, and its outline. Outlining never
   fails on content: bad syntax, an unknown language or a limit gives a shorter outline that says
   so. */
#pragma once

#include "base/limits.h"
#include "lang/outline.h"

/* A map of a text of at most this many bytes, not counting what is passed over, is made from a
   whole tree where that fits this memory and this many bytes for each of the file's. Larger trees
   are trimmed. */
#define SMALL_PARSE_BYTES (4 * KB)
#define SMALL_PARSE_MEMORY (160 * KB)
#define SMALL_PARSE_PER_BYTE 20

/* The languages in a fixed order. */
size_t lang_count(void);
const Language *lang_at(size_t index);
const Language *lang_find(Str id_or_alias); /* NULL when unknown */

Str lang_id(const Language *language);
Str lang_name(const Language *language);                      /* for display */
const char *const *lang_extensions(const Language *language); /* NULL-terminated */
const char *const *lang_filenames(const Language *language);
Str lang_scope_separator(const Language *language);
/* Whether names compare without their case; false for NULL. */
bool lang_folds_case(const Language *language);
/* How a list of parameters is written. */
typedef enum LangParameters {
    PARAMETERS_TYPE_FIRST, /* int n */
    PARAMETERS_NAME_COLON, /* n: int, or names alone */
    PARAMETERS_NAME_FIRST, /* n int */
    PARAMETERS_KEYWORDS,   /* n: 1, given by name */
} LangParameters;
LangParameters lang_parameters(const Language *language);
/* Whether a call may name its arguments, so that the names of parameters are part of it. */
bool lang_names_arguments(const Language *language);
/* Whether a string that opens a block is its comment. */
bool lang_has_docstrings(const Language *language);
/* Whether types beside names are checked by nobody who runs the code. */
bool lang_hints_types(const Language *language);
/* Whether a function may be called with more arguments than it has parameters. */
bool lang_takes_more(const Language *language);
/* Whether what stands before a declaration's name opens it to its own package alone: Rust's
   `pub(crate)`. */
bool lang_keeps_inside(const Language *language, Str head);
/* Whether a type takes any value: Go's `any`, Java's `Object`. */
bool lang_is_top_type(const Language *language, Str type);
/* The type with the plain names of what has several: Go's `interface{}` is `any`. */
Str lang_plain_type(Arena *arena, const Language *language, Str type);
/* Whether a sign says that an error is assumed away: `unwrap`, `!`. */
bool lang_assumes_by_sign(const Language *language);
/* What else answers depend on: `.facts` of lang.def. */
typedef struct LangFacts {
    bool is_plain_text; /* what no language knows */
    bool holds_prose;   /* its files are documents */
    bool holds_data;
    bool marks_up_text; /* as Markdown does */
    bool may_be_minified;
    bool is_of_c_family; /* src/lang/c reads it; functions of these languages are linked together */
    bool is_preprocessed;        /* macros are used under conditions that the index does not know */
    bool starts_at_main;         /* programs start in a function of that name */
    bool structs_hold_functions; /* values of a struct are its implementations */
    bool interfaces_match_by_shape;    /* a type implements what it has the methods of */
    bool type_names_are_distinct;      /* `type A B` is a type of its own, `type A = B` is B */
    bool classes_are_values;           /* a class goes where any value goes */
    bool declarations_merge;           /* those of one name in a scope are parts of one thing */
    bool types_are_declared_elsewhere; /* a .d.ts file may declare what this has */
    bool calls_dunder_names;           /* names that begin with `__` are called by the language */
    bool is_called_by_templates;       /* templates of pages name its functions */
    bool tests_are_in_test_modules;    /* `mod tests` in a file of the program */
    bool modules_are_tests;            /* a test file's modules are its cases */
    const char *const *test_names;     /* a function that begins so is a case; NULL: one that
                                          nothing calls is */
    const char *operators; /* functions with the sign that calls each: `plus + minus -` */
} LangFacts;
/* Never NULL; nothing holds for NULL. */
const LangFacts *lang_facts(const Language *language);
bool lang_is_c(const Language *language); /* is_of_c_family */
/* Whether code elsewhere can name a declaration that has no modifier. */
bool lang_shows(const Language *language, Str name);
/* grammar, scanner, or patterns */
/* Whether outlines with references have the calls of this language. */
bool lang_follows_calls(const Language *language);
OutlineEngine lang_engine(const Language *language);

/* From file name, extension, shebang, modeline, then content; `head` is the file's first bytes (a
   few KB are enough). Never NULL: plain text is a language. */
const Language *lang_detect(Str path, Str head);

/* NUL bytes or a known magic number. `type` gets a short description ("PNG image"), `mime` its
 * type. */
typedef struct BinaryType {
    Str type;
    Str mime;
    bool known;             /* by its magic number; else it only holds NUL bytes */
    uint32_t width, height; /* of images, 0 when unknown */
} BinaryType;
bool lang_is_binary(Str head, BinaryType *type);

typedef struct OutlineOptions {
    int time_ms; /* of processor time; 0: PARSE_TIME_MS */
    bool want_references;
    bool want_cuts;
    bool want_docs;
    bool whole; /* parse function bodies too, whatever is wanted (lang/elide/elide.h) */
    bool lean;  /* trees of small files hold no more than those of large ones (walk/rule_trim.h) */
    uint32_t size_wanted; /* bytes that a map may take, for formats with a choice (JSON); 0: any */
    bool no_ctags;        /* never start universal-ctags */
    const volatile bool *cancel; /* checked while parsing; may be NULL */
} OutlineOptions;

static inline int outline_time_ms(const OutlineOptions *options)
{
    return options->time_ms > 0 ? options->time_ms : PARSE_TIME_MS;
}

/* Text up to FILE_BYTES_MAX. `scratch` must be another arena. Memory of the parse itself is bounded
   by limits.h and given back before this returns. */
void lang_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                  const OutlineOptions *options, Outline *outline);

/* For `fovea debug tree`: the syntax tree, one node a line; false when there is no grammar. */
bool lang_dump_tree(Arena *arena, const Language *language, Str text, Str *dump);
