/* What the files of a project say about how its tests are run: one reader a family of tools
   (project_python.c, project_script.c, …), asked about a test's file; what none of them knows is in
   the table of test_command.c. Files are data: read, never executed. */
#pragma once

#include "base/map.h"
#include "session/session.h"
#include "tools/tool.h"

typedef enum RunForm {
    RUN_PLAIN,  /* all of them */
    RUN_FILES,  /* FILE FILE */
    RUN_FILE,   /* FILE, one a call */
    RUN_RUBY,   /* the same, with -n '/^(test_a|test_b)$/' */
    RUN_NODE,   /* pytest: FILE::Class::method */
    RUN_DOTTED, /* unittest: package.module.Class.method */
    RUN_DJANGO, /* the same, below its tests */
    RUN_GO,     /* ./package -run '^(A|B)$' */
    RUN_NAMES,  /* NAME NAME: those that contain it */
    RUN_CTEST,  /* -R '^(a|b)$': as they are registered */
    RUN_GTEST,  /* the same, a test for each of its cases, Suite.Case */
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
    Str directory; /* where the command is given, from the root; empty: the root */
    Str command;
    Str all;      /* the same for all tests, where it is not just without names; or empty */
    Str name;     /* RUN_CTEST: as which the file's tests are registered */
    Str evidence; /* the file that says so, or empty */
} TestRun;

typedef struct ProjectFile {
    Str path, text; /* the text of one that is too large is empty */
    bool there;
} ProjectFile;

typedef struct Project {
    ToolCall *call;
    const IndexSession *session;
    VEC(ProjectFile *) read;
    Map known; /* path -> place in `read` */
} Project;

Project project_open(ToolCall *call, const IndexSession *session);
/* Read once; stays as long as the call. */
const ProjectFile *project_file(Project *project, Str directory, const char *name);
/* The directory of a path; empty: the root. */
Str project_directory(Str path);
/* Moves to the directory above; false at the root. */
bool project_climb(Str *directory);
/* The first of the files that is in the directory; NULL: none. */
const ProjectFile *project_any(Project *project, Str directory, const char *const *names,
                               size_t count);
/* The first of the files whose text has the word, as one. */
const ProjectFile *project_saying(Project *project, Str directory, const char *const *names,
                                  size_t count, const char *word);
/* Whether the text has it with no letter, digit or `_` beside it. */
bool project_has_word(Str text, const char *word);

/* How the tests of a file are run. False: this family does not know. */
bool project_python_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_script_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_cmake_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_ruby_run(Project *project, const CatalogFile *file, TestRun *run);
bool project_jvm_run(Project *project, const CatalogFile *file, TestRun *run);

/* `uv run ` and the like: what stands before a command of a Python project; empty: nothing. The
   evidence is the file that says so. */
Str project_python_prefix(Project *project, Str directory, Str *evidence);
/* npm, pnpm, yarn or bun, by the manifest's field or the lock file, there or above. */
Str project_script_manager(Project *project, Str directory);
