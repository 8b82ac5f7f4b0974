/* The outline of one file: what every view and the index are made from. A flat array of symbols in
   source order (preorder), each knowing its parent, depth and subtree; plus imports, references
   and, when asked for, cut points. All strings live in the arena or point into the source text.
   Offsets are bytes from 0; lines count from 1; ranges are [start, end) in bytes and inclusive in
   lines. A range starts at the first decorator, attribute or modifier and ends after the last byte
   of the declaration; `lead` is where the comments before it begin. */
#pragma once

#include "base/str.h"
#include "base/vec.h"

/* Signatures are read by models; longer ones are cut with an ellipsis. Characters. */
#define SIGNATURE_CHARS_MAX 200
/* A doc sentence longer than this is cut. Characters. */
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

/* What the references tell of a symbol. What each figure counts says lang/walk/flow.h. */
typedef struct SymbolCode {
    Str type;   /* what a value is, what a function returns; see lang/walk/type.h */
    Str writes; /* what it assigns beyond its own variables: `self.count server.clients items[]` */
    uint16_t complexity; /* cognitive */
    uint16_t branches, loops, exits, unguarded;
} SymbolCode;

/* What most symbols of long lists have not. */
typedef struct SymbolMore {
    Str owner;        /* scope named in the declaration itself (C++ A::b, Go receiver), or empty */
    Str doc;          /* first sentence of its comment or docstring, or empty */
    SymbolCode *code; /* NULL: all zero */
} SymbolMore;

/* There are a million at a time, and a small file may have thousands. */
typedef struct Symbol {
    SymbolKind kind;
    uint32_t modifiers; /* MODIFIER(…) bits */
    Str name;
    Str signature;    /* one line, without body, at most SIGNATURE_CHARS_MAX characters */
    SymbolMore *more; /* NULL: all empty. Read it by symbol_owner, symbol_doc, symbol_code */
    uint32_t start, end;
    uint32_t name_start, name_end; /* equal when the name is not in the text */
    uint32_t body;                 /* where the body begins, 0 when it has none */
    uint32_t lead;                 /* <= start */
    uint32_t start_line, end_line, name_line;
    uint32_t parent; /* index + 1; 0 at top level */
    uint32_t next;   /* index after the subtree */
    uint16_t depth;  /* 0 at top level */
    bool is_value;   /* a variable or constant: shown as `NAME = ...` when it has a value */
} Symbol;

typedef enum BindingFlag {
    BINDING_REEXPORT = 1, /* visible to those who import this file: `export … from`, `pub use` */
    BINDING_TYPE = 2,     /* `import type` */
    BINDING_STATIC = 4,   /* a member of a class: `import static`, `using static`, `use function` */
    BINDING_INNER = 8,    /* Python, Scala: in a function, which alone sees it */
    BINDING_MAYBE = 16,   /* Python: under a condition or in `try` */
    BINDING_OUTER = 32,   /* Scala: no import, but a package around the file's own */
} BindingFlag;

/* A name that an import makes visible. */
typedef struct Binding {
    Str name;  /* in the module, as a path from it (`a`, `a::b`); `*` for all of them; empty: the
                  module, or whatever the import's name names, itself */
    Str alias; /* the name here, as code writes it (`np`, `os.path`); empty for `*`, and
                  for Go's packages that are called as they call themselves */
    uint32_t flags; /* BindingFlag bits */
} Binding;

typedef VEC(Binding) BindingVec;

typedef struct Import {
    Str name;   /* as a reader would say it: `os`, `.config`, `./user`, `<stdio.h>` is `stdio.h`;
                    empty: nothing is written (BINDING_OUTER) */
    Str detail; /* what is imported from it, folded, may be empty */
    uint32_t start, end, line;
    bool angled;         /* C: `<…>` instead of quotes */
    bool doubtful;       /* C: under a condition that nothing but a build can fulfil */
    BindingVec bindings; /* with the references */
} Import;

typedef enum ReferenceKind {
    REFERENCE_CALL,
    REFERENCE_TYPE,
    REFERENCE_BASE,
    REFERENCE_USE,  /* a function, or what may be one, named without being called */
    REFERENCE_BIND, /* declares a parameter, a local variable, or a member: `self.x = …` */
    REFERENCE_WRITE /* assigns; while an outline is made only: then in SymbolCode.writes */
} ReferenceKind;

typedef enum ReferenceFlag {
    REFERENCE_VALUE = 1,    /* of a BIND: the receiver is an expression, not a type */
    REFERENCE_NEW = 2,      /* of a CALL: `new Foo()` */
    REFERENCE_MACRO = 4,    /* of a CALL: `foo!()` */
    REFERENCE_CONST = 32,   /* of a CALL: its object is const; */
    REFERENCE_MUTABLE = 64, /* is not */
    REFERENCE_HEAD = 16,    /* of a CALL: of a macro of which a function is made */
    REFERENCE_PLACED = 128, /* of a CALL or USE: `placed` says which of its namesakes is meant */
    REFERENCE_OPENS =
        8, /* of a BASE: C++'s `using`; the receiver's `name` is visible, of `*` all */
} ReferenceFlag;

/* Arguments that nobody can count: `f(*list)`. */
#define ARGUMENTS_UNKNOWN 0xFFFF

/* The receiver of a BIND is the variable's type (see lang/walk/type.h), or with REFERENCE_VALUE the
   expression it gets its type from, as lang/walk/expression.h writes it: `Foo()`,
   `self.pool.take()`, `other`, and `items[]` for an element of items. It is empty when nothing is
   known. A name may be bound more than once in a symbol: the last one before a use holds. What is
   bound is no USE. */
typedef struct Reference {
    ReferenceKind kind;
    Str name;     /* last component; of a BIND the variable, or `self.x`, `this.x` */
    Str receiver; /* what stands before it: `self`, `a.b()`, `Ns::Class`; empty when bare; `()` for
                     an expression that is no chain of names and calls */
    uint32_t start, line;
    uint32_t until;  /* of a BIND: before this offset the name still means what it meant before */
    uint32_t symbol; /* index + 1 of the enclosing symbol, 0 outside any */
    uint16_t arguments;
    uint8_t flags;   /* ReferenceFlag bits */
    uint32_t placed; /* line on which what it names begins, or 0 */
    Str given; /* of a CALL that may choose among overloads: its arguments as lang/walk/argument.h
                  spells them, commas between; empty when nothing is known of any */
} Reference;

/* A place where a chunk may be cut: the start of a line on which a node of that depth starts. */
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
    bool degraded;            /* syntax errors, or a limit was met */
    Str note;                 /* why not the grammar, or what limit; empty when all is well */
    Str package;              /* `package main`, namespace of the file; may be empty */
    uint32_t line_count;
    SymbolVec symbols;
    ImportVec imports;
    ReferenceVec references; /* when asked for */
    CutPointVec cuts;        /* when asked for; ascending, one a line at most */
    Str facts; /* one line for formats: `2,450 records`, `10,000 rows × 12 columns` */
} Outline;

Str symbol_kind_name(SymbolKind kind);
/* Class, struct, trait, impl, …: what has members. */
bool symbol_is_type(SymbolKind kind);
/* What runs when it is called: a function, a method, a constructor. */
static inline bool symbol_is_function(SymbolKind kind)
{
    return kind == SYMBOL_FUNCTION || kind == SYMBOL_METHOD || kind == SYMBOL_CONSTRUCTOR;
}
/* The same, or a macro. */
static inline bool symbol_is_callable(SymbolKind kind)
{
    return symbol_is_function(kind) || kind == SYMBOL_MACRO;
}
/* Ruby's `class << self`: shown around its members, which belong to the class around it, as what
   they refer to does. */
bool symbol_is_self(const Symbol *symbol);
/* Index + 1 of the symbol that this one belongs to, 0 at top level. */
uint32_t symbol_outer(const SymbolVec *symbols, size_t index);
Str outline_engine_name(OutlineEngine engine);
Str symbol_owner(const Symbol *symbol);
Str symbol_doc(const Symbol *symbol);
/* Never NULL; the symbol may be. */
const SymbolCode *symbol_code(const Symbol *symbol);
/* That of the symbol, made when there is none. */
SymbolCode *symbol_code_open(Arena *arena, Symbol *symbol);
/* An empty text changes nothing. */
void symbol_set_owner(Arena *arena, Symbol *symbol, Str owner);
void symbol_set_doc(Arena *arena, Symbol *symbol, Str doc);
void symbol_set_type(Arena *arena, Symbol *symbol, Str type);
/* Dotted with the language's separator: owner and all that it belongs to but `(anonymous)` ones. */
Str symbol_qualified_name(Arena *arena, const Outline *outline, size_t index);

/* A copy that owns its strings: symbols, imports and texts, without references, what those tell of
   symbols, and cut points.
   outline_bytes is what it takes from the arena, padding included. */
Outline outline_copy(Arena *arena, const Outline *outline);
size_t outline_bytes(const Outline *outline);
