/* Rules: the resolver's facts of a language, in addition to those in lang/registry.h. rules.c has
   the table. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/imports/imports.h"
#include "index/resolve/finds.h"

typedef struct Scope Scope;
typedef struct Value Value;
typedef struct Step Step; /* attempt.h */

/* A list of steps; own_step(x) is one that the language's own folder has. */
#define STEPS(...) ((const Step *const[]){__VA_ARGS__, NULL})
#define NO_STEPS ((const Step *const[]){NULL})
/* In Rules.constructor_names: constructors have the name of their type. */
#define CONSTRUCTOR_OF_TYPE "="

typedef struct Rules {
    const char *language;
    /* Lists of words with spaces between. */
    const char *built_in_functions; /* functions of the language, never one of the repository */
    const char *library_names; /* functions of its libraries: needs more evidence than a name */
    const char *family;        /* languages that call each other's functions; or NULL */

    /* How a reference is resolved: steps in the order in which they are asked (attempt.h) */
    const Step *const *types;     /* a type, a base */
    const Step *const *names;     /* a bare name */
    const Step *const *receivers; /* a member of a receiver that is not evaluated yet */
    const Step *const *members;   /* a member of each value that the receiver may have */

    /* Scopes and modules */
    bool linker_resolves_names;      /* C: functions that are not static are visible everywhere */
    bool namespaces_have_full_names; /* C#, PHP: blocks of one full name are one (namespaces.h) */
    bool names_are_defined_once;     /* C: of two definitions, each belongs to another build */
    bool paths_name_modules;         /* Rust: `crate::a::f()` */
    bool paths_begin_with_packages;  /* Java: `com.example.Foo.bar()` */
    bool imports_are_private;        /* names that a file imports cannot be imported from it */
    bool imports_hide_namespaces;    /* PHP: an import comes before the file's own namespace */
    bool definitions_take_effect_in_order; /* Python: imports and definitions replace earlier ones
                                              when they run; `cls` is the class around */
    bool values_are_followed;              /* members come by assignment, results by `return` */
    bool is_dynamic;                       /* Python, JavaScript: see dynamic.h */

    /* Types and their members */
    bool bare_names_may_be_members;      /* of the class around: `this` may be left out */
    bool values_have_users;              /* reads and writes of fields, properties and constants
                                            have edges */
    bool fields_hide_methods;            /* Go: a field hides methods of embedded types */
    bool fields_and_methods_share_names; /* Java: a call never means a field */
    bool objects_and_types_share_names;  /* Scala: companion objects */
    bool classes_have_companion_members; /* Kotlin: a class has its companion object's members */
    bool properties_have_sigils;         /* PHP: `$this->a` is declared as `$a` */
    bool same_named_types_are_one;       /* TypeScript: merged declarations; Rust: each build has
                                            one of them */
    bool last_trait_comes_first;         /* Scala, Dart: of the bases of a type */
    bool types_have_no_bases;            /* C: other names of types get no edges (aliases.h) */
    bool types_may_be_partial;           /* C#: declarations marked `partial` are one type */
    bool blocks_add_to_types;            /* Rust: impl blocks; Swift: extensions */
    bool extensions_have_own_names;      /* Dart: the type that a block adds to is its type */
    const char *enum_lists;              /* members of an enum that give all of its constants */
    const char *enum_finders;            /* … that give one of them */
    const char *index_member;            /* the member that `a[i]` means, where types declare it */
    const char *call_member;             /* the member that `a(x)` means for a value `a` */
    bool components_are_properties;      /* Kotlin: `component1` of a data class */
    bool foreign_types_may_be_extended;  /* Kotlin, Scala, Swift: from outside the repository */
    bool static_methods_extend_types;    /* C#: extension methods */

    /* Keywords */
    bool this_may_be_a_name; /* C, Go, Python: `this` is not a keyword */
    bool self_may_be_a_name; /* Scala: a member may be called `self` */
    const char *self_names;  /* words for the object, besides `self`: R's `private` */
    const char *super_name;  /* the object as an instance of its base; NULL: `super`, empty:
                                it has no name */
    bool super_is_a_class;   /* `super` never means an interface */
    bool static_and_parent_are_types; /* PHP: the class around a place, and its base */

    /* Calls */
    bool argument_counts_are_unchecked; /* any function takes any number of arguments */
    bool arity_is_part_of_name;         /* Elixir: f/1 and f/2 are two functions */
    bool functions_are_overloaded;  /* a function that does not take the arguments is not meant */
    bool classes_inherit_overloads; /* Java: overloads come from a class and its bases */
    bool bodiless_methods_are_overloads; /* … of methods with a body in the same class */
    bool labels_are_part_of_names;       /* Swift: `move(to:)` and `move(by:)` */
    bool lambdas_have_receivers;         /* Kotlin: `this` in `x.apply { … }` is x */
    bool constructors_have_own_names;    /* Perl, Dart: not that of the type */
    bool constructors_are_inherited;     /* by a type that declares none */
    const char *attribute_ending;        /* C#: `[Audit]` may mean AuditAttribute */
    bool names_call_methods;             /* Scala: a method without parameters, by its name */
    const char *tuple_bases; /* … are the parts of its instances, in order: `a, b = pair` */
    const char *enum_bases;  /* Python: the fields of a class that extends one are its instances */
    const char *iterators; /* methods that give the elements of an object, or an iterator of them */
    const char *indexers;  /* methods that give one element */
    const char *passers;   /* methods that pass each element to a function: Scala's `foreach` */
    bool constructors_take_any; /* scripts: a type has one, whatever the arguments */
    const char *makers; /* members that may make the object of a construction, and of another class;
                           CONSTRUCTOR_OF_TYPE: a constructor with a body */
    const char *constructor_names; /* of those that a construction leads to, besides its type;
                                      CONSTRUCTOR_OF_TYPE: that of the type */
    bool types_can_be_called;      /* a call of a type constructs an instance */
    bool aliases_can_be_called;    /* C++: a call of a typedef constructs its class */
    bool calls_convert;            /* Go: `T(x)` converts x to the type T */
    bool structs_are_functions;    /* Rust: `T(x)` makes a T, and T alone may be passed */
    bool loading_decides_among_functions; /* PHP: of several with one name, a call means the loaded
                                             one */

    /* Evidence, where scopes and types are not followed to the end */
    bool receivers_are_modules;            /* Elixir, Haskell: and never values */
    bool functions_are_global_once_loaded; /* shells, R, Lua */
    bool members_are_functions;    /* Haskell: fields and methods of classes are functions of the
                                      module */
    bool imports_may_be_passed_on; /* Haskell: a module may export what it imports */
    bool owners_are_schemas;       /* SQL: a path of schemas may supply the `a` of `a.f` */
    bool tables_come_by_require;   /* Lua: a table is known only from its `require` */

    /* Adds the edges of a call, use, type or base; NULL: reference_resolve. */
    void (*resolve)(Scope *scope, const Reference *reference);

    /* Other functions of languages/<id>/resolve*.c; NULL: the language has nothing of the kind.
       Each is called for the language of the place, or of the symbol passed to it. */

    /* Replaces infer.c: the value of an expression, for a language whose members belong to values
       that no symbol declares (Lua's tables). */
    Value (*evaluate)(Resolver *resolver, const Scope *scope, uint32_t at, Str expression);
    /* Adds what a value has under a name, where the type itself and its instances have different
       members (Ruby); false when it has nothing, or when the hook does not decide. */
    bool (*find_member)(Resolver *resolver, const Value *value, uint32_t name, FindKind kind,
                        Finds *finds);
    /* The object at a place: an instance of the type around it, or that type. */
    Value (*self_value)(Resolver *resolver, uint32_t at);
    /* Takes modules that a path names by a word of the language (Rust: `crate::a`, `self`,
       `super::b`) off the front of *rest and sets *value; false when it begins otherwise. */
    bool (*find_path)(Resolver *resolver, uint32_t at, Str *rest, Value *value);
    /* The same for a path that begins with the name of a module or crate. */
    bool (*find_module)(Resolver *resolver, uint32_t at, Str *rest, Value *value);
    /* Replaces nested_import.c: adds the symbols that an import of a path within a file makes
       visible as `name`; false if it makes none visible. */
    bool (*find_nested)(Resolver *resolver, const ImportLink *link, uint32_t name, FindKind kind,
                        Finds *finds);
    /* What a module without a body declares: its file, for Rust's `mod name;`. */
    Value (*module_value)(Resolver *resolver, uint32_t symbol);
    /* Replaces the type parameter of `found`, a member of the owner, by the owner's type argument,
       which is not 0. */
    Value (*fill_argument)(Resolver *resolver, Value found, const Value *owner);
    /* Whether a function of the type that nothing declares exists and returns the type: `default`
       of Rust's `derive(Default)`, `instance` of Ruby's Singleton. */
    bool (*is_derived)(Resolver *resolver, const Value *type, Str name);
    /* Keeps the candidates that the reference means, and returns the highest confidence for an edge
       to them. */
    EdgeConfidence (*narrow)(const Scope *scope, const Reference *reference, Finds *finds);
    /* Keeps the methods that take the arguments, or only the most specific one if it exists. */
    void (*choose_overload)(Scope *scope, const Reference *reference, Finds *finds);
    /* Adds the edges of implicit calls in the file: of constructors of the superclass. */
    void (*add_implicit_calls)(Scope *scope);
    /* The types of a method's parameters, as overloads compare them, with commas between. The
       catalog keeps them. Empty for other symbols. */
    Str (*parameter_types)(Arena *arena, const Outline *outline, uint32_t symbol);
    /* Whether the name is a type parameter of the symbol (index + 1; 0: none) or of one around it.
     */
    bool (*is_type_parameter)(const SymbolVec *symbols, uint32_t symbol, Str name);
} Rules;

/* Never NULL: languages without a row are resolved by name. */
const Rules *rules_of(const Language *language);
/* Whether code of the one language may name symbols of the other: one language, or one family. */
bool rules_are_kin(const Language *language, const Language *other);
/* Whether a reference that leads nowhere is resolved by its name. */
bool rules_go_by_name(const Rules *rules);
/* Whether a file sees what its imports import in turn. */
bool rules_see_through_imports(const Rules *rules);
/* Whether a list of words has the name. */
bool rules_list_has(const char *words, Str name);
