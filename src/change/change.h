/* What happened between two states of some files, told by symbol: a comparison of both sides'
   outlines and tokens, not of lines. Symbols are paired (pair.h), each pair is told apart by what
   differs (kind.h), and each changed line lies in a symbol that is told, or is counted as other. */
#pragma once

#include "base/err.h"
#include "change/manifest.h"
#include "change/side.h"
#include "git/line_diff.h"

#define CHANGE_KINDS(X) \
    X(NONE, "") \
    X(ADDED, "added") \
    X(REMOVED, "removed") \
    X(RENAMED, "renamed") \
    X(MOVED, "moved") \
    X(MOVED_RENAMED, "moved and renamed") \
    X(EXTRACTED, "extracted") /* added; most of it stood in another one's body */ \
    X(INLINED, "inlined")     /* removed; most of it stands in another one's body now */ \
    X(SIGNATURE, "signature") \
    X(BODY, "body") \
    X(COMMENT, "comment") \
    X(FORMAT, "format")

typedef enum ChangeKind {
#define X(name, text) CHANGE_##name,
    CHANGE_KINDS(X)
#undef X
    CHANGE_KIND_COUNT
} ChangeKind;

Str change_kind_name(ChangeKind kind);

/* What differs within a pair. */
typedef enum ChangePart {
    PART_DIFFERS_SIGNATURE = 1,
    PART_DIFFERS_BODY = 2,
    PART_DIFFERS_COMMENT = 4,
    PART_DIFFERS_FORMAT = 8,
} ChangePart;

#define SYMBOL_ABSENT UINT32_MAX

typedef VEC(Str) StrVec;

typedef struct ChangedSymbol {
    ChangeKind kind;
    uint32_t file;       /* index in ChangeSet.files, whose list it is in */
    uint32_t new_symbol; /* of the file's new outline, or SYMBOL_ABSENT */
    uint32_t old_file;   /* whose old outline has old_symbol; most often `file` */
    uint32_t old_symbol; /* or SYMBOL_ABSENT */
    uint32_t from;       /* EXTRACTED, INLINED: the other symbol, in the new outline of … */
    uint32_t from_file;  /* … this file */
    unsigned parts;      /* ChangePart bits */
    uint16_t similarity; /* per cent, of pairs that were found by it; else 100 */
    StrVec breaking;     /* why callers break, one short sentence each */
    StrVec what;         /* what differs, the same */
    bool is_public;      /* code elsewhere can name it, as far as its file tells */
    /* Risk, effects and fan-in in both states (measure.h); NULL: not known. */
    const struct SymbolMetrics *before, *after;
    Str hash; /* of the new symbol, as the index has it (index/catalog/symbol.h), or empty */
} ChangedSymbol;

typedef enum ChangeStatus {
    CHANGE_FILE_MODIFIED,
    CHANGE_FILE_ADDED,
    CHANGE_FILE_REMOVED,
    CHANGE_FILE_RENAMED,
    CHANGE_FILE_MODE, /* only its mode */
} ChangeStatus;

Str change_status_name(ChangeStatus status);

typedef struct ChangedFile {
    ChangeStatus status;
    ChangeSide old, new; /* paths are there even where there is nothing to compare */
    unsigned old_mode, new_mode;
    bool link;  /* a symbolic link on a side: its text is the target */
    Str unseen; /* why its content was not compared: binary, too large …; or empty */
    Str note;   /* the comparison is not as sharp as it could be: why; or empty */
    LineHunkVec hunks;
    uint32_t lines_added, lines_removed;
    uint32_t other_lines;       /* of these: in no symbol that is told */
    VEC(ChangedSymbol) symbols; /* of its new side, then what is gone from its old one */
    StrVec imports_added, imports_removed;
    DependencyChangeVec dependencies; /* of a manifest: package.json, Cargo.toml, go.mod … */
    /* Paths of the files of the repository whose symbols it surely uses, or that it imports, in
       each state, each once and sorted (measure.h). */
    StrVec uses_old, uses_new;
} ChangedFile;

typedef struct ChangeSet {
    VEC(ChangedFile) files; /* by path */
    uint32_t counts[CHANGE_KIND_COUNT];
    uint32_t breaking;
    uint64_t lines_added, lines_removed, other_lines;
} ChangeSet;

/* Compares all files whose sides are filled in with path, text and outline. */
void change_compare(Arena *arena, Arena scratch, ChangeSet *set);

/* What a manifest asks for otherwise, a text each: `+ a 1.2`, `− b`, `c ^1 → ^2`. */
StrVec changed_dependencies(Arena *arena, const ChangedFile *file);

/* Where a symbol begins with the comments before it: what is told of it covers these lines, too. */
uint32_t changed_first_line(const ChangeSide *side, uint32_t symbol);

/* How many of the lines of a symbol of the file that is there now are new or other ones. */
uint32_t changed_lines_added(const ChangedFile *file, const ChangedSymbol *changed);
/* Whether what it says to a machine differs: not comments or white space alone. */
bool changed_is_code(const ChangedSymbol *changed);

/* The symbol as it is shown: of the new side, or of the old one where it is gone. */
const Symbol *changed_symbol(const ChangeSet *set, const ChangedSymbol *changed);
const Symbol *changed_old_symbol(const ChangeSet *set, const ChangedSymbol *changed); /* or NULL */
