/* Slash commands: user input besides tasks. Help and completion are generated from the table. */
#pragma once

#include "agent/agent.h"

typedef enum SlashForm {
    SLASH_TEXT, /* plain lines */
    SLASH_LIST, /* a list, whose rows may break between words */
    SLASH_DIFF, /* a unified diff */
} SlashForm;

typedef struct SlashAnswer {
    SlashForm form;
    Str text; /* may be empty if events have reported it */
    bool quit;
} SlashAnswer;

typedef struct SlashCommand {
    const char *name;     /* without the slash */
    const char *argument; /* as help shows it; empty: none */
    const char *help;     /* one line */
    /* The tool that answers, and the parameters that get the argument's words: the last gets the
       rest. NULL: run. */
    const char *tool;
    const char *params[2];
    bool (*run)(Agent *agent, Str argument, SlashAnswer *answer, Err *err);
    bool at_terminal; /* not in editors, which have their own way */
} SlashCommand;

size_t slash_count(void);
const SlashCommand *slash_at(size_t index);
/* Whether a line is a command: it begins with a slash and a letter. */
bool slash_is_command(Str line);
/* Runs a command line. ERR_USAGE for an unknown one, with the nearest name. */
bool slash_run(Agent *agent, Str line, SlashAnswer *answer, Err *err) MUST_USE;
