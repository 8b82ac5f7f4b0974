/* Columns, and a count of the bytes that are lexed again. Included after upstream's lexer.h; the
   patch lexer.c.patch calls these functions.

   A scanner may ask for the column of the current character. Upstream goes back to the start of the
   line and decodes all characters up to the current one, so a long line takes time by the square of
   its length. Here the column found last is remembered, and the characters since then are counted.
 */

static uint32_t fovea_get_column(TSLexer *lexer);
static void fovea_forget_column(void);
static void fovea_count_reread(const Lexer *self, Length position);

#include "lexer.c"

/* Whether each byte of ASCII in the input is a character of its own. A parser with a decoder of its
   own promises that. */
static inline bool is_ascii_itself(const Lexer *self)
{
    return self->input.encoding == TSInputEncodingUTF8 ||
           self->input.encoding == TSInputEncodingCustom;
}

/* ---- bytes that are lexed again ---- */

void (*fovea_grammar_pulse)(void);

static __thread uint32_t reread_bytes;

/* The lexer goes back to a position. Scanners may read far ahead, find nothing and begin again, so
   a parse can take long without progress; the pulse lets its owner look at the clock. */
static void fovea_count_reread(const Lexer *self, Length position)
{
    uint32_t at = self->current_position.bytes;
    reread_bytes += at > position.bytes ? at - position.bytes : 0;
    if (reread_bytes <= FOVEA_PULSE_BYTES)
        return;
    reread_bytes = 0;
    if (fovea_grammar_pulse)
        fovea_grammar_pulse();
}

/* ---- columns ---- */

/* The column found last: the lexer, the bytes at which its line starts and at which it was, and the
   column there. */
static __thread struct {
    const Lexer *lexer;
    uint32_t line, at, column;
} counted;

static bool is_ascii(const char *text, uint32_t len)
{
    unsigned char all = 0;
    for (uint32_t i = 0; i < len; i++)
        all |= (unsigned char)text[i];
    return all < 0x80;
}

/* Counts the characters since the column found last, or since the start of the line. False when one
   of them is not ASCII or is not in the current chunk of text. */
static bool count_column(const Lexer *self, uint32_t *column)
{
    uint32_t at = self->current_position.bytes;
    uint32_t line = at - self->current_position.extent.column, from = line;
    *column = 0;
    if (counted.lexer == self && counted.line == line && counted.at <= at) {
        from = counted.at;
        *column = counted.column;
    } else if (counted.lexer == self && counted.line == line &&
               counted.column == counted.at - line) {
        from = at; /* each byte up to there is a character */
        *column = at - line;
    }
    *column += at - from;
    return from == at || (from >= self->chunk_start && at <= self->chunk_start + self->chunk_size &&
                          is_ascii(self->chunk + (from - self->chunk_start), at - from));
}

uint32_t (*fovea_grammar_columns)(void *payload, uint32_t from, uint32_t to);

/* The same, but the owner of the parser counts. Its chunks may begin anywhere in a line. */
static bool ask_column(const Lexer *self, uint32_t *column)
{
    uint32_t at = self->current_position.bytes, from = at - self->current_position.extent.column;
    if (self->input.encoding != TSInputEncodingCustom || !fovea_grammar_columns)
        return false;
    *column = 0;
    if (counted.lexer == self && counted.line == from && counted.at <= at) {
        *column = counted.column;
        from = counted.at;
    }
    *column += fovea_grammar_columns(self->input.payload, from, at);
    return true;
}

/* Asks upstream's function where counting is not possible, and remembers what that found. */
static uint32_t fovea_get_column(TSLexer *lexer)
{
    Lexer *self = (Lexer *)lexer;
    uint32_t column;
    bool can_count = !self->column_data.valid && self->chunk && self->included_range_count == 1 &&
                     self->current_included_range_index == 0 && is_ascii_itself(self) &&
                     self->current_position.bytes >=
                         self->included_ranges->start_byte + self->current_position.extent.column;
    if (can_count && (count_column(self, &column) || ask_column(self, &column))) {
        self->did_get_column = true;
        ts_lexer__set_column_data(self, column);
    } else {
        column = ts_lexer__get_column(lexer);
    }
    counted.lexer = self;
    counted.at = self->current_position.bytes;
    counted.line = counted.at - self->current_position.extent.column;
    counted.column = column;
    return column;
}

static void fovea_forget_column(void)
{
    counted.lexer = NULL;
}

/* ---- the lexer's layout ---- */

/* The generated lexers read and write the Lexer through lexing.h's LexView. */
#include "lexing.h"

#define SAME_PLACE(own, field) \
    _Static_assert(offsetof(LexView, own) == offsetof(Lexer, field), #own " is elsewhere")
SAME_PLACE(lookahead, data.lookahead);
SAME_PLACE(result_symbol, data.result_symbol);
SAME_PLACE(current, current_position);
SAME_PLACE(token_start, token_start_position);
SAME_PLACE(token_end, token_end_position);
SAME_PLACE(ranges, included_ranges);
SAME_PLACE(chunk, chunk);
SAME_PLACE(input.encoding, input.encoding);
SAME_PLACE(logger.log, logger.log);
SAME_PLACE(range_count, included_range_count);
SAME_PLACE(range_index, current_included_range_index);
SAME_PLACE(chunk_start, chunk_start);
SAME_PLACE(chunk_size, chunk_size);
SAME_PLACE(lookahead_size, lookahead_size);
SAME_PLACE(column.value, column_data.value);
SAME_PLACE(column.valid, column_data.valid);
_Static_assert(offsetof(LexPosition, row) == offsetof(Length, extent.row), "row is elsewhere");
_Static_assert(offsetof(LexPosition, column) == offsetof(Length, extent.column),
               "column is elsewhere");
_Static_assert(offsetof(struct LexRange, end_byte) == offsetof(TSRange, end_byte), "range");
_Static_assert(sizeof(struct LexRange) == sizeof(TSRange), "range");
_Static_assert(sizeof(Lexer) == 1216 && sizeof(LexView) <= sizeof(Lexer), "Lexer has changed");
_Static_assert(TSInputEncodingUTF8 == (unsigned)LEX_UTF8, "UTF-8 is another number");
_Static_assert(TSInputEncodingCustom == (unsigned)LEX_OWN, "an own decoder is another number");
#undef eof
