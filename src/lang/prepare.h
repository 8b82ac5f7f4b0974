/* Changes to a copy of the text before it is parsed, of the same length and with the same lines,
   where a grammar does not know what a language allows (Language.prepare). */
#pragma once

#include <stddef.h>

/* Conditional compilation where the grammar has none: lines from #if, #elseif, #else and #endif
   become blanks, so that all branches are seen; of branches that open brackets for what follows
   the #endif only the first. */
void prepare_branches(char *text, size_t len);

/* Kotlin of today for a grammar of Kotlin 1.8: contexts, guards, multi-dollar strings, … */
void prepare_kotlin(char *text, size_t len);

/* Ruby's heredocs within heredocs. */
void prepare_ruby(char *text, size_t len);

/* `global` of Lua 5.5, defaults of type parameters of Python 3.13, `${|` of Bash 5.3, fields and
   methods of Perl 5.38 and 5.42. */
void prepare_lua(char *text, size_t len);
void prepare_python(char *text, size_t len);
void prepare_bash(char *text, size_t len);
void prepare_perl(char *text, size_t len);

/* Variance of type parameters, `export type *`, `import defer`, `abstract accessor`. */
void prepare_typescript(char *text, size_t len);

/* `nonisolated(unsafe)`, typed throws, `sending`, `[3 of T]`, raw names, …, and #if. */
void prepare_swift(char *text, size_t len);

/* `unsafe extern` with `safe fn`, `gen fn`, `const trait`. */
void prepare_rust(char *text, size_t len);

/* Type parameters of `given` as of 3.6, `erased class`. */
void prepare_scala(char *text, size_t len);
