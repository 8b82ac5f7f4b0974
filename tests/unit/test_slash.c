#include "test.h"

#include "agent/slash.h"
#include "tools/tool.h"

TEST(commands_of_tools_have_their_parameters)
{
    for (size_t i = 0; i < slash_count(); i++) {
        const SlashCommand *command = slash_at(i);
        if (command->run)
            continue;
        const Tool *tool = tool_find(str_from(command->tool));
        REQUIRE(tool);
        for (size_t j = 0; j < COUNT(command->params) && command->params[j]; j++)
            EXPECT(tool_param(tool, str_from(command->params[j])) != NULL);
    }
}
