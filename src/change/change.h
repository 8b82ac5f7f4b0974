/* Semantic diff: what happened between two states of some files, reported by symbol.

   Outlines and tokens of both sides are compared, not lines. Symbols are paired (pair.h), and each
   pair is classified by what differs (kind.h). Every changed line lies in a reported symbol or is
   counted as other. */
#pragma once

#include "base/err.h"
#include "change/dependencies.h"
#include "change/side.h"
#include "git/line_diff.h"

#define CHANGE_KINDS(X) \
    X(NONE, "") \
    X(ADDED, "added") \
    X(REMOVED, "removed") \
    X(RENAMED, "renamed") \
    X(MOVED, "moved") \
    X(MOVED_RENAMED, "moved and renamed") \
    X(EXTRACTED, "extracted") /* added; most of it was in another symbol's body */ \
    X(INLINED, "inlined")     /* removed; most of it is in another symbol's body now */ \
    X(SIGNATURE, "signature") \
    X(BODY, "body") \
    X(DIRECTIVE, "directive") /* only comments that tools read, and others */ \
    X(LAYOUT, "layout")       /* only white space, which may carry meaning, and comments */ \
    X(DOCSTRING, "docstring") /* only a docstring, which code can read, and comments */ \
    X(COMMENT, "comment") \
    X(FORMAT, "format")

typedef enum ChangeKind {
#define X(name, text) CHANGE_##name,
    CHANGE_KINDS(X)
#undef X
    CHANGE_KIND_COUNT
} ChangeKind;

Str change_kind_name(ChangeKind kind);

/* The parts of a pair that differ. */
typedef enum ChangePart {
    PART_DIFFERS_SIGNATURE = 1,
    PART_DIFFERS_BODY = 2,
    PART_DIFFERS_COMMENT = 4,
    PART_DIFFERS_FORMAT = 8, /* white space that is known to mean nothing */
    PART_DIFFERS_LAYOUT = 16,
    PART_DIFFERS_DIRECTIVE = 32,
    PART_DIFFERS_DOCSTRING = 64,
} ChangePart;

/* Whom a break concerns. */
typedef enum ChangeAffects {
    AFFECTS_FITTING = 1,         /* those whose arguments or names do not fit: consequences.h */
    AFFECTS_USERS = 2,           /* whoever calls it, reads it or names the type */
    AFFECTS_HEIRS = 4,           /* whoever inherits from it, implements or overrides it */
    AFFECTS_MAKERS = 8,          /* whoever makes a value of the type */
    AFFECTS_WRITERS = 16,        /* whoever assigns to it */
    AFFECTS_OUTSIDERS = 32,      /* whoever cannot see it any more */
    AFFECTS_RESULTS = 128,       /* whoever goes on with its result */
    AFFECTS_OMITTERS = 256,      /* whoever leaves out an argument that has a default */
    AFFECTS_NUMBERED = 2048,     /* whoever makes a value of an enum from its number */
    AFFECTS_PLACED = 1024,       /* whoever gives its fields by their place */
    AFFECTS_VALUES = 512,        /* whoever has a function as a value, and does not call it there */
    AFFECTS_TRUSTING = 4096,     /* whoever goes on with its result, and does not ask for nothing */
    AFFECTS_ASKING = 8192,       /* whoever asks whether its result is nothing */
    AFFECTS_MATCHERS = 16384,    /* whoever takes its values apart by place */
    AFFECTS_NEW = 32768,         /* whoever calls it with `new` */
    AFFECTS_BLOCKS = 65536,      /* whoever calls it with a block */
    AFFECTS_BLOCKLESS = 131072,  /* whoever calls it without one */
    AFFECTS_CALLERS = 262144,    /* whoever calls it without the word that makes a value, `new` */
    AFFECTS_UNAWAITED = 1048576, /* whoever goes on with its result without waiting for it */
    AFFECTS_CONVERTERS = 524288, /* whoever has another value made a value of the type */
    AFFECTS_OPTIONS = 2097152,   /* whoever gives it an option of the name in `asked` */
    AFFECTS_INHERITING = 4194304, /* users and heirs, if what it lost with a base is not known */
    AFFECTS_UNITERATED = 8388608, /* whoever does more with its result than go through it once */
    AFFECTS_BARE = 16777216,      /* whoever names the type without its arguments */
    AFFECTS_UNSEEN = 64,          /* users that are not found, such as matches of all variants */
} ChangeAffects;

/* Differences of one symbol that are reported: a rewrite does not need them all. */
#define CHANGE_WHAT_MAX 8

#define SYMBOL_ABSENT UINT32_MAX

typedef struct ChangedSymbol {
    ChangeKind kind;
    uint32_t file;       /* index in ChangeSet.files of the file that lists it */
    uint32_t new_symbol; /* in the file's new outline, or SYMBOL_ABSENT */
    uint32_t old_file;   /* file whose old outline has old_symbol; usually `file` */
    uint32_t old_symbol; /* or SYMBOL_ABSENT */
    uint32_t from;       /* EXTRACTED, INLINED: the other symbol, in the new outline of … */
    uint32_t from_file;  /* … this file */
    unsigned parts;      /* ChangePart bits */
    uint16_t similarity; /* in percent, for pairs found by similarity; else 100 */
    StrVec breaking;     /* why callers break, one short sentence each */
    uint32_t affects[CHANGE_WHAT_MAX]; /* by break: ChangeAffects bits (affected.h) */
    Str asked[CHANGE_WHAT_MAX]; /* by break: the member that heirs must have, or the parameter or
                             the option that it is about; or empty */
    StrVec doubts;              /* differences that are not proved to break nobody */
    uint32_t doubted[CHANGE_WHAT_MAX]; /* by doubt: whom it may break, ChangeAffects bits */
    uint32_t users;    /* uses of its old form elsewhere, changed lines included (uses.h) */
    Str value;         /* how the value of a constant differs, or empty (values.h) */
    StrVec what;       /* what differs, one short sentence each */
    bool only_hints;   /* all of `breaking` is about types that nothing checks */
    bool is_unchecked; /* one of `breaking` is of a kind that consequences do not look for */
    bool is_public;    /* code elsewhere can name it, judging by its file alone */
    /* Risk, effects and fan-in in both states (measure.h); NULL: unknown. */
    const struct SymbolMetrics *before, *after;
    Str hash; /* of the new symbol, as in the index (index/catalog/symbol.h), or empty */
} ChangedSymbol;

typedef enum ChangeStatus {
    CHANGE_FILE_MODIFIED,
    CHANGE_FILE_ADDED,
    CHANGE_FILE_REMOVED,
    CHANGE_FILE_RENAMED,
    CHANGE_FILE_MODE, /* only its mode differs */
} ChangeStatus;

Str change_status_name(ChangeStatus status);

typedef struct ChangedFile {
    ChangeStatus status;
    ChangeSide old, new; /* paths are set even where there is nothing to compare */
    unsigned old_mode, new_mode;
    bool link;  /* a symbolic link on either side: its text is the target */
    Str unseen; /* why its content was not compared (binary, too large …), or empty */
    Str note;   /* why the comparison is less precise than usual, or empty */
    Str beside; /* what alone differs in a file whose code does not, or empty */
    LineHunkVec hunks;
    uint32_t lines_added, lines_removed;
    uint32_t other_lines;       /* changed lines outside reported symbols */
    VEC(ChangedSymbol) symbols; /* symbols of the new side, then those gone from the old one */
    StrVec imports_added, imports_removed;
    StrVec exports_removed;           /* names that it no longer gives to others (offers.h) */
    DependencyChangeVec dependencies; /* for manifests: package.json, Cargo.toml, go.mod … */
    /* Paths of the repository's files that it imports or whose symbols it surely uses, in each
       state, without repetition and sorted (measure.h). */
    StrVec uses_old, uses_new;
} ChangedFile;

typedef struct TypeNames TypeNames;

typedef struct ChangeSet {
    VEC(ChangedFile) files; /* by path */
    const TypeNames *types; /* while it is compared (type_names.h) */
    uint32_t counts[CHANGE_KIND_COUNT];
    uint32_t breaking;
    uint64_t lines_added, lines_removed, other_lines;
} ChangeSet;

/* Compares all files whose sides have path, text and outline. Fills in the rest of the set. */
void change_compare(Arena *arena, Arena scratch, ChangeSet *set);

/* Changes of a manifest's dependencies, one text each: `+ a 1.2`, `− b`, `c ^1 → ^2`. */
StrVec changed_dependencies(Arena *arena, const ChangedFile *file);

/* The first line of a symbol, including the comments before it. A reported symbol covers these
   lines too. */
uint32_t changed_first_line(const ChangeSide *side, uint32_t symbol);

/* Number of lines of the new symbol that are added or modified; 0 for a symbol that is gone. */
uint32_t changed_lines_added(const ChangedFile *file, const ChangedSymbol *changed);
/* Whether code differs, and not only comments, white space or the place. */
bool changed_is_code(const ChangedSymbol *changed);
/* Whether callers may break: by more than types that nothing checks. */
static inline bool changed_may_break(const ChangedSymbol *changed)
{
    return changed->breaking.len && !changed->only_hints;
}

/* Adds a text to `breaking` or `what`, up to that many. */
void change_say(Arena *arena, StrVec *list, Str text);

const ChangeSide *changed_old_side(const ChangeSet *set, const ChangedSymbol *changed);
const ChangeSide *changed_new_side(const ChangeSet *set, const ChangedSymbol *changed);
/* The symbol to show: the new one, or the old one if it is gone. */
const Symbol *changed_symbol(const ChangeSet *set, const ChangedSymbol *changed);
const Symbol *changed_old_symbol(const ChangeSet *set, const ChangedSymbol *changed); /* or NULL */
