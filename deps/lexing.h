/* Included before a grammar's parser.c, after its "tree_sitter/parser.h": the lexer's macros once
   more, so that what stands on one line in ASCII is read from the text itself. The generated lexer
   calls a function of the core for each character, and another to learn whether it is the last one;
   here the position is a pointer, and the core hears of it when something else than ASCII comes, at
   a line's end, and when the token is done. The tokens are the same.

   Between two calls of lex_tell() the core is behind: `told` is where it thinks the lexer is, `at`
   where it is, `mark` where the last token that was accepted ends, `from` where the token begins
   after what was skipped (NULL: as the core knows). `end` is behind the last byte that may be read,
   NULL when the core has to be asked for each character. */
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

/* The core's Lexer of the version in grammars.lock; core.c makes sure that it is. */
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

static inline LexPosition lex_position(const LexView *view, ptrdiff_t further)
{
    LexPosition position = view->current;
    position.bytes += (uint32_t)further;
    position.column += (uint32_t)further;
    return position;
}

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

__attribute__((noinline, unused)) static LexWindow lex_advance(TSLexer *lexer, bool skip)
{
    lexer->advance(lexer, skip);
    return lex_look((const LexView *)(const void *)lexer);
}

#ifdef ADVANCE_MAP /* older headers have neither this nor sets */
/* The ranges of ASCII come first; the search by halves would begin far behind them. */
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

/* Only where the next character is NUL can the text be at its end. Behind `lexer->`. */
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

/* Pairs of a character and the state that follows: looked up for ASCII, else searched. */
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
