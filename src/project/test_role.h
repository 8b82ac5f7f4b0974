/* What the functions of a test file are to the runner: tests, what is run before them, helpers. The
   file's text decides: names, attributes, parameters. */
#pragma once

#include "project/project.h"

/* The parts of a declaration's text. */
typedef struct TestHead {
    Str text;       /* all its lines, and the rest of the file */
    Str lead;       /* the comment that ends on the line before it */
    Str marks;      /* attributes and modifiers before the name */
    Str parameters; /* between the parentheses after the name */
    Str body;       /* what follows them, up to its last line */
} TestHead;
/* Reads the declaration's text. All empty: the file cannot be read. */
TestHead test_head(Project *project, uint32_t symbol);
/* Takes the last word of the next attribute's name: `Test` of `@org.junit.Test(…)`, `#[Test]`. */
bool test_next_mark(Str *rest, Str *name);
/* Whether an attribute is called so. */
bool test_is_marked(Str marks, const char *word);
/* Whether the name is one of the list; the list may be NULL. */
bool test_is_listed(const char *const *list, Str name);

/* The class that the symbol is declared in; SYMBOL_NOWHERE: none. In Go, that of a method's
   receiver is not looked for. */
uint32_t test_class(const Catalog *catalog, uint32_t symbol);
/* Whether a later function of its file and class has the same name, so that this one is gone where
   declarations are statements. Those under a condition are not compared. */
bool test_is_replaced(Project *project, uint32_t symbol);
/* Appends the types that are derived from this one, at most TEST_CLASSES_MAX. */
#define TEST_CLASSES_MAX 24
void test_derived(Project *project, uint32_t type, IdVec *found);

/* Whether the project's configuration names the file as one of tests. */
bool test_names_file(Project *project, uint32_t file);
/* Whether the symbol is in a file or module of tests, by its path or by the configuration. */
bool test_holds(Project *project, uint32_t symbol);
/* Whether the language has a function of its own for roles, or rows that say how tests begin. */
bool test_has_roles(const Language *language);
/* Whether the text of a declaration says that it is a test, in whatever file it is. */
bool test_shows_in_text(const Language *language);
/* Whether a row of its language says that the declaration begins as a test does. */
bool test_begins_as_one(Project *project, uint32_t symbol);
/* Whether it is known what tests of the language look like, apart from names of files. */
bool test_is_known_of(const Language *language);
/* Whether a set-up outside of classes is for the test of its file. */
bool test_prepares(Project *project, uint32_t setup, uint32_t test);
/* `called`: something calls it, which decides where a language has neither names nor marks. */
TestRole test_role(Project *project, uint32_t symbol, bool called);
