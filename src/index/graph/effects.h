/* Side effects of calls out of the repository, such as reading a file. Each language has a table of
   functions with effects (languages/<id>/effects.def). A function that is not in it counts as
   having no effect. Effects are direct: those of callees are not included. */
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

/* The table of a language, looked up once for many names. */
typedef struct EffectRow EffectRow;
typedef struct EffectRules {
    const Language *language;
    const EffectRow *rows;
    size_t count;
} EffectRules;
void effects_rules(const Language *language, EffectRules *rules);

/* The effects of a call, as EFFECT(…) bits. `package` is the package or class that the name
   belongs to, as an import or receiver says: `os`, `net/http`, `std::fs`, `java.nio.file.Files`,
   `Date`. It is empty for built-in functions, and where unknown. `name` may be qualified:
   `path.exists` of `os` is `exists` of `os.path`. Scans all rows of the language, so callers
   should cache the result by name. */
uint8_t effects_of(Arena scratch, const EffectRules *rules, Str package, Str name);
/* The same for an external callee as edges name it: `ext:package:name`. */
uint8_t effects_of_external(Arena scratch, const EffectRules *rules, Str external);
Str effect_name(EffectBit bit);
/* Appends the names of the effects, each after the sign: `+file, +network`. */
void effects_put(Buf *out, const char *sign, unsigned effects);
/* Whether a function or macro is named like one that ends an incorrect program: assertions,
   panics. */
bool effects_is_assertion(Str name);
/* Whether a function does nothing but end the program: `abort`, `std::terminate`. */
bool effects_is_end(Str name);
