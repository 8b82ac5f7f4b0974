/* Renaming a symbol without a model. Every place in the repository where its name is written as a
   whole word is found and judged: the symbol, surely or perhaps; surely something else; a mention
   in a string, a comment or another file. Nothing is left unjudged, so that no use can be missed:
   a rename that would leave a possible use behind is refused, unless the user decides otherwise.

   rename_begin.c    finds the symbol, and writes the files
   rename_family.c   which symbols bear the name together, and may not be renamed apart
   rename_shape.c    structural typing
   rename_places.c   reads the files and finds the places
   rename_judge.c    judges one place
   rename_mark.c     … of a field that is a parameter, too, or has a mark
   rename_import.c   … in an import; rename_verdict.h is what both have in common
   rename_qualified.c … after a module or package
   rename_module.c   modules as values
   rename_reach.c    how other name spaces and languages reach the name
   rename_argument.c … through the arguments of a macro or a call
   rename_text.c     judges mentions in strings and in other files
   rename_scan.c     names that are built from the old one
   rename_parts.c    names that are put together
   rename_mixed.c    members that come in at run time
   rename_receiver.c the type of the value before a member
   rename_values.c   the same, as the resolver infers it
   rename_library.c  names by which the language or its library calls
   rename_check.c    what forbids the new name
   rename_taken.c    what the new name means already, to types, imports and the library
   rename_words.c    words of other languages that name the symbol
   rename_uses.c     code that uses the new name for something else
   rename_lost.c     what else the old name is: a member of two bases
   rename_data.c     constructs that turn the name into data
   rename_shown.c    whether what is printed may have the name
   rename_carriers.h … which names may lead to a value of the type
   rename_plain.c    … or is a number, a truth, a text
   rename_typed.c    whether a serializer may be given the type
   rename_quote.c    macros that make a string of the name
   rename_expand.c   names that a macro's body means where it is expanded
   rename_paste.c    names that the preprocessor builds
   rename_edit.c     the set of edits
   rename_steps.h    the steps in their order
   rename_proof.h    references before and after
   rename_overrides.c … what overrides what
   rename_assigned.c fields that only assignments make
   rename_answer.c   how it looks
   rename_local.h    parameters and local variables */
#pragma once

#include "edit/edit.h"
#include "index/resolve/resolve.h"
#include "lang/name_sites.h"
#include "query/query.h"
#include "refactor/rename_facts.h"

/* Files that have the name; a name in more of them cannot be renamed safely. */
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
    bool open;    /* in doubt, and what is before the name may decide … */
    bool settled; /* … or a reference decided, and the value may be another one */
    bool taken;   /* a pattern takes it out of a value that may be a module */
    bool shared;  /* in doubt, as another file may have declared a global of the name */
    bool key;     /* of a shorthand: the key is the symbol, and the value is not */
} RenamePlace;

typedef struct RenameFile {
    uint32_t id; /* in the catalog */
    Str text;
    const Language *language;
    Outline outline;      /* only of code that is indexed */
    bool has_new;         /* the new name is in it, too, or alone */
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

/* A language's table: the constructs that use a name as data at run time. */
#define NAME_DATA_MAX 32

/* The first place where a construct of a row was seen. */
typedef struct NameEvidence {
    Str path; /* empty: nowhere */
    Str mark;
    uint32_t line;
} NameEvidence;

/* Names by which code may get a value of the symbol's type. */
typedef struct NameHolders {
    Str *ptr;
    size_t len;
} NameHolders;

/* A parameter or a local variable. */
typedef struct RenameLocal {
    bool is_set;
    uint32_t file, declared; /* offset of the name where it is declared */
    uint32_t function;       /* the function around it, or SYMBOL_NOWHERE */
} RenameLocal;

/* How code of the tree uses the symbol's module, where modules are values. */
typedef enum ModuleUse {
    MODULE_UNSEEN,
    MODULE_NAMED,  /* only to reach what it has: `m.old` */
    MODULE_HANDED, /* as a value: `f(m)` */
} ModuleUse;

/* A field that only assignments make, `self.size = size`: a symbol for this rename alone. */
typedef struct AssignedField {
    uint32_t file;
    uint32_t type;  /* index of the file's outline + 1 */
    uint32_t index; /* of the symbol, + 1 */
} AssignedField;

typedef struct Rename {
    SessionRequest *request;
    IndexSession *session;
    Catalog *catalog;
    Resolver *resolver;
    const RenameFacts *facts; /* of the symbol's language */
    Str old, new;
    uint32_t symbol;
    VEC(AssignedField) assigned; /* of all types, under the old name */
    Str sigil; /* what the catalog's name of a field has before the name: `$` in PHP, `@` or `@@`
                  of such a field in Ruby; or empty */
    RenameLocal local;    /* if set, it is renamed, and `symbol` is only what is around it */
    IdVec family, owners; /* renamed together; the types that hold them */
    IdVec kin;            /* the owners, and all types from which these inherit */
    bool loads_modules;   /* some code of the tree loads a module by its name */
    ModuleUse module_use;
    bool looks_up;   /* some code of the tree looks up names that it has as strings */
    bool is_shared;  /* files see it without importing it */
    bool is_variant; /* a member of an enumeration, or a constant of a module */
    bool is_constant;
    bool is_component;   /* of a record: a field that is also a method without parameters */
    bool is_embedded;    /* a type that is a member of another one without a name of its own */
    uint64_t *in_family; /* bit set over dense ids */
    bool is_unique;      /* no symbol outside of the family has the name */
    bool is_nested;      /* declared within a function: nothing reaches it from outside */
    bool is_member;      /* reached through a value or a type */
    bool is_type, is_function, is_macro, is_hidden; /* is_hidden: visible in its own file only */
    VEC(RenameFile) files;
    VEC(RenamePlace) places;
    VEC(RenameConflict) conflicts;
    uint32_t counts[RENAME_VERDICT_COUNT];
    Str checked;   /* the user's command that passes before and after the edit; or empty */
    Json *symbols; /* the family as it was, for programs */
    const CatalogFile *scanned; /* whose text is searched for constructs */
    uint32_t inferred;          /* expressions whose values were asked for */
    const char *shown_plain;    /* what further gives a plain value there: facts->enum_values */
    NameHolders holders;
    struct Carriers *carriers;            /* NULL: no construct shows values of the type */
    NameEvidence evidence[NAME_DATA_MAX]; /* by row of facts->data */
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

/* Finds `TYPE.NAME`, a field that only assignments make. Such fields of all types become symbols of
   the catalog, and of the outlines below. *found is false if the type has no such field. Needs the
   resolver, which is opened again. */
bool rename_find_assigned(Rename *rename, Str text, bool *found, Err *err) MUST_USE;
/* The same for the field that is named at an offset of a file. */
bool rename_find_assigned_at(Rename *rename, RenameFile *file, size_t at, bool *found,
                             Err *err) MUST_USE;
/* The outline of a file of the tree, with the symbols of assigned fields. `edited`: the text is
   that after the edit. */
void rename_outline(const Rename *rename, const RenameFile *file, Str text, bool edited,
                    Outline *outline);
/* Adds the same to an outline that was made elsewhere. */
void rename_add_assigned(const Rename *rename, uint32_t id, Str text, bool edited,
                         Outline *outline);
/* Fills in family, owners and what kind of name it is. */
void rename_find_family(Rename *rename);
/* Whether one is a member of an interface, and the other of a type that has all its members. */
bool rename_share_shape(Catalog *catalog, uint32_t a, uint32_t b);
/* Whether the type of a member would have all members of an interface if it had one of that name,
   which the interface declares. */
bool rename_gains_shape(Catalog *catalog, uint32_t member, uint32_t declared);
/* Finds the kin of the owners. Needs the resolver. */
void rename_find_kin(Rename *rename);
static inline bool rename_is_kin(const Rename *rename, uint32_t symbol)
{
    for (size_t i = 0; i < rename->kin.len; i++)
        if (rename->kin.ptr[i] == symbol)
            return true;
    return false;
}
/* Whether the language or its library can call it by its name: fields are values in some. */
static inline bool rename_may_be_called(const Rename *rename)
{
    return rename->is_function || rename->is_type || rename->is_component ||
           rename->facts->modules_are_values ||
           catalog_entry(rename->catalog, rename->symbol)->kind == SYMBOL_PROPERTY;
}
/* Whether the language or its library calls what the symbol is if it has the name. */
bool rename_is_called_by_library(const Rename *rename, Str name);
/* Whether a symbol is a member of a type: in it, in a block that adds to it, or named with it. */
bool rename_is_member_of(const Rename *rename, uint32_t symbol, uint32_t type);
/* Whether code of this language can name the symbol. */
bool rename_speaks(const Rename *rename, const Language *language);
/* Finds and judges all places. ERR_STALE: a file changed since it was indexed. */
bool rename_find_places(Rename *rename, Err *err) MUST_USE;
/* The id of a name as the catalog has it, with the sigil; 0: no symbol has it. */
static inline uint32_t rename_name_id(const Rename *rename, Str name)
{
    Str whole = rename->sigil.len ? str_join(rename->request->arena, rename->sigil, name) : name;
    return names_find(&rename->catalog->names, whole);
}
/* By file and offset. */
void rename_sort_places(Rename *rename);

/* Reads a file; false, without an error, when it cannot be read. */
bool rename_read_text(const Rename *rename, Arena *arena, const CatalogFile *row, Str *text);
/* Reads the file's outline, which must be that of the index. */
bool rename_read_outline(Rename *rename, RenameFile *file, Err *err) MUST_USE;
/* The sites of a name in a file, and what is known of them. */
typedef struct RenameSites {
    NameSiteVec sites;
    NamedReferenceVec named;     /* references of the file to the name */
    uint32_t *around, *declared; /* by site, as in RenameQuestion */
} RenameSites;
/* Reads the file's outline, too, if it is code that has the name. */
bool rename_read_sites(Rename *rename, RenameFile *file, Str name, RenameSites *found,
                       Err *err) MUST_USE;

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
    const LocalNames *locals; /* what names mean in functions, if a field is a parameter; or NULL */
} RenameQuestion;
void rename_judge(const RenameQuestion *question, RenamePlace *place);
/* Decides what is left open of the places of a file, which are the last ones, by the values that
   are before the name. */
void rename_judge_values(Rename *rename, const RenameFile *file, size_t first);
/* C: whether the place is behind `struct` or its kind, which no variable hides. */
bool rename_is_tag(const RenameQuestion *question, const NameSite *site);
/* Kotlin: whether the file is of a language that reaches the symbol through its file's class … */
bool rename_is_of_holder(const RenameQuestion *question);
/* … and whether the name is that of the class. */
bool rename_is_holder(const Rename *rename, Str name);
/* What a method is in a type without a name, as `new Shape() { … }`: by the bases that are written
   there. AMBIGUOUS if they are not known. */
/* Kotlin: whether a variable of such a type is declared there, and overrides one. */
bool rename_overrides_nameless(const RenameQuestion *question, const NameSite *site);
RenameVerdict rename_judge_nameless(const RenameQuestion *question, const NameSite *site);
/* Whether no scope of the name has another symbol of the old name. */
bool rename_is_alone_in(const Rename *rename, Str scope);
/* Go: whether the braces around the place are those of an array or a map, whose keys are values. */
bool rename_is_index(const RenameQuestion *question, const NameSite *site);
/* C++: whether the name before `::`, which means this, may be another one of a type or a namespace.
 */
bool rename_is_alias(const Rename *rename, const NameMeaning *around);
/* Whether the file is generated, vendored, minified, or too large to index. */
bool rename_is_foreign_code(const Rename *rename, const RenameFile *file);
/* Ruby: whether the place is in a module, whose code runs in the types that take it in, or outside
   of all types, where a module may be taken in. */
bool rename_is_mixed_in(const RenameQuestion *question);
/* Ruby: `@old` is another name than the method, unless `attr_reader :old` makes the one of the
   other. */
RenameVerdict rename_judge_own_field(const RenameQuestion *question, const char **why);
/* Ruby: whether nothing follows the colon of a key: `f(old:)`. */
bool rename_has_no_value(const RenameQuestion *question, const NameSite *site);
/* TypeScript: whether another declaration of the name may be a part of the symbol: `declare module`
   and `declare global` open a scope again. */
bool rename_may_merge(const RenameQuestion *question, uint32_t other);
/* … which makes a member or a text of its argument: `#define GET(o, f) ((o)->f)`. */
bool rename_macro_selects(const RenameQuestion *question, const NameSite *site);
/* C++: whether a call by the name alone may look for the symbol in the namespace of an argument. */
bool rename_may_be_found_by_argument(const RenameQuestion *question, const NameSite *site);
/* Whether the name is handed to a macro that the repository declares. */
bool rename_is_macro_argument(const RenameQuestion *question, const NameSite *site);
/* Whether a local variable or parameter of the sites' name is visible at the site. */
bool rename_is_local(const RenameQuestion *question, const NameSite *site);
/* The innermost function around a symbol, that symbol included, as its index + 1; 0: none. */
uint32_t rename_function_around(const SymbolVec *symbols, uint32_t symbol);
/* Whether one of the owners has the name. */
bool rename_is_owner_named(const Rename *rename, Str name);
/* Whether the repository has a module or namespace of that name. */
bool rename_is_module_named(const Rename *rename, Str name);
/* Whether the place is in the code of a type that has the member. */
bool rename_is_within_owner(const RenameQuestion *question);
/* Whether the variable before the access mark is of an owner's type, by its declarations. */
bool rename_is_owner_variable(const RenameQuestion *question, const NameSite *site);
/* … or once, of a type from outside whose values are never of another one: `new Set()`. */
bool rename_is_closed_variable(const RenameQuestion *question, const NameSite *site);
/* C: what the declarations of the variable before the access mark say of its type … */
typedef enum Receiver {
    RECEIVER_UNKNOWN,
    RECEIVER_OWNER,
    RECEIVER_OTHER, /* a type with a member of that name of its own */
} Receiver;
Receiver rename_declared_receiver(const RenameQuestion *question, const NameSite *site);
/* … and what is before the braces around the place. */
Receiver rename_braces_receiver(const RenameQuestion *question, const NameSite *site);
/* Whether the braces around the place are those of an owner's value. */
bool rename_is_in_owner_braces(const RenameQuestion *question, const NameSite *site);
/* … or those of another type's, which has no owner for a base: `other{old: 3}`. */
bool rename_is_in_other_braces(const RenameQuestion *question, const NameSite *site);
/* What a mention in a string is: a use by name, or none. */
RenameVerdict rename_judge_string(const RenameQuestion *question, const NameSite *site,
                                  const char **why);
/* Whether a name in a string, `length` bytes long, is an argument of a call that looks it up. */
bool rename_is_looked_up(const RenameFile *file, const RenameFacts *facts, const NameSite *site,
                         size_t length);
/* Whether what begins at the offset is an argument of a call of one of the words. */
bool rename_is_argument(const char *words, Str text, size_t at);
/* The same for a file that is no code of the symbol's language. */
RenameVerdict rename_judge_text(const RenameQuestion *question, const NameSite *site,
                                const char **why);
/* Whether a comment is read by a compiler or a test: a directive, an example that is run. */
bool rename_is_directive(const RenameQuestion *question, const NameSite *site);
/* The name with its first letter as a capital or a small one. */
Str rename_with_case(Arena *arena, Str name, bool upper);
/* Looks in a file's text for names that are built from the old one, and for lookups by name. */
void rename_scan_text(Rename *rename, const CatalogFile *row, Str text);
/* … for calls that load a module by its name. */
void rename_scan_modules(Rename *rename, Str text);
/* … for modules whose members come in at run time. */
void rename_scan_mixed(Rename *rename, const CatalogFile *row, Str text);
/* … for names that are put together. */
void rename_scan_parts(Rename *rename, const CatalogFile *row, Str text);

/* Adds the conflicts of the new name. */
bool rename_check(Rename *rename, Err *err) MUST_USE;
/* The symbols of the new name; in PHP of any spelling by case, without the family. */
IdVec rename_new_namesakes(const Rename *rename);
void rename_add_conflict(Rename *rename, Str path, uint32_t line, Str message);
/* The same for what the user may overrule. */
void rename_add_told(Rename *rename, Str path, uint32_t line, Str message);
/* … where the new name has a meaning of its own: inherited, called by the library, imported. */
void rename_check_taken(Rename *rename);
/* … where it is a word of another language that names the symbol. */
void rename_check_words(Rename *rename);
/* … where the new name is written in code that would mean the symbol by it. */
bool rename_check_uses(Rename *rename, Err *err) MUST_USE;
/* … where a class that has all members of the symbol's class keeps the old name. */
void rename_check_twins(Rename *rename);
/* … where the old name meets another member in a subtype. */
void rename_check_lost(Rename *rename);
/* Finds what the scan below must know. Needs the family. */
void rename_begin_data(Rename *rename);
/* Looks in a file's text for what turns the name into data (rename_data.h) … */
void rename_scan_data(Rename *rename, const CatalogFile *row, Str text);
/* … and adds the conflicts that are left when all declarations are known. */
void rename_check_data(Rename *rename);
/* Finds the names that lead to a value of the symbol's type, for REACH_TYPED. */
void rename_find_holders(Rename *rename);
/* Whether code may give such a value to a serializer. */
bool rename_may_serialize(const Rename *rename, const NameHolders *holders, Str text);
/* Adds a conflict where a macro makes a string of the old name (`#x`, `stringify!`). */
void rename_check_quoting(Rename *rename);
typedef struct RenameMacro {
    Str name, parameters, body;
} RenameMacro;
/* Reads the next definition of a macro from `*at` on. */
bool rename_next_macro(const Rename *rename, Str text, size_t *at, RenameMacro *macro);
/* … where a macro would mean something else by the new name. */
bool rename_check_expansions(Rename *rename, Err *err) MUST_USE;
/* Calls back for the text of each file of code until `visit` returns true; `rest` is what the text
   leaves of the scratch. */
typedef bool RenameVisit(void *context, const CatalogFile *row, Str text, Arena rest);
bool rename_each_text(Rename *rename, Arena scratch, RenameVisit *visit, void *context);
/* Whether what a construct is given may be shown as the name: a value of the type. */
bool rename_shows_value(const Rename *rename, Str text, Str arguments);
bool rename_may_be_value(const Rename *rename, Str text, Str piece);
/* … or one of the operands of an operator at the offset, which joins texts. */
bool rename_joins_value(const Rename *rename, Str text, size_t at);
/* Finds the names that may lead to a value of the type (rename_carriers.h), for REACH_SHOWN. */
void rename_find_carriers(Rename *rename);
/* Whether an expression may give such a value. */
bool rename_carries(const Rename *rename, Str text, Str piece);
/* … whether any name in it may lead to one. */
bool rename_names_carrier(const Rename *rename, Str text, Str piece);
/* … whether any variable may, as too much is not known. */
bool rename_carries_all(const Rename *rename);
/* The name after the last dot outside of brackets. *called: brackets follow, to the end. */
Str rename_last_step(Str piece, bool *called);
/* Whether a piece of the text is surely a number, a truth or a text. */
bool rename_is_plain(const Rename *rename, Str text, Str piece);
/* The function whose argument is at the offset: `code` in `code(RED)`; empty outside of calls. */
Str rename_callee_around(Str text, size_t at);
/* Whether the mark is in the piece, and no call around it keeps it. */
bool rename_hands_mark(const Rename *rename, Str text, Str piece, Str mark);
/* Whether the text has the name, or that of a type that holds it. */
bool rename_speaks_of(const Rename *rename, Str text);
/* Offset of the mark from `at` on, whole words only where it begins or ends with a word. */
size_t rename_find_mark(Str text, Str mark, size_t at);
bool rename_has_mark(Str text, const char *marks, Str *found);
Str rename_line_at(Str text, size_t at);
/* What is between the brackets after `at`, or the rest of the line without brackets. */
Str rename_arguments(Str text, size_t at);
Str rename_owner_name(const Rename *rename, size_t index);
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
    const char *what; /* was done; NULL: `renamed` */
    EditSet set;
    RenameCommit commit;
} RenameOutcome;
/* Notes how the family looks before the catalog is changed. */
void rename_note_symbols(Rename *rename);
bool rename_put_answer(const Rename *rename, const RenameOutcome *outcome, Err *err) MUST_USE;
