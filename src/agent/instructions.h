/* Files of instructions for agents, AGENTS.md and CLAUDE.md, above the files that a task is about.
   They are data for the model, within a budget of their own. Nothing in them is an instruction to
   this program: no include is followed, no command is run.

   The nearest file is taken first, in whole sections, so the most specific text is cut last. */
#pragma once

#include "agent/window.h"
#include "tools/tool.h"

/* Tokens for all files together (window_tokens): most files of this kind take 500 to 1,500. */
#define INSTRUCTIONS_TOKENS 2000

/* A file that was found. */
typedef struct InstructionFile {
    Str path;
    Str same_as; /* the nearer file with the same text; nothing is taken of this one then */
    uint64_t bytes;
    uint64_t taken;    /* bytes of the sections that were taken */
    uint32_t cut;      /* sections that did not fit */
    unsigned distance; /* folders between it and the nearest file of the task */
} InstructionFile;

typedef struct Instructions {
    VEC(InstructionFile) files; /* nearest first */
    VEC(WindowPart) parts;      /* one for each file that is used, in that order */
} Instructions;

typedef struct InstructionsWanted {
    const Str *paths; /* files of the task, in the repository; need not exist */
    size_t count;
    uint64_t tokens; /* for all parts together */
} InstructionsWanted;

/* Collects the instructions for the files of a task. Only files of the index count, and links that
   lead to one. Files that cannot be read, or are no text, are skipped. The parts are not redacted
   yet: gather_add does that. Fails if the index has no answer. */
bool instructions_collect(Arena *arena, const ToolContext *context,
                          const InstructionsWanted *wanted, Instructions *found, Err *err) MUST_USE;

/* The sections of a Markdown text that fit into *tokens, which is reduced by them. A section is a
   heading and all text up to the next; without headings, a paragraph. Sets file->taken and
   file->cut. `whole` is false for a truncated text: its last section is not taken. The result is
   UTF-8 with LF, without a byte-order mark; empty if the input is no text. */
Str instructions_select(Arena *arena, Str text, bool whole, uint64_t *tokens,
                        InstructionFile *file);
