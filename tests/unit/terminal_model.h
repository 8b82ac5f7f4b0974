/* A terminal of few rows, for tests: it understands what src/terminal/screen.c writes, and fails on
   anything else. */
#pragma once

#include "test.h"

#include "text/width.h"

#define MODEL_ROWS 60
#define MODEL_COLUMNS 250

typedef struct Model {
    char cells[MODEL_ROWS][MODEL_COLUMNS][40]; /* empty: blank, or the right half of a wide one */
    size_t row, column, columns;
    bool failed;
} Model;

static inline void model_clear(Model *model, size_t row, size_t column)
{
    for (; column < MODEL_COLUMNS; column++)
        model->cells[row][column][0] = '\0';
}

static inline void model_sequence(Model *model, size_t n, char final)
{
    size_t count = n ? n : 1;
    if (final == 'A')
        model->row -= MIN(count, model->row);
    else if (final == 'B')
        model->row = MIN(model->row + count, (size_t)MODEL_ROWS - 1);
    else if (final == 'C')
        model->column = MIN(model->column + count, model->columns - 1);
    else if (final == 'H')
        model->row = model->column = 0;
    else if (final == 'K' || final == 'J')
        model_clear(model, model->row, n == 2 ? 0 : model->column);
    else if (final != 'm')
        model->failed = true;
    for (size_t row = n == 2 ? 0 : model->row + 1; final == 'J' && row < MODEL_ROWS; row++)
        model_clear(model, row, 0);
}

static inline void model_char(Model *model, Str text)
{
    size_t columns = width_columns(text), at = model->column;
    if (!columns && at) { /* a mark joins the character before it */
        char *before = model->cells[model->row][at - 1];
        before = *before || at < 2 ? before : model->cells[model->row][at - 2];
        size_t len = strlen(before);
        if (len + text.len < 40)
            memcpy(before + len, text.ptr, text.len), before[len + text.len] = '\0';
        return;
    }
    model->failed = model->failed || at + columns > model->columns;
    if (model->failed)
        return;
    memcpy(model->cells[model->row][at], text.ptr, text.len);
    model->cells[model->row][at][text.len] = '\0';
    if (columns == 2)
        model->cells[model->row][at + 1][0] = '\0';
    model->column += columns;
}

static inline void model_write(Model *model, Str bytes)
{
    for (size_t at = 0; at < bytes.len && !model->failed;) {
        char c = bytes.ptr[at];
        size_t next = at + 1, n = 0;
        if (c == '\r') {
            model->column = 0;
        } else if (c == '\n') { /* with output processing */
            model->column = 0;
            model->row++;
            model->failed = model->row >= MODEL_ROWS;
        } else if (c == '\033' && next < bytes.len && bytes.ptr[next] == '[') {
            for (next++;
                 next < bytes.len && (byte_is_digit(bytes.ptr[next]) || bytes.ptr[next] == ';');
                 next++)
                n = byte_is_digit(bytes.ptr[next]) ? n * 10 + (size_t)(bytes.ptr[next] - '0') : n;
            model_sequence(model, n, bytes.ptr[next]);
            next++;
        } else {
            model->failed = (unsigned char)c < 0x20;
            next = at;
            str_decode(bytes, &next);
            model_char(model, str_slice(bytes, at, next));
        }
        at = next;
    }
}

/* A row without blanks at its end. */
static inline Str model_row(Arena *arena, const Model *model, size_t row)
{
    Str text = {0};
    for (size_t i = 0; i < model->columns; i++) {
        const char *cell = model->cells[row][i];
        bool second = i && !*cell && width_columns(str_from(model->cells[row][i - 1])) == 2;
        text = str_join(arena, text, *cell ? str_from(cell) : second ? STR("") : STR(" "));
    }
    return str_trim_end(text);
}
