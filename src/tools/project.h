/* Finds out from a project's files how its tests are run. Each family of tools has a reader
   (project_python.c, project_script.c, …), which is asked about a test's file. A table in
   test_command.c has the defaults of languages. Files are read, never executed. */
#pragma once

#include "base/map.h"
#include "session/session.h"
#include "tools/tool.h"

typedef enum RunForm {
    RUN_PLAIN,  /* all of them */
    RUN_FILES,  /* FILE FILE */
    RUN_FILE,   /* FILE, one for each command */
    RUN_RUBY,   /* the same, with -n '/^(test_a|test_b)$/' */
    RUN_NODE,   /* pytest: FILE::Class::method */
    RUN_DOTTED, /* unittest: package.module.Class.method */
    RUN_DJANGO, /* the same, below its tests */
    RUN_GO,     /* ./package -run '^(A|B)$' */
    RUN_NAMES,  /* NAME NAME: runs tests whose name contains one of them */
    RUN_CTEST,  /* -R '^(a|b)$': names as registered */
    RUN_GTEST,  /* the same, with each case registered as Suite.Case */
    RUN_MAVEN,  /* -Dtest='Class#method+method' */
    RUN_GRADLE, /* --tests Class.method */
    RUN_SBT,    /* 'testOnly *Class' */
    RUN_FILTER, /* --filter 'Class.method|…' */
    RUN_DOTNET, /* --filter 'FullyQualifiedName~Class.method|…' */
    RUN_LINES,  /* FILE:LINE */
    RUN_TCL,    /* redis: --single unit/expire */
} RunForm;

typedef struct TestRun {
    RunForm form;
    Str directory; /* where the command runs, relative to the root; empty: the root */
    Str command;
    Str all;      /* the command for all tests, if it is not `command` alone; or empty */
    Str name;     /* RUN_CTEST: the registered name of the file's tests */
    Str evidence; /* the file that says so, or empty */
} TestRun;

typedef struct ProjectFile {
    Str path, text; /* text: empty if the file is too large */
    bool there;
} ProjectFile;

typedef struct Project {
    ToolCall *call;
    const IndexSession *session;
    VEC(ProjectFile *) read;
    Map known; /* path -> index into `read` */
} Project;

Project project_open(ToolCall *call, const IndexSession *session);
/* Reads a file, once; it lives as long as the call. */
const ProjectFile *project_file(Project *project, Str directory, const char *name);
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

/* Finds out how the tests of a file are run. False: this family does not know. */
bool project_python_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_script_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_cmake_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_ruby_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_jvm_run(Project *project, const CatalogFile *file, TestRun *run);

/* Returns the prefix of commands in a Python project, such as `uv run `; or empty. *evidence: the
   file that says so. */
Str project_python_prefix(Project *project, Str directory, Str *evidence);
/* Returns npm, pnpm, yarn or bun, by a field of the manifest or a lock file, here or above. */
Str project_script_manager(Project *project, Str directory);
