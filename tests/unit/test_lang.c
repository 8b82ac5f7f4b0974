#include "test.h"

#include "lang/rule.h"

TEST(every_rule_resolves_against_its_grammar)
{
    Arena arena;
    arena_open(&arena, 0);
    for (size_t i = 0; i < lang_count(); i++) {
        Str problems = rule_problems(&arena, lang_at(i));
        if (problems.len)
            fprintf(stderr, "%s:\n%.*s", lang_at(i)->id, STR_ARG(problems));
        EXPECT(problems.len == 0);
    }
    arena_close(&arena);
}
