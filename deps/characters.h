/* The core's lexer with shorter ways: a character of ASCII on the same line is read without the
   detour by ranges and decoders, columns are counted on from where they were asked for last, and
   text that is given up and read again is counted. */

#include "lexer.h"

static void get_lookahead(Lexer *self);

/* The definition's argument is `Lexer *self`, that of a call `self`. */
#define ts_lexer__get_lookahead(first) LOOK_##first)
#define LOOK_Lexer ts_lexer__get_lookahead_any(Lexer
#define LOOK_self get_lookahead(self
#define ts_lexer_init ts_lexer_init_plain
#define ts_lexer_reset ts_lexer_reset_plain
#define ts_lexer_set_input ts_lexer_set_input_plain
#include "lexer.c"
#undef ts_lexer_init
#undef ts_lexer_reset
#undef ts_lexer_set_input

/* Whether a byte of ASCII is a character in the text at hand. A parser with a decoder of its own
   promises that. */
static inline bool is_ascii_itself(const Lexer *self)
{
    return self->input.encoding == TSInputEncodingUTF8 ||
           self->input.encoding == TSInputEncodingCustom;
}

static inline void get_lookahead(Lexer *self)
{
    uint32_t at = self->current_position.bytes - self->chunk_start;
    if (at >= self->chunk_size || (uint8_t)self->chunk[at] >= 0x80 || !is_ascii_itself(self)) {
        ts_lexer__get_lookahead_any(self);
        return;
    }
    self->lookahead_size = 1;
    self->data.lookahead = self->chunk[at];
}

void (*fovea_grammar_pulse)(void);

static __thread uint32_t given_up;

void ts_lexer_reset(Lexer *self, Length position)
{
    uint32_t at = self->current_position.bytes;
    given_up += at > position.bytes ? at - position.bytes : 0;
    if (given_up > FOVEA_PULSE_BYTES) {
        given_up = 0;
        if (fovea_grammar_pulse)
            fovea_grammar_pulse();
    }
    ts_lexer_reset_plain(self, position);
}

static void lexer_advance(TSLexer *lexer, bool skip)
{
    Lexer *self = (Lexer *)lexer;
    uint32_t next = self->current_position.bytes - self->chunk_start + 1;
    bool plain = (uint32_t)lexer->lookahead < 0x80 && lexer->lookahead != '\n' &&
                 self->lookahead_size == 1 && next < self->chunk_size &&
                 (uint8_t)self->chunk[next] < 0x80 && self->included_range_count == 1 &&
                 self->current_included_range_index == 0 &&
                 self->chunk_start + next < self->included_ranges->end_byte &&
                 is_ascii_itself(self) && !self->logger.log;
    if (!plain) {
        ts_lexer__advance(lexer, skip);
        return;
    }
    self->current_position.bytes++;
    self->current_position.extent.column++;
    self->column_data.value += self->column_data.valid;
    lexer->lookahead = self->chunk[next];
    if (skip)
        self->token_start_position = self->current_position;
}

/* Where a column was asked for last: the lexer, where that line starts, the place and its column.
 */
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

/* Counts the characters since the place counted last, or since the line's start, where those are
   all ASCII. */
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

/* The same where the text at hand begins later. */
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

/* Without going back to the line's start and forth again, which took time by the square of a line's
   length. */
static uint32_t lexer_get_column(TSLexer *lexer)
{
    Lexer *self = (Lexer *)lexer;
    uint32_t column;
    bool plain = !self->column_data.valid && self->chunk && self->included_range_count == 1 &&
                 self->current_included_range_index == 0 && is_ascii_itself(self) &&
                 self->current_position.bytes >=
                     self->included_ranges->start_byte + self->current_position.extent.column;
    if (plain && (count_column(self, &column) || ask_column(self, &column))) {
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

void ts_lexer_init(Lexer *self)
{
    ts_lexer_init_plain(self);
    self->data.advance = lexer_advance;
    self->data.get_column = lexer_get_column;
}

void ts_lexer_set_input(Lexer *self, TSInput input)
{
    counted.lexer = NULL;
    ts_lexer_set_input_plain(self, input);
}

/* lexing.h reads and writes the same. */
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
_Static_assert(TSInputEncodingUTF8 == (unsigned)LEX_UTF8, "UTF-8 is another number");
_Static_assert(TSInputEncodingCustom == (unsigned)LEX_OWN, "an own decoder is another number");
#undef eof
