/* The manual page. roff takes a line that begins with a dot or an apostrophe as a request, and a
   backslash as an escape; everything from the records goes through put_roff. */
#include "app/cli.h"
#include "app/commands.h"
#include "app/help.h"

static void put_roff(Buf *out, Str text)
{
    bool line_start = true;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.ptr[i];
        if (line_start && (c == '.' || c == '\''))
            buf_put(out, STR("\\&"));
        if (c == '\\')
            buf_put(out, STR("\\e"));
        else if (c == '-')
            buf_put(out, STR("\\-"));
        else
            buf_put_byte(out, c);
        line_start = c == '\n';
    }
}

static void put_about(Buf *out, Str text)
{
    Str line;
    while (str_take_line(&text, &line)) {
        if (line.len)
            put_roff(out, line);
        else
            buf_put(out, STR(".PP"));
        buf_put_byte(out, '\n');
    }
}

static void put_params(Buf *out, const ToolParam *params, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        Buf name = buf_open(out->arena, 0), help = buf_open(out->arena, 0);
        help_put_param_name(&name, &params[i]);
        help_put_param_help(&help, &params[i]);
        buf_put(out, STR(".TP\n.B "));
        put_roff(out, buf_str(&name));
        buf_put_byte(out, '\n');
        put_roff(out, buf_str(&help));
        buf_put_byte(out, '\n');
    }
}

static void put_command(Buf *out, const Tool *tool)
{
    Buf usage = buf_open(out->arena, 0);
    help_put_usage(&usage, tool, NULL);
    buf_put(out, STR(".SS "));
    put_roff(out, buf_str(&usage));
    buf_put_byte(out, '\n');
    put_roff(out, str_from(tool->summary));
    buf_put(out, STR(".\n"));
    if (tool->about) {
        buf_put(out, STR(".PP\n"));
        put_about(out, str_from(tool->about));
    }
    put_params(out, tool->params, tool->param_count);
}

void help_put_man(Buf *out)
{
    buf_put(out, STR(".TH FOVEA 1 \"\" \"fovea " FOVEA_VERSION "\" \"User Commands\"\n"
                     ".SH NAME\nfovea \\- reads files and repositories by their structure, "
                     "for coding agents\n"
                     ".SH SYNOPSIS\n.B fovea\n.I COMMAND\n[\\fIARGUMENTS\\fR] [\\fIOPTIONS\\fR]\n"
                     ".SH DESCRIPTION\nShows what is in a file and reads just the part that "
                     "matters.\nA PATH may name a part of a file: \\fIPATH:12\\-40\\fR (lines) or "
                     "\\fIPATH::Class.method\\fR (a symbol).\n.SH COMMANDS\n"));
    for (size_t i = 0; i < command_count(); i++)
        put_command(out, command_at(i));
    buf_put(out, STR(".SH OPTIONS\nWith every command:\n"));
    put_params(out, cli_options, cli_option_count);
    buf_put(out,
            STR(".SH EXIT STATUS\n0 done, 1 the request failed, 2 wrong usage, 3 not found or not "
                "allowed, 4 changed meanwhile, 130 interrupted.\n"
                ".SH FILES\n~/.config/fovea/config.toml, .fovea.toml in the root "
                "(\\fBfovea config\\fR shows what is in force).\n"));
}
