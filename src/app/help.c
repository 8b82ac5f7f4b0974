/* Help is laid out from a tool's record: usage from its positional parameters, a row for each
   option folded at the width of a terminal. The manual, completions and docs/tools.md use the same
   pieces. */
#include "app/help.h"

#include "app/cli.h"
#include "app/commands.h"

#define HELP_COLUMN 20
#define LINE_WIDTH 100

static void put_option_name(Buf *out, const ToolParam *param)
{
    buf_put(out, param->type == TOOL_FLAG && param->fallback ? STR("--no-") : STR("--"));
    for (const char *c = param->name; *c; c++)
        buf_put_byte(out, *c == '_' ? '-' : *c);
}

/* Writes the placeholder of a value: SORT for `sort`. */
static void put_placeholder(Buf *out, const char *name)
{
    for (const char *c = name; *c; c++)
        buf_put_byte(out, (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c));
}

void help_put_param_name(Buf *out, const ToolParam *param)
{
    if (!param->positional)
        put_option_name(out, param);
    if (!param->positional && param->type != TOOL_FLAG)
        buf_put_byte(out, ' ');
    if (param->value)
        buf_put(out, str_from(param->value));
    else if (param->type != TOOL_FLAG)
        put_placeholder(out, param->name);
    if (param->many)
        buf_put(out, STR("..."));
}

void help_put_param_help(Buf *out, const ToolParam *param)
{
    bool inverse = param->type == TOOL_FLAG && param->fallback; /* --no-include-git */
    buf_put(out, inverse ? STR("leave out ") : STR(""));
    buf_put(out, str_from(param->help));
    const char *before = " (";
    if (param->type == TOOL_CHOICE) {
        for (size_t i = 0; param->choices[i]; i++, before = ", ")
            buf_printf(out, "%s%s", before, param->choices[i]);
        before = "; ";
    }
    if (param->type == TOOL_NUMBER && param->max) {
        buf_printf(out, "%s%llu to %llu", before, (unsigned long long)param->min,
                   (unsigned long long)param->max);
        before = "; ";
    }
    if (param->fallback && !inverse)
        buf_printf(out, "%sdefault %s", before, param->fallback);
    if ((param->fallback && !inverse) || str_equal(str_from(before), STR("; ")))
        buf_put_byte(out, ')');
}

void help_put_usage(Buf *out, const Tool *tool, const char *link)
{
    buf_printf(out, "%s%s", link ? link : "fovea ", link ? "" : tool->name);
    for (size_t i = 0; i < tool->param_count; i++) {
        const ToolParam *param = &tool->params[i];
        buf_put(out, param->required ? STR(" ") : STR(" ["));
        help_put_param_name(out, param);
        if (!param->required)
            buf_put_byte(out, ']');
    }
}

/* Writes words from `column` on, folded at LINE_WIDTH. `at` is the current column. */
static void put_folded(Buf *out, Str text, size_t column, size_t at)
{
    Str word;
    bool first = true;
    while (str_take_until(&text, ' ', &word)) {
        size_t width = str_count_chars(word);
        if (!first && at + 1 + width > LINE_WIDTH) {
            buf_put_byte(out, '\n');
            buf_put_repeat(out, STR(" "), column);
            at = column;
            first = true;
        }
        if (!first)
            buf_put_byte(out, ' ');
        at += width + !first;
        buf_put(out, word);
        first = false;
    }
    buf_put_byte(out, '\n');
}

static void put_paragraphs(Buf *out, Str text)
{
    Str line;
    while (str_take_line(&text, &line))
        put_folded(out, line, 0, 0);
}

/* Writes `  name              text`. */
static void put_row(Buf *out, Str name, Str text)
{
    size_t width = str_count_chars(name) + 2;
    buf_put(out, STR("  "));
    buf_put(out, name);
    if (width + 2 > HELP_COLUMN)
        buf_put_byte(out, '\n');
    size_t pad = width + 2 > HELP_COLUMN ? HELP_COLUMN : HELP_COLUMN - width;
    buf_put_repeat(out, STR(" "), pad);
    put_folded(out, text, HELP_COLUMN, HELP_COLUMN);
}

static void put_params(Buf *out, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Arena *arena = out->arena;
        Buf name = buf_open(arena, 0), text = buf_open(arena, 0);
        help_put_param_name(&name, &params[i]);
        help_put_param_help(&text, &params[i]);
        put_row(out, buf_str(&name), buf_str(&text));
    }
}

void help_put_tool(Buf *out, const Tool *tool, const char *link)
{
    if (link)
        buf_printf(out, "%s - %s\n\n", link, tool->summary);
    help_put_usage(out, tool, link);
    if (link)
        buf_put(out, STR("\n\n"));
    else
        buf_printf(out, "\n\n%s.\n\n", tool->summary);
    if (tool->about) {
        put_paragraphs(out, str_from(tool->about));
        buf_put_byte(out, '\n');
    }
    put_params(out, tool->params, tool->param_count);
    buf_put(out, STR("\nWith every command:\n"));
    size_t common = 0;
    const ToolParam *options = cli_options_of(tool, &common);
    put_params(out, options, common);
    if (tool->examples)
        buf_put(out, STR("\nExamples:\n"));
    for (size_t i = 0; tool->examples && tool->examples[i]; i++) {
        size_t skip = link ? strlen(tool->name) + 1 : 0;
        buf_printf(out, "  %s %s\n", link ? link : "fovea", tool->examples[i] + skip);
    }
}

/* Commands of one purpose, in the order in which they are used. */
static const struct {
    Str title, commands;
} groups[] = {
    {STR_INIT("A repository"),
     STR_INIT("overview find grep search explore modules module symbols")},
    {STR_INIT("A file"), STR_INIT("map read chunk page analyze")},
    {STR_INIT("A symbol"),
     STR_INIT("symbol source callers callees routes implementations impact tests path "
              "graph cycles unused")},
    {STR_INIT("A change"), STR_INIT("diff review log blame")},
    {STR_INIT("Editing"), STR_INIT("rename move signature edit")},
    {STR_INIT("Models and agents"), STR_INIT("agent ask acp mcp lsp setup hook")},
    {STR_INIT("The index"),
     STR_INIT("index status cache export import embed push pull remote publish")},
    {STR_INIT("The program"), STR_INIT("config languages toon doctor completions debug help")},
};

static bool is_in(Str words, Str word)
{
    Str next;
    while (str_take_until(&words, ' ', &next))
        if (str_equal(next, word))
            return true;
    return false;
}

static bool is_grouped(Str command)
{
    for (size_t i = 0; i < COUNT(groups); i++)
        if (is_in(groups[i].commands, command))
            return true;
    return false;
}

static void put_groups(Buf *out)
{
    for (size_t i = 0; i < COUNT(groups); i++) {
        Str names = groups[i].commands, name;
        buf_printf(out, "%.*s:\n", STR_ARG(groups[i].title));
        while (str_take_until(&names, ' ', &name))
            put_row(out, name, str_from(command_find(name)->summary));
        buf_put_byte(out, '\n');
    }
    for (size_t i = 0; i < command_count(); i++)
        if (!is_grouped(str_from(command_at(i)->name)))
            put_row(out, str_from(command_at(i)->name), str_from(command_at(i)->summary));
}

void help_put_commands(Buf *out)
{
    buf_put(out, STR("fovea shows coding agents the part of a repository that they need.\n\n"
                     "fovea COMMAND [ARGUMENTS] [OPTIONS]\n\n"));
    put_groups(out);
    buf_put(out, STR("With every command:\n"));
    put_params(out, cli_options, cli_option_count);
    buf_put(out, STR("\nA PATH may name a part: src/a.py:12-40 (lines), src/a.py::Class.method (a "
                     "symbol).\nExit codes: 0 done, 1 failed, 2 wrong usage, 3 not found or not "
                     "allowed, 4 changed meanwhile,\n130 interrupted.\n"));
}

void help_put_overview(Buf *out)
{
    buf_put(
        out,
        STR("fovea shows coding agents the part of a repository that they need.\n\n"
            "  fovea overview             what a repository is: modules, entry points, commands\n"
            "  fovea find 'batch proc'    where something is defined\n"
            "  fovea callers NAME         who calls it; fovea impact NAME, fovea tests NAME\n"
            "  fovea map FILE             what a file declares, and on which lines\n"
            "  fovea read FILE::NAME      one function or class of it; FILE:120-180: some lines\n"
            "  fovea grep TEXT            hits by file and enclosing symbol\n"
            "  fovea setup AGENT          connects a coding agent\n\n"
            "fovea --help lists every command; fovea COMMAND --help explains one.\n"));
}
