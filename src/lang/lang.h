/* Languages: facts about each, detection of a file's language, and outlining. Outlining never fails
   on content. Bad syntax, an unknown language or a limit gives a shorter outline, marked as
   degraded or with a note. */
#pragma once

#include "base/limits.h"
#include "lang/layout.h"
#include "lang/outline.h"

/* Trees for maps are trimmed (walk/rule_trim.h), except those of small texts: at most
   SMALL_PARSE_BYTES, elided spans not counted. Such a tree must also fit SMALL_PARSE_MEMORY plus
   SMALL_PARSE_PER_BYTE for each byte of the file. */
#define SMALL_PARSE_BYTES (4 * KB)
#define SMALL_PARSE_MEMORY (160 * KB)
#define SMALL_PARSE_PER_BYTE 20

/* All languages, in the order of their ids. */
size_t lang_count(void);
const Language *lang_at(size_t index);
const Language *lang_find(Str id_or_alias); /* NULL when unknown */

Str lang_id(const Language *language);
/* The row of a language in a table of `count` rows, `size` bytes each, whose first member is the
   language's id (const char *). NULL if the table has no row for it. */
const void *lang_row(const Language *language, const void *rows, size_t count, size_t size);
Str lang_name(const Language *language);                      /* for display */
const char *const *lang_extensions(const Language *language); /* NULL-terminated */
const char *const *lang_filenames(const Language *language);
Str lang_scope_separator(const Language *language);
/* Whether names are case-insensitive; false for NULL. */
bool lang_folds_case(const Language *language);
/* How a list of parameters is written. */
typedef enum LangParameters {
    PARAMETERS_TYPE_FIRST, /* int n */
    PARAMETERS_NAME_COLON, /* n: int, or names alone */
    PARAMETERS_NAME_FIRST, /* n int */
    PARAMETERS_KEYWORDS,   /* n: 1, given by name */
} LangParameters;
LangParameters lang_parameters(const Language *language);
/* Whether calls may pass arguments by name, so that parameter names are part of the interface. */
bool lang_names_arguments(const Language *language);
/* Whether a string at the start of a block documents it (Python). */
bool lang_has_docstrings(const Language *language);
/* Whether declared types are only hints, not checked when the code runs (Python). */
bool lang_hints_types(const Language *language);
/* Whether a function may be called with more arguments than it has parameters. */
bool lang_takes_more(const Language *language);
/* Whether `head`, the text before a declaration's name, limits its visibility to its own package:
   Rust's `pub(crate)`. */
bool lang_keeps_inside(const Language *language, Str head);
/* Whether every value has this type: Go's `any`, Java's `Object`. */
bool lang_is_top_type(const Language *language, Str type);
/* The type with synonyms replaced by one name: Go's `interface{}` becomes `any`. */
Str lang_plain_type(Arena *arena, const Language *language, Str type);
/* Whether code can assume by an operator or method that no error happens: `!`, `unwrap`. */
bool lang_assumes_by_sign(const Language *language);
/* How code derives from a type without a declaration that says so (search/heirs.h): words with
   blanks between. */
typedef struct LangHeirs {
    const char *calls;     /* functions that are given the type: `type` of `type("B", (Base,))` */
    const char *heads;     /* declarations with bases in brackets, where a call may have the type */
    const char *words;     /* words on the line of its name: `deriving` */
    const char *macros;    /* the same, within a macro */
    const char *anonymous; /* makes a value of an anonymous type: `new` of `new Rule() {` */
    const char *wraps;     /* types that make a type of their argument: `Partial` of `Partial<T>` */
    const char *shapes;    /* words of a declaration that types fit without naming it */
    const char *lambdas;   /* the same, of one that functions fit */
    bool by_arguments;     /* a template may derive from its argument */
} LangHeirs;
/* How the file of a module is declared by that of its parent. All NULL: no statement does so. */
typedef struct LangModules {
    const char *statement; /* before its name: `mod ` */
    const char *shown;     /* the word that shows it to other packages */
    const char *gives;     /* what begins a statement that gives on what it holds: `pub use ` */
    const char *folder, *library, *program; /* files of a directory's module and of the packages */
    const char *programs;                   /* a directory in which each file is a program */
} LangModules;

/* What users of a declaration depend on in its head, apart from the parameters and the result. */
typedef struct LangHeads {
    /* Rows of three: a word or a mark, whom it breaks when it comes, and whom when it goes. NULL:
       the language says nothing of its heads.

       Before the word: `@` in a decorator or an attribute, `)` after the parameters or the name,
       `{` in a list of accessors; else it is before the name. Whom: `u` users, `h` heirs, `m` those
       who make a value, `w` those who assign, `o` who is outside, `v` who has it as a value, `c`
       who has another value made one. With a `?` at the front it may break them, and nothing proves
       that it does not. Words in no row, and not in `free`, may break all. */
    const char *const *words;
    const char *free;      /* words before the name that no user notices, with blanks between */
    bool marks_wrap;       /* a decorator may give the name to something else */
    bool overrides_alike;  /* an override has the very parameters of its base */
    bool overrides_answer; /* an override needs a result type where the overridden has one */
    bool
        values_have_types; /* all parameters, also those with a default, are in a function's type */
    bool results_say_async;   /* a caller sees the type that is written, whether async or not */
    bool enums_are_numbered;  /* a value without a number has that of its place */
    bool results_are_tagged;  /* `{:ok, value}`: an atom in a tuple says what the result is */
    bool passes_imports_on;   /* who imports a file has the names of those that it imports, too */
    bool overrides_take_all;  /* an override takes at least what the overridden takes */
    bool functions_construct; /* a function with a body of its own can be called with `new` */
    bool blocks_are_yielded;  /* `yield` calls the block that a call brings */
    /* How code takes a value apart by the places of its parts, as words with blanks between:
       `called` for `case P(a, b)`, `applied` for `(P a b)`, `braced` for `let P { a } =`, `bound`
       for `auto [a, b] =`, `listed` for `a, b = P(1, 2)`. */
    const char *patterns;
    const char *type_mark; /* between a name and the type of a function: `::` of `f :: a -> b` */
    /* Pairs: a header of the library, and names that it declares. */
    const char *const *headers;
    const char *incomparable; /* what begins types whose values cannot be compared: `[] map[` */
    const char *hash_taken, *hash_given; /* marks and methods: values have no hash, or have one */
    const char *unnamed; /* words of declarations that code uses without their names */
    const char *unsized; /* what begins types that a type parameter takes only with `?Sized` */
    const char *makes;   /* the word before a class that makes a value of it: `new` */
    const char *counter; /* of a list of constants: the number of each of them, `iota` */
    /* What a setter's name ends with, and the words of declarations that bring one: `= attr_writer`
     */
    const char *setters;
    const char *type_tests;      /* words by which a function asks what it was given */
    bool arguments_are_labelled; /* an argument has the first word of its parameter, but for `_` */
    bool structs_are_values;     /* a value of a struct is copied, and is never nothing */
    /* Types that may be used with narrower arguments, with blanks between; NULL: all may be. */
    const char *covariant;
    const char *uncopied; /* types whose values cannot be copied; NULL: no type is so */
    const char *moved;    /* the trait without which a value is gone where it was handed on */
    const char *awaited;  /* the word that takes a result apart, and the types of such results */
    /* Pairs: a type of the library, and the names by which code takes its values apart. */
    const char *const *variants;
    /* Pairs: calls that send under a name, and those that wait for it. */
    const char *const *events;
} LangHeads;

/* What results of functions are by the forms of their expressions (change/results.h). Words with
   blanks between: a function `f`, a method `.f`, an index `[]`. */
typedef struct LangResults {
    /* Pairs: `text`, `number`, `list`, `map`, `truth`, `several` or `reference`, and the calls and
       marks that give one. */
    const char *const *forms;
    const char *lookups; /* those that give nothing where nothing is found */
    const char *demands; /* those that raise an error then */
} LangResults;

/* Further facts about a language that answers depend on: `.facts` of lang.def. */
typedef struct LangFacts {
    bool imports_name_packages;     /* an import means all files of a directory */
    bool is_plain_text;             /* the fallback for files in no known language */
    const char *const *wider_types; /* pairs: a type, and those that take its values */
    bool holds_prose;               /* its files are documents */
    bool holds_data;
    bool marks_up_text; /* as Markdown does */
    bool may_be_minified;
    bool calls_are_scanned; /* a scanner or another language's rules find its calls: it has none of
                               its own */
    const char *unfollowed; /* its files without known calls: `a notebook of …`; NULL: none */
    bool yield_makes_generator;  /* the head does not mark a function as a generator */
    bool matches_are_exhaustive; /* a match that lacks a variant does not compile */
    /* Words, with blanks between: those that begin a match, those of its branch for the rest (`*`:
       a name alone, too), and those that end a block, where brackets do not. */
    const char *match_words, *match_rest, *match_end;
    /* Words that, alone in a line, say how the members after them are seen (Ruby's `private`), and
       that say it of members which they name; or NULL. */
    const char *section_words;
    bool bases_are_made; /* an heir's constructor calls that of its base, written or not */
    bool last_is_result; /* the last expression of a body is its result */
    /* Words, with blanks between, that raise an error and that catch or test one; the beginning of
       names of error values, and what passes them on in a formatted text. */
    const char *raise_words, *catch_words, *error_prefix, *error_wrap;
    /* Types of its library with their heirs: `OSError=IOError,FileExistsError`. */
    const char *known_heirs;
    /* Pairs: a trait or a base, and the words and marks that need what it gives. */
    const char *const *gives;
    bool receivers_are_marked;  /* Go: a method says whether it is one of pointers alone */
    bool types_take_parameters; /* after their names, as constructors do: `record R(int a)` */
    bool numbers_are_sent;      /* the numbers of fields and values are in data that is sent */
    bool members_are_public;    /* members of classes and objects without a modifier are */
    bool is_of_c_family; /* src/lang/c reads it; functions of these languages are linked together */
    bool is_preprocessed;        /* macros are used under conditions that the index does not know */
    bool starts_at_main;         /* programs start in a function of that name */
    bool structs_hold_functions; /* values of a struct are its implementations */
    bool interfaces_match_by_shape; /* structural typing: a type implements every interface whose
                                       methods it has */
    const char *known_shapes;       /* interfaces of its library with the names of their methods:
                                       `io.ReadCloser=Read,Close` */
    bool type_names_are_distinct;   /* `type A B` is a separate type, `type A = B` is B */
    bool classes_are_values;        /* a class may be used wherever a value may */
    bool objects_are_values;        /* a symbol of kind `object` is a literal; else a type */
    bool classes_can_be_reopened;   /* Ruby, Perl: declarations of one class in several files
                                       add up */
    const char *class_prefix;       /* Python: members named so are of their class alone */
    const char *file_prefix;        /* Dart: members named so are of their file alone */
    bool virtual_is_written; /* C++, C#, Go: without an interface, calls choose only methods that
                                are marked */
    bool members_name_interfaces;      /* C#, Rust: a member, or the block around it, may say which
                                          interface it implements */
    bool dots_are_code;                /* Python: `...` is a statement of its own */
    bool indentation_is_checked;       /* Python: blocks are known by it alone */
    bool argument_counts_are_free;     /* a call with any number of arguments runs */
    bool optionals_are_values;         /* Swift: `T?` is written as T in types */
    bool package_names_are_absolute;   /* Perl: `A::B` is not declared in `A` */
    const char *package_system;        /* whose packages its imports name: `npm`, `maven` …; `c`:
                                          headers. NULL: not known */
    bool impls_have_its_name;          /* blocks of kind impl are named as what they implement:
                                          `instance Pretty Red`, `defimpl Sizer` */
    bool declarations_merge;           /* declarations of one name in a scope are one symbol */
    bool types_are_declared_elsewhere; /* a .d.ts file may declare symbols of such a file */
    bool comments_list_members;        /* PHP: `@method Foo f()` in the comment of a class */
    bool tables_have_members;          /* Lua: functions name a variable as their owner */
    bool calls_dunder_names;           /* names that begin with `__` are called by the language */
    bool is_called_by_templates;       /* page templates call its functions by name */
    bool tests_are_in_test_modules;    /* `mod tests` in a file of the program */
    bool modules_are_tests;            /* the modules of a test file are its test cases */
    const char *const *test_names;     /* prefixes of the names of test cases; NULL: functions
                                          without callers are test cases */
    const char *const *test_marks;     /* last words of the attributes that mark a test case; NULL:
                                          the language has none */
    const char *const *test_setups;    /* functions that run before the tests of their class, or
                                          their attributes; NULL: not known */
    const char *fixtures_file; /* its fixtures are seen in its directory and below; or NULL */
    const char *operators;     /* functions and the operators that call them: `plus + minus -` */
    const char *protocols;     /* functions that code also calls by name, and the syntax or library
                                  function that calls them: `GetEnumerator foreach` */
    const char *conversions;   /* words of a signature that mark functions which convert without
                                  being named: `implicit given`; NULL: none */
    const char *spellings;     /* other ways in which text writes its names, by the rules of
                                  query/mentions_spelled.c: `kebab property` */
    const char *disguises;     /* other than letter by letter: `u` \u0061, `U` \U00000061, `u{}`
                                  \u{61}, `splice` at the end of a line, `marked` letters as two
                                  characters, `compatible` look-alikes of letters, too */
    const char *separators;    /* characters beyond ASCII that end a name: `·` in Go assembly */
    const char *name_letters;  /* what names have beside letters, digits and `_`: `$`; or NULL */
    /* How code builds names (search/built.h), as words with blanks between: */
    const char *name_holes;   /* the text that begins a hole in a string: `#{` */
    const char *name_joins;   /* operators that join strings: `+` */
    const char *name_lookups; /* find a symbol by a string: `dlsym`; NULL: any code may */
    const char *sends;       /* calls of a function that arguments or the caller choose, with blanks
                                 between: `send yield` */
    const char *name_pastes; /* the operator that joins words before they are compiled: `##` */
    const char *attributes;  /* marks with blanks between them: `__attribute [[gnu::`. There the
                                compiler or the loader may use a symbol without a call */
    /* Types whose members are also known by their place, to literals without names or as numbers:
       kinds of symbols, and words of a declaration; both with blanks between. */
    const char *placed_kinds, *placed_marks;
    const char *beside_code; /* what differs in a file whose code does not (reading.h); or NULL */
    const char *unchecked_errors; /* of `throws`: those that callers need not handle; NULL: it is no
                                     matter of callers */
    const char *late_names;       /* functions that answer for names without a declaration */
    const char *late_names_forward; /* calls by which these ask elsewhere */
    const char *naming_calls;       /* calls that declare what their arguments name, out of sight */
    const char *alias_calls;        /* functions that give a declaration another name */
    const char *const *given_members; /* pairs: a word before a type's name, and the members that
                                         such types have without a declaration */
    const char *top_errors;           /* of `throws`: each takes all errors, and those before it */
    bool bases_are_embedded;        /* a struct has all members of its bases, interfaces included */
    bool reads_are_calls;           /* a function without parameters is read as a value is */
    const char *calling_decorators; /* those that change how a function is called; a slash is
                                       between those that change it alike */
    const char *offer_lists;        /* the word before a list of exported names: `__all__` */
    const char *field_lists;      /* words before a list of the fields that values of a type have */
    const char *freezes;          /* calls after which nothing of a value can be set: `freeze` */
    const char *arguments;        /* what holds a function's arguments where no head lists them */
    bool lists_hide;              /* what such a list does not name is seen in its file alone */
    bool overloads_take_null;     /* `null` fits each overload that takes objects */
    const char *gives_imports_on; /* the file whose imports are its package's interface; or NULL */
    const char *const *leads;     /* texts with a meaning only in their place (review/leads.h) */
    LangLayout layout;            /* the meaning of white space */
    LangComments comments;        /* where they end, and which are read by tools */
    LangHeirs heirs;
    LangHeads heads;
    LangResults results;
    LangModules modules;
} LangFacts;
/* Never NULL. For NULL all facts are zero. */
const LangFacts *lang_facts(const Language *language);
bool lang_is_c(const Language *language); /* is_of_c_family */
/* Whether a declaration of that name without modifiers is visible to other files. */
bool lang_shows(const Language *language, Str name);
/* Whether outlines with references contain the calls of this language. */
bool lang_follows_calls(const Language *language);
/* The engine that reads the language: grammar, scanner, or patterns. */
OutlineEngine lang_engine(const Language *language);

/* Detects the language by file name, extension, shebang, modeline, then content. `head` is the
   beginning of the file; a few KB are enough. Never NULL: plain text is a language. */
const Language *lang_detect(Str path, Str head);

typedef struct BinaryType {
    Str type;               /* a short description: "PNG image" */
    Str mime;               /* its MIME type */
    bool known;             /* has a known magic number; otherwise only a NUL byte was found */
    uint32_t width, height; /* of an image, in pixels; 0 when unknown */
} BinaryType;
/* Whether a file that begins with `head` is binary: it has a known magic number or contains a NUL
   byte. *type describes it, and is empty for text. */
bool lang_is_binary(Str head, BinaryType *type);

typedef struct OutlineOptions {
    int time_ms; /* of processor time; 0: PARSE_TIME_MS */
    bool want_references;
    bool want_bindings; /* with references: also the bindings that no other reference needs */
    bool want_cuts;
    bool want_docs;
    bool whole; /* parse function bodies even if only declarations are wanted (elide/elide.h) */
    bool lean;  /* trim the trees of small files as well (walk/rule_trim.h) */
    uint32_t size_wanted; /* size limit of a map in bytes, for scanners that can limit their output
                             (JSON); 0: no limit */
    bool no_ctags;        /* never start universal-ctags */
    const volatile bool *cancel; /* checked while parsing; may be NULL */
} OutlineOptions;

static inline int outline_time_ms(const OutlineOptions *options)
{
    return options->time_ms > 0 ? options->time_ms : PARSE_TIME_MS;
}

/* Makes the outline of a text of at most FILE_BYTES_MAX. The outline is in `arena` and points into
   the text, which must outlive it; `scratch` must be another arena. The memory of the parse is
   bounded by limits.h and free again when this function returns. */
void lang_outline(Arena *arena, Arena scratch, const Language *language, Str text,
                  const OutlineOptions *options, Outline *outline);

/* Prints the syntax tree, one node per line, for `fovea debug tree`. False if the language has no
   grammar. */
bool lang_dump_tree(Arena *arena, const Language *language, Str text, Str *dump);
