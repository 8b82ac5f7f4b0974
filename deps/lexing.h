/* Other macros for the generated lexers. Compiled before a grammar's parser.c, after its
   "tree_sitter/parser.h", whose macros these replace.

   A generated lexer is a state machine. At each character it calls lexer->advance(), and
   lexer->eof() to learn whether that was the last one. With these macros it reads runs of ASCII on
   one line through a pointer into the text, and calls the core only at other characters, at the end
   of a line, and when the token is complete. The tokens are the same.

   In between, the core's position lags behind. The local variables of a lexer are then:

   window.at   the byte at which the lexer is
   window.end  the end of the bytes that may be read; equal to `at` where the core must be called
   told        the byte at which the core believes the lexer to be
   mark        the end of the last token accepted since `told`, or NULL
   from        the start of the token, if whitespace was skipped since `told`, or NULL

   lex_tell() brings the core up to date. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEX_UTF8 = 0,
    LEX_OWN = 3
}; /* TSInputEncoding */

typedef struct LexPosition {
    uint32_t bytes, row, column;
} LexPosition;

/* The core's Lexer, of which parser.h shows the first fields only. columns.h asserts that each
   field is where the core of grammars.lock has it. */
typedef struct LexView {
    int32_t lookahead;
    uint16_t result_symbol;
    void (*functions[6])(void);
    LexPosition current, token_start, token_end;
    const struct LexRange {
        uint32_t points[4];
        uint32_t start_byte, end_byte;
    } * ranges;
    const uint8_t *chunk;
    struct {
        void *payload;
        void (*read)(void);
        unsigned encoding; /* LEX_UTF8, LEX_OWN: ASCII is itself in both */
        void (*decode)(void);
    } input;
    struct {
        void *payload;
        void (*log)(void);
    } logger;
    uint32_t range_count, range_index;
    uint32_t chunk_start, chunk_size;
    uint32_t lookahead_size;
    bool did_get_column;
    struct {
        uint32_t value;
        bool valid;
    } column;
} LexView;

typedef struct LexWindow {
    const uint8_t *at, *end;
} LexWindow;

/* The bytes from the lexer's position that may be read without the core; none where the current
   character is not ASCII or the text has gaps. */
static inline LexWindow lex_look(const LexView *view)
{
    static const uint8_t nothing[1];
    uint32_t offset = view->current.bytes - view->chunk_start;
    bool plain = view->chunk && offset < view->chunk_size && view->lookahead_size == 1 &&
                 view->range_count == 1 && view->range_index == 0 &&
                 (view->input.encoding == LEX_UTF8 || view->input.encoding == LEX_OWN) &&
                 !view->logger.log && view->chunk[offset] < 0x80;
    if (!plain)
        return (LexWindow){nothing, nothing};
    uint32_t left = view->ranges->end_byte - view->chunk_start;
    return (LexWindow){view->chunk + offset,
                       view->chunk + (left < view->chunk_size ? left : view->chunk_size)};
}

/* The position that many bytes of ASCII after the core's, on the same line. */
static inline LexPosition lex_position(const LexView *view, ptrdiff_t further)
{
    LexPosition position = view->current;
    position.bytes += (uint32_t)further;
    position.column += (uint32_t)further;
    return position;
}

/* Writes the position, and the start and end of the token where these are not NULL, to the core. */
__attribute__((noinline, unused)) static void lex_tell(TSLexer *lexer, LexWindow window,
                                                       const uint8_t *told, const uint8_t *mark,
                                                       const uint8_t *from)
{
    LexView *view = (LexView *)(void *)lexer;
    if (window.at == window.end) {
        if (mark)
            lexer->mark_end(lexer);
        return;
    }
    if (mark)
        view->token_end = lex_position(view, mark - told);
    if (from)
        view->token_start = lex_position(view, from - told);
    view->current = lex_position(view, window.at - told);
    if (view->column.valid)
        view->column.value += (uint32_t)(window.at - told);
    view->lookahead = *window.at;
}

/* One character by the core. */
__attribute__((noinline, unused)) static LexWindow lex_advance(TSLexer *lexer, bool skip)
{
    lexer->advance(lexer, skip);
    return lex_look((const LexView *)(const void *)lexer);
}

#ifdef ADVANCE_MAP /* older headers have neither this nor sets */
/* Ranges are sorted, so those of ASCII come first. Upstream's binary search begins in the middle.
 */
__attribute__((unused)) static inline bool lex_set_contains(const TSCharacterRange *ranges,
                                                            uint32_t len, int32_t lookahead)
{
    if (lookahead >= 0x80)
        return set_contains(ranges, len, lookahead);
    for (uint32_t i = 0; i < len && ranges[i].start <= lookahead; i++)
        if (lookahead <= ranges[i].end)
            return true;
    return false;
}

#define set_contains lex_set_contains
#endif

#undef START_LEXER
#undef ADVANCE_MAP
#undef ACCEPT_TOKEN
#undef END_STATE

#define START_LEXER() \
    bool result = false, skip = false; \
    __attribute__((unused)) bool eof = false; \
    int32_t lookahead; \
    const uint8_t *mark = NULL, *from = NULL; \
    LexWindow window = lex_look((const LexView *)(const void *)lexer); \
    const uint8_t *told = window.at; \
    lookahead = lexer->lookahead; \
    goto start; \
    next_state: \
    if (window.at + 1 < window.end && *window.at != '\n' && window.at[1] < 0x80) { \
        lookahead = *++window.at; \
        from = skip ? window.at : from; \
    } else { \
        lex_tell(lexer, window, told, mark, from); \
        window = lex_advance(lexer, skip); \
        told = window.at; \
        mark = from = NULL; \
        lookahead = lexer->lookahead; \
    } \
    start: \
    skip = false;

/* Written as `lexer->eof(lexer)` in the generated code, so this follows `lexer->`. The text can
   only be at its end where the lookahead is NUL. */
#define eof(lexer) result_symbol < 0 || (lookahead == 0 && (lexer)->eof(lexer))

#define ACCEPT_TOKEN(symbol_value) \
    result = true; \
    lexer->result_symbol = (symbol_value); \
    mark = window.at;

#define END_STATE() \
    { \
        lex_tell(lexer, window, told, mark, from); \
        return result; \
    }

/* Pairs of a character and the next state. ASCII is looked up in an array, the rest searched for.
   The macros below expand to one element of that array for each pair. */
#define LEX_PARENS ()
#define LEX_EXPAND(...) LEX_EXPAND4(LEX_EXPAND4(LEX_EXPAND4(LEX_EXPAND4(__VA_ARGS__))))
#define LEX_EXPAND4(...) LEX_EXPAND3(LEX_EXPAND3(LEX_EXPAND3(LEX_EXPAND3(__VA_ARGS__))))
#define LEX_EXPAND3(...) LEX_EXPAND2(LEX_EXPAND2(LEX_EXPAND2(LEX_EXPAND2(__VA_ARGS__))))
#define LEX_EXPAND2(...) LEX_EXPAND1(LEX_EXPAND1(LEX_EXPAND1(LEX_EXPAND1(__VA_ARGS__))))
#define LEX_EXPAND1(...) __VA_ARGS__
#define LEX_PAIR(character, state, ...) \
    [(character) < 0x80 ? (character) : 0x80] = state + 1, \
                                        __VA_OPT__(LEX_PAIR_AGAIN LEX_PARENS(__VA_ARGS__))
#define LEX_PAIR_AGAIN() LEX_PAIR

#define ADVANCE_MAP(...) \
    { \
        static const uint16_t map[] = {__VA_ARGS__}; \
        static const uint16_t ascii[0x81] = {LEX_EXPAND(LEX_PAIR(__VA_ARGS__))}; \
        if ((uint32_t)lookahead < 0x80) { \
            if (ascii[lookahead]) { \
                state = ascii[lookahead] - 1; \
                goto next_state; \
            } \
        } else { \
            for (uint32_t i = 0; i < sizeof map / sizeof *map; i += 2) \
                if (map[i] == lookahead) { \
                    state = map[i + 1]; \
                    goto next_state; \
                } \
        } \
    }
