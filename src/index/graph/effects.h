/* What a call out of the repository does to the world outside the program. Known from tables of
   functions (effects.def), by language; what is in none of them is taken to have no effect. Direct
   effects only: who calls a function with an effect has it too, but that is for the graph to say.
 */
#pragma once

#include "base/buf.h"
#include "lang/lang.h"

#define EFFECTS(X) \
    X(FILE, "file") \
    X(NETWORK, "network") \
    X(PROCESS, "process") \
    X(DATABASE, "database") \
    X(ENVIRONMENT, "environment") \
    X(CLOCK, "clock") \
    X(RANDOMNESS, "randomness")

typedef enum EffectBit {
#define X(name, text) EFFECT_BIT_##name,
    EFFECTS(X)
#undef X
    EFFECT_COUNT
} EffectBit;

#define EFFECT(name) (1u << EFFECT_BIT_##name)

#define EFFECT_ROWS_MAX 512

/* The rows of the table that a language has, found once for many names. */
typedef struct EffectRules {
    const Language *language;
    uint16_t rows[EFFECT_ROWS_MAX];
    size_t count;
} EffectRules;
void effects_rules(const Language *language, EffectRules *rules);

/* `package` is what the name belongs to, as an import or a receiver says it: `os`, `net/http`,
   `std::fs`, `java.nio.file.Files`, `Date`; empty for what is built in, and where nobody knows.
   `name` may be qualified: `path.exists` of `os` is `exists` of `os.path`. EFFECT(…) bits. Goes
   through the language's whole table: callers remember the answer for each name. */
uint8_t effects_of(Arena scratch, const EffectRules *rules, Str package, Str name);
/* The same of what is called outside the repository, as edges name it: `ext:package:name`. */
uint8_t effects_of_external(Arena scratch, const EffectRules *rules, Str external);
Str effect_name(EffectBit bit);
/* Appends the names of EFFECT(…) bits, each with the sign before it: `+file, +network`. */
void effects_put(Buf *out, const char *sign, unsigned effects);
/* Whether a function or macro is named like those that only end a program that is wrong. */
bool effects_is_assertion(Str name);
/* Whether a function only ends the program: `abort`, `std::terminate`. */
bool effects_is_end(Str name);
