/* Internal to test_name*.c: one test that is named, and what its names are made of. */
#pragma once

#include "project/test_name.h"

#define NOTE_FILES STR("runs whole files")
#define NOTE_CLASS STR("runs the whole class")
#define NOTE_PATTERN STR("values in titles are left open: others that fit run, too")

typedef struct TestNaming {
    Project *project;
    const Catalog *catalog;
    Arena *arena;
    const TestRun *run;
    uint32_t symbol;
    const CatalogFile *file;
    const Entry *entry;
    Str path; /* relative to the command's directory */
    Str name;
    bool is_file; /* the symbol is the file itself */
    bool whole;
    bool in_heirs;  /* its class is within one that only derived classes run */
    uint32_t block; /* within the symbol, or 0 */
    bool doc;       /* an example in the symbol's comment */
    TestNameVec *names;
} TestNaming;

/* ---- test_naming.c ---- */

/* Adds a name. */
void test_naming_put(TestNaming *naming, TestName name);
/* The path without its extension. */
Str test_naming_stem(Str path);
/* The path of the test's file, which no program takes for an option. */
Str test_naming_path(const TestNaming *naming);
/* The path of a file relative to the command's directory. */
Str test_naming_below(const TestNaming *naming, Str path);
/* Whether a runner finds tests in the file by its name; a file of another name has base classes. */
bool test_naming_is_run_by_name(Str base);
/* The names of the classes around the symbol, outermost first. */
Str test_naming_class_chain(TestNaming *naming, uint32_t type, const char *between);
/* The class of the method, or those derived from it or from one around it when that is abstract:
   no runner selects what is nested in such a class, so `in_heirs` is set. */
IdVec test_naming_classes(TestNaming *naming);
/* `package.Outer$Inner` */
Str test_naming_full_class(TestNaming *naming, uint32_t type, const char *between);

/* ---- forms of runners ---- */

/* test_name_files.c */
void test_naming_all(TestNaming *naming);
void test_naming_by_files(TestNaming *naming);
void test_naming_by_dotted_files(TestNaming *naming);
void test_naming_by_parts(TestNaming *naming);
void test_naming_by_file(TestNaming *naming);
void test_naming_for_ruby(TestNaming *naming);
void test_naming_for_tcl(TestNaming *naming);
/* test_name_python.c */
void test_naming_for_python(TestNaming *naming);
/* test_name_classes.c */
void test_naming_for_jvm(TestNaming *naming);
void test_naming_for_gradle(TestNaming *naming);
void test_naming_for_sbt(TestNaming *naming);
void test_naming_for_phpunit(TestNaming *naming);
void test_naming_for_dotnet(TestNaming *naming);
void test_naming_for_swift(TestNaming *naming);
/* test_name_programs.c */
void test_naming_for_ctest(TestNaming *naming);
void test_naming_for_gtest(TestNaming *naming);
void test_naming_for_titled(TestNaming *naming);
