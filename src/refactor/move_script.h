/* Import statements of TypeScript and JavaScript, read and written for a move. Only move_script*.c
   include this.

   move_script.c         the order of the steps, and the edits
   move_script_check.c   what cannot be moved, and between which files
   move_script_needs.c   what goes with it, and the names of the other file
   move_script_users.c   imports of it
   move_script_file.c    one file: its statements, how it names modules, and its new text
   move_script_require.c  … of CommonJS
   move_script_use.c     which names code uses
   move_script_graph.c   which modules offer a name, and which load each other */
#pragma once

#include "refactor/move.h"

/* A name in the braces of a statement. */
typedef struct ScriptName {
    Str name, alias; /* equal where nothing else is written */
    bool type;       /* `type Name` */
} ScriptName;

/* `import … from 'x'` or `export … from 'x'`. */
typedef struct ScriptStatement {
    uint32_t start, end;
    uint32_t target; /* file id, or FILE_NOWHERE */
    bool exports, type, star, lines, trailing_comma, semicolon, touched;
    char quote;
    Str indent;   /* before each name, where lines are broken */
    Str fallback; /* the name of the default export */
    Str space;    /* the name after `* as` */
    Str module;
    VEC(ScriptName) names;
} ScriptStatement;

/* How relative modules are written. */
typedef enum ScriptStyle {
    SCRIPT_STYLE_UNKNOWN,
    SCRIPT_STYLE_BARE,     /* ./x */
    SCRIPT_STYLE_COMPILED, /* ./x.js for x.ts */
    SCRIPT_STYLE_EXACT,    /* ./x.ts */
} ScriptStyle;

typedef struct ScriptEdit {
    size_t start, end;
    Str text;
} ScriptEdit;

typedef struct ScriptFile {
    Str path, text;
    uint32_t id;
    const Outline *outline;
    VEC(ScriptStatement) statements;
    VEC(ScriptEdit) edits;
    ScriptStyle style;
    bool folders; /* a folder means its index file */
    char quote;
    bool semicolon;
} ScriptFile;

/* Reads the statements. Imports in other forms have none. */
void script_open(const Move *move, ScriptFile *file);
/* The statement around an offset, or NULL. */
ScriptStatement *script_statement_at(const ScriptFile *file, uint32_t offset);
/* Takes how modules are written, quotes and semicolons from another file where this one has no
   import. */
void script_take_style(ScriptFile *file, const ScriptFile *other);
/* A file as a module for another one, in the style of that; empty: it is not known. */
Str script_module(const Move *move, const ScriptFile *file, Str path);
/* The relative path of a file, with `./`. */
Str script_relative(Arena *arena, Str folder, Str path);
/* Adds one statement's only name to the file. False: the name is imported as a type only. */
bool script_add(const Move *move, ScriptFile *file, const ScriptStatement *wanted) MUST_USE;
void script_edit(const Move *move, ScriptFile *file, size_t start, size_t end, Str text);
/* The text with all changes, and with a range cut out that has no statement; 0, 0: none. */
Str script_text(const Move *move, ScriptFile *file, size_t start, size_t end);

/* Whether code uses a name bare, local variables of that name left out. `export { name }` sets
 *listed; `name.x = …` sets *extended; `name = …` and its kind set *written. */
typedef struct ScriptUse {
    bool free, listed, extended, written;
} ScriptUse;
ScriptUse script_use(const Move *move, Str text, Str name);

/* Whether a module offers the moved symbol after the move under a name. */
bool script_offers(const Move *move, uint32_t file, Str name);
/* Whether a file calls something while it is loaded, other than `require`. */
bool script_runs_at_load(const Move *move, uint32_t file);
/* Whether a module loads another, directly or not; imports of types do not count. */
bool script_loads(const Move *move, uint32_t file, uint32_t wanted);
bool script_loads_directly(const Move *move, uint32_t file, uint32_t wanted);
/* Tells the user which modules offered the symbol with `export *` and do so no more. */
void script_note_stars(Move *move);

/* ---- a move ---- */

typedef struct Script {
    Move *move;
    ScriptFile from, to;
    VEC(ScriptStatement) needs; /* one name each, as the other file imports it */
    bool fresh, exported, is_type;
    bool back; /* the old file uses it */
} Script;

static inline Str script_new_path(const Script *script)
{
    return script->move->to.path;
}
/* Whether a statement is an import that has the name. */
bool script_has_alias(const ScriptStatement *statement, Str alias);

/* Sets exported and is_type; with overloads all of them are moved. */
bool script_check_symbol(Script *script, Err *err) MUST_USE;
bool script_check_files(const Script *script, Err *err) MUST_USE;
/* Whether the file has `import` or `export` statements. */
bool script_is_module(const ScriptFile *file);
/* Refuses when a file has all of either module as a value, whose members may be listed. */
bool script_check_spaces(const Script *script, uint32_t file, Err *err) MUST_USE;
/* The move between two CommonJS modules. */
bool script_move_required(Script *script, Err *err) MUST_USE;
/* No name of the other file may be meant by the moved code by mistake. */
bool script_check_target(const Script *script, Err *err) MUST_USE;
/* Sets needs, and drops imports that the rest of the old file does not use. */
bool script_take_needs(Script *script, Str rest, Err *err) MUST_USE;
/* Adds the needs to the other file, which imports the symbol no more. */
bool script_add_needs(Script *script, Err *err) MUST_USE;
/* Refuses when a module would newly load the other file, and that loads it or runs code. */
bool script_check_cycle(const Script *script, uint32_t file, Err *err) MUST_USE;
/* Refuses when a file, whose statements are changed, would not load the old module any more, and
   that runs code. */
bool script_check_unloaded(const Script *script, const ScriptFile *file, Err *err) MUST_USE;
bool script_check_needed_cycles(const Script *script, Err *err) MUST_USE;
/* Changes all other files that import it. */
bool script_change_importers(Script *script, Err *err) MUST_USE;
