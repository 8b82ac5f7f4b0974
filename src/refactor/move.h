/* Moving a symbol to another file without a model: its text with its comments and decorators goes
   there, with the imports that it needs, and its importers are changed. A move that may be wrong is
   refused.

   move.c          what is moved, what it needs, and who uses it; the parts that languages share
   move_gaps.c     names declared outside of symbols
   move_load.c     modules that run code when loaded
   move_proof.c    its result compared with the state before (move_proof.h)
   move_answer.c   how it looks

   The functions of languages, named by `.move` in rename.def:

   move_c.c        C: includes and prototypes; move_c_text.c: what the preprocessor makes of the
                   code in either file; move_build.c: what links the two files (move_build.h)
   move_header.c   C, C++: to a header
   move_go.c       Go: within a package
   move_space.c    Java, Kotlin, C#, PHP (move_space.h)
   move_rust.c     Rust (move_rust.h)
   move_ruby.c     Ruby: files that load each other
   move_python.c   Python: modules that import each other (move_python.h); move_python_names.c and
                   move_python_binds.c: what names mean when code runs
   move_script.c   TypeScript and JavaScript: modules (move_script.h) */
#pragma once

#include "refactor/rename.h"

/* Distinct words of a moved text that are looked up; one with more is no declaration. */
#define MOVE_WORDS_MAX 20000
/* Names that a list in the answer shows. */
#define MOVE_LIST_MAX 20

/* A word of the moved code, and what it means there. */
typedef struct MoveWord {
    Str text;
    bool leads;    /* something is reached through it: `word.x` */
    bool bare;     /* it is used without anything before it */
    IdVec symbols; /* what it means as a bare name */
} MoveWord;
typedef VEC(MoveWord) MoveWordVec;

typedef struct MoveText {
    Str path;
    Str before; /* as it is in the tree; empty: there is no such file */
    Outline outline;
    uint32_t id; /* in the catalog, or FILE_NOWHERE */
} MoveText;

struct Move {
    Rename *uses; /* the symbol, and every place that names it */
    MoveText from, to;
    uint32_t index;      /* of the symbol in from.outline */
    uint32_t start, end; /* what is cut out of from.before, whole lines */
    uint32_t code;       /* where the declaration itself begins */
    Str changed;         /* the moved text where it must be another one; else empty */
    MoveWordVec words;
    VEC(Str) notes; /* what the user must know */
    EditSet set;    /* made by the language's function */
};

/* Fills in all but notes and set. *err: there is nothing that can be moved. */
bool move_prepare(Move *move, Str path, Err *err) MUST_USE;

/* ---- for the functions of languages, named by `.move` in rename.def ---- */

/* Sets ERR_FAILED: why the symbol cannot be moved; returns false. */
bool move_refuse(Err *err, const char *format, ...) PRINTF_LIKE(2, 3);
void move_note(Move *move, Str text);
/* The text that is moved, with its line end. */
Str move_text(const Move *move);
/* Where what is cut out ends: blank lines after it go with it where there are some before it. */
size_t move_cut_end(const Move *move);
/* The source without it: blank lines around are one. */
Str move_rest(const Move *move);
/* The destination with a text at an offset, and what is moved at its end. */
Str move_target(const Move *move, size_t at, Str inserted);
/* Adds an edit; nothing if the texts are equal. */
void move_edit(Move *move, EditStatus status, Str path, Str before, Str after);
/* Whether code of the file outside the moved code names it. */
bool move_is_used_in(const Move *move, uint32_t file);
/* The top-level symbol of the source that a word means and that stays there; SYMBOL_NOWHERE: none.
 */
uint32_t move_left_behind(const Move *move, const MoveWord *word);
const MoveWord *move_word(const Move *move, Str text);
/* Adds a word of the source that is used bare. */
void move_add_word(Move *move, uint32_t start, uint32_t end);
/* Whether the moved code has a variable or a parameter of the name. */
bool move_is_own(const Move *move, Str name);
/* Refuses when the moved code uses a name that the source declares outside of its symbols. */
bool move_check_gaps(const Move *move, Err *err) MUST_USE;
/* C: the move between two source files. */
bool move_definition(Move *move, Err *err) MUST_USE;
/* C: the move to a header. */
bool move_header(Move *move, Err *err) MUST_USE;
/* C: refuses unless the build links both files with the same programs. */
bool move_check_build(const Move *move, Err *err) MUST_USE;
/* C: refuses when macros or pragmas of one of the files would change what the code means. */
bool move_check_directives(const Move *move, Err *err) MUST_USE;
/* C: the depth of conditional directives at an offset. */
int move_directive_depth(Str text, size_t end);
/* How the move changes what a file loads. */
typedef struct MoveLoad {
    Str path;
    bool newly;   /* it would load the other module, and did not before */
    bool no_more; /* it would not load the old module any more */
} MoveLoad;
/* The line of code that a module runs when it is loaded, besides its declarations; 0: no such
   line. */
uint32_t move_runs_at(const Move *move, const MoveText *file);
/* Refuses when a module that runs code would be loaded newly, or no more. */
bool move_check_loads(const Move *move, const MoveLoad *load, Err *err) MUST_USE;

/* Whether a symbol at the top level of the outline, or an import, covers the offset … */
bool move_declares_at(const Outline *outline, uint32_t at);
/* … or declares the name. */
bool move_declares(const Outline *outline, Str name);
