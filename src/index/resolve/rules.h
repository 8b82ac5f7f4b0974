/* What the resolver must know of a language beyond its facts in lang/registry.h. rules.c
   has the table. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Scope Scope;

typedef struct Rules {
    const char *language;
    /* What the language's libraries have, as words with spaces between. */
    const char *built_in_functions; /* no definition of the repository replaces them */
    const char *library_names;      /* a name of these alone is no evidence for an edge */
    const char *family;             /* languages that call each other's functions; or NULL */

    /* Scopes and modules */
    bool linker_resolves_names;      /* C: what is not static is visible to the whole program */
    bool namespaces_have_full_names; /* C#, PHP: they are found by these: namespaces.c */
    bool paths_name_modules;         /* Rust: `crate::a::f()` */
    bool paths_begin_with_packages;  /* Java: `com.example.Foo.bar()` */
    bool package_names_are_absolute; /* Perl: `A::B` is not in `A` */
    bool imports_are_private;        /* what a file imports cannot be imported from it */
    bool imports_hide_namespaces;    /* PHP: they come before the file's own namespace */
    bool is_dynamic;                 /* Python, JavaScript: dynamic.h */

    /* Types and their members */
    bool bare_names_may_be_members;       /* a bare name may be a member of the class around it */
    bool fields_and_methods_share_names;  /* Java: a call never means a field */
    bool objects_and_types_share_names;   /* Scala: companion objects */
    bool classes_have_companion_members;  /* Kotlin: those of the companion object */
    bool constructors_declare_properties; /* PHP: by their parameters */
    bool properties_have_sigils;          /* PHP: `$this->a` is declared as `$a` */
    bool same_named_types_are_one;        /* TypeScript: declaration merging; Rust: each build has
                                             one of them */
    bool types_may_be_partial;            /* C#: one type where all its declarations say so */
    bool blocks_add_to_types;             /* Rust's impl blocks, Swift's extensions */
    bool classes_can_be_reopened;         /* Ruby, Perl: other files add to them, and to modules */
    bool foreign_types_may_be_extended;   /* Kotlin, Scala, Swift: types of no repository file */
    bool list_methods_go_by_name;         /* Scala, Swift: as above for lists, by name alone */
    bool static_methods_extend_types;     /* C#: extensions.c */

    /* Words */
    bool self_may_be_a_name;          /* Scala: a member may be called `self` */
    bool super_is_a_class;            /* … never an interface */
    bool static_and_parent_are_types; /* PHP: the class around the place, and its base */

    /* Calls */
    bool argument_counts_are_unchecked;   /* any function takes any number of arguments */
    bool functions_are_overloaded;        /* one that does not take the arguments is not meant */
    bool classes_inherit_overloads;       /* Java: a class adds overloads to those of its bases */
    bool bodiless_methods_are_overloads;  /* … of those with a body in the same class */
    bool constructors_call_super;         /* Java: also where no `super()` is written */
    bool constructors_have_own_names;     /* Perl, Dart: and are called by these */
    bool types_can_be_called;             /* which constructs one: an edge to the type */
    bool aliases_can_be_called;           /* C++: constructs one of the type that it stands for */
    bool loading_decides_among_functions; /* PHP: of the same name */

    /* Evidence, where scopes and types are not followed to the end */
    bool unresolved_calls_go_by_name;      /* by_name_resolve.c */
    bool receivers_are_modules;            /* … and never values: Elixir, Haskell */
    bool functions_are_global_once_loaded; /* shells, R, Lua */
    bool tables_come_by_require;           /* Lua: a table's name is known only from `require` */

    /* Adds the edges of a call, type, base or use; NULL: reference_resolve. */
    void (*resolve)(Scope *scope, const Reference *reference);
} Rules;

const Rules *rules_of(const Language *language);
/* Whether a list of words such as Rules.library_names has the name. */
bool rules_list_has(const char *words, Str name);
