/* Tests that CTest runs: programs, and cases that a framework registers. */
#include "project/test_naming.h"
#include "project/test_role.h"

void test_naming_for_ctest(TestNaming *naming)
{
    bool program = naming->is_file || naming->whole || str_equal(naming->name, STR("main"));
    Str name = naming->run->name, rest = naming->run->more;
    do
        test_naming_put(naming,
                        (TestName){.name = test_name_literal(naming->arena, name),
                                   .note = program ? (Str){0} : STR("runs the whole program")});
    while (str_take_line(&rest, &name) && name.len);
}

/* `Suite::Adds` is registered as Suite.Adds; with parameters, as Instance/Suite.Adds/0; with types,
   as Suite/0.Adds or Suite.Adds<int>. */
void test_naming_for_gtest(TestNaming *naming)
{
    Str qualified = catalog_qualified_name(naming->catalog, naming->arena, naming->symbol);
    size_t colons = str_find(qualified, STR("::"));
    for (size_t next = colons; next != STR_NONE;) {
        Str rest = str_from_offset(qualified, colons + 2);
        next = str_find(rest, STR("::"));
        if (next != STR_NONE) {
            qualified = str_from_offset(qualified, colons + 2);
            colons = next;
        }
    }
    if (colons == STR_NONE) {
        test_naming_put(naming, (TestName){.note = STR("runs all tests")});
        return;
    }
    bool typed = str_starts(test_head(naming->project, naming->symbol).text, STR("TYPED_TEST"));
    test_naming_put(naming,
                    (TestName){.name = str_format(naming->arena, "%.*s%s\\.%.*s%s",
                                                  STR_ARG(str_slice(qualified, 0, colons)),
                                                  typed ? "(/[0-9]+|<.*>)?" : "",
                                                  STR_ARG(str_from_offset(qualified, colons + 2)),
                                                  typed ? "(<.*>)?" : "")});
}

/* Catch2 and doctest register a case by its title: `Scenario: pops`, `sums - int`. */
void test_naming_for_titled(TestNaming *naming)
{
    Str text = str_trim(test_head(naming->project, naming->symbol).text);
    const char *before = str_starts(text, STR("SCENARIO")) ? " *Scenario: " : "";
    const char *after = str_starts(text, STR("TEMPLATE")) ? "(( - |<).*)?" : "";
    if (naming->is_file || naming->whole)
        test_naming_put(naming, (TestName){.note = STR("runs all tests")});
    else
        test_naming_put(
            naming,
            (TestName){.name = str_format(naming->arena, "%s%.*s%s", before,
                                          STR_ARG(test_name_literal(naming->arena, naming->name)),
                                          after)});
}
