/* What renaming must know of a language: languages/<id>/rename.def. A language without that file
   has no renaming. Lists are words separated by spaces.

   A kind of node is `kind`, or a path to it from the outside in: `parent/kind`,
   `outer/parent/kind`. After a dot comes the field that leads inwards: `outer.field/parent/kind`.
   A path that ends in a field means any node in it: `parent.field`. */
#pragma once

#include "base/err.h"
#include "lang/local_names.h"
#include "lang/name_sites.h"
#include "refactor/rename_data.h"

/* How namespaces are written, and how local variables are scoped, for RenameFacts. */
#define SPACE_FACTS(...) (&(const SpaceFacts){__VA_ARGS__})
#define LOCAL_FACTS(...) (&(const LocalFacts){__VA_ARGS__})

typedef struct Move Move; /* move.h */

/* How files name what is in namespaces, for move_space.h. */
typedef struct SpaceFacts {
    const char *separator; /* between the parts of a name: `.` */
    const char *clause;    /* the word that gives a file its namespace: `package` */
    const char *import;    /* the word that begins an import */
    const char *end;       /* what ends a statement, or "" */
    /* What follows that word where a function, or a constant, is imported; NULL: nothing. */
    const char *of_function, *of_constant;
    const char *opening;  /* how a file begins that has nothing in it: `<?php`; or NULL */
    const char *switches; /* what begins a statement before the namespace that code depends on */
    const char *tied;     /* words of a file whose declarations may have to stay in it */
    const char *plain_wholes; /* namespaces outside of the tree that share no names */
    const char *places;       /* words of code that depend on where it is */
    const char *shows;        /* texts of code, by `|`, that may show the namespace of a type */
    const char *thrown; /* ends of the names of bases whose values show it when they are printed */
    bool whole;         /* C#: an import brings all of a namespace */
    bool braces;        /* … which may have braces around its code */
    bool nests;         /* code of `A.B` sees what is in `A` */
    bool types_only;    /* functions are in types */
    bool hides;         /* what is not public is hidden from other namespaces */
    bool private_is_of_file;
    bool folders;   /* a namespace is the path of its folder */
    bool is_loaded; /* PHP: files are loaded one by one */
} SpaceFacts;

typedef struct RenameFacts {
    const char *language;
    bool (*move)(Move *move, Err *err); /* NULL: symbols are not moved */
    const SpaceFacts *space;            /* of `move_space`; else NULL */
    const char *gap;                    /* between declarations; NULL: a blank line */
    const char *kin;      /* languages that name each other's symbols share this word; or NULL */
    const char *reserved; /* words that cannot be names */
    const char *shared;   /* what in a file says that other languages of the kin read it, too */
    /* Kinds of nodes whose name is a member, a field or a key, whatever is around it. */
    const char *members;
    /* … that name something in a name space of its own: labels, arguments by name. */
    const char *apart;
    /* … that are a key and the name of its value in one: `{old}`. */
    const char *shorthand;
    /* … where such a name is also that of a variable which is declared elsewhere. */
    const char *assigns;
    /* … that are a key, and a call of the name where no value follows: `f(old:)`. */
    const char *bare_keys;
    /* … that are the key of an entry when a colon follows: a field, or a value. */
    const char *keys;
    const char *entries; /* … that are the key of an entry which declares it: `{old: 1}` */
    /* … of elements, which name a component only if they begin with a capital: `<Item>`. */
    const char *tags;
    const char *types; /* … that can only name a type */
    /* … of which constants can be the values, too: Rust's `Buffer::<SIZE>` */
    const char *type_arguments;
    const char *near_modules; /* words before `::` for the module around and those around it */
    const char *binds; /* … that declare a local variable or a parameter, within a function */
    const char *type_binds; /* … that declare a type parameter */
    const char *frees;      /* … that say that a name is one of an outer scope */
    const char *included;   /* extensions of files that code may include, whatever they are */
    const char *scopes;     /* … in which local variables live; NULL: they live in functions */
    const char *list;       /* a variable whose list of strings names what a module exports */
    const char *outside;    /* names of methods that the language or its library calls */
    const char *shapes;     /* … called only on types that have all of a group */
    const char *operators;  /* … only where the declaration says `operator` */
    const char *operator;
    const char *implied;    /* … members that uses give without their name, as in `@Label("x")` */
    const char *implied_in; /* what the declaration of their type says: `@interface` */
    const char *asked; /* bases of a type that others are used as if they have all its members */
    const char *marks; /* marks in a declaration that say that it overrides */
    /* Bases outside of the repository that have no member which could be meant. */
    const char *plain_bases;
    const char *constructors; /* names of methods that take the place of a given constructor */
    const char *type_words;   /* what gives a value's type: `type` of `type(x).__name__` */
    const char *enum_values;  /* … the value of an enumeration's member, which is not its name */
    /* Types outside of the repository whose values pass no calls on to others. */
    const char *closed;
    const char *statements;   /* … at whose end a variable that is declared in them is visible */
    const char *exports;      /* variables whose members are what a module offers */
    const char *named;        /* kinds of nodes that name an argument if `=` follows */
    const char *instantiates; /* … of a type's name that may be a function's: `old[int]` */
    const char *opaque;       /* … that the arguments of a macro have, whose form is not known */
    const char *accessors; /* what the machine puts before a property's name in that of a method */
    const char *asks;      /* … that name a member which any type may have */
    const char *loose;     /* … that may be a mere text */
    /* Words of functions, attributes and macros that take a symbol by its name in a string. */
    const char *by_name;
    const char
        *links; /* … that begin a declaration which names something outside of its function */
    const char *probes;       /* … of code that asks whether a value has a member */
    const char *loads;        /* … that load a module by its name */
    const char *forms;        /* … texts that look names up without such a word, by `|` */
    const LocalFacts *locals; /* NULL: local variables are not renamed */
    const NameData *data;     /* constructs that turn a name into data; NULL: none is known */
    const char *plain;        /* words of declarations whose values are shown without any name */
    const char *macro;        /* what begins the definition of a macro, before its name */
    const char *quotes;       /* … what makes a string of its argument: `#`, `stringify!` */
    const char *foreign;      /* … by which code calls functions of other languages */
    const char *library;      /* names that the language's library declares for every program */
    const char *hosts;        /* extensions of other files that are code of this language, too */
    const char *methods;      /* kinds of nodes whose name is that of a method that they declare */
    const char *own_fields; /* … that are a variable of the object, in a name space of its own */
    const char *setters;    /* … that name a method which assignments to the name call */
    const char *takes;  /* … that name a member which a type takes in: `use T { old as x; }` */
    const char *labels; /* … that name a member of an enumeration without its type */
    const char *initializes; /* … that name a field of the type whose constructor they are in */
    const char *embeds;      /* … where a type is named as a member of another type */
    const char *fields_by_name; /* … that name an argument, which may be a field of a constructor */
    const char *named_by; /* marks in a declaration that say that others name it in their own way */
    const char *getters;  /* what comes before the name of a property in that of a method */
    const char *suffixes; /* … that a name may be used without */
    const char *tests;    /* how the names of functions begin that a test runner finds by name */
    /* Types of the library with all members of their own: `int long=CompareTo|string=Length`. */
    const char *own_members;
    const char *extends; /* what begins the parameters that a value's own member hides */
    /* … that are the body of a type without a name, which inherits members: `parent/kind` */
    const char *nameless;
    const char *raw;    /* what a name may begin with that is no part of it: `@`, `r#` */
    const char *holder; /* what ends the name of the class that other languages see a file as */
    const char *private_mark;   /* a member whose name begins so is known by another name outside */
    bool mark_is_top;           /* Ruby: `::Old` is a name of the outermost scope */
    bool bases_are_apart;       /* Rust: a type may have members of one name from two bases */
    bool braces_follow_types;   /* `T{old: 3}` sets a field of T */
    bool arguments_are_scopes;  /* C++: a call looks in the namespaces of its arguments' types */
    bool parameters_are_fields; /* Kotlin: a class may declare fields among its parameters */
    bool components_are_called; /* Java: `p.x()` reads the component of a record */
    bool types_vanish;          /* interfaces and other names of types are not there at run time */
    bool members_are_late;      /* the value decides which type's member is meant */
    bool bodies_are_scopes;     /* code in the body of a type sees its members by their name */
    bool hash_is_private; /* `#name` is another name than `name`, visible in its class alone */
    bool modules_reopen;  /* `declare module "./x"` adds to the declarations of a file */
    bool braces_are_code; /* `{name}` in a string is a value */
    bool blocks_have_receivers;  /* Kotlin: `a.apply { old }` */
    bool dollars_are_code;       /* `$name` in a string is a value */
    bool strings_are_callable;   /* a string is a function wherever one is wanted */
    bool constants_match;        /* a constant in a pattern is compared, not bound */
    bool types_mix;              /* the code of a module runs in the types that take it in */
    bool globals_are_shared;     /* files see each other's globals without importing them */
    bool folds_functions;        /* PHP: names of functions and types have no case */
    bool constants_by_scope;     /* PHP: constants of types are behind `::` only */
    bool case_decides;           /* whether a name begins with a capital changes what it can be */
    bool binds_forward;          /* a variable is visible after its declaration only */
    bool heads_are_outside;      /* parameters are not visible among the parameters */
    bool calls_are_apart;        /* a name before a parenthesis is no variable */
    bool arrows;                 /* `->` leads to a member */
    bool fields_are_apart;       /* a field and a method of one name in one type are two */
    bool modules_are_values;     /* a call may return a module */
    bool members_are_bare;       /* members are used by their name alone within their type */
    bool names_are_global;       /* C: ordinary names of all files are one name space */
    bool packages_are_scopes;    /* files of a directory see each other's names */
    bool classes_have_shape;     /* … and a class is one of another that has all its members */
    bool interfaces_have_shape;  /* a type implements interfaces that it does not name */
    bool types_are_tagged;       /* C: `struct x` and `x` are two names */
    bool names_may_end_in_marks; /* Ruby: ? ! = */
    bool files_have_type_names;  /* Java: a public type's file has its name */
    bool modules_are_paths;      /* a module is a file, and a part of paths to other names */
    bool bodies_may_be_outside;  /* a function without a body is found by its name, elsewhere */
    bool modules_are_opened;     /* Ruby, C++: files add to one module or namespace */
    bool overloads_are_one;      /* functions of one name in one type are renamed together */
} RenameFacts;

/* What the search for sites must know. `facts` may be NULL. */
NameHints rename_hints(const RenameFacts *facts);
/* NULL: nothing can be renamed in it. */
const RenameFacts *rename_facts(const Language *language);
/* The rows one by one; NULL after the last of them. Some have no facts. */
const RenameFacts *rename_facts_at(size_t index);
/* Why the text cannot be a name in the language; empty: it can. */
Str rename_invalid(const RenameFacts *facts, Str name);
/* Whether the kind of the site's node is listed. */
bool rename_node_is(const char *kinds, const NameSite *site);
