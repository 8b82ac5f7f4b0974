/* Names that a change takes away: declarations that are gone or are called otherwise now, and files
   that are no longer at their path. Any text outside of the change may still have them. */
#pragma once

#include "base/map.h"
#include "change/consequences.h"
#include "index/catalog/catalog.h"

typedef struct LeftName {
    Str word;                /* what a text that means it has; of a file, its last part */
    uint32_t anchor;         /* where the first run of word characters begins in it */
    uint32_t next;           /* 1 + the next name with the same anchor, or 0 */
    uint32_t file, reported; /* as in Consequence; REPORTED_FILE: it is a file or a folder */
    SymbolKind kind;
    Str path;  /* of the file that declared it, or the path that is gone */
    Str owner; /* the declaration around it, or empty */
    Str head;  /* the first line of its declaration */
    /* The package that a file was in, where it is in another one now: of a declaration in it, which
       is still there, or the package itself. */
    Str package;
    Str stem; /* of the declaring file: `a` of `lib/a.py` */
    Str folder;
    bool is_folder;
    bool is_stem;             /* the path has no ending, as documents name each other */
    bool is_module;           /* the same of code, as strings and settings name it: `a.b`, `a/b` */
    const Language *language; /* of the declaration */
    bool shared;   /* something else has the name: only a qualified place means this one */
    bool common;   /* the same, as it is a word of everyday text */
    bool distinct; /* hardly a word of a language */
    uint32_t written, erased; /* its places in the lines that the change adds and takes away */
    bool is_read; /* the path of a file that is still there, whose readers are looked for */
    bool of_data; /* declared in a language whose uses are not followed: code names it in strings */
} LeftName;
typedef VEC(LeftName) LeftNameVec;

typedef struct LeftNames {
    LeftNameVec list;
    Map anchors;     /* the first run of word characters → 1 + index in the list */
    size_t unsought; /* names for which there was no room */
    const ChangeSet *set;
    Map paths; /* of the new state's files and of the folders above them */
} LeftNames;

/* Gathers them. The catalog is of the new state; only its files outside of the change count. */
void left_names_gather(Arena *arena, const ChangeSet *set, Catalog *catalog, LeftNames *names);
/* What stands before the name of a target or of a script in a command: `make`, `run`. The rest is
   empty. */
#define LEFT_COMMANDS_MAX 4
void left_names_commands(const LeftName *name, Str commands[LEFT_COMMANDS_MAX]);
/* Texts that a place of a name must contain, for one search of all: the word, or the word with what
   qualifies it. */
StrVec left_names_sought(Arena *arena, const LeftNames *names);

/* The name in a package clause as an outline has it: `shop` of `package shop`, `-module(shop)`. */
Str left_names_package(Str clause);

typedef void (*LeftVisit)(void *context, uint32_t name, size_t start, size_t end);
/* Visits the places of all names in a text, in order. */
void left_names_scan(const LeftNames *names, Str text, LeftVisit visit, void *context);
