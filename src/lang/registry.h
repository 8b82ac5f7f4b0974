/* The language registry: records of facts from languages/<id>/lang.def and rules from
   languages/<id>/rules.def. Both files are C initialisers that the build includes into one table.
   A function that lang.def names is in a .c file of the same folder, unless several languages share
   it; the build declares it in languages_lang.h. docs/add-a-language.md is the manual. */
#pragma once

#include "lang/elide/elide.h"
#include "lang/lexical/lexical.h"
#include "lang/reading.h"
#include "lang/route/route_rows.h"
#include "lang/scan/scan.h"
#include "lang/walk/flow.h"

#include <tree_sitter/api.h>

/* Where a rule applies: kind of the nearest enclosing symbol or scope. 0 means everywhere. */
typedef enum RuleIn {
    IN_MODULE = 1,   /* file, module, namespace */
    IN_TYPE = 2,     /* class, struct, trait, impl, enum, … */
    IN_FUNCTION = 4, /* function, method, or an unnamed scope (SCOPE rule) */
    IN_VALUE = 8,    /* variable, constant, field, property, object */
} RuleIn;

typedef enum RuleAction {
    RULE_SYMBOL,  /* the node declares a symbol, or several (`each`) */
    RULE_IMPORT,  /* name: the module; detail: which names are imported from it */
    RULE_PACKAGE, /* name: the file's package or namespace */
    RULE_CALL,    /* name: the called name; receiver: the text before it; arguments: their list */
    RULE_TYPE,    /* name: a type that is used */
    RULE_BASE,    /* name: a type that is inherited or implemented */
    RULE_USE,     /* name: a function named without being called */
    RULE_BIND,   /* name: a variable; type: its declared type; from: its initialiser. All BIND rules
                    of a node whose condition holds apply, not only the first. */
    RULE_NARROW, /* name: a variable whose type the node tests; type: that type (walk_narrow.c) */
    RULE_WRITE,  /* name: the assigned member, or variable of the file */
    RULE_UNGUARDED, /* an error is ignored here (flow.h) */
    RULE_SCOPE,     /* an unnamed function: declarations inside are local; from: the part that runs
                       first; body: where that part ends */
    RULE_ATTRIBUTE, /* a sibling that belongs to the next declaration: its range starts here */
    RULE_SKIP,      /* the subtree is not visited */
    RULE_EITHER,    /* the node's value is that of name, of from, or of each */
    RULE_LIST,      /* the node's value is a list of each */
    RULE_RECORD,    /* the node's value is an object: each has a name and a value (from) */
    RULE_PATTERN,   /* what part of a value the node's children take (walk_pattern.c) */
    RULE_EXPECT,    /* the type that the node expects its children to have (walk_pattern.c) */
    RULE_FLOW,      /* the node's role in control flow, see flow.h */
    RULE_EMBED,     /* body: a bracket whose tokens may read as declarations (walk_embed.c) */
} RuleAction;

typedef struct Rule {
    RuleAction action;
    const char *node; /* node kinds, `a|b` */
    SymbolKind kind;
    SymbolKind in_type;   /* kind instead, directly inside a type */
    const char *when;     /* condition, see rule.h */
    unsigned in;          /* RuleIn bits */
    const char *each;     /* path to the children that each make one symbol */
    const char *name;     /* path to the name; the node itself when NULL and without label */
    const char *label;    /* the name if there is no path, or if it leads nowhere */
    const char *owner;    /* path to the scope that the declaration itself names */
    const char *body;     /* path: the signature stops before it */
    const char *range;    /* path to the node of the range and signature (decorators, export); of an
                             import, the text that its bindings are read from; of a NARROW, the
                             node to whose end it holds */
    const char *doc;      /* path to a docstring inside */
    const char *detail;   /* of an import: path to its names; from the first to the last selected */
    const char *receiver; /* of a call */
    const char *arguments;
    const char *count;  /* path to the number of arguments, where it is written: Elixir's `&f/2` */
    bool piped;         /* a value before the call is its first argument: `x |> f()` */
    const char *spread; /* path to an argument that expands to any number of them */
    const char *type;   /* of a symbol or a BIND: path to the declared type */
    const char *from;   /* of a symbol or a BIND: path to the expression that has its type */
    const char
        *suffix; /* appended: `[]` for an element of from or for a list of type, `?` if unwrapped,
                    `!` for a variable that is no longer of the type */
    const char *words; /* bytes that separate the parts of a name; the first word of each is a name.
                          Of a PARTS: the token before the value, or `(` for an argument.
                          Of an EXPECTED: `(` for an
                          argument, `<` where type begins at the sibling before the child */
    bool chain;        /* the receiver is read from the text before the name (tokens of macros) */
    uint8_t flags;     /* ReferenceFlag bits */
    uint32_t modifiers; /* MODIFIER(…) bits that the rule itself implies */
    bool paired;        /* each takes the expression of its place in the list `from` */
    bool value;         /* shown as `NAME = ...`; of a BIND: only when the value is known */
    bool prune;         /* no symbols below: descend only for references */
    bool ends;          /* what a BIND binds holds to the end of the visited node */
    bool parts;         /* a name with dots declares each part, in the one before it */
    bool merge;         /* continues the symbol before it when kind and name are the same */
    bool arities;       /* … and the number of arguments */
    const char *tail;   /* filter for following siblings that are part of the symbol */
    bool section;       /* extends to the next section among its siblings (Perl's package) */
    bool flat;          /* not a container: symbols below belong to the outer symbol; of a LIST:
                           only when all are alike */
    bool opposite;      /* of a NARROW: the variable has the type where the test fails */
    bool lasts;         /* of a NARROW: a cast, which holds to the end of the block */
    FlowRole flow;
    const char *outside; /* of a FLOW: the child that is not nested in it (a condition) */
} Rule;

/* Source rewriting: changes a copy of the text before it is parsed, for constructs that the grammar
   lacks. Length and line ends must stay the same. */
typedef void (*PrepareFunction)(char *text, size_t len);
/* Adds the names that an import makes visible, read from its text (see lang/import/import.h). */
typedef void (*BindingsFunction)(Arena *arena, Str text, BindingVec *bindings);
/* The path that a module's attributes give it (Rust's `#[path]`); stored as the symbol's type. */
typedef Str (*ModulePathFunction)(Arena *arena, Str attributes);
/* Takes a call that loads a module, such as `require("./x")`, off the front of *rest and returns
   `import(./x)`: the name that expressions and a binding of the import use for the module. Empty,
   and *rest unchanged, where no such call starts. */
typedef Str (*LoadedModuleFunction)(Arena *arena, Str *rest);
/* The expression (lang/walk/expression.h) that has the value of a call: Python's `type(x)` is
   `x.__class__`. `function` is the path that is called, `inside` the text between its brackets.
   Empty for most functions. */
typedef Str (*CallValueFunction)(Arena *arena, const Language *language, Str function, Str inside);
/* Describes an argument of a call (see lang/walk/argument.h). */
typedef Str (*ArgumentFunction)(Arena *arena, const Language *language, TSNode node, Str text);
/* Whether the head of a file, which may be empty, is in this language. Decides where languages
   share an extension. */
typedef bool (*SniffFunction)(Str head);

/* Where files are not read as they are written (reading.h). */
typedef bool (*CodeFunction)(Arena *arena, Str text, LangCodeUse use, LangCode *code);
typedef bool (*ShowFunction)(Arena *arena, Arena scratch, Str text, Shown *shown);

/* Syntax of calls in languages whose calls are not found by rules. */
typedef enum CallStyle {
    CALLS_BY_RULES,
    CALLS_IN_PARENTHESES, /* name(…), call name */
    CALLS_IN_LISTS,       /* (name …) */
    CALLS_AS_COMMANDS,    /* name … */
} CallStyle;

typedef struct CallFacts {
    CallStyle style;
    const char *quotes;    /* bytes; each opens and closes a string */
    const char *declared;  /* mark before declared names (Fortran's `::`); names in such a line with
                              parentheses are arrays */
    const char *naming;    /* words before a name that is called without parentheses */
    const char *not_named; /* words that may follow these and are not the name */
    const char *name_marks;    /* bytes around the parts of such a name: `[dbo].[f]` */
    bool gives_results;        /* `exec @result = f` */
    bool names_are_statements; /* `f;` calls f */
    bool passes_commands;      /* Tcl: `after 100 f` and `[list f x]` call f */
} CallFacts;

/* Which declarations without a modifier are visible to other files. */
typedef enum Visibility {
    VISIBLE_MARKED, /* none: visibility needs a modifier */
    VISIBLE_ALL,
    VISIBLE_PLAIN,   /* names that do not begin with `_` */
    VISIBLE_CAPITAL, /* names that begin with a capital */
} Visibility;

struct Language {
    const char *id;
    const char *name;              /* for display */
    const char *const *aliases;    /* further names, in fences and modelines */
    const char *const *extensions; /* without the dot, lower case */
    const char *const *shared;     /* extensions that also need `sniff` to agree */
    SniffFunction sniff;
    const char *const *filenames;    /* whole names; a `*` at the end or start is a wildcard */
    const char *const *interpreters; /* of a shebang */
    const TSLanguage *(*grammar)(void);
    ScanFunction scan;
    PrepareFunction prepare;
    CodeFunction code; /* NULL: files are read as they are written */
    ShowFunction show;
    const char *const *code_ends; /* first words of a line after which is no code: `__EOF__` */
    BindingsFunction bindings;
    ModulePathFunction module_path;
    LoadedModuleFunction loaded_module;
    CallValueFunction call_value;
    ArgumentFunction argument;    /* where overloads are distinguished by types */
    bool calls_keep_arguments;    /* expressions keep what arguments say of types (walk/given.h) */
    bool arguments_come_in_lists; /* Scala: `f(1)(x => x)` */
    bool self_is_underscore;      /* Scala: `_.name` is a function */
    const char *lambda_arrow;     /* between the parameters of a function and its result */
    bool closures_have_bars;      /* Rust: `|x| x.name()` */
    bool methods_may_be_infix;    /* Kotlin, Scala: `a plus b` is `a.plus(b)` */
    const char *pair_infix;       /* `a to b`: a pair, made by pair_maker */
    const char *pair_maker;
    bool tuples_are_in_brackets;    /* `(a, b)` */
    const char *dictionary;         /* Swift: the type that `[K: V]` is */
    const char *argument_label;     /* after the name of a named argument */
    const char *const *loose_nodes; /* operators that the grammar puts into the receiver of a
                                       member: in `a + b.c()` that is `a + b` */
    bool members_may_be_implied;    /* Swift: `.red` is a member of the type that is expected */
    bool imports_are_local;         /* an import in a function or a type holds only there */
    bool imports_are_conditional;   /* an import below `if` or `try` may not happen */
    bool packages_nest;             /* a second `package` clause opens a package within the first */
    const char *untyped;            /* a declared type that says nothing about the value */
    const char *const *blocks;      /* node kinds that are block scopes */
    const char *const *block_heads; /* node kinds whose heads bind for their first block alone */
    const char *const *flatteners;  /* methods that give the elements of the elements */
    const char *const *list_macros; /* macros that make a list of their arguments: `vec![a]` */
    bool variables_end_with_blocks; /* … for every variable that a BIND rule binds */
    bool callback_types_are_declared; /* the declared type of a callback lists its parameters */
    bool this_marks_receiver; /* C#: `this` before the first parameter: an extension method */
    const char *chain_node;   /* Dart: the node kind of further parts of a chain, siblings of the
                                 first; type arguments are siblings of their type, too */
    bool types_have_no_heads; /* type arguments are only in comments and in literals */
    const char *const *vague_types; /* declared types that a comment may say more of: `array` */
    bool constants_are_values;      /* a constant may be another name of a class: `A = B::C` */
    bool comments_precede_bodies;   /* comments before the first declaration are before the body */
    bool literal_indices_are_kept;  /* `a[1]` is read as `a.1`, not as any element */
    bool literals_are_arguments;    /* Lua: `f "x"` and `f {…}` are calls */
    bool braces_have_designators;   /* C: `{ .x = 1 }` */
    bool variables_hold_functions;  /* Go: `var Dial = core.Dial` */
    bool operators_keep_types;      /* Go: `a + b` and `-a` are of the type of `a` */
    bool calls_name_traits;         /* Rust: `<T as Trait>::f()` */
    bool operators_have_types;      /* `a + b` calls a method of the type of `a` */
    bool types_keep_arguments;      /* generic types: `Map<String,Foo>` */
    bool unions_are_kept;           /* a type `A | B` is either: `A|B` */
    bool comments_declare_types;    /* JSDoc and its kin (walk_doc.c) */
    bool type_arguments_are_in_brackets;   /* Python: `dict[str, Foo]` */
    bool functions_take_types_in_brackets; /* Go: `New[User](x)` */
    bool bases_are_in_parentheses;         /* Python: `class A(B)` */
    bool c_reader_types_arguments;         /* C++: the C reader finds the types of arguments
                                              (c_argument.c) */
    const char *const *wrappers;   /* generic types that are used like their first argument */
    const char *const *results;    /* generic types that are unwrapped first: `Option`, `Result` */
    const char *const *containers; /* generic types with elements of their first argument */
    const char *const *maps;       /* generic types with elements of their second argument, by keys
                                      of the first */
    const char *const *makers;     /* functions that return a value of their first type argument */
    const char *const *creators;   /* those of them that make an object by its constructor */
    const char *const *listers;    /* functions that return a list of it, or a map of two:
                                      `listOf<Foo>()`, `listOf(Foo())` */
    const char *const *unwrappers; /* methods of `results` that return the value inside */
    const char *const *adaptors; /* methods of containers and results that keep the element type */
    const char *const *pickers;  /* methods of containers that return one element */
    const char *const *pointers; /* of `pickers`: those that give an iterator or a pointer (C++) */
    bool element_methods_may_be_properties; /* of these: `first` and `values` are not calls */
    const char *const *asserts; /* functions that return only if their condition holds */
    const char *const *keepers; /* members of most values that return the value itself */
    const char *const *finders; /* methods of containers that return a result: `findFirst` */
    const char *picked;         /* suffix for the type of a picked element: "?" if it is a result;
                                   NULL: none */
    const char *separator;      /* of qualified names, "." when NULL */
    const char *line_comment;   /* alternatives, separated by spaces: "// #" */
    const char *other_comment;  /* … that begin one unless a bracket follows: PHP's "#" */
    const char *block_comment;  /* "/" "* *" "/": open and close, separated by a space */
    LexicalFacts lexical;       /* syntax for the lexical tier */
    CallFacts calls;            /* without a grammar (lexical_calls) */
    ElideFacts elide;           /* syntax for body elision */
    const char *ctags;          /* universal-ctags' name, for the fallback */
    Visibility visible;
    bool names_ignore_case;
    bool trailing_blocks_are_calls;    /* `f { … }` */
    bool variables_begin_after_values; /* `count := count(xs)` calls the function */
    LangParameters parameters;         /* these five: see lang.h */
    bool arguments_may_be_named;
    bool strings_may_document;
    bool types_are_hints;
    bool signs_assume_success;
    bool extra_arguments_are_allowed;
    RouteRules routes;             /* routes.def */
    LangFacts facts;               /* see lang.h */
    const char *inner_mark;        /* text that limits visibility to the own package; or NULL */
    const char *const *top_types;  /* types that every value has */
    const char *const *same_types; /* pairs: a synonym of a type, and its plain name;
                                      `*` in both is any type */
    const Rule *rules;
    size_t rule_count;
};

/* Whether a NULL-terminated list, which may be NULL, contains the word. */
static inline bool lang_lists(const char *const *list, Str word)
{
    for (; list && *list; list++)
        if (str_equal(str_from(*list), word))
            return true;
    return false;
}

#define LIST(...) ((const char *const[]){__VA_ARGS__, NULL})
#define GRAMMAR(id) tree_sitter_##id

#define SYMBOL(node_, kind_, ...) \
    {.action = RULE_SYMBOL, .node = node_, .kind = SYMBOL_##kind_, __VA_ARGS__},
#define IMPORT(...) {.action = RULE_IMPORT, .node = __VA_ARGS__},
#define PACKAGE(...) {.action = RULE_PACKAGE, .node = __VA_ARGS__},
#define CALL(...) {.action = RULE_CALL, .node = __VA_ARGS__},
#define TYPE(...) {.action = RULE_TYPE, .node = __VA_ARGS__},
#define BASE(...) {.action = RULE_BASE, .node = __VA_ARGS__},
#define USE(...) {.action = RULE_USE, .node = __VA_ARGS__},
#define BIND(...) {.action = RULE_BIND, .node = __VA_ARGS__},
#define NARROW(...) {.action = RULE_NARROW, .node = __VA_ARGS__},
#define WRITE(...) {.action = RULE_WRITE, .node = __VA_ARGS__},
#define UNGUARDED(...) {.action = RULE_UNGUARDED, .node = __VA_ARGS__},
#define EITHER(...) {.action = RULE_EITHER, .node = __VA_ARGS__},
#define LISTED(...) {.action = RULE_LIST, .node = __VA_ARGS__},
#define RECORDED(...) {.action = RULE_RECORD, .node = __VA_ARGS__},
#define PARTS(...) {.action = RULE_PATTERN, .node = __VA_ARGS__},
#define EXPECTED(...) {.action = RULE_EXPECT, .node = __VA_ARGS__},
#define SCOPE(...) {.action = RULE_SCOPE, .node = __VA_ARGS__},
#define ATTRIBUTE(...) {.action = RULE_ATTRIBUTE, .node = __VA_ARGS__},
#define SKIP(...) {.action = RULE_SKIP, .node = __VA_ARGS__},
#define EMBED(...) {.action = RULE_EMBED, .node = __VA_ARGS__},
#define FLOW(role_, ...) {.action = RULE_FLOW, .flow = FLOW_##role_, .node = __VA_ARGS__},
