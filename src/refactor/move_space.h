/* Moves where a file has a namespace, by which code elsewhere names what is in it: Java, Kotlin,
   C#, PHP. What a language needs is the record SpaceFacts, named by `.space` in rename.def.

   move_space.c         the order of the steps, and what cannot be moved
   move_space_needs.c   imports that go with it, and what the code may not use from there
   move_space_wholes.c  … of all of a namespace
   move_space_users.c   other files that name it
   move_space_text.c    texts of files: namespaces, places of imports, edits
   move_space_load.c    PHP: which files load which */
#pragma once

#include "refactor/move.h"

/* Files that a move may change beside its own two. */
#define SPACE_FILES_MAX 2000

typedef struct SpaceEdit {
    size_t start, end;
    Str text;
} SpaceEdit;

/* One file that is changed. */
typedef struct SpaceText {
    Str path, before;
    const Outline *outline;
    VEC(SpaceEdit) edits;
    VEC(Str) imports; /* lines that it lacks, without line ends */
} SpaceText;

typedef struct Space {
    Move *move;
    const SpaceFacts *facts;
    Str old, target; /* the namespaces */
    bool fresh;      /* the other file does not exist */
    SpaceText from, to;
    VEC(SpaceText) users;
} Space;

/* The last part of a name with namespaces, and what is before it. */
Str space_last(const SpaceFacts *facts, Str name);
Str space_outer(const SpaceFacts *facts, Str name);
/* The namespace of a symbol at the top level of a file, or of one within namespaces. */
Str space_of(const Space *space, uint32_t symbol);
/* The namespace of an outline's symbol with this index. */
Str space_in(const Space *space, const Outline *outline, uint32_t index);
/* Whether a symbol is at the top level, namespaces left out. */
bool space_is_top(const Space *space, uint32_t symbol);
/* Whether code of the namespace sees what is in the other without an import. */
bool space_sees(const Space *space, Str from, Str other);
/* The name by which a file sees what an import brings; empty: all of a namespace. */
Str space_seen(const SpaceFacts *facts, const Import *import);
/* The whole name that an import brings. */
Str space_imported(Arena *arena, const SpaceFacts *facts, const Import *import);
/* The statement of an import without its line end. */
Str space_statement(const SpaceText *text, const Import *import);
/* The import line for a symbol, under its own name. */
Str space_import_line(const Space *space, Str whole, SymbolKind kind);
/* Adds an import line unless the file has it. */
void space_add_import(const Space *space, SpaceText *text, Str line);
void space_edit(const Space *space, SpaceText *text, size_t start, size_t end, Str with);
/* Whether the code of a text has a word that is no member, imports left out; `without`: what is
   moved does not count. */
bool space_has_word(const Space *space, const SpaceText *text, Str word, bool without);
/* Sets the namespaces, and the text of a new file. */
bool space_find_names(Space *space, Err *err) MUST_USE;
/* Adds the edits that cut the symbol out and put it in. */
void space_place(Space *space);
/* Adds the changes of all files to the move. */
void space_finish(Space *space);

/* Adds an import of all of a namespace, unless a name of the other file would have two meanings. */
bool space_need_whole(Space *space, Str outer, Str line, Err *err) MUST_USE;
/* Adds those of the old file that the moved code needs. */
bool space_take_wholes(Space *space, Err *err) MUST_USE;
/* Adds the imports that the moved code needs. */
bool space_take_needs(Space *space, Err *err) MUST_USE;
/* Refuses when the moved code uses, or offers, what only its namespace or its file may. */
bool space_check_hidden(const Space *space, Err *err) MUST_USE;
/* Changes the files that name the symbol. */
bool space_change_users(Space *space, Err *err) MUST_USE;
/* PHP: sees to it that whoever loads the old file loads the other. */
bool space_check_loads(Space *space, Err *err) MUST_USE;
