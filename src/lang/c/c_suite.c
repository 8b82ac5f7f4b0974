/* Suites of Boost.Test: `BOOST_FIXTURE_TEST_SUITE(cars, Garage)` gives the cases up to its end the
   members of the fixture. Suites are within each other; each macro that opens or closes one is
   noted once. */
#include "lang/c/c_parse.h"

/* Suites within each other. */
#define SUITES_MAX 32

typedef struct Reading {
    CParse *parse;
    uint32_t open[SUITES_MAX]; /* the fixture of each open suite, or that around it */
    uint32_t depth;
} Reading;

static void note(Reading *reading, uint32_t at)
{
    uint32_t depth = reading->depth;
    uint32_t fixture = depth && depth <= SUITES_MAX ? reading->open[depth - 1] : 0;
    *VEC_PUSH(reading->parse->scratch, &reading->parse->suites) = (CSuite){at, fixture};
}

static void read_macro(Reading *reading, uint32_t at)
{
    const CParse *parse = reading->parse;
    Str macro = c_text_at(parse, at);
    uint32_t depth = reading->depth;
    if (!str_starts(macro, STR("BOOST_")) || !c_at_is(parse, at + 1, '('))
        return;
    if (str_ends(macro, STR("_TEST_SUITE_END"))) {
        reading->depth -= depth > 0;
        note(reading, at);
    } else if (str_ends(macro, STR("_TEST_SUITE"))) {
        bool fixture = str_find(macro, STR("FIXTURE")) != STR_NONE && c_at_is(parse, at + 3, ',') &&
                       c_at_word(parse, at + 4, CW_NAME);
        uint32_t outer = depth && depth <= SUITES_MAX ? reading->open[depth - 1] : 0;
        if (depth < SUITES_MAX)
            reading->open[depth] = fixture ? at + 4 : outer;
        reading->depth++;
        note(reading, at);
    }
}

uint32_t c_suite_fixture(CParse *parse, uint32_t at)
{
    if (parse->suites_of != parse->tokens) {
        Reading reading = {.parse = parse};
        parse->suites_of = parse->tokens;
        parse->suites.len = 0;
        for (uint32_t i = 0; i < parse->count; i++)
            if (c_at_word(parse, i, CW_NAME))
                read_macro(&reading, i);
    }
    size_t low = 0, high = parse->suites.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (parse->suites.ptr[middle].at < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? parse->suites.ptr[low - 1].fixture : 0;
}
