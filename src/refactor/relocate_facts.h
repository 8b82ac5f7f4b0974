/* What renaming a file must know of a language: languages/<id>/relocate.def. Files of a language
   that follows calls and has no such file are not renamed. Lists are words separated by spaces. */
#pragma once

#include "lang/lang.h"

typedef struct Relocate Relocate;           /* relocate.h */
typedef struct RelocateText RelocateText;   /* relocate.h */
typedef struct RelocatedFile RelocatedFile; /* relocate.h */

typedef struct RelocateFacts {
    const char *language;
    const char *kin; /* languages whose files load each other share this word; or NULL */
    /* Why no file of the language can be renamed; NULL: it can. */
    const char *refused;
    /* Changes what a file that loads moved files, or is one, says of files. */
    void (*rewrite)(Relocate *relocate, RelocateText *text);
    /* Adds the conflicts of one file's new path. */
    void (*check)(Relocate *relocate, const RelocatedFile *moved);
    /* Calls that load the file which their first argument names: `require`, `jest.mock`. */
    const char *loads;
    /* Statements that name a file by its path from their own file: `require_relative`. */
    const char *near_loads;
    /* … whose argument may be computed, so that any file may be meant: by `|`. */
    const char *computes;
    /* What code says that asks where its file is, by `|`: `__dirname`, `__file__`. */
    const char *places;
    /* … that shows, or looks up, the name of its module or file, by `|`. */
    const char *shows;
    /* … the same of files elsewhere: `x.__module__`. */
    const char *asks;
    const char *prints; /* calls that show their argument */
    /* … that loads files of a folder by their names, by `|`: `Zeitwerk`, `spl_autoload_register`.
     */
    const char *autoloads;
    /* Base names by which tools and the language find a file; `*` is for any bytes … */
    const char *fixed;
    const char *kept; /* … and forms of names that say what a file is: `*_test.go` */
    /* Directories of files that a tool pairs with others by their names. */
    const char *companions;
    const char *library; /* modules of the language's library */
    /* A data file of this name that says one of the marks has files loaded by their paths. */
    const char *settings, *settings_marks;
    /* Extensions that imports omit or exchange for each other. */
    const char *extensions;
    bool dotted;            /* a module has a name with dots, which strings and data may say, too */
    bool dots_are_of_start; /* `./x` is looked for where the program starts */
    bool loads_are_calls;   /* brackets follow them, and a variable may have the name of one */
    bool near;              /* a path is looked for in the folder of its file first */
    bool stem_is_name;      /* the base name without extension is what imports say */
    bool must_be_named;     /* a file that no import names is loaded by other means */
    bool build_names_files; /* programs are linked from files that a build lists */
} RelocateFacts;

/* NULL: nothing is known of how files of the language name each other. */
const RelocateFacts *relocate_facts(const Language *language);
