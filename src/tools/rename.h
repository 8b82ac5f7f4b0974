/* Renaming a symbol without a model. Every place in the repository where its name is written as a
   whole word is found and judged: the symbol, surely or perhaps; surely something else; a mention
   in a string, a comment or another file. Nothing is left unjudged, so that no use can be missed:
   a rename that would leave a possible use behind is refused, unless the user decides otherwise.

   rename_begin.c    finds the symbol, and writes the files
   rename_family.c   which symbols bear the name together, and may not be renamed apart
   rename_shape.c    structural typing
   rename_places.c   reads the files and finds the places
   rename_judge.c    judges one place
   rename_check.c    what forbids the new name
   rename_paste.c    names that the preprocessor builds
   rename_edit.c     the set of edits
   rename_answer.c   how it looks */
#pragma once

#include "edit/edit.h"
#include "index/resolve/resolve.h"
#include "lang/name_sites.h"
#include "tools/query.h"
#include "tools/rename_facts.h"

/* Files that have the name; a name in more of them is none that can be renamed safely. */
#define RENAME_FILES_MAX 20000
/* Symbols that are renamed together: a prototype and its definition, overriding methods. */
#define RENAME_FAMILY_MAX 4000

typedef enum RenameVerdict {
    RENAME_EXACT,
    RENAME_LIKELY,
    RENAME_AMBIGUOUS, /* may be the symbol: its receiver or its scope is not known */
    RENAME_GENERATED, /* in code that is generated, or vendored, minified or large and not indexed
                       */
    RENAME_STRING,
    RENAME_COMMENT,
    RENAME_TEXT,  /* in a file that is no code, or code of another language */
    RENAME_OTHER, /* surely something else */
    RENAME_VERDICT_COUNT
} RenameVerdict;

typedef struct RenamePlace {
    uint32_t file; /* index in Rename.files */
    NameSite site;
    RenameVerdict verdict;
    const char *why; /* of a verdict that is not exact, for people; NULL: nothing to say */
    uint32_t within; /* dense id of the symbol around it, or SYMBOL_NOWHERE */
    bool declares, bare, shorthand, applied;
} RenamePlace;

typedef struct RenameFile {
    uint32_t id; /* in the catalog */
    Str text;
    const Language *language;
    Outline outline;      /* only of code that is indexed */
    bool may_be_included; /* C: no file of code by its name, but code may include it */
    bool is_unseen;       /* C: no declaration of the symbol is surely visible in it */
    bool is_code;         /* of a language in which the symbol can be named, and indexed */
} RenameFile;

typedef struct RenameConflict {
    Str path;
    uint32_t line; /* 0: the file */
    Str message;
    bool may_be_told; /* `--include likely` overrides it */
} RenameConflict;

typedef struct Rename {
    ToolCall *call;
    IndexSession *session;
    Catalog *catalog;
    Resolver *resolver;
    const RenameFacts *facts; /* of the symbol's language */
    Str old, new;
    uint32_t symbol;
    IdVec family, owners; /* renamed together; the types that hold them */
    uint64_t *in_family;  /* bit set over dense ids */
    bool is_unique;       /* no symbol outside of the family has the name */
    bool is_nested;       /* declared within a function: nothing reaches it from outside */
    bool is_member;       /* reached through a value or a type */
    bool is_type, is_function, is_macro, is_hidden; /* is_hidden: visible in its own file only */
    VEC(RenameFile) files;
    VEC(RenamePlace) places;
    VEC(RenameConflict) conflicts;
    uint32_t counts[RENAME_VERDICT_COUNT];
} Rename;

static inline bool rename_has(const Rename *rename, uint32_t symbol)
{
    return symbol != SYMBOL_NOWHERE && rename->in_family[symbol / 64] >> symbol % 64 & 1;
}
static inline bool rename_is_owner(const Rename *rename, uint32_t symbol)
{
    for (size_t i = 0; i < rename->owners.len; i++)
        if (rename->owners.ptr[i] == symbol)
            return true;
    return false;
}

/* Fills in family, owners and what kind of name it is. */
void rename_find_family(Rename *rename);
/* Whether one is a member of an interface, and the other of a type that has all its members. */
bool rename_share_shape(Catalog *catalog, uint32_t a, uint32_t b);
/* Finds and judges all places. ERR_STALE: a file changed since it was indexed. */
bool rename_find_places(Rename *rename, Err *err) MUST_USE;

/* A place to be judged, and what is known of it. */
typedef struct RenameQuestion {
    const Rename *rename;
    const RenameFile *file;
    const RenameFacts *facts;       /* of the file's language */
    const NamedReferenceVec *named; /* references of the file to the name */
    const NameSiteVec *sites;
    const uint32_t *around;   /* by site: the symbol around it, as below */
    const uint32_t *declared; /* … the symbol that it declares */
    size_t index;             /* of the site that is judged */
    uint32_t symbol;          /* index of the outline's symbol around the place + 1, or 0 */
} RenameQuestion;
void rename_judge(const RenameQuestion *question, RenamePlace *place);
/* Whether the kind of the node is listed (RenameFacts). */
bool rename_node_is(const char *kinds, const NameSite *site);

/* Adds the conflicts of the new name. */
bool rename_check(Rename *rename, Err *err) MUST_USE;
void rename_add_conflict(Rename *rename, Str path, uint32_t line, Str message);
/* The same for what the user may overrule. */
void rename_add_told(Rename *rename, Str path, uint32_t line, Str message);
/* C: adds a conflict where a macro builds the old name from parts (`##`). */
void rename_check_pasting(Rename *rename);

/* What the user decided. */
typedef struct RenameChoice {
    bool likely, ambiguous, generated; /* --include */
    bool leave;                        /* leaves what is not included */
    bool strings, comments, texts;
    Str only; /* path or directory; empty: everywhere */
} RenameChoice;
/* Marks the places to be applied. */
void rename_choose(Rename *rename, const RenameChoice *choice);
/* Places that may be the symbol and are not applied. */
size_t rename_count_left(const Rename *rename);
/* The files with all applied places replaced. A file whose outline would change otherwise than by
   the name is a conflict. */
void rename_make_edits(Rename *rename, EditSet *set);

typedef struct RenameCommit {
    Str id;   /* of the journal, when applied */
    Str root; /* option for the next call where the repository does not begin here; or empty */
} RenameCommit;

typedef struct RenameOutcome {
    bool refused, dry_run;
    EditSet set;
    RenameCommit commit;
} RenameOutcome;
bool rename_put_answer(const Rename *rename, const RenameOutcome *outcome, Err *err) MUST_USE;
