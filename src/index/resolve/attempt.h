/* Resolution as lists of named steps. A reference is a bare name, a member of a receiver, or a
   type. For each of these, the folder of a language lists its steps (calls.def), which are asked in
   order until one decides. */
#pragma once

#include "index/resolve/targets.h"
#include "index/resolve/visible.h"

/* What a step says of a reference. */
typedef enum StepOutcome {
    STEP_PASS,  /* nothing: the next step is asked */
    STEP_FOUND, /* attempt->finds are the candidates, attempt->confidence is the highest possible */
    STEP_NOTHING, /* no symbol of the repository is meant */
    STEP_ADDED,   /* the step has added the edges itself */
} StepOutcome;

/* One reference and what the steps have found out about it. */
typedef struct Attempt {
    Scope *scope;
    Resolver *resolver;
    const Rules *rules;
    const Reference *reference;
    uint32_t at;   /* the place */
    uint32_t name; /* 0: no symbol of the repository has the name */
    bool calls;    /* a call without `new` */
    bool reads;    /* may read or write a value */

    /* a bare name: attempt_meaning */
    bool has_meaning;
    FindKind kind; /* what the name is looked up as */
    Meaning meaning;

    /* a member */
    Value value;   /* of the receiver: one of its alternatives */
    Value written; /* the same before a bound of a type parameter replaced it */
    bool is_bound;

    /* candidates */
    Finds finds;
    EdgeConfidence confidence;
} Attempt;

struct Step {
    EdgeStep id; /* what edges remember; UNKNOWN: steps_of decides, from the places of both ends */
    StepOutcome (*ask)(Attempt *attempt);
};

Attempt attempt_open(Scope *scope, const Reference *reference);
/* Asks the steps of a list that ends with NULL. False when each passes. */
bool attempt_ask(Attempt *attempt, const Step *const *steps);
/* Adds edges to those of the candidates that the reference means, and to constructors of types. */
void attempt_add(Attempt *attempt, Finds *finds, EdgeConfidence confidence);
/* Adds an edge to a package outside of the repository, or to what it declares after all. */
void attempt_add_foreign(Attempt *attempt, uint32_t package);
/* What the bare name means; looked up once. */
Meaning *attempt_meaning(Attempt *attempt);
/* A receiver whose type a declaration or a construction says. */
static inline bool attempt_is_typed(const Attempt *attempt)
{
    return attempt->value.kind == VALUE_INSTANCE || attempt->value.kind == VALUE_TYPE;
}
/* A receiver of the repository, or of a type outside, is not followed further. */
static inline bool attempt_is_open(const Attempt *attempt)
{
    return attempt->value.suffix.len || attempt->value.kind == VALUE_FOREIGN ||
           attempt->value.kind == VALUE_UNKNOWN;
}

/* ---- steps that languages share ---- */

/* Of types and bases: type_steps.c */
extern const Step step_held_class; /* a variable holds the class that is the base */
extern const Step step_type;

/* Of C: c_code.c */
extern const Step step_c_type;          /* where a header need not be visible */
extern const Step step_condition;       /* `#ifdef NAME` means a macro */
extern const Step step_nested_function; /* GNU C: functions within functions */
extern const Step step_type_macro;      /* a macro that names a type */
extern const Step step_linked;          /* macros that the file sees, then what a linker joins */
extern const Step step_seen_macro;      /* Objective-C: only the macros */

/* Of bare names: name_steps.c, in the order in which most languages ask them */
extern const Step step_super_method;     /* Ruby: `super` is the method of that name in a base */
extern const Step step_constructor_call; /* `super(…)`, `this(…)` */
extern const Step step_built_in;         /* functions of the language */
extern const Step step_lambda_receiver;  /* Kotlin: a member of `this` in `x.apply { … }` */
extern const Step step_typed_value;      /* an operand whose type decides */
extern const Step step_variable;         /* a local variable hides what is outside */
extern const Step step_own_type;         /* PHP: `new static`, `new self`, `new parent` */
extern const Step step_attribute;        /* C#: `[Audit]` is AuditAttribute */
extern const Step step_companion;        /* Kotlin: the companion's member takes the arguments */
extern const Step step_field_first;      /* a field of the type around hides a function outside */
extern const Step step_value;            /* a field, property or constant is read or written */
extern const Step step_called_value;     /* `a(x)` is a member of the value's type */
extern const Step step_mention;          /* a type is named as a value */
extern const Step step_applied;          /* Scala: `Model(1)` calls what the object declares */
extern const Step step_construction;     /* C++: `new T`, `T x(…)`: cpp.c */
extern const Step step_argument_space;   /* C++: the namespaces of the arguments' types: cpp.c */
extern const Step step_visible;          /* the scopes around, the imports, the package */
extern const Step step_library;          /* an import leads out of the repository */
extern const Step step_name;             /* by its name alone: by_name.h */

/* Of receivers, before their value is known: member_steps.c */
extern const Step step_top;           /* Ruby: `::Foo.new` */
extern const Step step_global;        /* PHP: `\f()` */
extern const Step step_receiver_read; /* `items.add(x)` reads items */
extern const Step step_receiver;      /* evaluates the receiver; Rules.members go on from there */

/* Of members, for each value that the receiver may have */
extern const Step step_typed_member;      /* a value that is read, an operator: only by its type */
extern const Step step_outer_extension;   /* an extension of a type that is not of the repository */
extern const Step step_bound;             /* the bound of a type parameter is the type */
extern const Step step_foreign_extension; /* the same, declared in a block for that type */
extern const Step step_package;           /* the receiver is a package outside */
extern const Step step_list_name;         /* methods of lists may be extensions: by name */
extern const Step step_list;              /* other methods of lists are the language's */
extern const Step step_module;            /* a module or namespace declares it */
extern const Step step_arrow;             /* C++: `a->f()` of an object that declares `->` */
extern const Step step_member;            /* the type or one of its bases declares it */
extern const Step step_named_constructor; /* Swift: `Foo.init(x)` */
extern const Step step_target;            /* what the value points to declares it */
extern const Step step_extension;         /* an extension of a type of the repository */
extern const Step step_beside;            /* Scala: a block or class of methods for the type */
extern const Step step_component;         /* Java: a component of a record */
extern const Step step_called_field;      /* Ruby: `attr_reader :x` makes a method */
extern const Step step_closed;            /* the type is known and has no such member */
extern const Step step_member_name;       /* by its name alone: by_name.h */
