/* Editor of a text of one or more lines: a state machine from keys to text and cursor, without any
   input or output. line_view.h makes its view.

   Keys are those of Emacs and readline. Enter submits; Alt-Enter, Shift-Enter, Ctrl-J, and Enter
   after a backslash insert a line feed. A large paste is one character of the text, a fold, which
   represents its contents until the text is taken. */
#pragma once

#include "terminal/input.h"
#include "terminal/line_history.h"

/* Text and folded pastes: more than a model's window holds. */
#define LINE_BYTES_MAX INPUT_PASTE_BYTES_MAX
/* A paste of more lines or bytes is folded, so that the text stays in view. */
#define LINE_FOLD_LINES 10
#define LINE_FOLD_BYTES 2000
/* Folds in one text, one for each character U+FDD0 to U+FDEF, which Unicode sets aside for use
   within a program. Further pastes are inserted in full. */
#define LINE_FOLDS_MAX 32
/* Longest search query: it must fit one line. */
#define LINE_QUERY_BYTES_MAX 200
/* At most this many candidates; nobody chooses from more. */
#define LINE_CANDIDATES_MAX 500

typedef struct LineCandidate {
    Str text;  /* replaces the completed text */
    Str about; /* one line; may be empty */
} LineCandidate;

typedef struct LineCompletion {
    size_t from; /* the completed text: `before` from this offset on */
    VEC(LineCandidate) candidates;
} LineCompletion;

/* Finds candidates for the end of the text before the cursor, which may point into it. */
typedef void (*LineComplete)(void *state, Arena *arena, Str before, LineCompletion *completion);

typedef struct LineFold {
    Str text;
    size_t lines;
    bool cut; /* the paste was longer */
} LineFold;

typedef struct LineEdit {
    size_t at, inserted, cursor;
    Str removed;
    bool typed; /* further typing joins it */
} LineEdit;

typedef enum LineResult {
    LINE_EDITED,
    LINE_SUBMITTED,
    LINE_INTERRUPTED, /* Ctrl-C without a text */
    LINE_ENDED,       /* Ctrl-D without a text */
    LINE_CLEARS,      /* Ctrl-L: the caller must clear the screen */
    LINE_SUSPENDS     /* Ctrl-Z */
} LineResult;

typedef struct LineEditor {
    /* Read by views. */
    char *text;
    size_t len, cursor; /* the cursor is between two user-perceived characters */
    LineFold folds[LINE_FOLDS_MAX];
    size_t fold_count;
    LineCompletion list; /* of the last Tab, while shown */
    size_t chosen;       /* index in it, or STR_NONE */
    bool searching;      /* Ctrl-R */
    bool search_failed;
    char query[LINE_QUERY_BYTES_MAX];
    size_t query_len;
    const char *notice; /* why a key had no effect; NULL: it had */

    /* Private to the editor. */
    LineHistory *history;
    LineComplete complete;
    void *complete_state;
    size_t cap;
    size_t folded, fold_bytes; /* bytes of the folds in the text; of all folds */
    Arena text_arena, fold_arena, undo_arena, kill_arena, list_arena, draft_arena;
    VEC(LineEdit) edits;
    char *kill;
    size_t kill_len;
    bool kills, was_kill; /* this key, and the one before it */
    bool keeps_column;
    size_t column;     /* target column of Up and Down, in characters */
    size_t history_at; /* entries.len: the draft */
    Str draft;
    size_t search_at, completed_to;
} LineEditor;

/* The history is used until line_close. Completion may be NULL. */
void line_open(LineEditor *editor, LineHistory *history, LineComplete complete, void *state);
void line_close(LineEditor *editor); /* works as SCOPED(line_close) */
LineResult line_key(LineEditor *editor, const Key *key);
/* The text with the contents of its folds. */
Str line_text(const LineEditor *editor, Arena *arena);
/* Empties text, undo and folds, for the next text. */
void line_reset(LineEditor *editor);
/* Puts a text at the cursor. */
void line_insert(LineEditor *editor, Str text);
/* The fold at an offset; NULL if the character is not a fold. */
const LineFold *line_fold_at(const LineEditor *editor, size_t at);
/* `[pasted 120 lines]` */
Str line_fold_label(Arena *arena, const LineFold *fold);
