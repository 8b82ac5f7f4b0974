/* The outline: symbol tree of one file, from which all views and the index are made. It is a flat
   array of symbols in source order (preorder), each with its parent, depth and subtree. Imports are
   always included, references and cut points on request.

   All strings are in the outline's arena or point into the source text. Offsets are in bytes from
   0, lines count from 1. Ranges are [start, end) in bytes and inclusive in lines. A symbol's range
   starts at its first decorator, attribute or modifier and ends after the last byte of the
   declaration; `lead` is where the comments before it begin. */
#pragma once

#include "base/str.h"
#include "base/vec.h"
#include "lang/route/route_facts.h"

/* Characters. Longer signatures are cut with an ellipsis, because models pay for what they read. */
#define SIGNATURE_CHARS_MAX 200
/* Characters. A longer first sentence of a comment is cut. */
#define DOC_CHARS_MAX 200

#define SYMBOL_KINDS(X) \
    X(NONE, "none") \
    X(FUNCTION, "function") \
    X(METHOD, "method") \
    X(CONSTRUCTOR, "constructor") \
    X(CLASS, "class") \
    X(STRUCT, "struct") \
    X(UNION, "union") \
    X(INTERFACE, "interface") \
    X(TRAIT, "trait") \
    X(IMPL, "impl") \
    X(ENUM, "enum") \
    X(ENUM_MEMBER, "enum_member") \
    X(TYPE, "type") \
    X(FIELD, "field") \
    X(PROPERTY, "property") \
    X(VARIABLE, "variable") \
    X(CONSTANT, "constant") \
    X(MACRO, "macro") \
    X(MODULE, "module") \
    X(NAMESPACE, "namespace") \
    X(PACKAGE, "package") \
    X(OBJECT, "object") \
    X(SECTION, "section") \
    X(CODE_BLOCK, "code_block") \
    X(KEY, "key") \
    X(TABLE, "table") \
    X(COLUMN, "column") \
    X(VIEW, "view") \
    X(INDEX, "index") \
    X(TRIGGER, "trigger") \
    X(SEQUENCE, "sequence") \
    X(SCHEMA, "schema") \
    X(ALTER, "alter") \
    X(RULE, "rule") \
    X(TARGET, "target") \
    X(SELECTOR, "selector") \
    X(ELEMENT, "element") \
    X(RECORD, "record") \
    X(EVENT, "event") \
    X(EXPORT, "export") \
    X(DOCUMENT, "document")

typedef enum SymbolKind {
#define X(name, text) SYMBOL_##name,
    SYMBOL_KINDS(X)
#undef X
    SYMBOL_KIND_COUNT
} SymbolKind;

#define MODIFIERS(X) \
    X(ASYNC, "async") \
    X(STATIC, "static") \
    X(ABSTRACT, "abstract") \
    X(EXPORTED, "exported") \
    X(PUBLIC, "public") \
    X(PROTECTED, "protected") \
    X(PRIVATE, "private") \
    X(INTERNAL, "internal") \
    X(FINAL, "final") \
    X(CONST, "const") \
    X(READONLY, "readonly") \
    X(OVERRIDE, "override") \
    X(VIRTUAL, "virtual") \
    X(INLINE, "inline") \
    X(EXTERN, "extern") \
    X(UNSAFE, "unsafe") \
    X(DEFAULT, "default") \
    X(GETTER, "getter") \
    X(SETTER, "setter") \
    X(GENERATOR, "generator") \
    X(MUTABLE, "mutable") \
    X(SEALED, "sealed") \
    X(PARTIAL, "partial") \
    X(DECLARED, "declare")

typedef enum ModifierBit {
#define X(name, text) MODIFIER_BIT_##name,
    MODIFIERS(X)
#undef X
    MODIFIER_COUNT
} ModifierBit;

#define MODIFIER(name) (1u << MODIFIER_BIT_##name)

/* What is known of a symbol's code when references are collected. lang/walk/flow.h defines the
   numbers. */
typedef struct SymbolCode {
    Str type;   /* type of a value, return type of a function; see lang/walk/type.h */
    Str writes; /* the variables that it assigns, except its own: `self.count server.clients
                   items[]` */
    uint16_t complexity; /* cognitive */
    uint16_t branches, loops, exits, unguarded;
} SymbolCode;

/* Rarely used fields of a symbol, kept apart because most symbols do not have them. */
typedef struct SymbolMore {
    Str owner;        /* scope named in the declaration itself (C++ A::b, Go receiver), or empty */
    Str doc;          /* first sentence of its comment or docstring, or empty */
    SymbolCode *code; /* NULL: all zero */
} SymbolMore;

/* Kept small: there may be a million in memory, and thousands in one small file. */
typedef struct Symbol {
    SymbolKind kind;
    uint32_t modifiers; /* MODIFIER(…) bits */
    Str name;
    Str signature;    /* one line, without body, at most SIGNATURE_CHARS_MAX characters */
    SymbolMore *more; /* NULL: all empty. Read with symbol_owner, symbol_doc, symbol_code */
    uint32_t start, end;
    uint32_t name_start, name_end; /* equal when the name is not in the text */
    uint32_t body;                 /* start of the body; 0: it has no body */
    uint32_t lead;                 /* start of the comments before it; <= start */
    uint32_t start_line, end_line, name_line;
    uint32_t parent; /* index + 1; 0 at top level */
    uint32_t next;   /* index after the subtree */
    uint16_t depth;  /* 0 at top level */
    bool is_value;   /* a variable or constant, shown as `NAME = ...` if it has a value */
} Symbol;

typedef enum BindingFlag {
    BINDING_REEXPORT = 1, /* visible to files that import this one: `export … from`, `pub use` */
    BINDING_TYPE = 2,     /* `import type` */
    BINDING_STATIC = 4,   /* a member of a class: `import static`, `using static`, `use function` */
    BINDING_INNER = 8,    /* Python, Scala: in a function, and visible only there */
    BINDING_MAYBE = 16,   /* Python: under a condition or in `try` */
    BINDING_OUTER = 32,   /* Scala: not an import but an enclosing package of the file's own; Rust:
                             an `extern crate`, visible in all modules */
    BINDING_SPACE = 128,  /* JavaScript: `import * as x`, which is not what the default export is */
    BINDING_GUESSED = 64, /* resolved: found by the end of its path, as a search path would */
} BindingFlag;

/* A name that an import makes visible. */
typedef struct Binding {
    Str name;  /* name in the module, as a path (`a`, `a::b`); `*` for all names; empty: the import
                  itself, usually a module */
    Str alias; /* name in this file, as code writes it (`np`, `os.path`); empty for `*`, and for a
                  Go package that is used by its own name */
    uint32_t flags; /* BindingFlag bits */
} Binding;

typedef VEC(Binding) BindingVec;

typedef struct Import {
    Str name;   /* the module without quotes or brackets: `os`, `./user`, `stdio.h`; empty if the
                   source does not name it (BINDING_OUTER) */
    Str detail; /* the imported names, white space folded; may be empty */
    uint32_t start, end, line;
    bool angled;         /* C: `<…>` instead of quotes */
    bool doubtful;       /* C: under a condition that only the build can decide */
    BindingVec bindings; /* only when references are collected */
} Import;

typedef enum ReferenceKind {
    REFERENCE_CALL,
    REFERENCE_TYPE,
    REFERENCE_BASE,
    REFERENCE_USE,  /* a name that may be a function's, without a call */
    REFERENCE_BIND, /* declaration of a parameter, a local variable or a member: `self.x = …` */
    REFERENCE_WRITE /* assignment; in finished outlines it is in SymbolCode.writes instead */
} ReferenceKind;

typedef enum ReferenceFlag {
    REFERENCE_VALUE = 1,    /* of a BIND: the receiver is an expression, not a type */
    REFERENCE_TYPED = 1,    /* of a CALL or USE: only what the receiver's type has is meant */
    REFERENCE_NEW = 2,      /* of a CALL: `new Foo()` */
    REFERENCE_INNER = 2,    /* of a BIND: it holds to the end of the unnamed scope around it */
    REFERENCE_EXPLICIT = 2, /* of a TYPE: the member implements that of this interface */
    REFERENCE_MACRO = 4,    /* of a CALL: `foo!()`; of a USE: a function is passed, `::Foo` */
    REFERENCE_ENDS = 4,     /* of a BIND: from here on the name means again what it meant before */
    REFERENCE_CONST = 32,   /* of a CALL: its object is const */
    REFERENCE_MUTABLE = 64, /* of a CALL: its object is not const */
    REFERENCE_ASSIGNS = 16, /* of a USE: it is assigned to */
    REFERENCE_HEAD = 16,    /* of a CALL: of a macro that forms the head of a function */
    REFERENCE_PLACED = 128, /* of a CALL or USE: `placed` says which symbol of that name it means */
    REFERENCE_ENDED = 8,    /* of an inner BIND: an ENDS for it follows; not in facts */
    REFERENCE_GUESSES = 16, /* of a BIND: it holds only where nothing else is known */
    REFERENCE_POINTS = 128, /* C++: of a BIND: a pointer */
    REFERENCE_NARROWS = 32, /* of a BIND: the variable has the type until the next that WIDENS */
    REFERENCE_MADE = 256,   /* of a BIND: its value makes an object of the class that it names, and
                               nothing else is assigned to the variable */
    REFERENCE_WIDENS = 64,  /* of a BIND: it has the type again that it had before */
    REFERENCE_ARROW = 16,   /* C++: of a CALL with a receiver: `a->f()` */
    REFERENCE_EXTENDS = 32, /* of a BASE: what it has is the type's own: Ruby's `extend` */
    REFERENCE_PREPENDS = 64, /* of a BASE: what it has comes before what the type declares; with
                                EXTENDS: the types that inherit this one extend it */
    REFERENCE_REQUIRES = 4,  /* of a BASE: the type has its members and is no heir: a self type */
    REFERENCE_OPENS =
        8, /* of a BASE: a `using` of C++ that makes the receiver's `name`, or all (`*`), visible */
} ReferenceFlag;

/* The name of a BIND for what a function returns. */
#define RETURNED_NAME "return"
/* The member of a class that holds what its comment calls a mixin. */
#define DOC_MIXIN "@mixin"

/* The number of arguments is not visible in the text: `f(*list)`. */
#define ARGUMENTS_UNKNOWN 0xFFFF

/* A use of a name. A BIND gives a variable its type. Its receiver is that type (lang/walk/type.h),
   or with REFERENCE_VALUE an expression that has it, normalised as in lang/walk/expression.h:
   `Foo()`, `self.pool.take()`, `other`, and `items[]` for an element of items. The receiver is
   empty if nothing is known. If a symbol binds a name more than once, the last BIND before a use
   holds. Bound names have no USE. */
typedef struct Reference {
    ReferenceKind kind;
    Str name;     /* last component; of a BIND the variable, or `self.x`, `this.x` */
    Str receiver; /* the text before the name: `self`, `a.b()`, `Ns::Class`; empty for a bare name;
                     `()` for an expression that is not a chain of names and calls */
    uint32_t start, line;
    uint32_t until;  /* of a BIND: the offset at which it takes effect */
    uint32_t symbol; /* index + 1 of the enclosing symbol, 0 outside any */
    uint16_t arguments;
    uint16_t flags;  /* ReferenceFlag bits */
    uint32_t placed; /* first line of the symbol that it names, or 0 */
    Str given;       /* of a CALL that may choose among overloads: its arguments as in
                        lang/walk/argument.h, joined by commas; empty if nothing is known */
} Reference;

/* A place where a chunk may be cut: the start of a line on which a node of this depth starts. */
typedef struct CutPoint {
    uint32_t offset;
    uint32_t depth;
} CutPoint;

typedef enum OutlineEngine {
    ENGINE_NONE,
    ENGINE_GRAMMAR,
    ENGINE_SCANNER,
    ENGINE_CTAGS,
    ENGINE_PATTERNS,
    ENGINE_LEXICAL /* likely definitions only (lexical.h), shown as patterns */
} OutlineEngine;

typedef VEC(Symbol) SymbolVec;
typedef VEC(Import) ImportVec;
typedef VEC(Reference) ReferenceVec;
typedef VEC(CutPoint) CutPointVec;

typedef struct Language Language;

typedef struct Outline {
    const Language *language; /* never NULL */
    OutlineEngine engine;     /* shown as grammar (also for our scanners), ctags or patterns */
    bool degraded;            /* partial: there are syntax errors, or a limit was reached */
    bool disguised;           /* may spell names otherwise than letter by letter (disguise.h) */
    bool calls_are_unknown;   /* those of this file, though its language is followed: a notebook
                                 with another kernel */
    Str note;                 /* the limit, or the reason why there was no parse; usually empty */
    Str package;              /* `main` of `package main`, namespace of the file; may be empty */
    Str package_word;         /* the word before it there: `package`; may be empty, not in facts */
    uint32_t package_line;    /* 0: unknown; not in facts */
    uint32_t line_count;
    SymbolVec symbols;
    ImportVec imports;
    ReferenceVec references; /* only if wanted */
    RouteFactVec routes;     /* only if references are wanted */
    CutPointVec cuts;        /* only if wanted; ascending, at most one per line */
    Str facts; /* one-line summary of a data file: `2,450 records`, `10,000 rows × 12 columns` */
} Outline;

Str symbol_kind_name(SymbolKind kind);
/* Class, struct, trait, impl and other kinds that have members. */
bool symbol_is_type(SymbolKind kind);
/* A function, method or constructor. */
static inline bool symbol_is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR;
}
/* The same, or a macro. */
static inline bool symbol_is_callable(SymbolKind kind)
{
    return symbol_is_function(kind) || kind == SYMBOL_MACRO;
}
/* Ruby's `class << self`. It is shown as the parent of its members, but for name resolution they
   belong to the class around it. */
bool symbol_is_self(const Symbol *symbol);
/* Index + 1 of the symbol that this one belongs to; 0 at top level. `class << self` is left out, as
   is a constructor whose parameter declares a member of the class. */
uint32_t symbol_outer(const SymbolVec *symbols, size_t index);
Str outline_engine_name(OutlineEngine engine);
Str symbol_owner(const Symbol *symbol);
Str symbol_doc(const Symbol *symbol);
/* Never NULL: all zero for a symbol without code. `symbol` may be NULL. */
const SymbolCode *symbol_code(const Symbol *symbol);
/* The symbol's code for writing, allocated on first use. */
SymbolCode *symbol_code_open(Arena *arena, Symbol *symbol);
/* These three keep the text without copying it. An empty text changes nothing. */
void symbol_set_owner(Arena *arena, Symbol *symbol, Str owner);
void symbol_set_doc(Arena *arena, Symbol *symbol, Str doc);
void symbol_set_type(Arena *arena, Symbol *symbol, Str type);
/* The name with its owner and enclosing symbols, joined by the language's separator. Enclosing
   symbols without a name, such as `(anonymous)`, are left out. */
Str symbol_qualified_name(Arena *arena, const Outline *outline, size_t index);

/* A deep copy that owns its strings. It has the symbols, imports and texts, but no references, cut
   points, bindings or SymbolCode. outline_bytes is an upper bound of the memory that the copy takes
   from the arena, padding included. */
Outline outline_copy(Arena *arena, const Outline *outline);
size_t outline_bytes(const Outline *outline);
