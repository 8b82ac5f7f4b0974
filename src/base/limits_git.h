/* Limits for reading git repositories; see base/limits.h. */
#pragma once

#include "base/limits.h"

/* A revision: names of branches are file names. */
#define GIT_REVISION_BYTES_MAX 1024
/* A commit with its message: the largest of linux are some 100 KB. */
#define GIT_COMMIT_BYTES_MAX (16 * MB)
/* A repository's own configuration: some KB. */
#define GIT_CONFIG_BYTES_MAX (1 * MB)
/* The ids of a shallow boundary: 400,000. */
#define GIT_SHALLOW_BYTES_MAX (16 * MB)
/* Commits of one history: more than linux has. */
#define GIT_HISTORY_MAX 5000000
/* One tree: a directory of a million files has 40 MB. */
#define GIT_TREE_BYTES_MAX (256 * MB)
/* Names visited when two trees are compared; a tree of ten levels can represent billions. */
#define GIT_TREE_ENTRIES_MAX 10000000
/* Files that differ between two states: linux has 90,000 in all. */
#define GIT_CHANGES_MAX 1000000
/* A list of changes or of files from the program git: a million paths. */
#define GIT_LIST_BYTES_MAX (512 * MB)
/* Contents fetched from the program git at a time. */
#define GIT_EXPECTED_BYTES_MAX (256 * MB)
/* A working file whose times differ is read to find out whether its content does. */
#define GIT_HASHED_BYTES_MAX (256 * MB)
/* Pairs of files that are compared to find renames, as git's diff.renameLimit squared, and how
   large they may be. */
#define GIT_RENAME_PAIRS_MAX (1000 * 1000)
#define GIT_RENAME_BYTES_MAX (64 * MB)
/* Texts of more lines or bytes are not compared line by line: xdiff might take seconds. */
#define LINE_DIFF_LINES_MAX 200000
#define LINE_DIFF_BYTES_MAX (64 * MB)
/* xdiff puts lines into hash chains, and collisions are easy to forge: limit of steps along the
   chains, and number of lines below which they are not counted. */
#define LINE_DIFF_STEPS_MAX (100 * 1000 * 1000)
#define LINE_DIFF_LINES_TRUSTED 10000
/* History (index/history). Files of one commit whose names are kept: an import of a whole tree may
   have 100,000. */
#define HISTORY_COMMIT_FILES_MAX 5000
/* Changes of files in all: 10,000 commits of linux have 30,000. */
#define HISTORY_CHANGES_MAX 1000000
/* 10,000 commits take 2 to 10 seconds, on a slow disk more. */
#define HISTORY_TIME_MS 120000
/* Pairs of files that changed together; beyond it, pairs of older commits are not counted. */
#define HISTORY_PAIRS_MAX 1000000
/* Commits visited by blame: some 20 microseconds each; and where each costs a question to the
   program git. */
#define GIT_BLAME_COMMITS_MAX 500000
#define GIT_BLAME_PROGRAM_MAX 2000
/* Size of a file for blame. */
#define GIT_BLAME_BYTES_MAX (16 * MB)
/* Parents of one commit that are compared. */
#define GIT_BLAME_PARENTS_MAX 16
