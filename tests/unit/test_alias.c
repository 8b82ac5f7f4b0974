#include "tools/alias.h"

#include "test.h"

static bool any_has(const char *tool, Str param)
{
    for (size_t i = 0; i < tool_count(); i++)
        if ((!tool || str_equal(str_from(tool), str_from(tool_at(i)->name))) &&
            tool_param(tool_at(i), param))
            return true;
    return false;
}

TEST(every_other_name_stands_for_a_parameter)
{
    AliasRow row;
    for (size_t i = 0; alias_row(i, &row); i++) {
        Str param = str_from(row.param);
        if (str_starts(param, STR("!")))
            param = str_from_offset(param, 1);
        bool known = !row.tool || tool_find(str_from(row.tool));
        if (!known || (param.len && !any_has(row.tool, param)))
            printf("%s: %s is no parameter\n", row.name, row.param);
        EXPECT(known && (!param.len || any_has(row.tool, param)));
        if (row.tool)
            EXPECT(!tool_param(tool_find(str_from(row.tool)), str_from(row.name)));
    }
}

TEST(a_parameter_is_found_by_what_others_call_it)
{
    const Tool *grep = tool_find(STR("grep")), *read = tool_find(STR("read"));
    bool idle;
    EXPECT(alias_param(grep, STR("pattern"), &idle) == tool_param(grep, STR("pattern")));
    EXPECT(alias_param(grep, STR("--caseInsensitive"), &idle) ==
           tool_param(grep, STR("case_insensitive")));
    EXPECT(alias_param(grep, STR("-i"), &idle) == tool_param(grep, STR("case_insensitive")));
    EXPECT(!alias_param(grep, STR("-I"), &idle) && !idle);
    EXPECT(!alias_param(grep, STR("-n"), &idle) && idle);
    EXPECT(alias_param(read, STR("filePath"), &idle) == tool_param(read, STR("path")));
    EXPECT(!alias_param(read, STR(""), &idle) && !idle);
    EXPECT(!alias_param(read, STR("a_name_that_is_longer_than_any_parameter_has_ever_been_in_here"),
                        &idle));
}

TEST(a_flag_may_be_asked_for_by_its_opposite)
{
    const Tool *grep = tool_find(STR("grep"));
    const ToolParam *param = tool_param(grep, STR("case_insensitive"));
    ToolCall call = {.tool = grep, .arena = test_arena(), .scratch = test_arena()};
    Err err = {0};
    REQUIRE(alias_set(&call, param, STR("case_sensitive"), STR("false"), &err));
    EXPECT(tool_flag(&call, "case_insensitive"));
    EXPECT(!alias_set(&call, param, STR("i"), STR("false"), &err));
    EXPECT_STR(str_from(err.message), "grep: case_insensitive is given twice");
}

TEST(words_for_choices_and_tools)
{
    const ToolParam *direction = tool_param(tool_find(STR("graph")), STR("direction"));
    EXPECT_STR(alias_value(direction, STR("Callers")), "in");
    EXPECT_STR(alias_value(direction, STR("both")), "both");
    EXPECT_STR(alias_value(direction, STR("sideways")), "sideways");
    EXPECT(alias_tool(STR("findReferences")) == tool_find(STR("callers")));
    EXPECT(!alias_tool(STR("nothing")));
}
