/* Files of instructions for agents, AGENTS.md and CLAUDE.md, above the files that a task is about.
   They are data for the model, within a budget of their own. Nothing in them is an instruction to
   this program: no include is followed, no command is run.

   The nearest file is taken first, in whole sections, so what is most specific is cut last. */
#pragma once

#include "agent/window.h"
#include "tools/tool.h"

/* Tokens for all of them (window_tokens): most files of this kind take 500 to 1,500. */
#define INSTRUCTIONS_TOKENS 2000

/* A file that was found. */
typedef struct InstructionFile {
    Str path;
    Str same_as; /* the nearer file with the same text; then nothing is taken of this one */
    uint64_t bytes;
    uint64_t taken;    /* bytes of the sections that were taken */
    uint32_t cut;      /* sections that did not fit */
    unsigned distance; /* folders between it and the nearest file of the task */
} InstructionFile;

typedef struct Instructions {
    VEC(InstructionFile) files; /* nearest first */
    VEC(WindowPart) parts;      /* one for each file of which something was taken, in that order */
} Instructions;

typedef struct InstructionsWanted {
    const Str *paths; /* files of the task, in the repository; they need not exist */
    size_t count;
    uint64_t tokens; /* for all parts together */
} InstructionsWanted;

/* Collects what applies to the files of a task. Only files of the index count, and links that lead
   to one. What cannot be read, or is no text, is left out. The parts are not redacted yet: they go
   through gather_add. Fails when the index has no answer. */
bool instructions_collect(Arena *arena, const ToolContext *context,
                          const InstructionsWanted *wanted, Instructions *found, Err *err) MUST_USE;

/* The sections of a Markdown text that fit into *tokens, which becomes less by them. A section is a
   heading with what follows up to the next; without headings, a paragraph. Sets file->taken and
   file->cut. `whole` is false for a text that goes on: its last section is not taken. The result is
   UTF-8 with LF, without a byte-order mark; empty for what is no text. */
Str instructions_select(Arena *arena, Str text, bool whole, uint64_t *tokens,
                        InstructionFile *file);
