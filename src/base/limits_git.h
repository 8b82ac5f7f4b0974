/* Caps on what is read of git's objects, as base/limits.h. */
#pragma once

#include "base/limits.h"

/* A revision as somebody writes it: names of branches are file names. */
#define GIT_REVISION_BYTES_MAX 1024
/* A commit with its message: the largest of linux are some 100 KB. */
#define GIT_COMMIT_BYTES_MAX (16 * MB)
/* A repository's own configuration: some KB. */
#define GIT_CONFIG_BYTES_MAX (1 * MB)
/* The ids at which a shallow clone ends: 400,000. */
#define GIT_SHALLOW_BYTES_MAX (16 * MB)
/* Commits of one history: more than linux has. */
#define GIT_HISTORY_MAX 5000000
/* One tree: a directory of a million files has 40 MB. */
#define GIT_TREE_BYTES_MAX (256 * MB)
/* Names that are looked at when two trees are compared; a tree of ten levels can stand for
 * billions. */
#define GIT_TREE_ENTRIES_MAX 10000000
/* Files that differ between two states: linux has 90,000 in all. */
#define GIT_CHANGES_MAX 1000000
/* A list of changes or of files from the program git: a million paths. */
#define GIT_LIST_BYTES_MAX (512 * MB)
/* Contents that are fetched from the program git at a time. */
#define GIT_EXPECTED_BYTES_MAX (256 * MB)
/* A working file whose times differ is read to find out whether its content does. */
#define GIT_HASHED_BYTES_MAX (256 * MB)
/* Pairs of files that are compared to find renames, as git's diff.renameLimit squared, and how
   large they may be. */
#define GIT_RENAME_PAIRS_MAX (1000 * 1000)
#define GIT_RENAME_BYTES_MAX (64 * MB)
/* Texts of more lines or bytes are not compared line by line: beyond them xdiff may take seconds.
 */
#define LINE_DIFF_LINES_MAX 200000
#define LINE_DIFF_BYTES_MAX (64 * MB)
/* xdiff sorts lines into chains by a hash for which anybody can make collisions: steps along them,
   and from how many lines on they are counted. */
#define LINE_DIFF_STEPS_MAX (100 * 1000 * 1000)
#define LINE_DIFF_LINES_TRUSTED 10000
/* What is noted of a history (index/history). Files of one commit whose names are kept: an import
   of all there is may have 100,000. */
#define HISTORY_COMMIT_FILES_MAX 5000
/* Changes of files in all: 10,000 commits of linux have 30,000. */
#define HISTORY_CHANGES_MAX 1000000
/* 10,000 commits take 2 to 10 seconds, on a slow disk more. */
#define HISTORY_TIME_MS 120000
/* Pairs of files that changed together: those of older commits are not counted then. */
#define HISTORY_PAIRS_MAX 1000000
/* Commits that are looked at to find who wrote a file: some 20 microseconds each; and where each
   costs a question to the program git. */
#define GIT_BLAME_COMMITS_MAX 500000
#define GIT_BLAME_PROGRAM_MAX 2000
/* A file of which it is asked. */
#define GIT_BLAME_BYTES_MAX (16 * MB)
/* Parents of one commit that are compared. */
#define GIT_BLAME_PARENTS_MAX 16
