/* What the files of a project say about how it is built, started and tested: rows of
   languages/<id>/project.def. A function that a row names is in a file project*.c of the same
   folder, or here where languages share it; the build declares it in languages_project.h. Files
   are data: read, never executed. */
#pragma once

#include "base/map.h"
#include "lang/titled_blocks.h"
#include "manifest/manifest.h"
#include "session/send.h"
#include "session/session.h"

typedef enum RunForm {
    RUN_PLAIN,     /* all of them */
    RUN_FILES,     /* FILE FILE */
    RUN_DOT_FILES, /* ./FILE ./FILE */
    RUN_PARTS,     /* FILE FILE: runs every test whose path contains one of them */
    RUN_FILE,      /* FILE, one for each command */
    RUN_RUBY,      /* the same, with -n '/^(test_a|test_b)$/' */
    RUN_NODE,      /* pytest: FILE::Class::method */
    RUN_DOTTED,    /* unittest: package.module.Class.method */
    RUN_DJANGO,    /* the same, below its tests */
    RUN_GO,        /* ./package -run '^(A|B)$' */
    RUN_CARGO,     /* --lib -- --exact module::tests::name */
    RUN_CTEST,     /* -R '^(a|b)$': names as registered */
    RUN_GTEST,     /* the same, with each case registered as Suite.Case */
    RUN_TITLED,    /* the same, with each case registered by its title */
    RUN_MAVEN,     /* -Dtest='package.Class#method' */
    RUN_GRADLE,    /* --tests package.Class.method */
    RUN_SBT,       /* 'testOnly package.Class' */
    RUN_PHPUNIT,   /* --filter '/Class::method/' FILE */
    RUN_SWIFT,     /* --filter 'Target.Class/method|…' */
    RUN_DOTNET,    /* --filter 'FullyQualifiedName=Namespace.Class.method|…' */
    RUN_TCL,       /* redis: --single unit/expire */
} RunForm;

/* CTest runs programs as they were built: what was edited is built first. */
#define PROJECT_CTEST "cmake -S . -B build && cmake --build build && ctest --test-dir build"

/* How a runner of files is made to run some of their cases (test_select.h). */
typedef enum TestSelect {
    SELECT_FILES, /* it is not */
    SELECT_FULL,  /* -t '^(group case|…)$' */
    SELECT_TAIL,  /* -t '(^| )(group case|…)$' */
    SELECT_OWN,   /* the same, with the titles of cases alone */
    SELECT_RUBY,  /* -n '/^(test_case|…)$/': methods that are made of titles */
    SELECT_LINES, /* FILE:LINE */
    SELECT_GLOB,  /* --match CASE --match … */
    SELECT_LUA,   /* --filter '^group case$': a pattern of Lua, repeated */
    SELECT_ONLY,  /* --only 'test:test group case', repeated */
} TestSelect;

/* Where a test is a block within its symbol: the example in the symbol's comment. */
#define TEST_EXAMPLE UINT32_MAX

/* How a text says which function a test replaces (test_patch.h). */
typedef enum PatchForm {
    PATCH_QUOTED, /* the first text in quotes: `patch("shop.tax")`, `receive(:now)` */
    PATCH_BEFORE, /* the word right before: `tax() {` of a shell */
    PATCH_PATH,   /* the words right after: `local *Shop::tax = sub` */
    PATCH_KEYS,   /* the names before `=`: `with_mock(tax = function(x) 1)` */
    PATCH_MODULE, /* all of a file: `jest.mock("./tax")` */
    PATCH_LINKED, /* the word right after, for all tests of the file: `__wrap_tax` of a linker */
    PATCH_TYPE, /* the type right after, whose objects are stand-ins: `createMock(Mailer::class)` */
} PatchForm;
typedef struct PatchWords {
    const char *word; /* or NULL */
    PatchForm form;
    const char *with, *without; /* what the statement must or must not contain; or NULL */
} PatchWords;

struct Project;
struct TestName; /* test_name.h */

typedef struct TestRun {
    RunForm form;
    TestSelect select;
    const char *option; /* before what selects; or NULL */
    Str directory;      /* where the command runs, relative to the root; empty: the root */
    Str command;
    Str all;               /* the command for all tests, if it is not `command` alone; or empty */
    Str name;              /* RUN_CTEST: the registered name of the file's tests */
    Str more;              /* the same: further names, a line each; or empty */
    Str evidence;          /* the file that says so, or empty */
    bool names_are_titles; /* functions are selected by their names, as titles */
    bool imports_apart;    /* RUN_NODE: files of one name do not clash */
    Str off;               /* why it leaves out all tests of the file, or empty */
    /* Whether the runner takes the class for one of tests; of forms that ask. */
    bool (*collects)(struct Project *project, uint32_t type);
    /* Names a test; false: no way to run it is known. Of forms that leave it to the language.
       `block`: TEST_EXAMPLE, or 0. */
    bool (*naming)(struct Project *project, const struct TestRun *run, uint32_t symbol,
                   uint32_t block, bool whole, struct TestName *name);
} TestRun;

typedef struct ProjectFile {
    Str path, text; /* text: empty if the file is too large */
    bool exists;
    Manifest *manifest; /* NULL: not asked for (project_manifest) */
} ProjectFile;

/* Why a plain run of the runner leaves a test out: `group slow is excluded in phpunit.xml`. */
typedef struct TestOff {
    Str why;    /* empty: it runs */
    bool maybe; /* it depends on what only a run knows */
} TestOff;

typedef struct Project {
    SessionRequest *request;
    const IndexSession *session;
    VEC(ProjectFile *) read;
    Map known;      /* path -> index into `read` */
    uint8_t *named; /* by file: whether the configuration names it (project/test_role.c); or NULL */
    Str off_path; /* the file that was asked about last, and the answer (project_script_files.c) */
    TestOff off;
    TitledBlocks **blocks; /* by file, of those that were read (project/test_block.h); or NULL */
} Project;

Project project_open(SessionRequest *request, const IndexSession *session);
/* Reads a file, once; it lives as long as the call. */
const ProjectFile *project_file(Project *project, Str directory, const char *name);
/* Reads a manifest of packages, once. Never NULL: of a file that is not there nothing is known. */
Manifest *project_manifest(Project *project, Str directory, const char *name);
/* Returns the directory of a path; empty: the root. */
Str project_directory(Str path);
/* Moves to the parent directory; false at the root. */
bool project_climb(Str *directory);
/* Returns the first of the named files that is in the directory; NULL: none. */
const ProjectFile *project_any(Project *project, Str directory, const char *const *names,
                               size_t count);
/* Returns the first of them whose text contains the word. */
const ProjectFile *project_saying(Project *project, Str directory, const char *const *names,
                                  size_t count, const char *word);
/* Whether the text contains the word, with no letter, digit or `_` next to it. */
bool project_has_word(Str text, const char *word);

/* Whether a pattern with `*` (of any bytes), `**`, `?` and `[…]` matches the whole name. */
bool project_glob(Str pattern, Str name);
/* What stands between two texts, the first time; empty: it does not. *rest: what follows. */
Str project_between(Str text, const char *open, const char *close, Str *rest);

/* ---- rows of languages/<id>/project.def ---- */

typedef struct Manifests Manifests; /* overview_manifest.h */
typedef struct Starts Starts;       /* overview_start.h */
/* Shows what a manifest says in the overview. Of a file that is no manifest of packages, such as a
   Makefile, only path and text are set. */
typedef void (*ManifestFunction)(Manifests *manifests, Manifest *manifest);
/* How the tests of a file are run. False: not known. */
typedef bool (*TestsFunction)(Project *project, const CatalogFile *file, TestRun *run);
/* Whether a program starts in the file, by its name or text. */
typedef bool (*StartsFunction)(Starts *starts, Str path);

/* What a function of a test file, or one with the attribute of a test, is to the test runner. */
typedef enum TestRole {
    TEST_NONE, /* a helper */
    TEST_CASE,
    TEST_SETUP,   /* runs before the tests of its class, or else of its file */
    TEST_PACKAGE, /* runs before the tests of all files of its directory */
    TEST_FIXTURE, /* runs before the tests that have a parameter of its name */
    TEST_STARTER, /* starts the framework, which finds the tests */
} TestRole;
/* `called`: code calls it, as far as is known of the state that is asked about. */
typedef TestRole (*RoleFunction)(Project *project, uint32_t symbol, bool called);
/* Whether a set-up outside of classes runs before the test, which is in the same file. */
typedef bool (*PreparesFunction)(Project *project, uint32_t setup, uint32_t test);

typedef TestOff (*OffFunction)(Project *project, const TestRun *run, uint32_t symbol);
/* The name of the test that shows how the symbol is used, by a rule of the language; or empty. */
typedef Str (*ExampleFunction)(Project *project, uint32_t symbol);
/* The name by which calls run the symbol for an object that `maker` makes: `format` for the
   function `format.gauge` of R; or empty. */
typedef Str (*DispatchFunction)(Project *project, uint32_t symbol, uint32_t *maker);
/* The test function in which the runner runs the test, as a part of it; or SYMBOL_NOWHERE. */
typedef uint32_t (*StarterFunction)(Project *project, uint32_t test);
/* Whether the project's configuration names the file as one of tests; its own path does not. */
typedef bool (*NamesFunction)(Project *project, const CatalogFile *file);
/* Whether a run of all tests executes the examples in the file's comments or text. */
typedef bool (*DocsFunction)(Project *project, const CatalogFile *file);

typedef struct ProjectRow {
    const char *manifest; /* name of a file; NULL: none is needed */
    /* For the overview: */
    const char *build, *test; /* commands, or NULL */
    const char *wrapper;      /* the project's own copy of the program, taken where it is there */
    const char *framework;    /* shown where the manifest is there, or NULL */
    bool needs_files_of_language; /* in a project without files of the language the manifest says
                                     nothing */
    bool serves_corner; /* in a project of other languages it serves a corner: its commands come
                           last */
    bool serves_corner_with_configure; /* the same in a project with a `configure` script */
    ManifestFunction read;
    /* For tests in the language: */
    const char *runner; /* command */
    const char *word;   /* has to be in the manifest; NULL: its being there is enough */
    RunForm form;
    TestSelect select;
    const char *option;
    TestsFunction tests; /* asked before all rows with a runner */
    StartsFunction starts;
    RoleFunction roles;        /* of functions; without one, the facts of the language decide */
    PreparesFunction prepares; /* without one, a set-up is for all tests of its file */
    const char *test_begins;   /* the text of a test begins so, in whatever file it is; or NULL */
    /* What leaves a test out of the run, of those with a mark all that fits (project/test_off.h):
     */
    const char *off_mark;  /* last word of an attribute, of the test or a class around it */
    const char *off_text;  /* in the attributes, without spaces: `enabled=false` */
    const char *off_first; /* the test's first statement begins so */
    bool off_maybe;        /* under a condition */
    /* Examples in comments and documents, which the runner executes: */
    const char *doc_prompt;  /* lines that begin so; or NULL */
    const char *doc_comment; /* the fenced lines of such comments; or NULL */
    const char *doc_runner;
    /* Words of a file in which a macro or a loop makes tests, which have no declaration: */
    const char *maker, *made;
    DocsFunction docs;
    const char *doc_block; /* the word of a block of tests that runs the examples of a module */
    OffFunction off;
    NamesFunction names;
    ExampleFunction example_of;
    StarterFunction starter_of;
    DispatchFunction dispatch;
    PatchWords patch;
    BlockWords block; /* tests that are blocks, and what is around them */
    /* A matcher calls the method `free?` as `be_free`: what it has before the name, and the end of
       the name that it does without. */
    const char *matcher, *matched;
} ProjectRow;

#define MANIFEST(...) {.manifest = __VA_ARGS__},
#define TESTS(manifest_, word_, runner_, form_) \
    {.manifest = manifest_, .word = word_, .runner = runner_, .form = RUN_##form_},
#define TESTS_SELECT(manifest_, runner_, form_, select_, option_) \
    {.manifest = manifest_, \
     .runner = runner_, \
     .form = RUN_##form_, \
     .select = SELECT_##select_, \
     .option = option_},
#define TESTS_ANYWAY(runner_, form_) {.runner = runner_, .form = RUN_##form_},
#define TESTS_BY(function) {.tests = function},
#define STARTS_BY(function) {.starts = function},
#define ROLES_BY(function) {.roles = function},
#define PREPARES_BY(function) {.prepares = function},
#define TEST_BEGINS(text_) {.test_begins = text_},
#define OFF_MARK(word_) {.off_mark = word_},
#define OFF_MAYBE_MARK(word_) {.off_mark = word_, .off_maybe = true},
#define OFF_TEXT(text_) {.off_text = text_},
#define OFF_FIRST(text_) {.off_first = text_},
#define EXAMPLE_PROMPT(prompt_, runner_) {.doc_prompt = prompt_, .doc_runner = runner_},
#define EXAMPLE_COMMENT(begin_, runner_) {.doc_comment = begin_, .doc_runner = runner_},
#define EXAMPLES_RUN_BY(function) {.docs = function},
#define EXAMPLES_RUN_IN(word_) {.doc_block = word_},
#define MAKES_TESTS(maker_, made_) {.maker = maker_, .made = made_},
#define PATCHES(form_, ...) {.patch = {.form = PATCH_##form_, .word = __VA_ARGS__}},
#define BLOCK(kind_, words_) {.block = {BLOCK_##kind_, words_}},
#define CALLED_AS(before_, end_) {.matcher = before_, .matched = end_},
#define DISPATCH_BY(function) {.dispatch = function},
#define OFF_BY(function) {.off = function},
#define NAMES_BY(function) {.names = function},
#define STARTERS_BY(function) {.starter_of = function},
#define EXAMPLES_BY(function) {.example_of = function},

/* The rows of one language, in the order of its file. */
typedef struct ProjectTable {
    const char *language;
    const ProjectRow *rows;
    size_t count;
} ProjectTable;

size_t project_table_count(void);
const ProjectTable *project_table(size_t index);
/* NULL: the language has none. */
const ProjectTable *project_table_of(const Language *language);
/* npm, pnpm, yarn or bun, by the manifest's field or the lock file, there or above. */
Str project_script_manager(Project *project, Str directory);
