/* Confines this process, and runs a program in its place: it writes only below some directories and
   has no network but its own loopback. Nothing needs to be installed, and no privilege is
   needed. */
#pragma once

#include "base/base.h"

/* The first argument with which the program runs itself to be confined. Next come the directory
   where the other program runs and which it may write, a directory for temporary files, and the
   other program with its arguments. */
#define PROC_CONFINE_COMMAND "--confined"
/* The exit code if this kernel does not allow it: then nothing was run. */
#define PROC_CONFINE_REFUSED 125

/* `words`: the arguments after PROC_CONFINE_COMMAND, ending with NULL. Returns only if it fails. */
int proc_confine_run(char *const *words);
